// Snapshots of a started interpreter's memory in IndexedDB, so that the next start reads no Python.
// Where the browser stores nothing, every start is a first one.

const WASM_PAGE = 65536; // bytes
const BLOCK = 1024; // bytes that are stored or left out together
const STORE = "started";
const PATIENCE = 2000; // ms: WebKit may keep the store busy with a page that was left while it saved

/** The snapshot of this name, for restore(); null when there is none, or when it takes too long. */
export async function load(name) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  try {
    return (await Promise.race([transaction("readonly", (store) => store.get(name)), late])) ?? null;
  } catch {
    return null;
  }
}

/** Save memory as it is now under a name, in place of all snapshots of the same subject. */
export async function save(subject, name, memory) {
  const snapshot = take(memory);
  try {
    await transaction("readwrite", (store) => {
      store.delete(IDBKeyRange.bound(subject, `${subject}\uffff`));
      return store.put(snapshot, name);
    });
  } catch {
    // a browser that stores nothing, or has no room
  }
}

/** Put a snapshot into memory that was just set up. */
export function restore(memory, { size, places, content }) {
  const missing = (size - memory.buffer.byteLength) / WASM_PAGE;
  if (missing > 0) memory.grow(missing);
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(0); // blocks that are left out held nothing
  places.forEach((place, n) => bytes.set(content.subarray(n * BLOCK, (n + 1) * BLOCK), place));
}

/** The blocks of memory that are not all zero, one after the other, with the place of each in bytes. */
export function take(memory) {
  const words = new Uint32Array(memory.buffer);
  const step = BLOCK / words.BYTES_PER_ELEMENT;
  const places = [];
  for (let start = 0; start < words.length; start += step) {
    let at = start;
    while (at < start + step && words[at] === 0) at++;
    if (at < start + step) places.push(start * words.BYTES_PER_ELEMENT);
  }
  const content = new Uint8Array(places.length * BLOCK);
  places.forEach((place, n) => content.set(new Uint8Array(memory.buffer, place, BLOCK), n * BLOCK));
  return { size: memory.buffer.byteLength, places: new Uint32Array(places), content };
}

/** The result of a request to the store, once the transaction is done. */
function transaction(mode, ask) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("engine", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const work = opening.result.transaction(STORE, mode);
      const request = ask(work.objectStore(STORE));
      work.oncomplete = () => resolve(request.result);
      work.onerror = work.onabort = () => reject(work.error);
      work.addEventListener("complete", () => opening.result.close());
    };
  });
}
