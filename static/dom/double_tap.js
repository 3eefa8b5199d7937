// For how long a tap may still be meant for what was there before it, or belong to the one before.

export const DOUBLE_TAP = Number(document.documentElement.dataset.doubleTap ?? 350); // ms
