// An interpreter that has started once is kept as its memory was then, so that the next start reads no Python.
// Where the browser keeps nothing, every start is a first one.

const WASM_PAGE = 65536; // bytes
const PIECE = 1024; // bytes that are kept or left out together
const SHELF = "started";

/** What was kept under this name, for restore(); null when there is none. */
export async function recalled(name) {
  try {
    return (await asked("readonly", (shelf) => shelf.get(name))) ?? null;
  } catch {
    return null;
  }
}

/** Keep memory as it is now under a name, in place of all that was kept for the same subject. */
export async function keep(subject, name, memory) {
  const found = snapshot(memory);
  try {
    await asked("readwrite", (shelf) => {
      shelf.delete(IDBKeyRange.bound(subject, `${subject}\uffff`));
      return shelf.put(found, name);
    });
  } catch {
    // a browser that keeps nothing, or has no room
  }
}

/** Give memory that was just set up what was kept. */
export function restore(memory, { size, places, content }) {
  const missing = (size - memory.buffer.byteLength) / WASM_PAGE;
  if (missing > 0) memory.grow(missing);
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(0); // pieces that are left out held nothing
  places.forEach((place, n) => bytes.set(content.subarray(n * PIECE, (n + 1) * PIECE), place));
}

/** What restore() takes: the pieces of memory that hold anything, one after the other, with the place of each in bytes. */
export function snapshot(memory) {
  const words = new Uint32Array(memory.buffer);
  const step = PIECE / words.BYTES_PER_ELEMENT;
  const places = [];
  for (let start = 0; start < words.length; start += step) {
    let at = start;
    while (at < start + step && words[at] === 0) at++;
    if (at < start + step) places.push(start * words.BYTES_PER_ELEMENT);
  }
  const content = new Uint8Array(places.length * PIECE);
  places.forEach((place, n) => content.set(new Uint8Array(memory.buffer, place, PIECE), n * PIECE));
  return { size: memory.buffer.byteLength, places: new Uint32Array(places), content };
}

/** What a question to the shelf is answered, once it is carried out. */
function asked(mode, question) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("engine", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(SHELF);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const work = opening.result.transaction(SHELF, mode);
      const request = question(work.objectStore(SHELF));
      work.oncomplete = () => resolve(request.result);
      work.onerror = work.onabort = () => reject(work.error);
      work.addEventListener("complete", () => opening.result.close());
    };
  });
}
