// How long to wait before the next poll: short while something happens, longer in quiet times and without an answer.

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
