// Keeps the follow screen up to date: asks what is new, unpacks it, and changes what is another.

import "../comfort/wake_lock.js";
import "../comfort/match_clock.js";
import "../comfort/header_menu.js";
import { ask } from "../net/request.js";
import { keepAsking, newer, speaker } from "../net/poll.js";
import { match } from "../dom/morph.js";
import { HTML, element } from "../dom/build.js";
import { able, unpacked } from "./delta.js";

const LEAD = 15000; // ms until a television goes on to the next match
const PACKED = "application/octet-stream";

const found = (place) => document.querySelector(place);
const speak = speaker();
const hour = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

let base = null; // the bytes of the text that the page shows, its version and its trees
let shown = null; // the version that the page shows; null as long as it is the one that it came with
let answered = null; // when an answer came last
let leading = 0;

/** Ask what is newer than what this page knows; whether there was anything. */
async function look(signal) {
  const address = found("#live").dataset.ask;
  try {
    const answer = await newer(able() ? address : `${address}?whole=1`, base?.version, signal);
    if (answer) await take(answer);
    return Boolean(answer);
  } catch (error) {
    if (error.gone) await load();
    throw error;
  }
}

/** Show what came; where that fails, the whole text is asked for next. */
async function take(answer) {
  const older = base;
  base = null;
  const version = answer.headers.get("ETag");
  const came = new Uint8Array(await answer.arrayBuffer());
  const bytes = answer.headers.get("Content-Type") === PACKED ? await unpacked(older.bytes, came) : came;
  const [title, ...short] = JSON.parse(new TextDecoder().decode(bytes));
  const trees = short.slice(0, 2).map(tree);
  if (version !== (shown ?? `W/"${found("#live").dataset.version}"`)) {
    shown = ""; // until all of it is there
    if (trees[0] && found("#follow")) show(trees);
    else await load();
    document.title = title;
    speak(news(older?.trees[1], trees[1]));
  }
  base = { bytes, version, trees };
  shown = version;
}

/** A tree in full: tag, attributes, children. */
function tree(short) {
  if (!(short instanceof Array)) return short;
  const [tag, ...rest] = short;
  const attributes = rest[0] instanceof Object && !(rest[0] instanceof Array) ? rest.shift() : {};
  return [tag, attributes, rest.map(tree)];
}

/** Put the newer trees in place. */
function show([about, main]) {
  for (const [place, tree] of [["#about", about], ["#follow", main]]) match(found(place), element(document, tree, HTML, {}));
}

/** Take the page as a whole: a match has ended, or goes on after all. Without an answer this one stays; it rejects. */
async function load() {
  const { news } = await ask("GET", location.href, null, "");
  if (!news.querySelector("#live")) return location.reload();
  for (const part of ["#about", "main"]) found(part).replaceWith(document.adoptNode(news.querySelector(part)));
  return lead();
}

/** A television goes on to the next match by itself. */
function lead() {
  clearTimeout(leading);
  const next = found(".tv #next");
  if (next) leading = setTimeout(() => go(next.href), LEAD);
}

/** Go there once the server answers there: on a browser's own page of an error nothing would go on any more. */
async function go(address) {
  const answer = await ask("GET", address, null, "").catch(() => null);
  if (found(".tv #next")?.href === address && answer?.news.querySelector("#live")) location.assign(address);
  else lead();
}

/** What is new, for who listens: the newest line and the totals, else what happens now, or who has won. */
function news(older, main) {
  if (!main) return words(".won h2, .won p, #next");
  const rows = (tree) => JSON.stringify(tree?.[2].at(-1));
  if (rows(older) === rows(main)) return words("#follow .bidline, #follow .needs li");
  return `${words("#rows li:first-child :is(b, a > span:first-of-type)")}. ${standing()}`;
}

/** What stands between two partners, and between other words, in the reader's language. */
const joiners = () => found("#live").dataset;

/** Names and total of every side. */
function standing() {
  const names = (side) => [...side.querySelectorAll("h2 bdi")].map((one) => one.textContent).join(joiners().and);
  const sides = [...document.querySelectorAll("#follow .side")];
  return sides.map((side) => `${names(side)} ${side.querySelector(".total").textContent}`).join(joiners().comma);
}

/** The words of some elements, one after the other. */
function words(places) {
  const texts = (one) => [...textsIn(one)].join(" ").replace(/\s+/g, " ").trim();
  return [...document.querySelectorAll(places)].map(texts).filter(Boolean).join(joiners().comma);
}

function* textsIn(one) {
  const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentNode.closest("[aria-hidden]")) yield walk.currentNode.data;
}

/** Say since when what is shown is so. */
function told(came) {
  const line = found("#fresh");
  if (came) answered = new Date();
  if (!line || !answered) return;
  const said = (came ? line.dataset.live : line.dataset.late).replace("{time}", hour.format(answered));
  if (!came && !line.classList.contains("late")) speak(said);
  line.classList.toggle("late", !came);
  line.hidden = false;
  if (line.lastChild.textContent !== said) line.lastChild.textContent = said;
}

keepAsking(look, told);
lead();
