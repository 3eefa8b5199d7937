// Asks again and again whether anything is new, while somebody looks at the page: state first, and never when hidden.

import { pause } from "./backoff.js";
import { toldTime } from "./server_time.js";

const PATIENCE = 15000; // ms until a question counts as unanswered

/**
 * Keep asking. ask(signal) resolves to whether there was something new and rejects without an answer;
 * told(came) hears after each question whether an answer came.
 */
export function keepAsking(ask, told) {
  let timer = 0;
  let asking = false;
  let changed = Date.now(); // or when somebody came back to look
  let failed = 0;

  async function now() {
    clearTimeout(timer);
    if (asking || document.hidden) return;
    asking = true;
    const came = await answered();
    asking = false;
    told(came);
    if (!document.hidden) timer = setTimeout(now, pause(Date.now() - changed, failed, Math.random()));
  }

  async function answered() {
    const question = new AbortController(); // AbortSignal.timeout() is not in every browser that is in use
    const late = setTimeout(() => question.abort(), PATIENCE);
    try {
      if (await ask(question.signal)) changed = Date.now();
      failed = 0;
    } catch {
      failed += 1;
    }
    clearTimeout(late);
    return failed === 0;
  }

  function back() {
    changed = Date.now();
    now();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : back()));
  addEventListener("pageshow", (event) => event.persisted && back());
  addEventListener("online", now);
  now();
}

/** A question about a version: its answer when something is new, nothing when not (304); rejects without either. */
export async function newer(address, version, signal) {
  const headers = version ? { "If-None-Match": version } : {};
  const answer = await fetch(address, { headers, signal, cache: "no-store" });
  if (answer.headers.has("X-Seat")) document.dispatchEvent(new Event("seat"));
  toldTime(answer.headers.get("Date"));
  if (answer.status === 304) return null;
  if (!answer.ok) throw new Refused(answer.status);
  return answer;
}

/** The server answered, but not with what was asked for. */
export class Refused extends Error {
  constructor(status) {
    super(`answered ${status}`);
    this.gone = status === 403 || status === 404 || status === 410; // this phone may not look any more
  }
}

/** A line for who listens to the screen rather than looks at it, politely. */
export function speaker() {
  const line = document.body.appendChild(document.createElement("p"));
  line.className = "unseen spoken";
  line.setAttribute("role", "status");
  return (words) => (line.textContent = words);
}
