// The memory of an interpreter comes back as it was kept, whatever the next one has in the meantime.

import assert from "node:assert/strict";
import test from "node:test";

import { restore, snapshot } from "./static/engine/kept.js";

const PAGES = 2;
const bytes = (memory) => Buffer.from(memory.buffer);
const same = (one, other) => assert.equal(Buffer.compare(bytes(one), bytes(other)), 0);

test("a piece that became zero is zero again", () => {
  const first = new WebAssembly.Memory({ initial: PAGES });
  bytes(first).set([1, 2, 3], 5000);
  const found = snapshot(first);
  const next = new WebAssembly.Memory({ initial: PAGES });
  bytes(next).set([9, 9, 9], 70000); // what was set up, and was zero when the memory was kept
  restore(next, found);
  same(next, first);
});

test("memory that is smaller grows", () => {
  const first = new WebAssembly.Memory({ initial: PAGES });
  bytes(first)[PAGES * 65536 - 1] = 7;
  const next = new WebAssembly.Memory({ initial: 1 });
  restore(next, snapshot(first));
  same(next, first);
});
