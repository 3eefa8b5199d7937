// Shows an answer: parts of the page are morphed or replaced, the focus stays, and what changed is announced.

import { painted } from "../dom/after_paint.js";
import { holdPad } from "../dom/page.js";
import { morph } from "../dom/morph.js";
import { CONFIRMATIONS } from "../engine/client.js";
import { readDraft, storeDraft } from "./draft.js";
import { setUp } from "./pad.js";

const announcement = document.body.appendChild(document.createElement("p"));
announcement.className = "unseen";
announcement.setAttribute("role", "status");

export const find = (selector) => document.querySelector(selector);

/** Show the parts of the table when the answer has only those, else the whole page; then announce it. */
export function show(doc) {
  const putRest = putParts(doc);
  putRest();
}

/** Paint the new totals ahead of all else: they are what everybody at the table waits for. */
export async function showTotals(doc) {
  const [olds, fresh] = [document, doc].map((one) => [...one.querySelectorAll("#table .total")]);
  const changed = olds.filter((old, n) => fresh[n] && old.textContent !== fresh[n].textContent);
  for (const old of changed) old.firstChild.firstChild.data = fresh[olds.indexOf(old)].textContent;
  if (changed.length) await painted();
}

/** Show an answer; returns a function for the rest, which is not looked at first. */
export function putParts(doc) {
  const whole = doc.querySelector("main");
  const focus = identity(document.activeElement);
  if (document.activeElement?.matches("#pad button")) document.activeElement.blur(); // or layout would run twice
  for (const selector of ["header.bar", ...(whole ? ["main"] : ["#strip", "#table"])]) {
    const fresh = doc.querySelector(selector);
    if (fresh && !whole) morph(find(selector), fresh);
    else if (fresh) find(selector)?.replaceWith(document.adoptNode(fresh));
  }
  if (!whole) addRows(doc);
  hideComplaint();
  setUp();
  return () => {
    const over = document.getElementById("corrections"); // what lies over the table keeps its own title
    if (over) over.dataset.title = doc.title || over.dataset.title;
    else document.title = doc.title || document.title;
    refocus(focus);
    const news = "#pad :is(.fault, .notice, .toast span, [aria-current])";
    announcement.textContent = (find(news) ?? find("title")).textContent;
  };
}

/** New rows go on top; after an undo or an amendment all rows are replaced. Above them: how many do not count. */
function addRows(doc) {
  const fresh = doc.getElementById("rows");
  const old = document.getElementById("rows");
  if (!fresh || !old) return;
  find("#uncounted")?.replaceWith(document.adoptNode(doc.getElementById("uncounted")));
  const isThere = (row) => old.querySelector(`a[href="${row.querySelector("a").getAttribute("href")}"]`);
  const added = [...fresh.children].filter((row) => !isThere(row)); // it may have come another way meanwhile
  if (fresh.dataset.add) old.prepend(...added.map((row) => document.adoptNode(row)));
  else old.replaceWith(document.adoptNode(fresh));
}

/** Whether only confirmations came in between: they replace nothing that could be under a finger. */
export const onlyConfirmations = (records) => records.every(([kind]) => CONFIRMATIONS.includes(kind));

/** Show what confirmations change, the strip and the rows. The pad stays where a finger may be on it. */
export function showConfirmations(doc) {
  holdPad(() => {
    for (const selector of ["#strip", "#rows"]) {
      const [old, fresh] = [find(selector), doc.querySelector(selector)];
      if (old && fresh) morph(old, fresh);
    }
  });
}

/** The table now is at this version; only confirmations came in between, so its draft and its forms stay good. */
export function renumber(path, version) {
  const { dataset } = find("#table") ?? { dataset: {} }; // at the end only the forms tell it
  const draft = readDraft(path);
  if (draft?.version === dataset.version) storeDraft(path, draft.query, String(version));
  dataset.version = version;
  for (const field of document.querySelectorAll("[name=after]")) field.setAttribute("value", version);
}

/** The scroll position that shows the whole pad, and of the totals above it as much as there is room for. */
export function padTop() {
  const table = find("#table")?.getBoundingClientRect();
  const strip = find("#strip")?.offsetHeight || find("#unsent")?.offsetHeight || 0; // it stays in sight above the totals
  return table ? Math.max(0, Math.min(table.top - strip, table.bottom - innerHeight) + scrollY) : 0;
}

export const scrollToTop = (top) => scrollTo({ top, behavior: "instant" });

let complaints = 0; // how often complain() was called

export const complaintCount = () => complaints;

/** An answer came: hide the complaint, unless there were more than so many. */
export function hideComplaint(count = complaints) {
  const notice = find("#no-answer");
  if (notice && count === complaints) notice.hidden = true;
}

/** Say that no answer came, or what an error page says; the entry stays as it is and can be sent again. */
export function complain(words) {
  const notice = find("#no-answer");
  complaints += 1;
  if (!notice) return;
  notice.dataset.words ??= notice.textContent;
  notice.textContent = words || notice.dataset.words;
  holdPad(() => (notice.hidden = false));
}

/** What tells a control of the table apart from the others; empty elsewhere. */
function identity(element) {
  if (!element?.closest("#table")) return "";
  return [element.nodeName, element.name, element.name ? element.value : element.textContent].join(" ");
}

/** Focus the same control where there still is one, else the pad, so that it gets the next key. */
function refocus(before) {
  if (!before || !find("#pad")) return;
  const controls = [...document.querySelectorAll("#table :is(a, button, input, select, summary)")];
  find("#pad").tabIndex = -1;
  (controls.find((one) => identity(one) === before && !one.disabled) ?? find("#pad")).focus({ preventScroll: true });
}
