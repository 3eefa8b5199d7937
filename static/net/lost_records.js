// What this phone knows to be recorded and the server lacks, since it was restored from an older copy: it is sent again,
// in front of what was not sent yet. A script of its own, which comes when it is needed.

const CONFIRMATIONS = ["agree", "dispute"]; // other people's: they can be given again

/** The records of a stored log that the server's log lacks, and the base on which they follow there. */
export function lostRecords(stored, log) {
  const uids = log.records.map(([, , uid]) => uid);
  const parted = stored.records.findIndex(([, , uid], n) => uid !== uids[n]);
  const version = parted < 0 ? stored.records.length : parted;
  const base = version === log.version ? { version, hash: log.hash } : { version, hash: "", last: uids[version - 1] ?? "" };
  const known = new Set(uids);
  return { base, lost: stored.records.filter(([kind, , uid]) => !known.has(uid) && !CONFIRMATIONS.includes(kind)) };
}

/** Put them into the outbox of the table, and send all that is in it. The server compares what stands. */
export async function sendAgain(outbox, stored, log, { readAll, transaction }) {
  await outbox.sending;
  const { table } = outbox;
  const { base, lost } = lostRecords(stored, log);
  const rows = lost.map(([kind, body, uid, seq]) => {
    const pairs = [["uid", uid]];
    return { table, address: `${table}/tail`, pairs, made: madeAt(stored, seq), record: [kind, body], edition: stored.edition, base };
  });
  const waiting = (await readAll()).filter((row) => row.table === table);
  const behind = waiting.map(({ key, ...row }) => (row.record ? { ...row, base } : row));
  await transaction(["unsent"], "readwrite", (unsent) => [
    ...waiting.map(({ key }) => unsent.delete(key)),
    ...[...rows, ...behind].map((row) => unsent.add(row)),
  ]);
  await (outbox.loaded = outbox.load());
  outbox.flush();
}

/** When a record was made, in ms since 1970, as far as the stored log tells. */
function madeAt({ began, times = [], seen_at }, seq) {
  const seconds = times[seq - 1];
  return seconds === undefined ? seen_at : Number(began[0]) + 1000 * seconds;
}
