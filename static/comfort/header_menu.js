// The menu in the header goes away when something else is looked at: a tap beside it, Escape, or one of its own taps.

const menu = () => document.querySelector("details.more[open]");

document.addEventListener(
  "click",
  (event) => {
    const open = menu();
    if (!open || (open.contains(event.target) && !event.target.closest("button.item"))) return;
    if (!open.contains(event.target)) {
      event.preventDefault(); // the tap beside it does no more than that
      event.stopImmediatePropagation();
    }
    open.open = false;
  },
  true,
);

document.addEventListener("keydown", ({ key }) => {
  const open = menu();
  if (key !== "Escape" || !open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
