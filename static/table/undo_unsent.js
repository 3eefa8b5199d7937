// An entry without an answer is not on the pad where no engine drew it. Undo then withdraws that entry, the last that was
// made, and its words say so; the pad stays as it is.

import { addressOf } from "../dom/page.js";
import { draftQuery, matchPath } from "./draft.js";
import { lastUnsent, withdraw } from "./engine_or_server.js";
import { hideComplaint } from "./render.js";

const WORDS = "#pad .again :is(.undo b, span[role=status])"; // of Undo, or of the toast beside it

let before = null; // Undo as it was, while its words are replaced

/** Whether the last unanswered entry is one that the pad does not show. */
function isHidden() {
  const last = lastUnsent();
  return Boolean(last?.address.endsWith("/say")) && draftQuery(last.data) !== location.search;
}

/** Let Undo say what it withdraws. */
export function nameUndo() {
  const [words, button] = [WORDS, "#pad .undo"].map((selector) => document.querySelector(selector));
  if (!words || !button || !isHidden() || before?.words === words) return;
  const { disabled, ariaLabel } = button;
  before = { words, button, nodes: [...words.childNodes], was: { disabled, ariaLabel } };
  words.textContent = document.getElementById("no-answer").dataset.undo;
  Object.assign(button, { disabled: false, ariaLabel: words.textContent });
}

/** Withdraw what the pad does not show, if this is Undo; whether it was. An Undo that records is sent behind it. */
export function undoUnsent(form, button) {
  if (!button?.matches("#pad .undo") || addressOf(form, button) !== matchPath() || !isHidden()) return false;
  withdraw();
  hideComplaint();
  before?.words.replaceChildren(...before.nodes);
  if (before) Object.assign(before.button, before.was);
  before = null;
  return true;
}
