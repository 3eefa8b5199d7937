// What got no answer does not stand on the pad where no engine drew it. Undo then takes that back, which was done last,
// and says so; the pad stays as it is.

import { halfMade, here, kept, leave } from "./dispatch.js";
import { addressOf } from "../dom/form_data.js";
import { calm } from "./render.js";

const WORDS = "#pad .again :is(.undo b, span[role=status])"; // of Undo, or of the toast beside it

let before = null; // what Undo said, as long as it says something else

/** Whether the last that waits is an entry which the pad does not show. */
function unseen() {
  const last = kept();
  return Boolean(last?.address.endsWith("/say")) && halfMade(last.data) !== location.search;
}

/** Let Undo say what it takes back. */
export function nameLast() {
  const [words, button] = [WORDS, "#pad .undo"].map((place) => document.querySelector(place));
  if (!words || !button || !unseen() || before?.words === words) return;
  const { disabled, ariaLabel } = button;
  before = { words, button, nodes: [...words.childNodes], was: { disabled, ariaLabel } };
  words.textContent = document.getElementById("no-answer").dataset.undo;
  Object.assign(button, { disabled: false, ariaLabel: words.textContent });
}

/** Take back what the pad does not show, if it is that which Undo is about; one that records is sent behind it. */
export function unsaid(form, button) {
  if (!button?.matches("#pad .undo") || addressOf(form, button) !== here() || !unseen()) return false;
  leave();
  calm();
  before?.words.replaceChildren(...before.nodes);
  if (before) Object.assign(before.button, before.was);
  before = null;
  return true;
}
