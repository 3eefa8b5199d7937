// Runs the sources in MicroPython and scores lines of text; runs in the page that harness.py serves.
import { Python } from "/micropython.mjs";

export async function answers([lines, name]) {
  const python = await Python.from(fetch("/micropython.wasm"));
  for (const source of await (await fetch("/sources.json")).json()) python.run(source);
  return lines.map((line) => python.call(name, line));
}
