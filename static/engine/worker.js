// The phone engine: the table's Python in a worker of its own. Text in, text out; what it says is JSON.
// Everything that it needs is asked for at once, because each question costs a round trip.

import { keep, recalled, restore } from "./memory_snapshot.js";
import { Python } from "./micropython.js";

const ENGINE = "drawing.engine_api";

const interpreter = fetch(new URL("./micropython.wasm", import.meta.url));
let python = null; // the interpreter, when it has begun

/** Start the interpreter on a bundle of Python files; from then on it answers. */
async function begin(address) {
  const name = address + self.location.pathname; // of the bundle, and of the interpreter
  const known = recalled(name);
  python = await Python.from(interpreter);
  const kept = await known;
  if (kept) return restore(python.memory, kept);
  await read(address);
  keep(address.replace(/\.\w+\.jsonl$/, ""), name, python.memory); // what is asked meanwhile is not in it
  return undefined;
}

/** Let the interpreter read a bundle as it comes: file after file, and at its end the words of its language. */
async function read(address) {
  let words = null;
  for await (const line of lines((await fetch(address)).body)) {
    const [path, content, module] = JSON.parse(line);
    if (path) python.put(path, content);
    else words = content;
    if (module) python.load(module); // all that it imports is there
  }
  python.ask(ENGINE, "answer", "speak", JSON.stringify(words));
  python.forget();
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
    if (what === "begin") await begin(text);
    self.postMessage({ id, text: what === "begin" ? "null" : python.ask(ENGINE, "answer", what, text) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
