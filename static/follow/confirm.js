// What a phone is asked on the follow screen, kept up to date without loading the page: answers are sent in place, and
// a new line brings a new question. What gets no answer of the server's stays chosen, is told in words and goes out
// again by itself, as at the table: see outbox.js. Without this file the same forms load the page anew.

import { filled } from "../dom/form_data.js";
import { ask } from "../net/request.js";
import { Outbox } from "../net/outbox.js";

const STEADY = 350; // ms that a tap may still be meant for what stood there before

const block = () => document.getElementById("asked");
let looking = null; // the request that asks what is asked now
let said = ""; // why the last answer was not taken, in words, as long as that is so
let pressed = false; // a finger rests on the block, or has just been lifted and its tap is to come
let lifted = 0; // the timer that waits for that tap
let fresher = null; // the block that takes its place after that
let unread = 0; // the timer until somebody can have read that the block asks about another line

/** What this phone answered. Each answer is to a line of its own: one that is refused takes no other with it. */
class Answers extends Outbox {
  came(_, answer) {
    this.tries = 0;
    this.take(answer);
  }

  async next(answer) {
    return (await super.next(answer)) !== null;
  }
}

const place = location.pathname.replace(/(\/m\/[^/]+).*/, "$1/answer");
const outbox = new Answers(place, { answered, failed });

/** What the server says to an answer: what is asked now, or in words why it was not taken. */
function answered({ news }) {
  const fresh = news.getElementById("asked");
  said = fresh ? "" : news.querySelector("main p")?.textContent.trim();
  if (fresh) show(fresh);
  else tell();
  if (looking) look(); // what was asked for before it may be older
}

/** No answer came, or none but these words. */
function failed(words) {
  said = words || block()?.querySelector("#unanswered").dataset.kept;
  tell();
}

/** Ask what is asked now; without an answer the block stays, and the next change asks again. */
async function look() {
  const { ask: address, idle } = block()?.dataset ?? {};
  if (!address || idle !== undefined) return; // whoever only watches is asked nothing
  looking?.abort();
  const request = new XMLHttpRequest();
  looking = request;
  const answer = await ask("GET", address, null, "", request).catch(() => null);
  if (looking !== request) return;
  looking = null;
  if (answer && !outbox.first) said = "";
  if (answer) show(answer.news.getElementById("asked"));
  else known = null;
}

/** What is asked about: a line as it is now. */
const lineIn = (asked) => asked.querySelector("[name=of]")?.value;

/** The fresh block, with the focus on what had it; an opened list stays open. Nothing is exchanged under a finger. */
function show(fresh) {
  if (!fresh || !block()) return;
  if (pressed) return void (fresher = fresh);
  if (lineIn(fresh) !== lineIn(block())) {
    clearTimeout(unread);
    unread = setTimeout(() => (unread = 0), STEADY);
  }
  const open = block().querySelector("details")?.open;
  const held = block().contains(document.activeElement);
  block().replaceWith(document.adoptNode(fresh));
  const list = block().querySelector("details");
  if (list) list.open = Boolean(open && !held);
  if (held) block().querySelector("button, summary").focus({ preventScroll: true });
  tell();
}

/** Whether an answer is one to what a form asks. */
const isTo = (form, { address, data }) =>
  address === form.getAttribute("action") && (data.get("of") ?? "") === (form.elements.of?.value ?? "");

/** The last answer to what a form asks that waits to be taken. */
const waiting = (form) => outbox.sayings.findLast((answer) => isTo(form, answer));

/** Whether a button says what an answer says. */
const says = ({ name, value }, { data }) => data.get(name) === value;

/** What waits stands pressed, and above it the words. */
function tell() {
  const words = block()?.querySelector("#unanswered");
  if (!words) return;
  words.hidden = !said;
  if (words.textContent !== said) words.textContent = said; // or it is read aloud with each attempt
  for (const form of block().querySelectorAll("form")) {
    const answer = waiting(form);
    if (answer) for (const one of form.querySelectorAll("button")) one.setAttribute("aria-pressed", says(one, answer));
  }
}

/** Answer. The same once more is sent at once; another answer takes the place of one that waits, under its own uid. */
function say(form, button) {
  const before = waiting(form);
  if (before && says(button, before)) return outbox.again();
  if (before) outbox.take(before);
  const { last } = form.dataset;
  if (last !== undefined && last !== button.value) form.elements.uid.value += "-";
  form.dataset.last = button.value;
  outbox.put({ address: form.getAttribute("action"), data: filled(form, button) });
  tell();
  return outbox.again();
}

document.addEventListener("submit", (event) => {
  if (!block()?.contains(event.target)) return;
  event.preventDefault();
  if (!unread) say(event.target, event.submitter);
  letGo();
});

addEventListener("pointerdown", ({ target }) => {
  clearTimeout(lifted);
  if (block()?.contains(target)) pressed = true;
});
for (const way of ["pointerup", "pointercancel"]) addEventListener(way, () => (lifted = setTimeout(letGo, STEADY)));

/** The tap has come, or will not come any more: show what came meanwhile. */
function letGo() {
  pressed = false;
  show(fresher);
  fresher = null;
}

/** What the newest line says, answers to it included: only when that is another is there anything new to ask. */
const newest = () => document.querySelector("#rows > li")?.textContent;

let known = newest();
new MutationObserver(() => {
  if (newest() === known) return;
  known = newest();
  look();
}).observe(document.body, { childList: true, subtree: true, characterData: true });

// Another phone has said that it is who this one was.
document.addEventListener("seat", () => block() && !("lost" in block().dataset) && look());

outbox.begin();
outbox.loaded.then(tell);
