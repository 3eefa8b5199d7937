// The rows of the outbox, one an entry, in the order in which they were made: { table, address, pairs, made }, and of an
// entry that the engine drew also { record, counted, edition, base }.

import { extend } from "./match_store.js";
import { transaction } from "./phone_store.js";

const [ROWS, LOGS, DISK_PATIENCE] = ["unsent", "matches", 1000]; // ms that a tap waits for a slow disk

/** Every row, with its key. */
export async function readAll() {
  const found = await transaction([ROWS], "readonly", (store) => [store.getAll(), store.getAllKeys()]);
  const [rows, keys] = found ?? [[], []];
  return rows.map((row, n) => ({ ...row, key: keys[n] }));
}

/** Add a row; done resolves when it would outlive the browser, or when that takes too long. */
export function add(row) {
  const key = transaction([ROWS], "readwrite", (store) => [store.add(row)]).then((keys) => keys?.[0]);
  const late = new Promise((resolve) => setTimeout(resolve, DISK_PATIENCE));
  return { key, done: Promise.race([key, late]) };
}

/** Write a row so that it outlives a power cut, too. */
export const writeDurably = (row, key) => transaction([ROWS], "readwrite", (store) => [store.put(row, key)], "strict");

/**
 * Remove rows, write those that go on under their keys, and let the stored log follow (more: match_store.js): all of it or
 * nothing.
 */
export const settleRows = (gone, rest, more) =>
  transaction([ROWS, LOGS], "readwrite", (rows, logs) => [
    ...gone.map((key) => rows.delete(key)),
    ...rest.map(([key, row]) => rows.put(row, key)),
    ...(more ? [extend(logs, more)] : []),
  ]);
