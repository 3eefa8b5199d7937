// What this phone keeps, in IndexedDB: entries without an answer (unsent), the logs of matches by the path of their table
// (matches), and what else it knows by name (about: "home" and "line", the last answers of those addresses). Where the
// browser refuses a database nothing is stored, and nothing found.

const [NAME, VERSION] = ["tallystick", 2];
const STORES = { unsent: { autoIncrement: true }, matches: {}, about: {} };

let opening = null;

/** The database; null where the browser refuses one. */
function database() {
  opening ??= new Promise((resolve) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => addStores(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  }).then(closing, () => null);
  return opening;
}

function addStores(opened) {
  for (const [store, settings] of Object.entries(STORES)) {
    if (!opened.objectStoreNames.contains(store)) opened.createObjectStore(store, settings);
  }
}

/** Closes when a newer page wants to change the database; it is opened anew when there is something to store. */
function closing(opened) {
  if (opened) opened.onversionchange = opened.onclose = () => void (opened.close(), (opening = null));
  return opened;
}

/** The results of some requests to a store, once the transaction is done; undefined where it cannot be. */
export async function transaction(store, mode, requests, durability = "relaxed") {
  try {
    const opened = await database();
    return await new Promise((resolve, reject) => {
      const work = opened.transaction(store, mode, { durability });
      const all = requests(work.objectStore(store));
      work.oncomplete = () => resolve(all.map(({ result }) => result));
      work.onabort = reject;
    });
  } catch {
    return undefined;
  }
}

/** Store a value under a key; undefined removes it. */
export async function put(store, key, value) {
  await transaction(store, "readwrite", (rows) => [value === undefined ? rows.delete(key) : rows.put(value, key)]);
}

/** The value of a key; undefined where there is none. */
export async function read(store, key) {
  return (await transaction(store, "readonly", (rows) => [rows.get(key)]))?.[0];
}

/** Every value of a store. */
export async function readAllOf(store) {
  return (await transaction(store, "readonly", (rows) => [rows.getAll()]))?.[0] ?? [];
}
