// Vibrates when a deal was recorded, otherwise when it was refused, unless that is switched off.

import { isOn, offerToggle } from "./toggles.js";

const RECORDED = 20; // ms
const REFUSED = [30, 60, 30];
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

function vibrate(pattern) {
  if (isOn("buzz") && !reducedMotion.matches) navigator.vibrate(pattern);
}

if (navigator.vibrate) {
  offerToggle("buzz", true);
  document.addEventListener("recorded", ({ detail }) => detail === "deal" && vibrate(RECORDED));
  document.addEventListener("refused", () => vibrate(REFUSED));
}
