// Taps and forms, and what changes while a finger is on the page.

/** ms for which a tap may still be meant for what was there before it, or belong to the one before. */
export const DOUBLE_TAP = Number(document.documentElement.dataset.doubleTap ?? 350);

/** Where a form goes when a button of it is tapped. */
export const addressOf = (form, button) => button?.getAttribute("formaction") || form.getAttribute("action");

/** FormData with the button; browsers before 2023 leave the button out. */
export function formData(form, button) {
  const data = new FormData(form, button);
  if (button?.name && !data.getAll(button.name).includes(button.value)) data.append(button.name, button.value);
  return data;
}

/** Change what is above the pad; the pad stays where it is, so that the next tap finds what it aimed at. */
export function holdPad(change) {
  const padEnd = () => document.getElementById("pad")?.getBoundingClientRect().bottom ?? 0;
  const before = padEnd();
  change();
  scrollBy({ top: padEnd() - before, behavior: "instant" });
}
