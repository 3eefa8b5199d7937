// The server's clock, from the Date header of every answer: a phone whose own clock is wrong shows what the others show.

const KEY = "server time"; // in sessionStorage: how far this phone's clock is off, for pages that get no answer

let offset = null; // ms

/** An answer came with this Date header. */
export function noteServerTime(date) {
  const at = Date.parse(date ?? "");
  if (!at) return;
  offset = at + 500 - Date.now(); // the header counts whole seconds
  try {
    sessionStorage.setItem(KEY, offset);
  } catch {
    // storage is closed: the next answer brings it again
  }
}

/** Milliseconds since 1970 by the server's clock; null as long as nothing is known of it. */
export function serverTime() {
  try {
    const known = offset ?? sessionStorage.getItem(KEY);
    return known === null ? null : Date.now() + Number(known);
  } catch {
    return null;
  }
}
