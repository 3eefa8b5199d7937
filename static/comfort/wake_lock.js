// Keeps the screen awake while a match is open, unless that is switched off; a quiet word says when the phone cannot.

import { offer, wanted } from "./toggles.js";

const able = "wakeLock" in navigator;

let lock = null; // what keeps the screen awake
let asking = false;

const open = () => document.querySelector("#table, .across, .watching") && document.visibilityState === "visible";

/** Keep the screen awake, or let it sleep, as it is wanted now. */
async function settle() {
  const due = wanted("awake") && open();
  if (!due && lock) await lock.release();
  if (due && !lock && !asking) await hold();
}

/** Ask the phone to stay awake; it may say no (a low battery), which is told and asked again on return. */
async function hold() {
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
    tell("");
  } catch {
    tell("refused");
  }
  asking = false;
  if (lock && !(wanted("awake") && open())) await lock.release();
}

const tell = (word) => offer("awake", able, word, settle);

if (able) {
  tell("");
  settle();
  document.addEventListener("visibilitychange", settle);
  document.addEventListener("recorded", settle); // the match may be over
  addEventListener("pageshow", settle);
  addEventListener("pagehide", () => lock?.release());
} else {
  tell(isSecureContext ? "cannot" : "insecure");
}
