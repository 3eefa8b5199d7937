// What is only on this phone: a strip above the table, on home and evenings too, tells it and gives it as a file; a ring
// stands beside each line of the sheet that the server does not have. Links and forms say why they cannot go without a
// line. All words are in the page. A script of its own, which comes when the page is there; what it tells of comes by the
// event "unsent" (unsent.js).

import { watchForms, watchLinks } from "./lost_links.js";

const language = document.documentElement.lang;
const DAY = 86400000; // ms after which it is asked for a network, and given as a file
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const strip = () => document.getElementById("unsent"); // the page of the end brings another

let page = null; // what main.js shares: { askForLine, holdPad, isConnected, matchPath, readAll }
let closing = false; // an evening is closed here, and the page shows it as it was
let known = { failed: false, refusal: "", branch: "", entries: [] };

const find = (selector) => document.querySelector(selector);

/** Bring strip and rings up to date. */
function update() {
  const { failed, refusal, branch, entries } = known;
  const waiting = failed ? entries : [];
  markRows(waiting);
  const told = branch ? ["branch", "both"] : [refusal || (page.isConnected() ? "waits" : "lost"), wordsFor(waiting)];
  page.holdPad(() => show(told, Boolean(branch) || waiting.length > 0 || !page.isConnected(), waiting));
}

/** Write the strip, or hide it; told: its head and the line below, each a name of its words or words. */
function show([head, line], visible, waiting) {
  const values = { n: new Intl.NumberFormat(language).format(deals(waiting)), time: since(waiting) };
  const old = isOld(waiting) && head !== "branch";
  const fill = (name) => (strip().dataset[name] ?? name).replace(/\{(\w+)\}/g, (_, key) => values[key]);
  write(strip().querySelector("b"), fill(old ? "old" : head));
  write(strip().querySelector("small"), fill(line));
  const link = strip().querySelector("a");
  if (link) Object.assign(link, { href: known.branch, hidden: !known.branch });
  const button = strip().querySelector("button");
  Object.assign(button, { hidden: !old && !known.refusal, onclick: giveFile });
  strip().hidden = !visible;
}

const write = (element, text) => element.textContent === text || (element.textContent = text); // or it is read out again

/** Which words tell what waits. */
function wordsFor(waiting) {
  if (!waiting.length) return "none";
  if (waiting.some(({ unstored }) => unstored)) return "unstored";
  return { 0: "tap", 1: "one" }[deals(waiting)] ?? "more";
}

const isOld = ([first]) => first && Date.now() - first.made > DAY;

const since = ([first]) => first && new Intl.DateTimeFormat(language, style([first])).format(first.made);
const style = (waiting) => (isOld(waiting) ? { day: "numeric", month: "short", ...clock } : clock);

/** Give what is only on this phone as a file, for another one (web/tail/file.py): to its apps, else as a download. */
async function giveFile() {
  const rows = (await page.readAll()).filter(({ begin, record }) => begin || record);
  const told = rows.map(({ table, begin, record, base, made, pairs }) => ({ table, begin, record, base, made, uid: new Map(pairs).get("uid") }));
  const text = JSON.stringify({ tallystick: "unsent", rows: told });
  const file = new File([text], "tallystick.txt", { type: "text/plain" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  return Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name }).click();
}

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
  words.textContent = strip().dataset.here;
  return [mark, words];
}

/** Pages beside the tables tell of all of them. */
async function updateOther() {
  const rows = await page.readAll();
  const waiting = rows.map(({ record = ["", {}], pairs, made }) => ({ record, data: new Map(pairs), made }));
  show([page.isConnected() ? "waits" : "lost", wordsFor(waiting)], waiting.length > 0, waiting);
  if (closing && !waiting.length) location.reload(); // the server knows it
}

/**
 * Close an evening on this phone, or let it go on, where there is no network; the server is told when it answers. Without a
 * service worker the page cannot be drawn anew: its strip says that what was tapped is here.
 */
async function closeEvening(event) {
  const { target: form } = event;
  const [address, path, uid, what] = /^(\/e\/([^/]+))\/(close|reopen)$/.exec(form.getAttribute("action")) ?? [];
  if (!address) return undefined;
  event.preventDefault();
  if (await page.askForLine()) return form.submit();
  const home = await page.read("about", "home");
  const evenings = home?.evenings.map((one) => (one.uid === uid ? { ...one, closed: what === "close", until: null } : one));
  const row = { table: path, address, pairs: [...new FormData(form)], made: Date.now() };
  const known = (about) => (home ? [about.put({ ...home, evenings }, "home")] : []);
  await page.transaction(["unsent", "about"], "readwrite", (rows, about) => [rows.add(row), ...known(about)], "strict", false);
  if (home && navigator.serviceWorker?.controller) return location.reload(); // drawn as it is now
  closing = form.querySelector("button").disabled = true;
  return updateOther();
}

/** Tell from now on what is unsent. */
export function tellUnsent(shared) {
  page = shared;
  if (!find("#table, .won")) {
    updateOther();
    document.addEventListener("line", () => setTimeout(updateOther)); // when what was answered is stored
    document.addEventListener("submit", closeEvening);
    return;
  }
  document.addEventListener("unsent", ({ detail }) => {
    known = detail;
    update();
  });
  document.addEventListener("line", update);
  watchLinks(strip().dataset, shared);
  watchForms(strip().dataset, shared);
}
