// What a phone keeps, in IndexedDB: it outlives a browser that is killed, as localStorage does not. Stores: unsent (what
// the server has not answered, in order), matches (logs by the path of the match), about (anything else by its name).
// Without IndexedDB nothing is stored, only the page remembers.

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
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  }).then(closing, () => null);
  return opening;
}

/** Add the stores that are missing; what the others hold stays. */
function upgrade(opened) {
  for (const [name, options] of Object.entries(STORES)) {
    if (!opened.objectStoreNames.contains(name)) opened.createObjectStore(name, options);
  }
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
