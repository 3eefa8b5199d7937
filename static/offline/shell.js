// The shell's page: draws its address from what the phone keeps, since the server gave no answer. When the server answers
// again, what was recorded meanwhile is sent; the page itself is not exchanged.

import { buildDocument } from "../dom/build.js";
import { matchDays } from "../dom/day_names.js";
import { released } from "../dom/pressed.js";
import { EngineWorker, grouped } from "../engine/engine_worker.js";
import { askForToken, askJson } from "../net/answer.js";
import { askLine } from "../net/line.js";
import { put, read, readAllOf, transaction } from "../net/phone_store.js";
import { drawPage } from "./draw_page.js";

const MINUTE = 60000; // ms

const shell = document.getElementById("shell");
const path = location.pathname.replace(/^(.+)\/$/, "$1");
const [matchPath] = /^\/m\/[^/]+/.exec(path) ?? [];
const [, pad, written] = /^(.+?\/deal\/[^/]+\/[^/]+)\/(.+)$/.exec(path) ?? []; // an entry in the address of a pad

/** Draw the page, or say that it is not on this phone. */
async function draw() {
  if (path === "/new") return newMatch();
  const [line, log] = await Promise.all([read("about", "line"), matchPath && read("matches", matchPath)]);
  const places = { ...shell.dataset, game: log?.game ?? "shell", log: `${matchPath}/log` };
  const known = { ...(await stored(line)), ...(log && (await below(log))) };
  const page = Boolean(matchPath) === Boolean(log) && (await drawPage(EngineWorker, places, pad ?? path, log, known));
  if (!page) return unknown();
  show(page, line?.token ?? "");
  if (page.over) showOver(page.over, line?.token ?? "");
  if (document.querySelector("#table, .won")) {
    const meta = document.head.appendChild(document.createElement("meta"));
    meta.id = "engine"; // it tells the table where its engine is, as the server does
    Object.assign(meta.dataset, places);
  }
  await import("../table/main.js");
  return connected();
}

/** What a page below a match is drawn from beside its log: what is unsent on it, the days, what its address holds. */
async function below({ version, began }) {
  const rows = (await readAllOf("unsent")).filter(({ table, record }) => table === matchPath && record);
  const fits = rows[0]?.base.version === version;
  const tail = fits ? rows.map(({ record, pairs }) => [...record, new Map(pairs).get("uid")]) : [];
  const form = grouped(location.search);
  const entry = written && grouped(decodeURIComponent(written));
  return { tail, days: matchDays(Number(began[0])), before: Number(form.before?.[0]) || null, form, entry };
}

/** Put a page below a match over its table, to which Back leads (table/corrections.js); in its place where there is none. */
function showOver(over, token) {
  if (!document.querySelector("#table, .won")) return show(over, token);
  const doc = buildDocument(over, { after: over.version, token });
  const layer = document.createElement("div");
  layer.id = "corrections";
  layer.dataset.title = document.title;
  layer.dataset.at = location.pathname + location.search;
  layer.append(...doc.body.children);
  layer.querySelector("main").inert = true; // until its script is there: a tap before would lead nowhere
  document.querySelector("body > main").after(layer);
  document.title = over.title;
  if (history.state?.over) return undefined; // it was loaded again
  const address = path + location.search;
  history.replaceState({ depth: 0 }, "", matchPath);
  return history.pushState({ depth: 1, over: 1 }, "", address);
}

/** The page of a new match, which an engine of its own draws anew with each tap. */
async function newMatch() {
  const line = await read("about", "line");
  const known = await stored(line);
  const ask = askerFor(known);
  const shared = { edition: shell.dataset.edition, read, readAllOf, transaction };
  const { matchesHere } = await import("./matches_here.js");
  const drawn = (page) => show(page, line?.token ?? "");
  if (!(await matchesHere.setUpMatch({ ask, grouped, released, show: drawn, stored: known, shared }))) return unknown();
  await import("../table/main.js");
  return connected();
}

/** Asks for the page of a new match with a form: the engine holds the rules of the game that was chosen last. */
function askerFor(known) {
  let engine = null;
  let game = known.begun.at(-1)?.game ?? known.home?.last?.[0]?.game ?? "";
  const start = () => {
    engine?.stop();
    engine = new EngineWorker({ ...shell.dataset, game: `shell-${game}` });
    return engine.start();
  };
  return async (form, chance) => {
    if (!engine) game = form.game?.[0] ?? game;
    if (!engine) await start();
    const at = new Date(Math.round(Date.now() / MINUTE) * MINUTE);
    const text = JSON.stringify({ path, stored: { ...known, form, chance, minute: at.getHours() * 60 + at.getMinutes() } });
    const page = JSON.parse(await engine.call("page", text));
    if (!page?.game) return page;
    game = page.game;
    await start();
    return JSON.parse(await engine.call("page", text));
  };
}

/** What the pages are drawn from, beside the log of a match. */
async function stored(line) {
  const [home, matches] = await Promise.all([read("about", "home"), readAllOf("matches")]);
  const evenings = (home?.evenings ?? []).map((evening) => ({ ...evening, when: when(evening.date) }));
  const kept = matches.map((match) => match.path);
  const games = JSON.parse(shell.dataset.games);
  const begun = matches.filter((match) => match.begun).sort((one, other) => one.begun.at - other.begun.at);
  const seen = home ? time(home.at) : "";
  const may_score = line?.grant === "score";
  return { home: home && { ...home, evenings }, kept, seen, games, begun: begun.map((log) => begunHere(log, games)), may_score };
}

/** A match that began on this phone, as pages tell of it. */
function begunHere({ uid, game, rules, table, people, hash, begun: { evening } }, games) {
  const partners = games.find(([key]) => key === game)?.[5] ?? false;
  const persons = table.players.map((name, n) => ({ uid: people[n], name }));
  const dated = { ...evening, when: when(evening.date) };
  return { uid, game, rules, partners, people: persons, dealer: table.first_dealer, evening: dated, sent: Boolean(hash) };
}

/** Put the parts of the page into their places. */
function show(page, token) {
  const doc = buildDocument(page, { after: page.version, token });
  document.title = page.title;
  for (const name of ["header", "main"]) {
    document.querySelector(`body > ${name}`).replaceWith(document.adoptNode(doc.querySelector(name)));
  }
}

/** Say that this phone does not have the page, and fetch it when the server answers. */
async function unknown() {
  const words = document.getElementById("unknown");
  words.textContent = words.dataset.away;
  await import("../table/main.js").catch(() => {}); // which asks on
  await connected();
  navigator.serviceWorker?.controller?.postMessage({ what: "wait", path: location.pathname });
  location.reload();
}

/** Resolves when the server answers; what waits to be sent is then sent. */
async function connected() {
  reportLine(false); // or this page would not be here
  const { grant } = await answered();
  // where the cookie is gone, the key of this phone may bring back what it may do
  const back = grant || (await import("./key.js").then(({ comeBack }) => comeBack({ askForToken, askJson, put, read })).catch(() => false));
  if (!grant && back) await askLine({ askForToken, put });
  reportLine(true);
  dispatchEvent(new Event("online"));
  document.getElementById("away")?.remove();
}

const reportLine = (connected) => document.dispatchEvent(new CustomEvent("line", { detail: { connected } }));

/** Resolves when the server answers with what forms need; it is asked again when it is heard of (net/connection.js). */
function answered() {
  return new Promise((resolve) => {
    const found = new AbortController();
    const ask = async () => {
      const line = await askLine({ askForToken, put });
      if (line) found.abort(resolve(line));
    };
    const { signal } = found;
    document.addEventListener("line", ({ detail }) => detail.connected && ask(), { signal });
    document.addEventListener("visibilitychange", ask, { signal });
    addEventListener("online", ask, { signal });
    ask();
  });
}

/** The day of an evening in the reader's calendar: { number, month, year }, the year only where it is another one. */
function when(date) {
  const day = new Date(`${date}T12:00`);
  if (Number.isNaN(day.getTime())) return { number: "?", month: "", year: "" };
  const part = (style, of = day) => new Intl.DateTimeFormat(document.documentElement.lang, style).format(of);
  const year = { year: "numeric" };
  const other = part(year) !== part(year, new Date());
  return { number: part({ day: "numeric" }), month: part({ month: "short" }), year: other ? part(year) : "" };
}

/** A time of day, with its date where that is not today. */
function time(at) {
  const today = new Date(at).toDateString() === new Date().toDateString();
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const style = today ? clock : { day: "numeric", month: "short", ...clock };
  return new Intl.DateTimeFormat(document.documentElement.lang, style).format(at);
}

draw().catch(unknown);
