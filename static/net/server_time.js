// The time by the server's clock: every answer tells it, so that a phone whose own clock is wrong shows what the others show.

const KEPT = "server time"; // how far this phone's clock is off, for pages that get no answer

let off = null; // ms

/** An answer came with this Date header. */
export function toldTime(date) {
  const at = Date.parse(date ?? "");
  if (!at) return;
  off = at + 500 - Date.now(); // it tells whole seconds
  try {
    sessionStorage.setItem(KEPT, off);
  } catch {
    // then it is told with the next answer
  }
}

/** Milliseconds since 1970 by the server's clock; null as long as nothing is known of it. */
export function serverTime() {
  return off === null ? kept() : Date.now() + off;
}

function kept() {
  try {
    const before = sessionStorage.getItem(KEPT);
    return before === null ? null : Date.now() + Number(before);
  } catch {
    return null;
  }
}
