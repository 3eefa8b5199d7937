// The outbox in IndexedDB: it outlives a browser that is killed, as localStorage does not. One row an entry, in the order
// in which they were made: { table, address, pairs, made }. Without IndexedDB nothing is stored, only the page remembers.

import { transaction } from "./phone_store.js";

const [ROWS, PATIENCE] = ["unsent", 1000]; // ms that a tap waits for a slow disk

/** Every row, with its key. */
export async function readAll() {
  const found = await transaction(ROWS, "readonly", (store) => [store.getAll(), store.getAllKeys()]);
  const [rows, keys] = found ?? [[], []];
  return rows.map((row, n) => ({ ...row, key: keys[n] }));
}

/** Add a row; done resolves when it would outlive the browser, or when that takes too long. */
export function add(row) {
  const key = transaction(ROWS, "readwrite", (store) => [store.add(row)]).then((keys) => keys?.[0]);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  return { key, done: Promise.race([key, late]) };
}

/** Write a row so that it outlives a power cut, too. */
export const writeDurably = (row, key) => transaction(ROWS, "readwrite", (store) => [store.put(row, key)], "strict");

export const remove = (key) => transaction(ROWS, "readwrite", (store) => [store.delete(key)]);
