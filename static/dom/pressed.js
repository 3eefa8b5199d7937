// Whether a finger is on the page: what it presses may not be replaced, or the tap would be lost.

let pressed = null; // resolves when what is pressed just now is released
let resolvePressed = null;

/** Resolves when no finger presses anything: until then nothing may move away under it. */
export const released = () => pressed;

document.addEventListener("pointerdown", () => (pressed ??= new Promise((resolve) => (resolvePressed = resolve))));
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(release)); // after its click

function release() {
  resolvePressed?.();
  pressed = null;
}
