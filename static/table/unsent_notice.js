// Tells what is only on this phone: a strip above the table, on home too, and a ring beside each line of the sheet that
// the server does not have. A lost line is told at once, not first by a tap. All words are in the page.

import { isConnected } from "../net/connection.js";
import { readAll } from "../net/outbox_store.js";
import { holdPad } from "./render.js";
import { outbox, showsTable } from "./unsent.js";

const LATE = 2000; // ms that what an earlier page left may be on its way before it is told

const language = document.documentElement.lang;
const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

let failed = false; // what waits got no answer
let refusal = ""; // in words, of who did not take it
let branch = ""; // the address of what could not be joined

const find = (selector) => document.querySelector(selector);

/** It got no answer, or a refusal in words. */
export function noteFailure(words) {
  [failed, refusal] = [true, words];
  showUnsent();
}

/** What this phone recorded could not be joined with the log: it is at this address. */
export const noteBranch = (address) => (branch = address);

/** Bring strip and rings up to date. */
export function showUnsent() {
  const strip = find("#unsent");
  if (!strip || !showsTable) return;
  if (!outbox.first) [failed, refusal] = [false, ""];
  document.body.dataset.unsent = outbox.entries.length;
  const waiting = failed ? outbox.entries.filter(({ record }) => record) : [];
  markRows(waiting);
  const told = branch ? ["branch", "both"] : [refusal || (isConnected() ? "waits" : "lost"), wordsFor(waiting)];
  holdPad(() => show(strip, told, Boolean(branch) || waiting.length > 0 || !isConnected(), waiting));
}

/** Write the strip, or hide it; told: its head and the line below, each a name of its words or words. */
function show(strip, [head, line], visible, waiting) {
  const values = { n: new Intl.NumberFormat(language).format(deals(waiting)), time: since(waiting) };
  const fill = (name) => (strip.dataset[name] ?? name).replace(/\{(\w+)\}/g, (_, key) => values[key]);
  write(strip.querySelector("b"), fill(head));
  write(strip.querySelector("small"), fill(line));
  const link = strip.querySelector("a");
  if (link) Object.assign(link, { href: branch, hidden: !branch });
  strip.hidden = !visible;
}

const write = (element, text) => element.textContent === text || (element.textContent = text); // or it is read out again

/** Which words tell what waits. */
function wordsFor(waiting) {
  if (!waiting.length) return "none";
  return { 0: "tap", 1: "one" }[deals(waiting)] ?? "more";
}

const since = ([first]) => (first ? hour.format(first.made) : "");

/** How many deals wait: recorded, and not taken back since. */
function deals(waiting) {
  const uids = new Set();
  for (const { record: [kind, body], data } of waiting) {
    if (kind === "deal") uids.add(data.get("uid"));
    else if (kind === "strike") uids.delete(body.of);
    else if (kind === "restore") uids.add(body.of);
  }
  return uids.size;
}

/** A ring on the rows of what waits, those that it is about too; what it means stands above them. */
function markRows(waiting) {
  const uids = new Set(waiting.flatMap(({ record, data }) => [data.get("uid"), record[1].of]));
  const uidOf = (row) => row.getAttribute("href").split("/").at(-1);
  for (const row of document.querySelectorAll("#rows a.line")) {
    const [there, due] = [row.querySelector("b > .here"), uids.has(uidOf(row))];
    if (there && !due) for (const part of row.querySelectorAll("b > :is(.here, .here + .unseen)")) part.remove();
    if (due && !there) row.querySelector("b").append(...ring());
  }
  const key = find("#here");
  if (key) key.hidden = !find("#rows .here");
}

/** The ring, and its words for who hears the page. */
function ring() {
  const [mark, words] = [document.createElement("i"), document.createElement("span")];
  mark.className = "here";
  words.className = "unseen";
  words.textContent = find("#unsent").dataset.here;
  return [mark, words];
}

/** Home tells of every table. */
async function showOnHome() {
  const strip = find("#unsent");
  if (!strip || showsTable) return;
  const waiting = (await readAll()).map(({ record, pairs, made }) => ({ record: record ?? ["", {}], data: new Map(pairs), made }));
  show(strip, [isConnected() ? "waits" : "lost", wordsFor(waiting)], waiting.length > 0, waiting);
}

if (showsTable) {
  document.addEventListener("line", showUnsent);
  outbox.loaded.then(() => outbox.first && setTimeout(() => outbox.first && !failed && noteFailure(""), LATE));
} else {
  showOnHome();
  document.addEventListener("line", () => setTimeout(showOnHome)); // when what was answered is stored
}
