// Closes the menu in the header: a tap beside it, Escape, or a tap on one of its buttons.

const menu = () => document.querySelector("details.more[open]");

document.addEventListener(
  "click",
  (event) => {
    const open = menu();
    if (!open || (open.contains(event.target) && !event.target.closest("button.item"))) return;
    if (!open.contains(event.target)) {
      event.preventDefault(); // a tap beside it does nothing else
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
