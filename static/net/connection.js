// Whether there is a line: what polls and requests came to. Each tells the page by the event "line".

const LINE_PATIENCE = 3000; // ms

let connected = true;

export const isConnected = () => connected;

/** A request was answered, or was not. */
export const reportLine = (now) => document.dispatchEvent(new CustomEvent("line", { detail: { connected: now } }));

document.addEventListener("line", ({ detail }) => (connected = detail.connected));
addEventListener("offline", () => reportLine(false));

/** Ask the server whether it is there. */
export async function askForLine() {
  const signal = AbortSignal.timeout?.(LINE_PATIENCE);
  const answer = await fetch("/line", { cache: "no-store", signal }).catch(() => null);
  reportLine(Boolean(answer?.ok && answer.headers.get("Content-Type")?.includes("json")));
  return connected;
}
