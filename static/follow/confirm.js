// The confirmations on the follow screen: agree and dispute are sent in place, and a new line brings a new question. What
// gets no answer stays pressed, is told in words and is sent again by itself (net/outbox.js). Without script the same
// forms load the page.

import { DOUBLE_TAP, formData } from "../dom/page.js";
import { Outbox } from "../net/outbox.js";
import { request } from "../net/request.js";

const CLICK = 350; // ms after a finger was lifted in which its click is still to come

const block = () => document.getElementById("confirmation");
const newest = () => document.querySelector("#rows > li")?.textContent; // with its confirmations

let checking = null; // the request for the current question
let refusal = ""; // why the last confirmation was not recorded, in words
let pressed = false; // a finger rests on the block, or was just lifted and its tap is to come
let lifted = 0; // the timer that waits for that tap
let pending = null; // the block that is shown after that
let unread = 0; // the timer until somebody can have read that the question is about another line
let known = newest();

/** Each confirmation is to a line of its own: a refused one takes no other with it. */
class Confirmations extends Outbox {
  async answered(answer, entry) {
    this.attempts = 0;
    this.remove([entry]);
    await this.onAnswer(answer, entry);
    return true;
  }
}

const outbox = new Confirmations(location.pathname.replace(/(\/m\/[^/]+).*/, "$1/answer"), { onAnswer, onFailure });

/** The answer to a confirmation: the next question, or in words why it was not recorded. */
function onAnswer({ doc }) {
  const fresh = doc.getElementById("confirmation");
  refusal = fresh ? "" : doc.querySelector("main p")?.textContent.trim();
  if (fresh) show(fresh);
  else mark();
  if (checking) check(); // what was requested before it may be older
}

function onFailure(words) {
  refusal = words || block()?.querySelector("#unanswered").dataset.kept;
  mark();
}

/** Fetch the current question; without an answer the block stays, and the next change fetches again. */
async function check() {
  const { ask: url, idle } = block()?.dataset ?? {};
  if (!url || idle !== undefined) return; // whoever only watches is asked nothing
  checking?.abort();
  const xhr = new XMLHttpRequest();
  checking = xhr;
  const answer = await request("GET", url, null, "", xhr).catch(() => null);
  if (checking !== xhr) return;
  checking = null;
  if (answer && !outbox.first) refusal = "";
  if (answer) show(answer.doc.getElementById("confirmation"));
  else known = null;
}

/** The line that a block asks about, as it is now. */
const lineOf = (asked) => asked.querySelector("[name=of]")?.value;

/** Show a fresh block; the focus stays on it, an open list stays open. Nothing is replaced under a finger. */
function show(fresh) {
  if (!fresh || !block()) return;
  if (pressed) return void (pending = fresh);
  if (lineOf(fresh) !== lineOf(block())) {
    clearTimeout(unread);
    unread = setTimeout(() => (unread = 0), DOUBLE_TAP);
  }
  const open = block().querySelector("details")?.open;
  const focused = block().contains(document.activeElement);
  block().replaceWith(document.adoptNode(fresh));
  const list = block().querySelector("details");
  if (list) list.open = Boolean(open && !focused);
  if (focused) block().querySelector("button, summary").focus({ preventScroll: true });
  mark();
}

/** Whether an entry answers the question of a form. */
const answers = (form, { address, data }) =>
  address === form.getAttribute("action") && (data.get("of") ?? "") === (form.elements.of?.value ?? "");

/** The last unanswered entry of a form. */
const unansweredOf = (form) => outbox.entries.findLast((entry) => answers(form, entry));

const isSame = ({ name, value }, { data }) => data.get(name) === value;

/** Show what waits as pressed, and above it why. */
function mark() {
  const words = block()?.querySelector("#unanswered");
  if (!words) return;
  words.hidden = !refusal;
  if (words.textContent !== refusal) words.textContent = refusal; // or it is read aloud with each attempt
  for (const form of block().querySelectorAll("form")) {
    const entry = unansweredOf(form);
    if (entry) for (const one of form.querySelectorAll("button")) one.setAttribute("aria-pressed", isSame(one, entry));
  }
}

/** Confirm. The same once more is sent at once; another answer replaces the one that waits, under a uid of its own. */
function confirm(form, button) {
  const before = unansweredOf(form);
  if (before && isSame(button, before)) return outbox.flush();
  if (before) outbox.remove([before]);
  const { last } = form.dataset;
  if (last !== undefined && last !== button.value) form.elements.uid.value += "-";
  form.dataset.last = button.value;
  outbox.add({ address: form.getAttribute("action"), data: formData(form, button) });
  mark();
  return outbox.flush();
}

document.addEventListener("submit", (event) => {
  if (!block()?.contains(event.target)) return;
  event.preventDefault();
  if (!unread) confirm(event.target, event.submitter);
  release();
});

addEventListener("pointerdown", ({ target }) => {
  clearTimeout(lifted);
  if (block()?.contains(target)) pressed = true;
});
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => (lifted = setTimeout(release, CLICK)));

/** The tap has come, or will not come any more: show what came meanwhile. */
function release() {
  pressed = false;
  show(pending);
  pending = null;
}

new MutationObserver(() => {
  if (newest() === known) return;
  known = newest();
  check();
}).observe(document.body, { childList: true, subtree: true, characterData: true });

// Another phone has taken the seat of this one.
document.addEventListener("seat", () => block() && !("lost" in block().dataset) && check());

outbox.start();
outbox.loaded.then(mark);
