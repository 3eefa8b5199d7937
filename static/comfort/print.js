// The Print button: shown where script runs, because only script can open the browser's printing.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
for (const words of document.querySelectorAll("[data-printless]")) words.remove();
