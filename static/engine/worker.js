// The phone engine: the table's Python in a worker of its own. Text in, text out, mostly JSON.
// Everything that it needs is fetched at once, because each request costs a round trip.

import { load, restore, save } from "./memory_snapshot.js";
import { Python } from "./micropython.js";

const API = ["table.engine_api", "answer"]; // module and function that answer every call

const interpreter = fetch(new URL("./micropython.wasm", import.meta.url));
let python = null; // the interpreter, once it has started

/** Start the interpreter on what games, or the shell, need of the files (bundle words shell-game); from then on it answers. */
async function start(files) {
  const [bundle, words, game] = files.split(" ");
  const subject = `${words.slice(words.lastIndexOf("/") + 1)} ${game} `;
  const name = subject + bundle; // its address changes with everything that runs here
  const loading = load(name);
  python = await Python.from(interpreter);
  const snapshot = await loading;
  if (snapshot) return restore(python.memory, snapshot);
  await read(bundle, words, game.split("-"));
  save(subject, name, python.memory); // calls made meanwhile are not in it
  return undefined;
}

/** Let the interpreter import a bundle as it comes, then tell it the words of the language. */
async function read(bundle, words, places) {
  const file = await fetch(bundle);
  const catalogue = fetch(words).then((answer) => answer.json());
  catalogue.catch(() => {}); // it is looked at below
  const [packages, waiting] = [new Set(), []];
  const isWhole = (path) => path.split("/").slice(0, -1).every((_, n, folders) => packages.has(folders.slice(0, n + 1).join("/")));
  let last = null;
  for await (const line of lines(file.body)) {
    const [path, content, needing] = JSON.parse(line);
    last = path;
    if (!path || (needing.length && !places.some((place) => needing.includes(place)))) continue;
    python.put(path, content);
    waiting.push(path);
    if (path.endsWith("/__init__.py")) packages.add(path.replace("/__init__.py", ""));
    if (waiting.every(isWhole)) for (const one of waiting.splice(0)) python.load(one); // the rest is still on its way
  }
  if (last !== "") throw new Error("the bundle is cut short");
  python.forget();
  const { games, ...language } = await catalogue;
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
