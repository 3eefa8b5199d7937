// What was said and not answered yet, in the browser's database: what stands there outlives a browser that is killed,
// as what localStorage holds does not. One row a saying, in the order in which they were said: its table, address and
// pairs, and when it was made. Where there is no such database, nothing is kept, and the page is all the memory there is.

const [NAME, ROWS, PATIENCE] = ["tallystick", "unsent", 1000]; // ms that a tap waits for a slow disk

let opening = null;

/** The database; null where the browser refuses one. */
function database() {
  opening ??= new Promise((resolve) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS, { autoIncrement: true });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
  }).then(heeding, () => null);
  return opening;
}

/** A newer page may change the database: this one then lets go of it, and opens it anew when it has something to keep. */
function heeding(opened) {
  if (opened) opened.onversionchange = opened.onclose = () => void (opened.close(), (opening = null));
  return opened;
}

/** What some requests to the rows came to, once all of it is done; undefined where it cannot be. */
async function rows(mode, ask, durability = "relaxed") {
  try {
    const opened = await database();
    return await new Promise((resolve, reject) => {
      const work = opened.transaction(ROWS, mode, { durability });
      const asked = ask(work.objectStore(ROWS));
      work.oncomplete = () => resolve(asked.map(({ result }) => result));
      work.onabort = reject;
    });
  } catch {
    return undefined;
  }
}

/** Everything that is kept: its key beside it. */
export async function allKept() {
  const [kept, keys] = (await rows("readonly", (store) => [store.getAll(), store.getAllKeys()])) ?? [[], []];
  return kept.map((row, n) => ({ ...row, key: keys[n] }));
}

/** Keep a saying; resolves to its key when it would outlive the browser, or when that takes too long. */
export function keep(row) {
  const kept = rows("readwrite", (store) => [store.add(row)]).then((keys) => keys?.[0]);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  return { key: kept, done: Promise.race([kept, late]) };
}

/** Keep what stands under a key so that it outlives the phone's power, too. */
export const keepFirmly = (row, key) => rows("readwrite", (store) => [store.put(row, key)], "strict");

/** A saying was answered. */
export const drop = (key) => rows("readwrite", (store) => [store.delete(key)]);
