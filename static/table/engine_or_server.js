// Who draws the table: the phone engine while it is ready and at the version of the page, else the server. Nothing else
// knows. An answer is { doc, status, query }: a document with the parts that a tap changes, and the query of its address.
// The engine's answer to a record is shown at once, while the record is on its way to the server. When that gets no
// answer the record stays as it is drawn, and the engine records the next on top of it.

import { isBeside, Outbox, unsentTables } from "../net/outbox.js";
import { request } from "../net/request.js";
import { draftQuery, forgetDraft, matchPath, pageVersion } from "./draft.js";
import { replacementCount, settle, showAnswersBy } from "./answers.js";
import { onlyConfirmations, renumber, showConfirmations } from "./render.js";
import { engine, onEngineError, places, syncEngine } from "./table_engine.js";
import { isCaughtUp, outbox, showUnsent } from "./unsent.js";

const PATIENCE = 1500; // ms that a record waits for the answer to the one before, where the engine can go on without

const AT_END = /\/(?:undo|redo|reopen)$/; // what is recorded where the end of the match is shown

let drawing = null; // the request for a draft
let turn = 0; // counts drafts and records
let settling = false; // a record is on its way behind what is shown
let withdrawn = null; // what got no answer and was changed since: the same tap records it under the same uid

export const currentPad = () => document.getElementById("pad"); // another after each record, the same while one chooses

/** Draw a changed draft; what got no answer and is on the pad still is withdrawn, since it is being changed. */
export function drawChange(query, address = matchPath()) {
  if (!settling && withdraw()) document.dispatchEvent(new Event("withdrawn"));
  return draw(query, address);
}

/**
 * The table with a draft that was begun on a version; null when a later draft or record has overtaken it, or when
 * another pad is there by now: the draft is recorded, say. Rejects without an answer.
 */
export async function draw(query, address = matchPath(), began = pageVersion()) {
  const mine = overtake();
  const pad = currentPad();
  const wanted = (answer) => (mine === turn && pad === currentPad() ? answer : null);
  const drawn = address === matchPath() && (await engine()?.draw(query, began).catch(onEngineError));
  if (drawn || mine !== turn) return wanted(drawn);
  drawing = new XMLHttpRequest();
  return request("GET", address + query, null, pageVersion(), drawing, began).then(wanted, (error) => {
    if (wanted(true)) throw error;
    return null;
  });
}

/** The draft that is being drawn is wanted no more; the number of what overtakes it. */
function overtake() {
  drawing?.abort();
  turn += 1;
  return turn;
}

/**
 * Record a form. show(answer, data) is called with what is to be shown, and again if the server says otherwise. It waits
 * until the record before is answered, or goes on top of it when that gets no answer; what was tapped on top of something
 * that is then refused is dropped. Nothing is lost: net/outbox.js.
 */
export async function record(address, data, show) {
  overtake();
  await outbox.loaded;
  if (!isCaughtUp()) return undefined; // this pad is that of an earlier deal
  const entry = { address, data, show };
  const behind = settling;
  if (behind) setBehind(data);
  const isSame = ([first]) => first && contentOf(first) === contentOf(entry);
  const again = !behind && isSame(outbox.undrawn);
  const tapped = replacementCount();
  const before = await outcome();
  const refused = before === false && replacementCount() > tapped; // or the refusal was there when this was tapped
  if (refused || (before && again)) return undefined;
  const taken = again ? [] : [withdrawn?.uid, ...outbox.entries.map((one) => one.data.get("uid"))];
  while (taken.includes(data.get("uid"))) data.set("uid", `${data.get("uid")}-`); // all forms of a pad have the same
  return (await onTop(entry, again)) ? undefined : score(entry);
}

/** What came of the record before: whether it is recorded, null without an answer or a line. */
function outcome() {
  if (!canGoOn() || !outbox.sending) return outbox.sending;
  const patience = outbox.attempts ? 0 : PATIENCE;
  return Promise.race([outbox.sending, new Promise((resolve) => setTimeout(() => resolve(null), patience))]);
}

/** Whether the engine can record on top of what waits. */
const canGoOn = () => engine() && String(engine().version) === pageVersion() && !outbox.undrawn.length;

/** Whether the page of the end need not be left for a record: the engine draws what it leads to. */
export const recordsInPlace = (address) => AT_END.test(address) && pageVersion() && canGoOn();

/** Send what the pad still shows, and behind it what is about it, Undo say; whether that is all there is to do. */
async function onTop(entry, again) {
  const [first] = outbox.undrawn;
  if (!first) return false;
  const other = !again && first.address !== entry.address;
  if (other) {
    setBehind(entry.data);
    outbox.add(entry);
  }
  const sends = other || (again && outbox.last !== first);
  if (sends) await outbox.flush();
  return sends;
}

/** Let the engine score a record and show it, and send it; where only the server can tell, it is shown when answered. */
async function score(entry) {
  const { address, data, show } = entry;
  withdraw();
  if (withdrawn?.content === contentOf(entry) && withdrawn.after === data.get("after")) data.set("uid", withdrawn.uid);
  const drawn = await engine()?.record(address, data, pageVersion()).catch(onEngineError);
  if (drawn && !drawn.counted) return show(drawn, data);
  const ahead = outbox.waits || isBeside(address);
  if (ahead) setBehind(data);
  if (drawn) Object.assign(entry, ownCount(drawn));
  const stored = outbox.add(entry);
  if (drawn) return ahead ? goAhead(entry, drawn, stored) : goAlone(entry, drawn, stored);
  forgetDraft(matchPath(), data.get("after"));
  return void (await outbox.flush());
}

/** What the engine made of a record, for its entry. shown: the version at which the page shows it. */
const ownCount = ({ record: row, counted }) => ({
  record: row,
  counted,
  edition: places.edition,
  base: engine()?.base,
  shown: engine()?.version,
});

/** Show a record while it is on its way. */
async function goAlone(entry, drawn, stored) {
  settling = true;
  let done = null;
  const showing = new Promise((resolve) => (done = resolve));
  const sending = settle(entry, stored, showing).finally(() => (settling = false));
  outbox.hold(sending).then((recorded) => recorded && outbox.send()); // what was recorded on it meanwhile
  await stored;
  return entry.show(drawn, entry.data).finally(done);
}

/** Show a record on top of what waits, and send all of it. */
async function goAhead(entry, drawn, stored) {
  await stored;
  await entry.show(drawn, entry.data);
  showUnsent();
  outbox.flush();
}

/** Record it behind the last that waits, whatever version that comes to have. */
function setBehind(data) {
  if (outbox.last) data.set("behind", outbox.last.data.get("uid"));
}

/** A tap has begun that will record this: the engine draws it while the finger rests. Nothing counts yet. */
export function precompute(address, data) {
  if (!outbox.undrawn.length) engine()?.precompute(address, data, pageVersion()).catch(onEngineError);
}

/** The first form on the pad that was sent before this page was loaded and is unanswered. */
export async function firstUnsent() {
  await outbox.loaded;
  return outbox.undrawn[0]?.data;
}

/** Whether the pad is that of the next deal: what an earlier page recorded is drawn. Until then it takes no tap. */
export async function isUpToDate() {
  await outbox.loaded;
  if (!isCaughtUp()) currentPad().inert = true;
  return isCaughtUp();
}

/** Send what waits, here and at other tables; show(answer, data) is called with the server's answer. */
export function sendUnsent(show) {
  showAnswersBy(show);
  outbox.start();
  const isOther = (table) => table !== matchPath();
  unsentTables().then((tables) => tables.filter(isOther).forEach((table) => new Outbox(table, { passing: true }).start()));
}

/** The last unanswered entry that is on the pad still. */
export const lastUnsent = () => outbox.undrawn.at(-1);

/** Send what is on the pad no more: a tap records it, or it is being changed. Whether there was anything. */
export function withdraw() {
  const [first] = outbox.undrawn;
  if (first) withdrawn = { content: contentOf(first), uid: first.data.get("uid"), after: first.data.get("after") };
  if (first) outbox.withdraw();
  return Boolean(first);
}

/** The entry itself, whatever token, uid and version its form had. */
const contentOf = ({ address, data }) => address + draftQuery([...data].filter(([name]) => name !== "done"));

/** Fetch the table from the server, for a page that may be old. */
export async function refresh(query, show, began = "") {
  const ahead = () => settling || outbox.entries.some(({ record: row }) => row); // what is shown is on its way
  if (ahead()) return;
  const version = pageVersion();
  const { doc } = await request("GET", matchPath() + query, null, "", undefined, began);
  if (ahead() || pageVersion() !== version) return; // what was recorded meanwhile is newer than this
  show(doc);
  await syncEngine();
}

/** Show records of other phones that follow the version of the page: drawn by the engine, else by the server. */
export async function applyUpdates({ records, hash }, show) {
  if (outbox.first) return;
  const began = pageVersion();
  const drawn = await engine()?.applyUpdates(records, began, hash).catch(onEngineError);
  const due = Number(began) + records.length;
  const showDoc = onlyConfirmations(records) ? (doc) => showUpdates(doc, due, show) : show;
  if (drawn) showDoc(drawn.doc);
  else await refresh("", showDoc);
}

/** Show only what confirmations change, where nothing else has changed. */
function showUpdates(doc, due, show) {
  if (doc.getElementById("table")?.dataset.version !== String(due)) return show(doc);
  showConfirmations(doc);
  return renumber(matchPath(), due);
}
