// Keeps the follow screen up to date: polls, and changes only what is different.

import "../comfort/header_menu.js";
import "../comfort/match_clock.js";
import "../comfort/wake_lock.js";
import { HTML, build } from "../dom/build.js";
import { liveRegion } from "../dom/live_region.js";
import { morph } from "../dom/morph.js";
import { fetchNewer, poll } from "../net/poll.js";
import { request } from "../net/request.js";

const LEAD = 15000; // ms until a television goes on to the next match

const find = (selector) => document.querySelector(selector);
const announce = liveRegion();
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

let base = null; // what the page shows: its version and nodes
let shownVersion = null; // null as long as the page is as it came
let answeredAt = null;
let leading = 0; // the timer to the next match

/** Poll for a newer version; whether there was one. */
async function check(signal) {
  try {
    const answer = await fetchNewer(find("#live").dataset.ask, base?.version, signal);
    if (answer) await apply(answer);
    return Boolean(answer);
  } catch (error) {
    if (error.gone) await loadPage();
    throw error;
  }
}

/** Show what came; where that fails, it is fetched again. */
async function apply(answer) {
  const older = base;
  base = null;
  const version = answer.headers.get("ETag");
  const [title, ...short] = await answer.json();
  const nodes = short.map(fullNode);
  if (version !== (shownVersion ?? `W/"${find("#live").dataset.version}"`)) {
    shownVersion = ""; // until all of it is there
    const places = { "#about": nodes[0], "#follow": nodes[1] };
    if (!nodes[0] || !find("#follow")) await loadPage();
    else for (const place in places) morph(find(place), build(document, places[place], HTML, {}));
    document.title = title;
    announce(changes(older?.nodes[1], nodes[1]));
  }
  base = { version, nodes };
  shownVersion = version;
}

/** A node in full: [tag, attributes, children]; on the wire it is [tag, attributes?, ...children]. */
function fullNode(short) {
  if (!(short instanceof Array)) return short;
  const [tag, ...rest] = short;
  const attributes = rest[0] instanceof Object && !(rest[0] instanceof Array) ? rest.shift() : {};
  return [tag, attributes, rest.map(fullNode)];
}

/** Load the whole page: a match has ended, or goes on after all. Without an answer this one stays, and it rejects. */
async function loadPage() {
  const { doc } = await request("GET", location.href, null, "");
  if (!doc.querySelector("#live")) return location.reload();
  for (const part of ["#about", "main"]) find(part).replaceWith(document.adoptNode(doc.querySelector(part)));
  return lead();
}

/** A television goes on to the next match by itself. */
function lead() {
  clearTimeout(leading);
  const next = find(".tv #next");
  if (next) leading = setTimeout(() => goTo(next.href), LEAD);
}

/** Go there once the server answers: a browser's own error page would never go on. */
async function goTo(url) {
  const answer = await request("GET", url, null, "").catch(() => null);
  if (find(".tv #next")?.href === url && answer?.doc.querySelector("#live")) location.assign(url);
  else lead();
}

/** What changed, for people who listen: the newest line and the totals, else what happens now, or who has won. */
function changes(older, main) {
  if (!main) return textOf(".won h2, .won p, #next");
  const rows = (node) => JSON.stringify(node?.[2].at(-1));
  if (rows(older) === rows(main)) return textOf("#follow .bidline, #follow .needs li");
  return `${textOf("#rows li:first-child :is(b, a > span:first-of-type)")}. ${totals()}`;
}

/** The words between two partners and between other parts, in the reader's language. */
const joiners = () => find("#live").dataset;

/** Names and total of every side. */
function totals() {
  const names = (side) => [...side.querySelectorAll("h2 bdi")].map((one) => one.textContent).join(joiners().and);
  const sides = [...document.querySelectorAll("#follow .side")];
  return sides.map((side) => `${names(side)} ${side.querySelector(".total").textContent}`).join(joiners().comma);
}

/** The text of some elements, one after the other. */
function textOf(selector) {
  const texts = (one) => [...textsIn(one)].join(" ").replace(/\s+/g, " ").trim();
  return [...document.querySelectorAll(selector)].map(texts).filter(Boolean).join(joiners().comma);
}

function* textsIn(one) {
  const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentNode.closest("[aria-hidden]")) yield walk.currentNode.data;
}

/** Show since when the page is up to date. */
function report(ok) {
  const line = find("#fresh");
  if (ok) answeredAt = new Date();
  if (!line || !answeredAt) return;
  const words = (ok ? line.dataset.live : line.dataset.late).replace("{time}", hour.format(answeredAt));
  if (!ok && !line.classList.contains("late")) announce(words);
  line.classList.toggle("late", !ok);
  line.hidden = false;
  if (line.lastChild.textContent !== words) line.lastChild.textContent = words;
}

poll(check, report);
lead();
