// A finger that has come down on a button of the pad is about to say something: that is drawn while the finger rests.

import { foresee, here } from "./board.js";

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    const button = target.closest?.("#pad button:not(:disabled), header.bar button:not(:disabled)");
    const form = button?.form;
    const address = button?.getAttribute("formaction") || form?.getAttribute("action");
    if (form?.method === "post" && address !== here()) foresee(address, new FormData(form, button));
  },
  { passive: true },
);
