import assert from "node:assert/strict";
import { test } from "node:test";

import { keepStorage } from "../../static/offline/this_phone.js";

let asked = 0;
let installed = false;
let recorded = null; // who listens to "recorded"
globalThis.document ??= {};
document.addEventListener = (_, listen) => (recorded = listen);
globalThis.matchMedia = () => ({ matches: installed });
globalThis.navigator ??= {};
Object.defineProperty(navigator, "storage", { configurable: true, value: { persist: async () => (asked += 1) } });

/** A page of a phone that has seen so many evenings. */
const page = async (evenings, stored = {}) => {
  asked = 0;
  const storeItem = (name, value) => (stored[name] = value);
  await keepStorage({ read: async () => ({ evenings: Array(evenings) }), readItem: (name) => stored[name], storeItem });
  return stored;
};

test("after three evenings it is asked once", async () => {
  await page(2);
  assert.equal(asked, 0);
  const stored = await page(3);
  assert.equal(asked, 1);
  await page(4, stored);
  assert.equal(asked, 0);
});

test("an installed app asks at its first deal", async () => {
  for ([installed] of [[false], [true]]) {
    await page(1);
    for (const detail of ["bid", "deal", "deal"]) recorded({ detail });
    assert.equal(asked, Number(installed));
  }
});
