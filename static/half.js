// Half-made entries outlive the page: a crash, a closed tab, a phone that ran out. The address keeps them as well;
// this is for whoever comes back without it. One a match, forgotten when it was taken down.

const place = (here) => `half-made ${here}`;

/** Remember what is half made at this version; uid when it was sent. An empty query forgets. */
export function remember(here, query, version, uid = null) {
  try {
    if (query) localStorage.setItem(place(here), JSON.stringify({ query, version, uid }));
    else localStorage.removeItem(place(here));
  } catch {
    // a browser that keeps nothing
  }
}

/** What is remembered: query, version and uid. */
export function remembered(here) {
  try {
    return JSON.parse(localStorage.getItem(place(here)));
  } catch {
    return null;
  }
}

/** Forget what was taken down; what was begun since stays. */
export function forget(here, version) {
  if (remembered(here)?.version === version) remember(here, "");
}

/** Whether what was sent has been taken down after all. */
export async function taken(uid, log) {
  if (!uid || !log) return false;
  const { records } = await (await fetch(log)).json();
  return records.some((record) => record[2] === uid);
}
