// Keeps the screen awake while a match is open, unless that is switched off; a word beside the switch tells when it cannot.

import { isOn, offerToggle } from "./toggles.js";

const supported = "wakeLock" in navigator;

let lock = null; // WakeLockSentinel
let requesting = false;

const isOpen = () => document.querySelector("#table, .across, .watching") && document.visibilityState === "visible";

/** Take or release the lock, as it is wanted now. */
async function update() {
  const due = isOn("awake") && isOpen();
  if (!due && lock) await lock.release();
  if (due && !lock && !requesting) await acquire();
}

/** The phone may refuse (low battery), which is told; it is requested again on return. */
async function acquire() {
  requesting = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
    offer("");
  } catch {
    offer("refused");
  }
  requesting = false;
  if (lock && !(isOn("awake") && isOpen())) await lock.release();
}

const offer = (word) => offerToggle("awake", supported, word, update);

if (supported) {
  offer("");
  update();
  document.addEventListener("visibilitychange", update);
  document.addEventListener("recorded", update); // the match may be over
  addEventListener("pageshow", update);
  addEventListener("pagehide", () => lock?.release());
} else {
  offer(isSecureContext ? "cannot" : "insecure");
}
