// What a finger means: which taps count.

import { DOUBLE_TAP } from "../dom/page.js";

const JUST_NOW = 350; // ms after a tap in which what is handled was done by it
const BESIDE = 24; // px around that spot

let tap = { at: -JUST_NOW, x: 0, y: 0, kind: "" }; // the last one
let replaced = { at: -JUST_NOW, recorded: false }; // when a tap last brought another pad, and whether it recorded
let moved = -JUST_NOW; // when another pad last came without a tap

/** A tap brought another pad. */
export const padReplaced = (recorded) => (replaced = { at: performance.now(), recorded });

/** Another pad came without a tap. */
export const padMoved = () => (moved = performance.now());

/** Whether a finger, and no key, did what is being handled. */
export const byFinger = () => performance.now() - tap.at <= JUST_NOW;

/**
 * The second half of a double tap falls on what the first has brought under the finger: there it does nothing when the
 * first recorded, else no other button records.
 */
export function isSecondHalf(click, tap, replaced) {
  const beside = Math.hypot(click.x - tap.x, click.y - tap.y) < BESIDE;
  const second = beside && tap.at < replaced.at && click.at - replaced.at < DOUBLE_TAP;
  return second && (replaced.recorded || (click.counts && click.kind !== tap.kind));
}

/** Stop the clicks that mean nothing. locked(): whether the pad takes none now; counts(button): whether one records. */
export function filterTaps(locked, counts) {
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("button");
      const click = { at: performance.now(), x: event.clientX, y: event.clientY, kind: button?.className };
      const late = locked() || click.at - moved < DOUBLE_TAP; // it was meant for a pad that is gone
      const second = isSecondHalf({ ...click, counts: button && counts(button) }, tap, replaced);
      if (second || (late && event.target.closest("#pad, header.bar"))) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (event.detail) tap = click;
    },
    true,
  );
}
