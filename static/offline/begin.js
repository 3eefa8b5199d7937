// A match begins on this phone without a network: it is stored as any match is, and what the server needs to begin it, too,
// waits in front of all that is recorded in it (net/begun.js).

const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"; // no two look alike
const LENGTH = 12;
const HOUR = 3600000; // ms
const LASTS = 18 * HOUR; // an evening that nobody closed
const MINUTE = 60000; // ms

/**
 * Store a match, unless one just like it has begun here in which nothing is recorded yet: { game, rules, first_dealer,
 * seats, evening }, seats as { uid, name }, without a uid for new names, evening a uid or empty. Resolves to the path of its
 * table. shared: { read, readAllOf, transaction } of the phone's store, and edition of the engine.
 */
export async function beginMatch({ game, rules, first_dealer, seats, evening }, { edition, read, readAllOf, transaction }) {
  const rows = await readAllOf("unsent");
  const isAlone = (path) => rows.filter(({ table }) => table === path).length === 1;
  const begun = rows.find(({ begin, table }) => isLike(begin, game, rules, first_dealer, seats) && isAlone(table));
  if (begun) return begun.table;
  const [home, line, logs] = await Promise.all([read("about", "home"), read("about", "line"), readAllOf("matches")]);
  const at = Date.now() + (line ? line.now - line.at : 0); // by the server's clock as it was known last
  const there = findEvening(evening, home, logs, at);
  const people = seats.map(({ uid, name }) => ({ uid: uid ?? newUid(), name }));
  const uid = newUid();
  const path = `/m/${uid}`;
  const { until, ...place } = there;
  const circle = home?.circle.uid ?? "";
  const over = (home?.evenings ?? []).filter((one) => one.closed && one.date === place.date); // it is none of these
  const begin = { uid, circle, evening: { ...place, closed: over.map((one) => one.uid) }, game, edition, rules, first_dealer, seats: people, started_at: at };
  const log = { uid, game, rules, edition, path, here: path, evening: `/e/${there.uid}`, version: 0, hash: "", records: [], times: [] };
  log.table = { players: people.map(({ name }) => name), first_dealer };
  const others = (home?.people ?? []).map(({ uid: known, name }) => [known, name]);
  Object.assign(log, { people: people.map((one) => one.uid), circle: others, began: clockOf(at), ended: null, seen_at: Date.now() });
  log.begun = { at, evening: there };
  const write = (unsent, matches) => [unsent.add({ table: path, begin, made: Date.now() }), matches.put(log, path)];
  await transaction(["unsent", "matches"], "readwrite", write, "strict");
  return path;
}

/** Whether a match that waits to begin is this one. */
function isLike(begin, ...match) {
  if (!begin) return false;
  const text = (game, rules, first_dealer, seats) =>
    JSON.stringify([game, first_dealer, seats.map(({ name }) => name), Object.entries(rules).sort()]);
  return text(begin.game, begin.rules, begin.first_dealer, begin.seats) === text(...match);
}

/** The evening of this uid, else the one that goes on, else a new one: { uid, date, place, until }. */
function findEvening(wanted, home, logs, now) {
  const begun = logs.filter((log) => log.begun).sort((one, other) => other.begun.at - one.begun.at);
  const known = [...begun.map((log) => log.begun.evening), ...(home?.evenings ?? [])];
  const isClosed = ({ uid }) => home?.evenings.some((one) => one.uid === uid && one.closed);
  const goesOn = wanted === "new" ? undefined : known.find((one) => one.until > now && !isClosed(one));
  const found = known.find(({ uid }) => uid === wanted) ?? (wanted && wanted !== "new" ? { uid: wanted } : goesOn);
  const { uid = newUid(), date = dayOf(now), place = "", until = now + LASTS } = found ?? {};
  return { uid, date, place, until };
}

/** The day of a time by the phone's calendar: 2026-11-20. */
export function dayOf(at) {
  const day = new Date(at);
  const part = (number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}`;
}

/** When a match began: its full minute in ms as text, and as minute of the day. */
function clockOf(at) {
  const minute = new Date(Math.round(at / MINUTE) * MINUTE);
  return [String(minute.getTime()), minute.getHours() * 60 + minute.getMinutes()];
}

/** A random public id. */
function newUid() {
  const bytes = crypto.getRandomValues(new Uint32Array(LENGTH));
  return [...bytes].map((number) => LETTERS[number % LETTERS.length]).join("");
}
