// The outbox in IndexedDB: it outlives a browser that is killed, as localStorage does not. One row an entry, in the order
// in which they were made: { table, address, pairs, made }. Without IndexedDB nothing is stored, only the page remembers.

const [NAME, ROWS, PATIENCE] = ["tallystick", "unsent", 1000]; // ms that a tap waits for a slow disk

let opening = null;

/** The database; null where the browser refuses one. */
function database() {
  opening ??= new Promise((resolve) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ROWS, { autoIncrement: true });
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

/** The results of some requests, once the transaction is done; undefined where it cannot be. */
async function transaction(mode, requests, durability = "relaxed") {
  try {
    const opened = await database();
    return await new Promise((resolve, reject) => {
      const work = opened.transaction(ROWS, mode, { durability });
      const all = requests(work.objectStore(ROWS));
      work.oncomplete = () => resolve(all.map(({ result }) => result));
      work.onabort = reject;
    });
  } catch {
    return undefined;
  }
}

/** Every row, with its key. */
export async function readAll() {
  const [rows, keys] = (await transaction("readonly", (store) => [store.getAll(), store.getAllKeys()])) ?? [[], []];
  return rows.map((row, n) => ({ ...row, key: keys[n] }));
}

/** Add a row; done resolves when it would outlive the browser, or when that takes too long. */
export function add(row) {
  const key = transaction("readwrite", (store) => [store.add(row)]).then((keys) => keys?.[0]);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  return { key, done: Promise.race([key, late]) };
}

/** Write a row so that it outlives a power cut, too. */
export const writeDurably = (row, key) => transaction("readwrite", (store) => [store.put(row, key)], "strict");

export const remove = (key) => transaction("readwrite", (store) => [store.delete(key)]);
