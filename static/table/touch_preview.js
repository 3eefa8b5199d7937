// A finger that has come down on a button of the pad is about to say something: that is drawn while the finger rests.
// When it lifts where it came down, that is the tap: the browser's own click would come a frame or two later.

import { foresee, here } from "./dispatch.js";
import { addressOf, filled } from "../dom/form_data.js";

const STRAYS = 10; // px within which a finger still rests
const HOLDS = 500; // ms after which it does not tap but hold
const MOVES = 150; // ms after a scroll in which a finger may have been put down to stop it

let down = null; // the button that one finger rests on, and how it came there
let scrolled = -MOVES;

addEventListener("scroll", ({ timeStamp }) => (scrolled = timeStamp), { capture: true, passive: true });

addEventListener(
  "pointerdown",
  (event) => {
    const button = event.target.closest?.("#pad button:not(:disabled), header.bar .menu button:not(:disabled)");
    const form = button?.form;
    const tap = event.pointerType === "touch" && event.isPrimary && event.timeStamp - scrolled > MOVES;
    down = tap && form ? { button, event } : null;
    const address = form?.method === "post" ? addressOf(form, button) : here();
    if (address !== here()) foresee(address, filled(form, button));
  },
  { passive: true },
);

addEventListener("pointercancel", () => (down = null));

/** Whether a finger that lifts has only tapped. */
function tapped({ touches, timeStamp, cancelable, changedTouches: [{ clientX, clientY }] }) {
  const { button, event } = down;
  const strayed = Math.hypot(clientX - event.clientX, clientY - event.clientY);
  const still = strayed < STRAYS && timeStamp - event.timeStamp < HOLDS;
  return cancelable && !touches.length && still && button.isConnected && !button.disabled;
}

addEventListener(
  "touchend",
  (event) => {
    const tap = down && tapped(event) ? down : null;
    down = null;
    if (!tap) return;
    event.preventDefault(); // the browser's click would be a second one
    if (document.activeElement.matches("input")) document.activeElement.blur(); // what was typed there is done
    const { clientX, clientY } = event.changedTouches[0];
    const click = { bubbles: true, cancelable: true, composed: true, detail: 1, clientX, clientY };
    tap.button.dispatchEvent(new MouseEvent("click", click));
  },
  { passive: false },
);
