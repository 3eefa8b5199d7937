// Gives the sources to MicroPython and scores lines of text; runs in the page that harness.py serves.
import { Python } from "/micropython.mjs";

export async function withSources() {
  const python = await Python.from(fetch("/micropython.wasm"));
  for (const [path, source] of Object.entries(await (await fetch("/sources.json")).json())) python.put(path, source);
  return python;
}

export async function answers([lines, module]) {
  const python = await withSources();
  return lines.map((line) => python.call(module, "score_text", line));
}
