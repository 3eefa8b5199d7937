// Polling: asks at once, then again and again whether anything changed, while the page is visible: often while something
// happens, more seldom in quiet times and without an answer.

import { noteServerTime } from "./server_time.js";

const POLL_TIMEOUT = 15000; // ms
const QUICK = 2000; // ms
const SLOW = 10000;
const QUIET = 900000; // ms without a change after which it slows down: longer than a deal takes
const SLOWING = 600000; // ms from there until it is slow
const JITTER = 0.1; // of the delay more or less, so that phones that began together do not poll together

/** ms to the next poll: quiet is how long nothing changed (ms), failed how many polls in a row got no answer. */
export function delay(quiet, failed = 0, chance = 0.5) {
  const share = Math.min(Math.max(quiet - QUIET, 0) / SLOWING, 1);
  const wait = failed ? Math.min(QUICK * 2 ** (failed - 1), SLOW) : QUICK + share * (SLOW - QUICK);
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** What a poll came to, for connection.js. */
const tellLine = (connected) => document.dispatchEvent(new CustomEvent("line", { detail: { connected } }));

/** Poll with check(signal), which resolves to whether something changed; report(ok) after each. */
export function poll(check, report) {
  let timer = 0;
  let checking = false;
  let changed = Date.now(); // or when somebody came back to look
  let failed = 0;

  async function now() {
    clearTimeout(timer);
    if (checking || document.hidden) return;
    checking = true;
    const ok = await answered();
    checking = false;
    report(ok);
    if (!document.hidden) timer = setTimeout(now, delay(Date.now() - changed, failed, Math.random()));
  }

  async function answered() {
    const abort = new AbortController(); // AbortSignal.timeout() is not in every browser that is in use
    const late = setTimeout(() => abort.abort(), POLL_TIMEOUT);
    try {
      if (await check(abort.signal)) changed = Date.now();
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

/**
 * Conditional GET: the response when there is something newer than the version (an ETag), null on 304. Rejects otherwise,
 * with gone when this phone may not look any more.
 */
export async function fetchNewer(url, version, signal) {
  const headers = version ? { "If-None-Match": version } : {};
  const response = await fetch(url, { headers, signal, cache: "no-store" }).catch((error) => {
    tellLine(false);
    throw error;
  });
  const { status } = response;
  const isOurs = status < 500 && (!response.ok || response.headers.has("ETag")); // others may answer in the server's place
  tellLine(isOurs);
  if (response.ok && !isOurs) throw new Error("answered by another machine");
  if (response.headers.has("X-Seat")) document.dispatchEvent(new Event("seat"));
  noteServerTime(response.headers.get("Date"));
  if (status === 304) return null;
  if (response.ok) return response;
  throw Object.assign(new Error(`answered ${status}`), { gone: [403, 404, 410].includes(status) });
}
