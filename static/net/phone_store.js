// What a phone keeps, in IndexedDB: it outlives a browser that is killed, as localStorage does not. Stores: unsent (what
// the server has not answered, in order), matches (logs by the path of the match), about (anything else by its name).
// Without IndexedDB nothing is stored, only the page remembers. A row of unsent is { table, address, pairs, made }, and of an
// entry that the engine drew also { record, counted, edition, base }.

const [NAME, VERSION] = ["tallystick", 2];
const STORES = { unsent: { autoIncrement: true }, matches: {}, about: {} };

let opening = null;
const SMALL = 50000; // characters; more is not committed at once: in Chromium a snapshot that was so held up the next page
const unfinished = new Set(); // transactions that could not be committed at once

// WebKit keeps a page that is left, for Back, with what it has not finished, for which every later page would wait without
// end. Nothing that a tap made is among it: that is committed at once.
globalThis.addEventListener?.("pagehide", ({ persisted }) => persisted && unfinished.forEach(giveUp));

function giveUp(work) {
  try {
    work.abort();
  } catch {
    // it has come to its end
  }
}

/** The database; null where the browser refuses one. */
function database() {
  opening ??= new Promise((resolve) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const there = request.result.objectStoreNames; // what they hold stays
      for (const name in STORES) if (!there.contains(name)) request.result.createObjectStore(name, STORES[name]);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  }).then(closing, () => null);
  return opening;
}

/** Closes when a newer page wants to change the database; it is opened anew when there is something to store. */
function closing(opened) {
  if (opened) opened.onversionchange = opened.onclose = () => void (opened.close(), (opening = null));
  return opened;
}

/**
 * The results of some requests to stores, once all of it is done; undefined where nothing of it could be. One that asks on
 * when it is answered (onsuccess) is among them. isSmall: nothing large is stored.
 */
export async function transaction(names, mode, requests, durability = "relaxed", isSmall = true) {
  try {
    const opened = await database();
    return await new Promise((resolve, reject) => {
      const work = opened.transaction(names, mode, { durability });
      const all = requests(...names.map((name) => work.objectStore(name)));
      const ended = (settle) => () => (unfinished.delete(work), settle(all.map(({ result }) => result)));
      if (!isSmall || all.some(({ onsuccess }) => onsuccess)) unfinished.add(work);
      else work.commit?.();
      work.oncomplete = ended(resolve);
      work.onabort = ended(reject);
    });
  } catch {
    return undefined;
  }
}

/** Store a value under a key; undefined removes it. */
export function put(name, key, value) {
  const write = (store) => [value === undefined ? store.delete(key) : store.put(value, key)];
  return transaction([name], "readwrite", write, "relaxed", JSON.stringify(value ?? "").length < SMALL);
}

/** The value under a key; undefined where there is none. */
export const read = async (name, key) => (await transaction([name], "readonly", (store) => [store.get(key)]))?.[0];

/** Every value of a store. */
export const readAllOf = async (name) =>
  (await transaction([name], "readonly", (store) => [store.getAll()]))?.[0] ?? [];

const MOST_MATCHES = 60; // matches; those with something unsent do not count

/** Store a log as the server told it, with the engine's edition, and forget those that were seen longest ago. */
export async function storeLog(path, log, edition) {
  await put("matches", path, { ...log, path, edition, seen_at: Date.now() });
  const [many] = (await transaction(["matches"], "readonly", (rows) => [rows.count()])) ?? [0];
  if (many <= MOST_MATCHES) return;
  const [logs, unsent] = await Promise.all([readAllOf("matches"), readAllOf("unsent")]);
  for (const old of oldest(logs, new Set(unsent.map(({ table }) => table)))) await put("matches", old, undefined);
}

/** The paths of the logs that are too many, of matches without anything unsent. */
export function oldest(logs, waiting) {
  const idle = logs.filter(({ path }) => !waiting.has(path)).sort((one, other) => other.seen_at - one.seen_at);
  return idle.slice(MOST_MATCHES).map(({ path }) => path);
}

/** Add records ([kind, body, uid]) to the stored log that they follow. */
export const extendLog = (more) => transaction(["matches"], "readwrite", (logs) => [extend(logs, more)]);

/**
 * The same within a transaction: more is { path, after, records, version, hash }. Where other records came in between, or
 * where another version is stored, the stored log stays as it is.
 */
export function extend(logs, { path, after, records, version, hash }) {
  const reading = logs.get(path);
  reading.onsuccess = () => {
    const log = reading.result;
    if (log?.version !== after || version !== after + records.length) return;
    const added = records.map(([kind, body, uid], n) => [kind, body, uid, after + n + 1]);
    logs.put({ ...log, version, hash, records: [...log.records, ...added], seen_at: Date.now() }, path);
  };
  return reading;
}

const [ROWS, LOGS] = ["unsent", "matches"];
const DISK_PATIENCE = 1000; // ms that a tap waits for a slow disk

/** Every row, with its key. */
export async function readAll() {
  const found = await transaction([ROWS], "readonly", (store) => [store.getAll(), store.getAllKeys()]);
  const [rows, keys] = found ?? [[], []];
  return rows.map((row, n) => ({ ...row, key: keys[n] }));
}

/** Add a row; done resolves when it would outlive the browser, or when that takes too long. */
export function add(row) {
  const key = transaction([ROWS], "readwrite", (store) => [store.add(row)]).then((keys) => keys?.[0]);
  const late = new Promise((resolve) => setTimeout(resolve, DISK_PATIENCE));
  return { key, done: Promise.race([key, late]) };
}

/** Write a row so that it outlives a power cut, too. */
export const writeDurably = (row, key) => transaction([ROWS], "readwrite", (store) => [store.put(row, key)], "strict");

/**
 * Remove rows, write those that go on under their keys, and let the stored log follow (more: extend): all of it or
 * nothing.
 */
export const settleRows = (gone, rest, more) =>
  transaction([ROWS, LOGS], "readwrite", (rows, logs) => [
    ...gone.map((key) => rows.delete(key)),
    ...rest.map(([key, row]) => rows.put(row, key)),
    ...(more ? [extend(logs, more)] : []),
  ]);
