// A tap on a disabled control of a pad shows the reason at the foot of the screen, until the next tap.

import { liveRegion } from "../dom/live_region.js";

const DURATION = 6000; // ms
const say = liveRegion("disabled-reason");
let timer = 0;

/** The disabled control at this point; the browser sends no event for a tap on it. */
function disabledAt(x, y) {
  const controls = [...document.querySelectorAll(".pad :is(.chip:is(:disabled, :has(:disabled)), .go:disabled)")];
  return controls.find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
}

/** Its own reason, or how much is left to be shared out. */
function reason(control) {
  const { title } = control.querySelector(":disabled") ?? control;
  const left = control.closest("form")?.querySelector(":not([hidden]) > :is([data-left], [data-over])");
  return title || (left?.parentElement.textContent ?? "");
}

addEventListener("pointerup", ({ isPrimary, clientX, clientY }) => {
  const control = isPrimary && disabledAt(clientX, clientY);
  say(control ? reason(control) : "");
  clearTimeout(timer);
  timer = setTimeout(say, DURATION, "");
});
