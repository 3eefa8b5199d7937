// After the server was restored from an older copy: the records that it lost and this phone has are sent again, in front
// of those that were never sent. A script of its own, which comes when it is needed.

const CONFIRMATIONS = ["agree", "dispute"];

/**
 * The base that a stored log and the server's have in common, and the records of the stored one behind it; also those that
 * the server has, since another phone may have brought them back: in front of what is missing they say what is known.
 */
export function behindCommon(stored, log) {
  const uids = log.records.map(([, , uid]) => uid);
  const parted = stored.records.findIndex(([, , uid], n) => uid !== uids[n]);
  const version = parted < 0 ? stored.records.length : parted;
  const base = version === log.version ? { version, hash: log.hash } : { version, hash: "", last: uids[version - 1] ?? "" };
  return { base, records: withoutLostAnswers(stored.records.slice(version), new Set(uids)) };
}

/** Records without the answers of people that the server lacks, which they can give again, and what takes one back. */
function withoutLostAnswers(records, known) {
  const left = new Set();
  return records.filter(([kind, { of }, uid]) => {
    const goes = !known.has(uid) && (CONFIRMATIONS.includes(kind) || left.has(of));
    if (goes) left.add(uid);
    return !goes;
  });
}

/** Put them into the outbox of the table, and send all that is in it. The server compares what stands. */
export async function sendAgain(outbox, stored, log, { readAll, transaction }) {
  await outbox.sending;
  const waiting = (await readAll()).filter((row) => row.table === outbox.table);
  const rows = rowsAgain(outbox.table, stored, log, waiting);
  await transaction(["unsent"], "readwrite", (unsent) => [
    ...waiting.map(({ key }) => unsent.delete(key)),
    ...rows.map((row) => unsent.add(row)),
  ]);
  await (outbox.loaded = outbox.load());
  outbox.flush();
}

/** The rows of the outbox with which the server's log (log) gets what the stored one has, in front of the rows that wait. */
export function rowsAgain(table, stored, log, waiting) {
  const { base, records } = behindCommon(stored, log);
  const again = records.map(([kind, body, uid, seq]) => {
    const seconds = stored.times?.[seq - 1]; // since the match began, as far as the stored log tells
    const made = seconds === undefined ? stored.seen_at : Number(stored.began[0]) + 1000 * seconds;
    return { table, address: `${table}/tail`, pairs: [["uid", uid]], made, record: [kind, body], edition: stored.edition, base };
  });
  return [...again, ...waiting.map(({ key, ...row }) => (row.record ? { ...row, base } : row))];
}
