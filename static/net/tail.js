// The tail of a match: what the engine of this phone recorded and the server does not have yet, sent as one request. The
// server compares what stands; what it cannot join it stores as a branch, so that nothing depends on this phone any more.
// A script of its own, which comes when the page is there.

const [MOST, LARGEST] = [200, 100000]; // records, and characters of them, in one request

/** The body of the request for as many entries as it holds, and these. */
export function tailBody(entries) {
  const records = [];
  let size = 0;
  for (const { record, counted, made, data } of entries.slice(0, MOST)) {
    const [kind, body] = record;
    const text = counted ? JSON.stringify(counted) : null; // what the phone had counted after it
    const row = { uid: data.get("uid"), kind, body, made_at: made, counted: text };
    size += JSON.stringify(row).length;
    if (records.length && size > LARGEST) break;
    records.push(row);
  }
  const [{ base, edition }] = entries;
  const body = { base: base.version, hash: base.hash, last: base.last, edition, records };
  return { body, sent: entries.slice(0, records.length) };
}

/**
 * Send a tail of an outbox; whether it is with the server then, null without an answer. Where it became a branch, what was
 * recorded on it meanwhile goes there, too.
 */
export async function sendTail(outbox, tail, token, { askForToken, askJson, reportLine }) {
  const newToken = () => askForToken().then((line) => line.token, () => null); // that of the entries may be of long ago
  const valid = token ?? (outbox.onAnswer ? null : await newToken()) ?? tail[0].data.get("csrf_token") ?? "";
  const answer = await answerTo(askJson, `${outbox.table}/tail`, tail, valid).catch((error) => {
    reportLine(false);
    throw error;
  });
  reportLine(true);
  outbox.attempts = 0;
  if (!answer.kept) return outbox.retryRefused([answer.problems].flat().join(" "));
  const grown = answer.sent.length === tail.length && outbox.drawn.length > tail.length;
  if (answer.branch && grown) return outbox.sendNext();
  const base = Number.isInteger(answer.version) && answer.hash ? { version: answer.version, hash: answer.hash } : null;
  outbox.remove(answer.sent, base, answer.asSent);
  await outbox.onTail?.(answer);
  return true;
}

/**
 * Send a tail; resolves to what the server answers (version, hash, branch, or problems in words) with sent, the entries
 * that it is about, kept, whether all of them are with the server now (in the log, as another phone's, in a branch), and
 * asSent, whether the log goes on with them as they stand here. Rejects without an answer, as request() does.
 */
async function answerTo(askJson, address, entries, token) {
  const { body, sent } = tailBody(entries);
  const told = await askJson(address, isWhole, { token, body });
  return { ...told, sent, kept: isKept(told), asSent: isAsSent(told, sent) };
}

/** Whether an answer says what became of the tail, or why nothing did. */
const isWhole = (told, status) => (status === 200 ? Number.isInteger(told.version) : isKept(told) || "problems" in told);

const isKept = ({ version, branch }) => Number.isInteger(version) || Boolean(branch);

/** Nothing between, nothing dropped, nothing counted anew, nobody known as somebody else. */
function isAsSent({ version, taken = {}, differs = {}, people = {}, branch }, sent) {
  const base = sent[0].base.version;
  const inOrder = sent.every((entry, n) => taken[entry.data.get("uid")] === base + n + 1);
  return !branch && inOrder && version === base + sent.length && !Object.keys({ ...differs, ...people }).length;
}
