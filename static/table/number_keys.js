// The keys of a number pad: digits that are typed faster than the pad follows wait their turn, in order; a keyboard
// types them, too.

const waiting = []; // digits, and "back"
const MOST = 8; // two numbers and a correction; more than that nobody means

const busy = () => document.querySelector("#table[aria-busy=true]");
const keyOf = (digit) => document.querySelector(digit === "back" ? "#pad .back-key" : `#pad .key[data-digit="${digit}"]`);
const digitOf = (key) => key.dataset.digit ?? (key.matches(".back-key") ? "back" : "");

/** Press what waits, one after the other: each brings another pad. */
function press() {
  if (busy() || !waiting.length) return;
  const key = keyOf(waiting.shift());
  if (!key || key.disabled) waiting.length = 0; // what follows was meant for another number
  else key.click();
}

document.addEventListener(
  "click",
  (event) => {
    const key = event.target.closest("#pad .key");
    if (!key || !busy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (digitOf(key) && waiting.length < MOST) waiting.push(digitOf(key));
  },
  true,
);

document.addEventListener("ready", press);

document.addEventListener("keydown", (event) => {
  const digit = event.key === "Backspace" ? "back" : event.key;
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio]), select, textarea");
  if (elsewhere || event.repeat || !/^(\d|back)$/.test(digit) || !document.querySelector("#pad .keys")) return;
  event.preventDefault();
  if (waiting.length < MOST) waiting.push(digit);
  press();
});
