// The phone engine: the table's Python in a worker of its own. Text in, text out; what it says is JSON.
// Everything that it needs is asked for at once, because each question costs a round trip.

import { keep, recalled, restore } from "./kept.js";

const WASM = new URL("./micropython.wasm", import.meta.url).href;
const HEAP = 16 * 1024 * 1024;
const STACK = 8 * 1024; // words of Python's own stack: drawing goes deeper than the default allows

const early = fetch(WASM);
const ask = self.fetch;
self.fetch = (address, ...rest) => (address === WASM ? early : ask(address, ...rest));
const interpreter = import("./micropython.mjs");
const compile = WebAssembly.instantiateStreaming;
let memory = null; // the interpreter's, which it keeps to itself
let answer = null; // drawing.phone.answer, once it is there

WebAssembly.instantiateStreaming = async (...given) => {
  const made = await compile.apply(WebAssembly, given);
  memory = made.instance.exports.memory;
  return made;
};

/** Start the interpreter on a bundle of Python files; from then on it answers. */
async function begin(address) {
  const name = address + self.location.pathname; // of the bundle, and of the interpreter
  const known = recalled(name);
  const { loadMicroPython } = await interpreter;
  const python = await loadMicroPython({ url: WASM, heapsize: HEAP, pystack: STACK });
  const kept = memory && (await known);
  if (kept) restore(memory, kept);
  else await read(python, address);
  answer = python.globals.get("answer");
  if (!kept && memory) keep(address.replace(/\.\w+\.jsonl$/, ""), name, memory);
  return "null";
}

/** Let the interpreter read a bundle as it comes: file after file, and at its end the words of its language. */
async function read(python, address) {
  python.runPython("import sys\nsys.path.insert(0, '/bundle')");
  let words = null;
  for await (const line of lines((await ask(address)).body)) {
    const [path, content, module] = JSON.parse(line);
    if (path) readFile(python, path, content, module);
    else words = content;
  }
  python.runPython("from drawing.phone import answer");
  python.globals.get("answer")("speak", JSON.stringify(words));
}

/** Let the interpreter have a file, and read it at once when all that it imports is there. */
function readFile(python, path, source, module) {
  python.FS.mkdirTree(`/bundle/${path}`.replace(/\/[^/]*$/, ""));
  python.FS.writeFile(`/bundle/${path}`, source);
  if (module) python.runPython(`import ${module}`);
}

/** The lines of a text while it comes, each with an end of its own. */
async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const whole = (rest + piece.value).split("\n");
    rest = whole.pop();
    yield* whole;
  }
}

self.onmessage = async ({ data: { id, what, text } }) => {
  try {
    self.postMessage({ id, text: what === "begin" ? await begin(text) : answer(what, text) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
