// Matches that this phone knows to be recorded and the server does not have at all, since an older copy of its data was put
// back. The page that says that there is nothing at a match's address offers to record them again, under the same uids.

import { rowsAgain } from "../net/lost_records.js";
import { dayOf } from "./begin.js";

const section = document.getElementById("lost-matches");
const games = () => JSON.parse(section.dataset.games);
const button = () => section.querySelector("button");
const MISSING = 404;

/** Show which these are, and what brings them back; what waits to begin here is sent at once. kit: offline/kit.js. */
export async function offerLostMatches(kit) {
  const logs = await kit.readAllOf("matches");
  const waits = (await kit.readAll()).some(({ begin, table }) => begin && table === location.pathname);
  if (waits) return show(logs.filter(({ path }) => path === location.pathname)), sendAll([location.pathname], kit);
  const line = await kit.askForToken().catch(() => null);
  const home = line?.grant === "score" && (await kit.askForHome());
  const lost = home ? await lostMatches(home, logs) : [];
  if (lost.length) show(lost);
  button().onclick = () => bringBack(lost, home, kit);
  return undefined;
}

/** Show the section with these matches. */
function show(logs) {
  section.querySelector("ul").append(...logs.map(itemOf));
  section.hidden = false;
}

/** The stored logs of this circle, or of the one evening of this browser, whose match is not on the server; oldest first. */
async function lostMatches({ only, people }, logs) {
  const known = new Set(people.map(({ uid }) => uid));
  const isKnown = ({ people: players, circle = [] }) => [...players, ...circle.map(([uid]) => uid)].some((uid) => known.has(uid));
  const isOurs = (log) => (only ? log.evening === `/e/${only}` : isKnown(log));
  const recorded = logs.filter((log) => log.hash && log.records.length && games()[log.game] && isOurs(log));
  const asked = recorded.map(({ path }) => fetch(`${path}/log`, { method: "HEAD", cache: "no-store" }).catch(() => null));
  const answers = await Promise.all(asked);
  return recorded.filter((_, n) => answers[n]?.status === MISSING).sort((one, other) => one.began[0] - other.began[0]);
}

/** A match in words: game, players, when it began. */
function itemOf({ game, table, began }) {
  const style = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const when = new Intl.DateTimeFormat(document.documentElement.lang, style).format(Number(began[0]));
  const item = document.createElement("li");
  for (const [n, words] of [games()[game], table.players.join(" · "), when].entries()) {
    if (n) item.append(" · ");
    item.append(Object.assign(document.createElement("bdi"), { textContent: words }));
  }
  return item;
}

/** Let the matches wait to begin on this phone, with their records behind, and send them. */
async function bringBack(lost, home, kit) {
  button().disabled = true;
  for (const log of lost) await storeAgain(log, beginOf(log, lost, home), kit);
  await sendAll(lost.map(({ path }) => path), kit);
}

/** Send what waits at these addresses, this page's last, and show the table; where that cannot be, it is said why. */
async function sendAll(paths, { Outbox }) {
  button().disabled = true;
  const onFailure = (words) => (section.querySelector("[role=status]").textContent = words || section.dataset.waits);
  const here = paths.includes(location.pathname) ? location.pathname : paths.at(-1);
  for (const path of [...paths.filter((one) => one !== here), here]) {
    if (!(await new Outbox(path, { onFailure }).flush())) return;
  }
  location.assign(here);
}

/** What the server needs to begin a match again (web/new_match/begun.py). */
function beginOf(log, lost, { circle, evenings }) {
  const { uid, game, edition, rules, table, people } = log;
  const evening = log.evening.split("/").at(-1);
  const first = lost.find((one) => one.evening === log.evening); // the evening is of the day on which its first match began
  const { date, place } = evenings.find((one) => one.uid === evening) ?? { date: dayOf(Number(first.began[0])), place: "" };
  const closed = evenings.filter((one) => one.closed && one.date === date && one.uid !== evening).map((one) => one.uid);
  const seats = table.players.map((name, n) => ({ uid: people[n], name }));
  const where = { uid: evening, date, place, closed };
  const started_at = Number(log.began[0]);
  return { uid, circle: circle.uid, evening: where, game, edition, rules, first_dealer: table.first_dealer, seats, started_at };
}

/** Store a match as one that began on this phone: all that is known to be recorded is unsent, in front of what is unsent. */
async function storeAgain(log, begin, { readAll, transaction }) {
  const { path } = log;
  const started = { ...log, version: 0, hash: "", records: [], times: [], ended: null };
  const waiting = (await readAll()).filter((row) => row.table === path);
  const rows = rowsAgain(path, log, started, waiting);
  started.begun = { at: begin.started_at, evening: { ...begin.evening, until: 0 } };
  const write = (unsent, matches) => [
    ...waiting.map(({ key }) => unsent.delete(key)),
    ...[{ table: path, begin, made: Date.now() }, ...rows].map((row) => unsent.add(row)),
    matches.put(started, path),
  ];
  await transaction(["unsent", "matches"], "readwrite", write, "strict", false);
}
