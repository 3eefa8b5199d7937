// Loads the bundle into MicroPython and scores lines of text; runs in the page that harness.py serves.
import { loadMicroPython } from "/micropython.mjs";

async function start() {
  const python = await loadMicroPython({ url: "/micropython.wasm", heapsize: 16 * 1024 * 1024, pystack: 8 * 1024 });
  const files = await (await fetch("/bundle.json")).json();
  for (const [path, source] of Object.entries(files)) {
    python.FS.mkdirTree(`/bundle/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/bundle/${path}`, source);
  }
  python.runPython("import sys\nsys.path.insert(0, '/bundle')");
  return python;
}

export async function answers([lines, module]) {
  const python = await start();
  python.runPython(`from ${module} import score_text`);
  const scoreText = python.globals.get("score_text");
  return lines.map((line) => scoreText(line));
}
