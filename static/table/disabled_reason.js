// Why something on a pad cannot be: whoever taps it all the same is told so at the foot of the screen, until the next tap.

const LASTS = 6000; // ms

const line = document.body.appendChild(document.createElement("p"));
line.className = "why";
line.setAttribute("role", "status");
let timer = 0;

/** What cannot be tapped at this point; the browser itself tells nobody of a tap on it. */
function barredAt(x, y) {
  const barred = [...document.querySelectorAll(".pad :is(.chip:is(:disabled, :has(:disabled)), .go:disabled)")];
  return barred.find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  });
}

/** Its own reason, or how much is left to be shared out. */
function reason(barred) {
  const { title } = barred.querySelector(":disabled") ?? barred;
  return title || left(barred);
}

const left = (barred) => barred.closest("form")?.querySelector(":not([hidden]) > :is([data-left], [data-over])")?.parentElement.textContent ?? "";

addEventListener("pointerup", ({ isPrimary, clientX, clientY }) => {
  const barred = isPrimary && barredAt(clientX, clientY);
  line.textContent = barred ? reason(barred) : "";
  clearTimeout(timer);
  timer = setTimeout(() => (line.textContent = ""), LASTS);
});
