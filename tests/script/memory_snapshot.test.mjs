import assert from "node:assert/strict";
import { test } from "node:test";
import { load, restore, take } from "../../static/engine/memory_snapshot.js";

const memory = (pages) => new WebAssembly.Memory({ initial: pages, maximum: 8 });

test("restored memory is the same to the last byte, grown where it was larger", () => {
  const [older, fresh] = [memory(3), memory(1)];
  const bytes = new Uint8Array(older.buffer);
  for (const place of [0, 1023, 5000, 65536, 3 * 65536 - 1]) bytes[place] = 1 + (place % 250);
  restore(fresh, take(older));
  assert.equal(fresh.buffer.byteLength, older.buffer.byteLength);
  assert.deepEqual(new Uint8Array(fresh.buffer), bytes);
});

test("a block that was zero is zero again, whatever the next interpreter has there", () => {
  const [older, next] = [memory(2), memory(2)];
  new Uint8Array(older.buffer)[5000] = 1;
  new Uint8Array(next.buffer)[70000] = 9;
  restore(next, take(older));
  assert.deepEqual(new Uint8Array(next.buffer), new Uint8Array(older.buffer));
});

test("blocks without anything are left out", () => {
  const sparse = memory(2);
  new Uint8Array(sparse.buffer)[70000] = 7;
  const { size, places, content } = take(sparse);
  assert.deepEqual([size, [...places], content.length], [2 * 65536, [69632], 1024]);
});

test("a snapshot that is out of reach is none", async () => {
  const value = { open: () => ({}) }; // a store that never opens
  Object.defineProperty(globalThis, "indexedDB", { value, configurable: true });
  assert.equal(await load("a"), null);
});
