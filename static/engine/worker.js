// The phone engine: the table's Python in a worker of its own. Text in, text out, mostly JSON.
// Everything that it needs is fetched at once, because each request costs a round trip.

import { load, restore, save } from "./memory_snapshot.js";
import { Python } from "./micropython.js";

const CALL = "drawing_engine_api_answer"; // answer() of drawing/engine_api.py, as web/phone_engine/ names it

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

/** Let the interpreter run a bundle as it comes: source after source, at its end the catalogue of the language. */
async function read(address, game) {
  const places = game.split("-");
  let catalogue = null;
  for await (const line of lines((await fetch(address)).body)) {
    const [content, needing] = JSON.parse(line);
    if (needing.length && !places.some((place) => needing.includes(place))) continue;
    if (typeof content === "string") python.run(content);
    else catalogue = content;
  }
  const { games, ...language } = catalogue;
  for (const place of places) Object.assign(language.texts, games[place]); // the shell has none of its own
  python.call(CALL, "set_language", JSON.stringify(language));
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
    self.postMessage({ id, text: what === "start" ? "null" : python.call(CALL, what, text) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
