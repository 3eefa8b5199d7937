// Who draws the table: the phone engine while it is ready and at the version of the page, else the server. Nothing else
// knows. An answer is { doc, status, query }: a document with the parts that a tap changes, and the query of its address.
// The engine's answer to a record is shown at once, while the record is on its way to the server.

import { afterFirstPaint, painted } from "../dom/after_paint.js";
import { readItem, storeItem } from "../dom/storage.js";
import { startEngine } from "../engine/client.js";
import { prefetch } from "../engine/prefetch.js";
import { Outbox, requestBody, unsentTables } from "../net/outbox.js";
import { request } from "../net/request.js";
import { draftQuery, matchPath, pageVersion } from "./address.js";
import { forgetDraft } from "./draft.js";
import { onlyConfirmations, renumber, showConfirmations } from "./renumber.js";

const places = document.getElementById("engine")?.dataset; // where the engine is; only a table's page has it
let engine = null; // while it can answer
let drawing = null; // the request for a draft
let turn = 0; // counts drafts and records
let logged = false; // the console knows that the server draws
let settling = false; // a record is on its way behind what is shown
let replacements = 0; // how often the server's answer has replaced the table
let withdrawn = null; // what got no answer and was changed since: the same tap records it under the same uid
let showLate = null; // shows an answer to what is sent by itself

export const currentPad = () => document.getElementById("pad"); // another after each record, the same while one chooses

/** The unanswered entries of this table; a page that shows no table only sends them. */
const page = document.querySelector("#table, .won") && { version: pageVersion, onFailure, onAnswer };
const outbox = new Outbox(matchPath(), page);

/** Show the answer to what was sent; the engine learns of it while the next tap may come. */
async function onAnswer(answer, entry) {
  await replace(answer, entry);
  syncEngine();
}

/** Replace the table by the server's answer; until then a tap is one on what was there. */
async function replace(answer, entry) {
  await (showLate ?? entry.show)(answer, entry.data);
  replacements += 1;
}

function onFailure(words) {
  document.dispatchEvent(new CustomEvent("unanswered", { detail: words }));
}

/** Draw a changed draft; what got no answer is withdrawn, since it is being changed. */
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
  const drawn = address === matchPath() && (await engine?.draw(query, began).catch(onEngineError));
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
 * until the record before is answered, or behind it when that got no answer; what was tapped on top of something that is
 * then refused is dropped. Nothing is lost: net/outbox.js.
 */
export async function record(address, data, show) {
  overtake();
  await outbox.loaded;
  const entry = { address, data, show };
  const behind = settling;
  if (behind) setBehind(data);
  const again = !behind && outbox.first && contentOf(outbox.first) === contentOf(entry);
  const tapped = replacements;
  const before = await outbox.sending;
  const refused = before === false && replacements > tapped; // or the refusal was there when this was tapped
  if (refused || (before && again)) return;
  if (!again) makeUidUnique(data);
  if (before === null && behind) return outbox.add(entry);
  const other = outbox.first && !again && outbox.first.address !== address; // Undo, say: it is about what waits
  if (other) {
    setBehind(data);
    outbox.add(entry);
  }
  if (other || (again && outbox.last !== outbox.first)) return void (await outbox.flush());
  withdraw();
  if (withdrawn?.content === contentOf(entry) && withdrawn.after === data.get("after")) data.set("uid", withdrawn.uid);
  const drawn = await engine?.record(address, data, pageVersion()).catch(onEngineError);
  if (drawn && !drawn.counted) return show(drawn, data);
  const stored = outbox.add(entry);
  if (!drawn) {
    forgetDraft(matchPath(), data.get("after"));
    return void (await outbox.flush());
  }
  settling = true;
  let done = null;
  const showing = new Promise((resolve) => (done = resolve));
  outbox.hold(settle(entry, drawn, stored, showing).finally(() => (settling = false)));
  await stored;
  return show(drawn, data).finally(done);
}

/** Record it behind the last that waits, whatever version that comes to have. */
function setBehind(data) {
  if (outbox.last) data.set("behind", outbox.last.data.get("uid"));
}

/** The forms of one pad have one uid: what is recorded beside what waits, or in its place, needs another. */
function makeUidUnique(data) {
  const taken = [withdrawn?.uid, ...outbox.entries.map((entry) => entry.data.get("uid"))];
  while (taken.includes(data.get("uid"))) data.set("uid", `${data.get("uid")}-`);
}

/** A tap has begun that will record this: the engine draws it while the finger rests. Nothing counts yet. */
export function precompute(address, data) {
  if (!outbox.first) engine?.precompute(address, data, pageVersion()).catch(onEngineError);
}

/** The first form that was sent before this page was loaded and is unanswered. */
export async function firstUnsent() {
  await outbox.loaded;
  return outbox.first?.data;
}

/** Send what waits, here and at other tables; show(answer, data) is called with the server's answer. */
export function sendUnsent(show) {
  showLate = show;
  outbox.start();
  unsentTables().then((tables) => tables.filter((table) => table !== matchPath()).forEach((table) => new Outbox(table).start()));
}

/** The last unanswered entry of this table. */
export const lastUnsent = () => outbox.last;

/** Send unanswered entries no more: a tap records them, or they are being changed. Whether there were any. */
export function withdraw() {
  const { first } = outbox;
  if (first) withdrawn = { content: contentOf(first), uid: first.data.get("uid"), after: first.data.get("after") };
  outbox.withdraw();
  return Boolean(first);
}

/** The entry itself, whatever token, uid and version its form had. */
const contentOf = ({ address, data }) => address + draftQuery([...data].filter(([name]) => name !== "done"));

/** Send a record once its new totals are painted; the answer is looked at when all of it is shown. */
async function settle(entry, drawn, stored, showing) {
  const shown = drawn.doc.getElementById("table")?.dataset.version;
  const body = requestBody(entry, [["phone_counted", JSON.stringify(drawn.counted)], ["edition", places.edition]]);
  await stored;
  await painted();
  document.body.dataset.saving = "";
  try {
    const answer = await request("POST", entry.address, body, "");
    outbox.answered(answer, entry);
    await showing;
    if (answer.version && pageVersion() === shown) await confirm(answer.version);
    else if (answer.version) await replace(await request("GET", matchPath(), null, ""), entry); // an older page came between
    else await correct(answer, entry);
    renewEngine(answer.engine);
    return answer.status < 400;
  } catch (error) {
    await showing;
    await takeBack(entry);
    return outbox.retryLater(error);
  } finally {
    delete document.body.dataset.saving;
  }
}

/** It is recorded as it is shown; where confirmations came in before it, the page is updated. */
async function confirm(version) {
  await engine?.confirm().catch(onEngineError);
  if (!pageVersion() || String(version) === pageVersion()) return; // the page of the end has none
  renumber(matchPath(), version);
  await engine?.syncLog().catch(onEngineError);
  const doc = await engine?.drawConfirmations().catch(onEngineError);
  if (doc) showConfirmations(doc);
}

/** Show the draft as it was before it was recorded. */
async function takeBack({ data, show }) {
  await engine?.revert().catch(onEngineError);
  const before = await engine?.draw(draftQuery(data), String(engine.version), true).catch(onEngineError);
  await show({ ...before, status: 0 }, data);
}

/** The server's sheet differs from the engine's: show it; the engine loads the log or, having miscounted, stops. */
async function correct(answer, entry) {
  if (answer.engine === "differs") stopEngine("it counted differently");
  if (answer.doc.querySelector("#table, .won")) await engine?.revert().catch(onEngineError);
  else await takeBack(entry); // a refusal that shows no table
  await replace(answer, entry);
  await engine?.syncLog().catch(onEngineError); // also at the same version: one of the records is another's
}

/** Let the engine load the log again when it is at another version than the page. */
async function syncEngine() {
  if (engine && String(engine.version) !== pageVersion()) await engine.syncLog().catch(onEngineError);
}

/** Fetch the table from the server, for a page that may be old. */
export async function refresh(query, show, began = "") {
  if (settling) return; // what is shown is on its way
  const version = pageVersion();
  const { doc } = await request("GET", matchPath() + query, null, "", undefined, began);
  if (settling || pageVersion() !== version) return; // what was recorded meanwhile is newer than this
  show(doc);
  await syncEngine();
}

/** Show records of other phones that follow the version of the page: drawn by the engine, else by the server. */
export async function applyUpdates(records, show) {
  if (outbox.first) return;
  const began = pageVersion();
  const drawn = await engine?.applyUpdates(records, began).catch(onEngineError);
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

/** Replace an outdated engine by the edition that the server names. */
function renewEngine(edition) {
  if (!edition || edition === "differs") return;
  [places.worker, places.bundle, places.edition] = edition.split(" ");
  engine?.stop();
  engine = null;
  beginEngine();
}

/** From now on the server draws. */
function stopEngine(reason) {
  if (!logged) console.info(`The server draws this table: ${reason}.`);
  logged = true;
  engine?.stop();
  engine = null;
}

const onEngineError = (error) => stopEngine(error.message);

async function beginEngine() {
  try {
    engine = await startEngine(places, matchPath());
    document.documentElement.dataset.engine = places.edition;
    storeItem(editionKey(), places.edition); // this phone has all of the engine
  } catch (error) {
    onEngineError(error);
  }
}

/** The localStorage key of the edition of this game and language that has run here. */
const editionKey = () => `engine ${places.bundle.replace(/\.\w+\.jsonl$/, "")}`;

if (places && globalThis.WebAssembly && globalThis.Worker) {
  if (readItem(editionKey()) === places.edition) beginEngine();
  else {
    afterFirstPaint(() => {
      prefetch(places);
      beginEngine();
    });
  }
}
