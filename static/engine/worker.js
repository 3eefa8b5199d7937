// The phone engine: the table's Python in a worker of its own. Text in, text out; what it says is JSON.
// Everything that it needs is asked for at once, because each question costs a round trip.

const WASM = new URL("./micropython.wasm", import.meta.url).href;
const HEAP = 16 * 1024 * 1024;
const STACK = 8 * 1024; // words of Python's own stack: drawing goes deeper than the default allows

const early = fetch(WASM);
const ask = self.fetch;
self.fetch = (address, ...rest) => (address === WASM ? early : ask(address, ...rest));
const interpreter = import("./micropython.mjs");
let answer = null; // drawing.phone.answer, once it is there

/** Start the interpreter on a bundle of Python files; from then on it answers. */
async function begin(address) {
  const asked = ask(address);
  const { loadMicroPython } = await interpreter;
  const python = await loadMicroPython({ url: WASM, heapsize: HEAP, pystack: STACK });
  const { files, language } = await (await asked).json();
  for (const [path, source] of Object.entries(files)) {
    python.FS.mkdirTree(`/bundle/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/bundle/${path}`, source);
  }
  python.runPython("import sys\nsys.path.insert(0, '/bundle')\nfrom drawing.phone import answer");
  answer = python.globals.get("answer");
  return answer("speak", JSON.stringify(language));
}

self.onmessage = async ({ data: { id, what, text } }) => {
  try {
    self.postMessage({ id, text: what === "begin" ? await begin(text) : answer(what, text) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
