// The keys of a number pad: digits that are typed faster than the pad follows are queued; a keyboard types them, too.

const queue = []; // digits, and "back"
const MOST = 8; // two numbers and a correction; more than that nobody means

const busy = () => document.querySelector("#table[aria-busy=true]");
const keyOf = (digit) => document.querySelector(digit === "back" ? "#pad .back-key" : `#pad .key[data-digit="${digit}"]`);
const digitOf = (key) => key.dataset.digit ?? (key.matches(".back-key") ? "back" : "");

/** Press the next key in the queue: each brings another pad. */
function pressNext() {
  if (busy() || !queue.length) return;
  const key = keyOf(queue.shift());
  if (!key || key.disabled) queue.length = 0; // what follows was meant for another number
  else key.click();
}

document.addEventListener(
  "click",
  (event) => {
    const key = event.target.closest("#pad .key");
    if (!key || !busy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (digitOf(key) && queue.length < MOST) queue.push(digitOf(key));
  },
  true,
);

document.addEventListener("ready", pressNext);

document.addEventListener("keydown", (event) => {
  const digit = event.key === "Backspace" ? "back" : event.key;
  const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio]), select, textarea");
  if (elsewhere || event.repeat || !/^(\d|back)$/.test(digit) || !document.querySelector("#pad .keys")) return;
  event.preventDefault();
  if (queue.length < MOST) queue.push(digit);
  pressNext();
});
