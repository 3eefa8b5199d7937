// Fetches the files of the engine before somebody needs them: whoever asks for one then finds it on its way.

const KEY = "fetched ahead"; // in sessionStorage
const ALMOST = 0.85; // of the interpreter has come when the bundle is asked for: the one starts while the other comes

const fetchQuietly = (address) => fetch(address, { priority: "low" });
const ignore = () => {}; // whoever needs it asks for it once more

/** Fetch worker and interpreter, and behind them the bundle that it will read, then the words. */
export function prefetch({ worker, interpreter, size, bundle, words }) {
  const all = (address) => fetchQuietly(address).then((answer) => answer.arrayBuffer()).catch(ignore);
  all(worker);
  return fetchMost(interpreter, ALMOST * size, () => all(bundle).then(() => all(words))).catch(ignore);
}

/** Fetch a file, and call a function when so many of its bytes have come. */
async function fetchMost(address, bytes, then) {
  const reader = (await fetchQuietly(address)).body.getReader();
  let left = bytes;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (left > 0 && left <= chunk.value.length) then();
    left -= chunk.value.length;
  }
}

/** The same once a visit and game, for whoever will soon be at the table. */
export async function prefetchOnce(files) {
  if (navigator.connection?.saveData || sessionStorage.getItem(KEY) === files.words) return;
  sessionStorage.setItem(KEY, files.words);
  await prefetch(files);
}
