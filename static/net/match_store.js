// The logs of the matches that this phone has seen last, so that a table goes on from them where no server answers.

import { put, read, readAllOf, transaction } from "./phone_store.js";

const MOST_MATCHES = 60; // matches; those with something unsent do not count

/** The log of a match as it was stored, or undefined. */
export const readLog = (path) => read("matches", path);

/** Store a log as the server told it, with the engine's edition, and forget those that were seen longest ago. */
export async function storeLog(path, log, edition) {
  await put("matches", path, { ...log, path, edition, seen_at: Date.now() });
  const [many] = (await transaction(["matches"], "readonly", (rows) => [rows.count()])) ?? [0];
  if (many <= MOST_MATCHES) return;
  const [logs, unsent] = await Promise.all([readAllOf("matches"), readAllOf("unsent")]);
  for (const old of oldest(logs, new Set(unsent.map(({ table }) => table)))) await put("matches", old, undefined);
}

/** The paths of the logs that are too many, of matches without anything unsent. */
export function oldest(logs, waiting) {
  const idle = logs.filter(({ path }) => !waiting.has(path)).sort((one, other) => other.seen_at - one.seen_at);
  return idle.slice(MOST_MATCHES).map(({ path }) => path);
}

/** Add records ([kind, body, uid]) to the stored log that they follow. */
export const extendLog = (more) => transaction(["matches"], "readwrite", (logs) => [extend(logs, more)]);

/**
 * The same within a transaction: more is { path, after, records, version, hash }. Where other records came in between, or
 * where another version is stored, the stored log stays as it is.
 */
export function extend(logs, { path, after, records, version, hash }) {
  const reading = logs.get(path);
  reading.onsuccess = () => {
    const log = reading.result;
    if (log?.version !== after || version !== after + records.length) return;
    const added = records.map(([kind, body, uid], n) => [kind, body, uid, after + n + 1]);
    logs.put({ ...log, version, hash, records: [...log.records, ...added], seen_at: Date.now() }, path);
  };
  return reading;
}
