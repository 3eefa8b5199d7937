// Half-made entries outlive the page: a crash, a closed tab, a phone that ran out. The address keeps them as well;
// this is for whoever comes back without it. One a match, forgotten when it was taken down.

const place = (here) => `half-made ${here}`;

/** Remember what is half made at this version; an empty query forgets. */
export function remember(here, query, version) {
  try {
    if (query) localStorage.setItem(place(here), JSON.stringify({ query, version }));
    else localStorage.removeItem(place(here));
  } catch {
    // a browser that keeps nothing
  }
}

/** What is remembered: query and version. */
export function remembered(here) {
  try {
    return JSON.parse(localStorage.getItem(place(here)));
  } catch {
    return null;
  }
}

/** Forget what was said, which outbox.js keeps now, and what was begun before that; what was begun since stays. */
export function forget(here, version) {
  if (Number(remembered(here)?.version) <= version) remember(here, "");
}
