// A deal on its pad: what is tapped is followed by the server's answers, put in place. Without this file pages load.
// Only the button below the pad records. What gets no answer, be it a look or the amendment, is sent again by itself.

import { addressOf, filled } from "../dom/form_data.js";
import { ask as sent } from "../net/request.js";
import { pair } from "../dom/morph.js";
import { addUp, dress } from "./pad.js";

const PAD = "#truth";
const SECRETS = ["csrf_token", "uid", "after"];
const TYPED = 250; // ms after a key until what is typed is followed
const AGAIN = 3000; // ms until what got no answer is asked once more; what records says so under the same uid

let asked = null; // the request under way
let typing = 0; // the timer that waits for the next key
let again = 0; // the timer that asks once more
let once = null; // asks once more what has no answer yet
let followed = ""; // what was said when it was last followed

const found = (place) => document.querySelector(place);
const here = () => found("#take").dataset.here;

/** What a form says, with the chips that are chosen by having been tapped; nothing of its own secrets. */
function said(form) {
  const data = new FormData(form);
  for (const chip of form.querySelectorAll("button[aria-pressed=true]")) data.append(chip.name, chip.value);
  const words = [...data].filter(([name]) => !SECRETS.includes(name));
  return new URLSearchParams([...words, ...new URLSearchParams(form.dataset.at ?? "")]);
}

/** What stands on the pad is not what the last button would record until there is an answer. */
const wait = () => (found("#take button").disabled = true);

/** Ask until there is an answer, and give it to came; a later tap takes the place of an earlier one. */
async function ask(method, address, body, came, silent) {
  clearTimeout(again);
  asked?.abort();
  const request = new XMLHttpRequest();
  asked = request;
  once = () => ask(method, address, body, came, silent);
  try {
    await sent(method, address, body, "", request);
  } catch ({ words, pause }) {
    if (asked !== request) return;
    again = setTimeout(once, Math.max(AGAIN, pause));
    silent(words);
    return;
  }
  once = null;
  came(request);
}

/** Ask what the pad looks like then, and put it in place under its own address. */
function follow(method, address, body, way) {
  wait();
  ask(method, address, body, (request) => show(request, way), silence);
}

/** Say what is the matter. */
const complain = (words) => (found("#take small").textContent = words);

/** Say that no answer came; what is chosen stays, and is asked again. */
function silence(words) {
  followed = "";
  complain(words || found("#take").dataset.silence);
}

/** The parts of a page that a tap changes take the place of what stood there; an error page is shown whole. */
function show({ response, responseURL }, way) {
  if (!response.querySelector(PAD)) return location.assign(responseURL);
  history[way](null, "", responseURL);
  const before = question()?.textContent;
  pair(found(PAD), [...found(PAD).children], [...response.querySelector(PAD).children]);
  for (const place of ["#dealt", "#seen", "#take"]) found(place).replaceWith(document.adoptNode(response.querySelector(place)));
  dress(PAD);
  if (way === "replaceState" && question()?.textContent !== before) question()?.scrollIntoView({ block: "nearest" });
  return undefined;
}

/** What a choice leaves open: it stands over what is chosen. */
const question = () => found(`${PAD} .steps [aria-current]`);

/** Record the deal as it stands on the pad. Without an answer all stays, and the same goes out again by itself. */
function record(form) {
  busy(true);
  ask("POST", form.getAttribute("action"), new URLSearchParams(new FormData(form)), recorded, (words) => {
    busy(false);
    complain(words || form.dataset.kept);
  });
}

const busy = (begun) => found("main").setAttribute("aria-busy", String(begun));

/** It was recorded, and the browser goes where the server leads; or it was refused, and the page says why. */
function recorded({ status, response, responseURL }) {
  busy(false);
  if (status < 400) return location.assign(responseURL);
  if (!response.querySelector(PAD)) return complain(response.querySelector("main p")?.textContent.trim());
  found("main").replaceWith(document.adoptNode(response.querySelector("main")));
  history.replaceState(null, "", here());
  begin();
  return found("main :is(.notice, .fault)")?.scrollIntoView({ block: "center" });
}

/** After a choice: what it would change, while the pad stays as it is. To leave a field that was followed asks nothing. */
function look(form) {
  const query = said(form).toString();
  if (query === followed) return;
  followed = query;
  follow("GET", `${here()}?${query}`, null, "replaceState");
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest(`${PAD} form`);
  if (!form) return;
  clearTimeout(typing);
  if (target.dataset.points) addUp(form, PAD);
  look(form);
});

document.addEventListener("input", ({ target }) => {
  if (!target.closest(`${PAD} .typed`)) return;
  clearTimeout(typing);
  wait();
  typing = setTimeout(() => look(target.form), TYPED);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest(`${PAD} form, #take`);
  if (!form) return;
  event.preventDefault();
  if (form.id) return record(form);
  followed = "";
  const data = new URLSearchParams(filled(form, event.submitter));
  const address = addressOf(form, event.submitter);
  if (form.method === "post") follow("POST", address, data, "pushState");
  else follow("GET", `${address}?${data}`, null, "pushState");
  return undefined;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(`${PAD} a`);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow("GET", link.href, null, "pushState");
});

addEventListener("online", () => once?.());

const changed = (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked;

function begin() {
  found(PAD).dataset.live = ""; // what a button would look at is looked at by itself
  dress(PAD);
  const early = [...found(PAD).querySelectorAll("form input")].find(changed);
  early?.dispatchEvent(new Event("change", { bubbles: true })); // before anybody listened, or the browser put it back
}

begin();
