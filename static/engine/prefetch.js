// Fetches the files of the engine before somebody needs them: whoever asks for one then finds it on its way.

const KEY = "fetched ahead"; // in sessionStorage

/** Fetch worker and interpreter, and behind them the bundle that it will read, then the words. */
export async function prefetch({ worker, interpreter, bundle, words }) {
  fetchQuietly(worker);
  for (const address of [interpreter, bundle, words]) await fetchQuietly(address);
}

/** All of a file; whoever needs one that did not come asks for it once more. */
const fetchQuietly = (address) =>
  fetch(address, { priority: "low" }).then((answer) => answer.arrayBuffer()).catch(() => {});

/** The same once a visit and game, for whoever will soon be at the table. */
export async function prefetchOnce(files) {
  if (navigator.connection?.saveData || sessionStorage.getItem(KEY) === files.words) return;
  sessionStorage.setItem(KEY, files.words);
  await prefetch(files);
}
