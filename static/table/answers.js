// What becomes of the server's answers to what this page records: what the engine drew is confirmed, or the server's table
// takes its place.

import { painted } from "../dom/after_paint.js";
import { countOf, requestBody, uidOf } from "../net/outbox.js";
import { request } from "../net/request.js";
import { matchPath, pageVersion } from "./draft.js";
import { renumber, showConfirmations } from "./render.js";
import { engine, onEngineError, renewEngine, stopEngine, syncEngine } from "./table_engine.js";
import { noteUnsent, outbox, showUnsent, showsTable } from "./unsent.js";

const UNTOLD = 2000; // ms that what an earlier page left may be on its way before it is told

let replacements = 0; // how often the server's answer has replaced the table
let showLate = null; // shows an answer to what is sent by itself

export const replacementCount = () => replacements;

/** From now on answers to what is sent by itself are shown by show(answer, data). */
export function showAnswersBy(show) {
  showLate = show;
  catchUp();
}

/** Replace the table by the server's answer; until then a tap is one on what was there. */
async function replace(answer, { data, show }) {
  await (showLate ?? show)(answer, data);
  replacements += 1;
  showUnsent();
}

/** Replace it by the table as the server has it by now. */
const refetch = async (entry) => replace(await request("GET", matchPath(), null, ""), entry);

/** Send a record once its new totals are painted; the answer is looked at when all of it is shown. */
export async function settle(entry, stored, showing) {
  const body = requestBody(entry, countOf(entry));
  await stored;
  await painted();
  document.body.dataset.saving = "";
  outbox.underway = [entry];
  try {
    const answer = await request("POST", entry.address, body, "");
    await showing;
    return await outbox.answered(answer, entry);
  } catch (error) {
    await showing;
    return outbox.retryLater(error);
  } finally {
    delete document.body.dataset.saving;
  }
}

/** The answer to one entry that was sent as its form. */
async function onAnswer(answer, entry) {
  if (answer.version) await confirmed([entry], answer);
  else if (entry.record) await correct(answer, entry);
  else {
    await replace(answer, entry);
    syncEngine(); // the engine learns of it while the next tap may come
  }
  renewEngine(answer.engine);
  showUnsent();
}

/** The answer to a tail. */
async function onTail(answer) {
  const { sent, branch, asSent } = answer;
  if (asSent) await confirmed(sent, answer);
  else await redraw(sent.at(-1));
  noteUnsent(branch ? { branch } : {});
}

/** Show the log as the server has it by now, with what was recorded here meanwhile on it. */
async function redraw(entry) {
  await engine()?.syncLog().catch(onEngineError);
  const drawn = await engine()?.draw("", String(engine().version), true).catch(onEngineError);
  if (drawn) await replace({ ...drawn, status: 200 }, entry);
  else await refetch(entry).catch(() => {}); // without an answer the next poll brings it
}

/** It is recorded as it is shown; where confirmations came in before it, the page is updated. */
async function confirmed(entries, { version, hash }) {
  const uids = entries.map(uidOf);
  const shown = entries.at(-1).shown ?? Infinity;
  if (!engine()?.begins(uids) || Number(pageVersion()) < shown) {
    await refetch(entries.at(-1)); // an older page came between, or an earlier page had recorded it
    return syncEngine();
  }
  const due = engine().base.version + uids.length;
  await engine().confirm(uids, { version, hash }).catch(onEngineError);
  if (version === due) return undefined;
  renumber(matchPath(), String(Number(pageVersion()) + version - due));
  await engine()?.syncLog().catch(onEngineError);
  const doc = await engine()?.drawConfirmations().catch(onEngineError);
  if (doc) showConfirmations(doc);
  return undefined;
}

/** The server's sheet differs from the engine's: show it; the engine loads the log or, having miscounted, stops. */
async function correct(answer, entry) {
  if (answer.engine === "differs") stopEngine("it counted differently");
  await engine()?.revert().catch(onEngineError);
  await replace(answer, entry);
  await engine()?.syncLog().catch(onEngineError); // also at the same version: one of the records is another's
}

/** No answer: what is on the pad is told there, what stands on the sheet beside it. */
function onFailure(words) {
  if (outbox.undrawn.length) document.dispatchEvent(new CustomEvent("unanswered", { detail: words }));
  noteUnsent({ failed: true, refusal: words });
}

/**
 * Draw what an earlier page recorded and this one does not know to be with the server: the pad is that of the deal behind it
 * from then on. What the log has already got there, and only its answer was lost.
 */
async function catchUp() {
  await outbox.loaded;
  const waiting = outbox.entries.filter(({ record, shown }) => record && shown === undefined);
  if (!showLate || !waiting.length || !engine()) return;
  const left = waiting.filter((entry) => !engine().known.has(uidOf(entry)));
  if (left.length && !engine().begins(left.map(uidOf))) return;
  const { version } = engine();
  const drawn = await engine().draw("", String(version), true).catch(onEngineError);
  if (!drawn || version !== engine()?.version) return;
  for (const entry of waiting) entry.shown = version - left.length + left.indexOf(entry) + 1;
  await replace({ ...drawn, status: 200 }, waiting.at(-1));
}

if (showsTable) {
  Object.assign(outbox, { engine, onAnswer, onTail, onFailure });
  document.addEventListener("engine", catchUp);
  outbox.loaded.then(() => outbox.first && setTimeout(() => outbox.first && noteUnsent({ failed: true }), UNTOLD));
}

