// The Print button, hidden without script: only script can open the print dialog.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const words of document.querySelectorAll("[data-printless]")) words.remove();
