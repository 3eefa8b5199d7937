// Whether there is a line: what polls and requests came to. Each tells the page by the event "line".

let connected = true;

export const isConnected = () => connected;

/** A request or a poll was answered, or was not; was: how it had been before. */
export function reportLine(now) {
  const detail = { connected: now, was: connected };
  connected = now;
  document.dispatchEvent(new CustomEvent("line", { detail }));
}
