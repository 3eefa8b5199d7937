// Amends a recorded deal on its pad: the server draws each choice in place; without script pages load. Only the button
// below the pad records. What gets no answer, a preview or the amendment, is sent again by itself.

import { addressOf, formData } from "../dom/page.js";
import { morphChildren } from "../dom/morph.js";
import { request } from "../net/request.js";
import { HIDDEN } from "./draft.js";
import { addUp, setUp } from "./pad.js";

const PAD = "#truth";
const TYPED = 250; // ms after a key until what is typed is previewed
const RETRY = 3000; // ms until what got no answer is sent again; a record has the same uid then

let current = null; // the request under way
let typing = 0; // the timer that waits for the next key
let retrying = 0; // the timer that sends again
let retry = null; // sends again what has no answer yet
let previewed = ""; // the query of the last preview
let wanted = false; // the last button was tapped before the preview was there

const find = (selector) => document.querySelector(selector);
const here = () => find("#take").dataset.here;

/** The query of a form, with the chips that are chosen by a tap and without the hidden fields. */
function queryOf(form) {
  const data = new FormData(form);
  for (const chip of form.querySelectorAll("button[aria-pressed=true]")) data.append(chip.name, chip.value);
  const pairs = [...data].filter(([name]) => !HIDDEN.includes(name));
  return new URLSearchParams([...pairs, ...new URLSearchParams(form.dataset.at ?? "")]);
}

/** Until there is an answer, the last button would record another deal than the pad shows: a tap on it waits. */
function holdRecord() {
  wanted = false;
  Object.assign(recordButton(), { disabled: false, ariaDisabled: "true" });
}

const recordButton = () => find("#take button");

/** Send until there is an answer, for onAnswer(xhr); a later tap replaces an earlier one. */
async function send(method, url, body, onAnswer, onFailure) {
  clearTimeout(retrying);
  current?.abort();
  const xhr = new XMLHttpRequest();
  current = xhr;
  retry = () => send(method, url, body, onAnswer, onFailure);
  try {
    await request(method, url, body, "", xhr);
  } catch ({ words, pause }) {
    if (current !== xhr) return;
    retrying = setTimeout(retry, Math.max(RETRY, pause));
    onFailure(words);
    return;
  }
  retry = null;
  onAnswer(xhr);
}

/** Draw the pad as it is then, under its own address. */
function drawPad(method, url, body, way) {
  holdRecord();
  send(method, url, body, (xhr) => show(xhr, way), (words) => {
    previewed = ""; // what is chosen stays, and is sent again
    complain(words || find("#take").dataset.silence);
  });
}

const complain = (words) => (find("#take small").textContent = words);

/** Replace the parts of the page that a tap changes; an error page is shown whole. */
function show({ response, responseURL }, way) {
  if (!response.querySelector(PAD)) return location.assign(responseURL);
  history[way](null, "", responseURL);
  const before = question()?.textContent;
  morphChildren(find(PAD), [...find(PAD).children], [...response.querySelector(PAD).children]);
  for (const part of ["#dealt", "#seen", "#take"]) find(part).replaceWith(document.adoptNode(response.querySelector(part)));
  setUp(PAD);
  if (wanted && !recordButton().disabled) record(find("#take"));
  wanted = false;
  if (way === "replaceState" && question()?.textContent !== before) question()?.scrollIntoView({ block: "nearest" });
  return undefined;
}

/** The step that a choice leaves open. */
const question = () => find(`${PAD} .steps [aria-current]`);

/** Record the deal as it is on the pad. Without an answer it stays, and is sent again. */
function record(form) {
  setBusy(true);
  send("POST", form.getAttribute("action"), new URLSearchParams(new FormData(form)), onRecorded, (words) => {
    setBusy(false);
    complain(words || form.dataset.kept);
  });
}

const setBusy = (busy) => find("main").setAttribute("aria-busy", String(busy));

/** Recorded: go where the server leads. Refused: the page says why. */
function onRecorded({ status, response, responseURL }) {
  setBusy(false);
  if (status < 400) return location.assign(responseURL);
  if (!response.querySelector(PAD)) return complain(response.querySelector("main p")?.textContent.trim());
  find("main").replaceWith(document.adoptNode(response.querySelector("main")));
  history.replaceState(null, "", here());
  begin();
  return find("main :is(.notice, .fault)")?.scrollIntoView({ block: "center" });
}

/** After a choice: show what it would change. Leaving a field that was previewed changes nothing. */
function preview(form) {
  const query = queryOf(form).toString();
  if (query === previewed) return;
  previewed = query;
  drawPad("GET", `${here()}?${query}`, null, "replaceState");
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest(`${PAD} form`);
  if (!form) return;
  clearTimeout(typing);
  if (target.dataset.points) addUp(form, PAD);
  preview(form);
});

document.addEventListener("input", ({ target }) => {
  if (!target.closest(`${PAD} .typed`)) return;
  clearTimeout(typing);
  holdRecord();
  typing = setTimeout(() => preview(target.form), TYPED);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest(`${PAD} form, #take`);
  if (!form) return;
  event.preventDefault();
  wanted = Boolean(form.id) && recordButton().ariaDisabled === "true";
  if (form.id) return wanted || record(form);
  previewed = "";
  const data = new URLSearchParams(formData(form, event.submitter));
  const address = addressOf(form, event.submitter);
  if (form.method === "post") drawPad("POST", address, data, "pushState");
  else drawPad("GET", `${address}?${data}`, null, "pushState");
  return undefined;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(`${PAD} a`);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  drawPad("GET", link.href, null, "pushState");
});

addEventListener("online", () => retry?.());

function begin() {
  find(PAD).dataset.live = ""; // what a button would preview is previewed by itself
  setUp(PAD);
  const changed = (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked;
  const early = [...find(PAD).querySelectorAll("form input")].find(changed);
  early?.dispatchEvent(new Event("change", { bubbles: true })); // before anybody listened, or the browser put it back
}

begin();
