// Matches that were begun on this phone without a network: the server begins them in the order in which they were begun here,
// each before anything that was recorded in it (offline/matches_here.js).

const LOCK = "unsent begun";
const REFUSED = 60000; // ms until what was refused is sent again

/**
 * Send what was begun here, up to the match of an outbox, whose entries then follow on what the server knows. Rejects
 * without an answer, or where that match is refused: with words, and pause, the ms after which it may be sent again. store:
 * that of the outbox.
 */
export async function beginAll(outbox, store) {
  const work = () => sendInOrder(outbox.table, store);
  const base = await (globalThis.navigator?.locks?.request(LOCK, work) ?? work());
  outbox.begun = false;
  for (const entry of outbox.entries) if (entry.base) entry.base = base;
  if (!outbox.onAnswer && location.pathname === outbox.table) location.reload(); // the server did not know it when this page came
  Object.assign(outbox.engine?.() ?? {}, { base });
  return true;
}

async function sendInOrder(path, store) {
  const { token } = await reported(store.askForToken(), store);
  const rows = (await store.readAll()).filter(({ begin }) => begin);
  for (const row of rows.slice(0, 1 + rows.findIndex(({ table }) => table === path))) {
    const asking = store.askJson("/line/begin", ({ hash, problems }) => hash || problems, { token, body: row.begin });
    const told = await reported(asking, store);
    if (told.hash) await settle(row, told, store);
    else if (row.table === path) {
      throw Object.assign(new Error("refused"), { words: [told.problems].flat().join(" "), pause: REFUSED });
    }
  }
  if (rows.length) refreshHome(store);
  const [log] = await store.transaction(["matches"], "readonly", (logs) => [logs.get(path)]);
  return { version: 0, hash: log.hash };
}

/** Home without a network tells of them as of all others from now on. */
async function refreshHome({ askForHome, transaction }) {
  const home = await askForHome();
  const write = (about) => [about.put({ ...home, at: Date.now() }, "home")];
  if (home) await transaction(["about"], "readwrite", write, "relaxed", false);
}

/** What was asked, as it is answered; the page learns whether it was. */
function reported(asking, { reportLine }) {
  asking.then(() => reportLine(true), () => reportLine(false));
  return asking;
}

/** The match has begun: it waits no more, and what was recorded in it, and its log, have the base that the server knows. */
function settle({ key, table }, { hash, evening, people }, { transaction }) {
  const base = { version: 0, hash };
  return transaction(["unsent", "matches"], "readwrite", (rows, logs) => {
    const cursor = rows.openCursor();
    cursor.onsuccess = () => {
      const at = cursor.result;
      if (at?.value.table === table && at.value.base) at.update({ ...at.value, base });
      at?.continue();
    };
    const log = logs.get(table);
    log.onsuccess = () => log.result && logs.put(withPeople({ ...log.result, hash, evening: `/e/${evening}` }, people), table);
    return [rows.delete(key), log];
  });
}

/** A log with its players as the circle knows them: a name that was new here may have been somebody's already. */
function withPeople(log, known) {
  const told = log.people.map((uid, n) => known[uid] ?? { uid, name: log.table.players[n] });
  const table = { ...log.table, players: told.map(({ name }) => name) };
  return { ...log, table, people: told.map(({ uid }) => uid) };
}
