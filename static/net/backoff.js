// How long to wait before asking again: quick while something happens, slower in quiet times and when no answer comes.

const QUICK = 2000; // ms
const SLOW = 10000;
const QUIET = 900000; // ms without news after which it slows down: longer than a deal takes
const SLOWING = 600000; // ms from there until it is slow
const SPREAD = 0.1; // of it more or less, so that phones that began together do not ask together

/** ms to the next question: quiet is how long nothing was new, failed how many questions in a row got no answer. */
export function pause(quiet, failed = 0, chance = 0.5) {
  const share = Math.min(Math.max(quiet - QUIET, 0) / SLOWING, 1);
  const wait = failed ? Math.min(QUICK * 2 ** (failed - 1), SLOW) : QUICK + share * (SLOW - QUICK);
  return Math.round(wait * (1 - SPREAD + 2 * SPREAD * chance));
}
