// Whether there is a line: what polls and requests came to. Each tells the page by the event "line". While there is none and
// somebody looks, the server is asked every few seconds, however seldom what is larger is tried.

import { askForToken } from "./answer.js";

const LINE_PATIENCE = 3000; // ms that a tap waits
const LINE_EVERY = 4000; // ms from one question to the next
const LINE_LATE = 7000; // ms that a question counts for which nobody waits: few of them hang at a time

let connected = true;
let asking; // the timer of the questions

export const isConnected = () => connected;

/** A request was answered, or was not. */
export const reportLine = (now) => document.dispatchEvent(new CustomEvent("line", { detail: { connected: now } }));

document.addEventListener("line", ({ detail }) => {
  connected = detail.connected;
  if (connected) asking = clearInterval(asking);
  else asking ??= setInterval(askAgain, LINE_EVERY);
});
addEventListener("offline", () => reportLine(false));

/** Ask on, unless the phone knows better; the next question does not wait for the answer to this one. */
async function askAgain() {
  if (!document.hidden && navigator.onLine && (await isThere(LINE_LATE))) reportLine(true);
}

/** Ask the server whether it is there. */
export async function askForLine() {
  reportLine(await isThere(LINE_PATIENCE));
  return connected;
}

/** Whether the server answers within so many ms. */
const isThere = (patience) => askForToken(patience).then(() => true, () => false);
