// A short buzz when a deal was recorded, another one when it was refused: where the phone can, and unless that is switched off.

import { offer, wanted } from "./toggles.js";

const RECORDED = 20; // ms
const REFUSED = [30, 60, 30];
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the phone buzz, if that is wanted. */
function buzz(pattern) {
  if (wanted("buzz") && !still.matches) navigator.vibrate(pattern);
}

if (navigator.vibrate) {
  offer("buzz", true);
  document.addEventListener("recorded", ({ detail }) => detail === "deal" && buzz(RECORDED));
  document.addEventListener("refused", () => buzz(REFUSED));
}
