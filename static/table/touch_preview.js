// A finger that comes down on a button of the pad is about to record something: the engine draws it while the finger
// rests. When it lifts where it came down, that is the tap: the browser's own click would come a frame or two later.

import { addressOf, formData } from "../dom/page.js";
import { matchPath } from "./draft.js";
import { precompute } from "./engine_or_server.js";

const STRAY = 10; // px within which a finger still rests
const HOLD = 500; // ms after which it is no tap
const SCROLL = 150; // ms after a scroll in which a finger may have come down to stop it

let down = null; // the button that one finger rests on, and how it came there
let scrolled = -SCROLL;

addEventListener("scroll", ({ timeStamp }) => (scrolled = timeStamp), { capture: true, passive: true });

addEventListener(
  "pointerdown",
  (event) => {
    const button = event.target.closest?.("#pad button:not(:disabled), header.bar .menu button:not(:disabled)");
    const form = button?.form;
    const tap = event.pointerType === "touch" && event.isPrimary && event.timeStamp - scrolled > SCROLL;
    down = tap && form ? { button, event } : null;
    const address = form?.method === "post" ? addressOf(form, button) : matchPath();
    if (address !== matchPath()) precompute(address, formData(form, button));
  },
  { passive: true },
);

addEventListener("pointercancel", () => (down = null));

/** Whether a finger that lifts has only tapped. */
function isTap({ touches, timeStamp, cancelable, changedTouches: [{ clientX, clientY }] }) {
  const { button, event } = down;
  const distance = Math.hypot(clientX - event.clientX, clientY - event.clientY);
  const still = distance < STRAY && timeStamp - event.timeStamp < HOLD;
  return cancelable && !touches.length && still && button.isConnected && !button.disabled;
}

addEventListener(
  "touchend",
  (event) => {
    const tap = down && isTap(event) ? down : null;
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
