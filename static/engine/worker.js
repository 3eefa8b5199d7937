// The phone engine: the table's Python in a worker of its own. Text in, text out, mostly JSON.
// Everything that it needs is fetched at once, because each request costs a round trip.

import { load, restore, save } from "./memory_snapshot.js";
import { Python } from "./micropython.js";

const API = ["drawing.engine_api", "answer"]; // module and function that answer every call

const interpreter = fetch(new URL("./micropython.wasm", import.meta.url));
let python = null; // the interpreter, once it has started

/** Start the interpreter on the files that games, or the shell, need of a bundle (address#shell-game); from then on it answers. */
async function start(address) {
  const [, bundle, hash, game] = /^(.*)\.(\w+)\.jsonl#([\w-]*)$/.exec(address);
  const subject = `${bundle}#${game}/`;
  const name = subject + hash + self.location.pathname; // of the bundle, the game and the interpreter
  const loading = load(name);
  python = await Python.from(interpreter);
  const snapshot = await loading;
  if (snapshot) return restore(python.memory, snapshot);
  await read(address, game);
  save(subject, name, python.memory); // calls made meanwhile are not in it
  return undefined;
}

/** Let the interpreter import a bundle as it comes; at its end stands the catalogue of the language. */
async function read(address, game) {
  const places = game.split("-");
  const [packages, waiting] = [new Set(), []];
  const isWhole = (path) => path.split("/").slice(0, -1).every((_, n, folders) => packages.has(folders.slice(0, n + 1).join("/")));
  let catalogue = null;
  for await (const line of lines((await fetch(address)).body)) {
    const [path, content, needing] = JSON.parse(line);
    if (!path) catalogue = content;
    if (!path || (needing.length && !places.some((place) => needing.includes(place)))) continue;
    python.put(path, content);
    waiting.push(path);
    if (path.endsWith("/__init__.py")) packages.add(path.replace("/__init__.py", ""));
    if (waiting.every(isWhole)) for (const one of waiting.splice(0)) python.load(one); // the rest is still on its way
  }
  python.forget();
  const { games, ...language } = catalogue;
  for (const place of places) Object.assign(language.texts, games[place]); // the shell has none of its own
  python.call(...API, "set_language", JSON.stringify(language));
}

/** The lines of a stream of text, each of which ends with a line end. */
async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const whole = (rest + chunk.value).split("\n");
    rest = whole.pop();
    yield* whole;
  }
}

self.onmessage = async ({ data: { id, what, text } }) => {
  try {
    if (what === "start") await start(text);
    self.postMessage({ id, text: what === "start" ? "null" : python.call(...API, what, text) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
