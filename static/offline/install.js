// Installing: where the browser has a question of its own, a button asks it in the place of the drawn steps.

/** Show the button of the page for installing as soon as there is something to ask. */
export function offerInstall(kit) {
  const button = document.getElementById("install");
  if (!button) return;
  const show = () => {
    button.hidden = !kit.question;
    document.getElementById("install-steps").hidden = Boolean(kit.question);
  };
  document.addEventListener("installable", show);
  button.addEventListener("click", () => kit.question?.prompt());
  show();
}
