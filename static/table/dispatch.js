// Who answers: the phone's own engine when it is there and stands where the page stands, else the server.
// Nothing else knows. An answer holds a document with the parts of the table that a tap changes, its status and the
// query of its address; the phone's answer to a saying is shown at once, while the saying is on its way.

import { forget } from "./draft.js";
import { ask } from "../net/request.js";
import { mark, onlyAnswers, renumber } from "./renumber.js";
import { Outbox, body, unsent } from "../net/outbox.js";
import { afterPaint, painted } from "../dom/after_paint.js";
import { start } from "../engine/client.js";
import { supply } from "../engine/prefetch.js";

const SECRETS = ["csrf_token", "uid", "after", "behind"];

const places = document.getElementById("engine")?.dataset; // where the engine is; only a table's page tells
let phone = null; // the engine, while it can answer
let looking = null; // the request that only looks ahead
let looks = 0; // how often something was looked at or said
let told = false; // it was said that the server draws
let settling = false; // a saying is on its way behind what is shown
let answers = 0; // how often the server's answer has taken the place of what stood there
let left = null; // what got no answer and was changed since: the same tap says it under the same uid
let shown = null; // shows an answer to what goes out by itself; the page tells

export const here = () => location.pathname.replace(/(\/m\/[^/]+).*/, "$1");
export const version = () => document.getElementById("table")?.dataset.version;
export const padNow = () => document.getElementById("pad"); // another after each saying, the same while one chooses

/** What a form says so far, as the query of an address that reloads to it. */
export function halfMade(data, more = "") {
  const back = [...data].find(([name]) => name === "back"); // of Undo and Redo, which know the whole address
  if (back) return back[1] && `?${back[1]}`;
  const due = ([name, text]) => name === "step" && text === "play"; // goes without saying
  const said = [...data].filter((pair) => pair[1] !== "" && !SECRETS.includes(pair[0]) && !due(pair));
  const words = new URLSearchParams([...said, ...new URLSearchParams(more)]).toString();
  return words && `?${words}`;
}

/** What was said at this table and waits for an answer; a page that shows no table only sends it. */
const outbox = new Outbox(here(), document.querySelector("#table, .won") && { known: version, failed, answered });

/** The answer to what went out is shown; the phone learns of it while the next tap may come. */
async function answered(answer, saying) {
  await replace(answer, saying);
  follow();
}

/** Show what the server says in place of what stands there; until then a tap is one on what stood there. */
async function replace(answer, saying) {
  await (shown ?? saying.shown)(answer, saying.data);
  answers += 1;
}

/** There was no answer: whoever looks at the table is told. */
function failed(words) {
  document.dispatchEvent(new CustomEvent("unsent", { detail: words }));
}

/** What was tapped is changed: the table with it as it is by now. */
export function look(query, address = here()) {
  if (!settling && leave()) document.dispatchEvent(new Event("left"));
  return seen(query, address);
}

/**
 * The table with a half-made entry that was begun on a version; nothing when a later look or a saying took its place, or
 * when another pad stands there by now: what was half made is recorded, say. Rejects without an answer.
 */
export async function seen(query, address = here(), began = version()) {
  const mine = overtake();
  const pad = padNow();
  const wanted = (answer) => (mine === looks && pad === padNow() ? answer : null);
  const drawn = address === here() && (await phone?.show(query, began).catch(lost));
  if (drawn || mine !== looks) return wanted(drawn);
  looking = new XMLHttpRequest();
  return ask("GET", address + query, null, version(), looking, began).then(wanted, (error) => {
    if (wanted(true)) throw error;
    return null;
  });
}

/** What is being looked at is wanted no more; the number of what takes its place. */
function overtake() {
  looking?.abort();
  looks += 1;
  return looks;
}

/**
 * Say something; show is called with what is to be shown, and once more if the server then says otherwise. A saying
 * waits until the one before it was answered, or behind it when that got no answer; what was tapped on top of something
 * that is then refused is not said. Nothing is lost: see outbox.js.
 */
export async function say(address, data, show) {
  overtake();
  await outbox.loaded;
  const saying = { address, data, shown: show };
  const behind = settling;
  if (behind) follows(data);
  const again = !behind && outbox.first && wording(outbox.first) === wording(saying);
  const tapped = answers;
  const before = await outbox.running;
  const refused = before === false && answers > tapped; // or the refusal stood there when this was tapped
  if (refused || (before && again)) return;
  if (!again) tellApart(data);
  if (before === null && behind) return outbox.put(saying);
  const other = outbox.first && !again && outbox.first.address !== address; // Undo, say: it is about what waits
  if (other) {
    follows(data);
    outbox.put(saying);
  }
  if (other || (again && outbox.last !== outbox.first)) return void (await outbox.again());
  leave();
  if (left?.words === wording(saying) && left.after === data.get("after")) data.set("uid", left.uid);
  const drawn = await phone?.say(address, data, version()).catch(lost);
  if (drawn && !drawn.counted) return show(drawn, data);
  const written = outbox.put(saying);
  if (!drawn) {
    forget(here(), data.get("after"));
    return void (await outbox.again());
  }
  settling = true;
  let done = null;
  const showing = new Promise((resolve) => (done = resolve));
  outbox.hold(settle(saying, drawn, written, showing).finally(() => (settling = false)));
  await written;
  return show(drawn, data).finally(done);
}

/** Let what is said come behind the last that waits, whatever number that one comes to have. */
function follows(data) {
  if (outbox.last) data.set("behind", outbox.last.data.get("uid"));
}

/** The forms of one pad have one uid: what is said beside what waits, or in its place, needs another. */
function tellApart(data) {
  const taken = [left?.uid, ...outbox.sayings.map((saying) => saying.data.get("uid"))];
  while (taken.includes(data.get("uid"))) data.set("uid", `${data.get("uid")}-`);
}

/** A tap has begun that will say this: the engine draws it while the finger rests on the glass. Nothing counts yet. */
export function foresee(address, data) {
  if (!outbox.first) phone?.foresee(address, data, version()).catch(lost);
}

/** What was said at this table before this page was there, and waits for an answer. */
export async function waiting() {
  await outbox.loaded;
  return outbox.first?.data;
}

/** Send what waits, here and at other tables; show is called with what the server says. */
export function sendWaiting(show) {
  shown = show;
  outbox.begin();
  unsent().then((tables) => tables.filter((table) => table !== here()).forEach((table) => new Outbox(table).begin()));
}

/** The last that was said at this table and waits for an answer. */
export const kept = () => outbox.last;

/** What got no answer goes out by itself no more: there is a tap that says it, or it is being changed. Was there any? */
export function leave() {
  const { first } = outbox;
  if (first) left = { words: wording(first), uid: first.data.get("uid"), after: first.data.get("after") };
  outbox.leave();
  return Boolean(first);
}

/** The saying itself, whatever token, uid and version its form had. */
const wording = ({ address, data }) => address + halfMade([...data].filter(([name]) => name !== "done"));

/**
 * Send a saying once its new totals are on the glass; it is kept already. What comes of it is looked at when all of it is
 * shown, and shown only when it is not the same.
 */
async function settle(saying, drawn, written, showing) {
  const drew = drawn.news.getElementById("table")?.dataset.version;
  const said = body(saying, [["phone_counted", JSON.stringify(drawn.counted)], ["edition", places.edition]]);
  await written;
  await painted();
  document.body.dataset.saving = "";
  try {
    const answer = await ask("POST", saying.address, said, "");
    outbox.came(answer, saying);
    await showing;
    if (answer.version && version() === drew) await confirmed(answer.version);
    else if (answer.version) await replace(await ask("GET", here(), null, ""), saying); // an older page came in between
    else await corrected(answer, saying);
    renew(answer.engine);
    return answer.status < 400;
  } catch (error) {
    await showing;
    await takeBack(saying);
    return outbox.unanswered(error);
  } finally {
    delete document.body.dataset.saving;
  }
}

/** It was taken down as it is shown; where answers came in before it, the page learns of them. */
async function confirmed(now) {
  await phone?.confirm().catch(lost);
  if (String(now) === version()) return;
  renumber(here(), now);
  await phone?.follow().catch(lost);
  const news = await phone?.marks().catch(lost);
  if (news) mark(news);
}

/** Show the entry as it was before the phone counted it. */
async function takeBack({ data, shown: show }) {
  await phone?.revert().catch(lost);
  const before = await phone?.show(halfMade(data), String(phone.version), true).catch(lost);
  await show({ ...before, status: 0 }, data);
}

/** The server's sheet is another than the phone's: it is shown, and the phone learns or, counting wrongly, stops. */
async function corrected(answer, saying) {
  if (answer.engine === "differs") stop("it counted differently");
  if (answer.news.querySelector("#table, .won")) await phone?.revert().catch(lost);
  else await takeBack(saying); // it says what is wrong and shows no table
  await replace(answer, saying);
  await phone?.follow().catch(lost); // also when it came to the same number of sayings: one is another's
}

/** Let the phone read the log again when it stands elsewhere than the page. */
async function follow() {
  if (phone && String(phone.version) !== version()) await phone.follow().catch(lost);
}

/** The table as the server has it, for a page that may be old; the phone then reads the log again. */
export async function afresh(query, show, began = "") {
  if (settling) return; // what is shown is on its way
  const stood = version();
  const { news } = await ask("GET", here() + query, null, "", undefined, began);
  if (settling || version() !== stood) return; // what was said meanwhile is newer than this
  show(news);
  await follow();
}

/** What other phones said after the version that is shown: drawn by the engine, else by the server. */
export async function hear(records, show) {
  if (outbox.first) return;
  const began = version();
  const drawn = await phone?.hear(records, began).catch(lost);
  const put = onlyAnswers(records) ? (news) => marked(news, Number(began) + records.length, show) : show;
  if (drawn) put(drawn.news);
  else await afresh("", put);
}

/** Show what answers change, and nothing else where there is nothing else. */
function marked(news, due, show) {
  if (news.getElementById("table")?.dataset.version !== String(due)) return show(news);
  mark(news);
  return renumber(here(), due);
}

/** The engine of another edition takes the place of the one that is outdated. */
function renew(engine) {
  if (!engine || engine === "differs") return;
  [places.worker, places.bundle, places.edition] = engine.split(" ");
  phone?.stop();
  phone = null;
  begin();
}

/** From now on the server answers. */
function stop(reason) {
  if (!told) console.info(`The server draws this table: ${reason}.`);
  told = true;
  phone?.stop();
  phone = null;
}

/** The same when the engine broke. */
const lost = (error) => stop(error.message);

async function begin() {
  try {
    phone = await start(places, here());
    document.documentElement.dataset.engine = places.edition;
    note();
  } catch (error) {
    lost(error);
  }
}

/** Where it is noted which edition of this game and language has run here. */
const noted = () => `engine ${places.bundle.replace(/\.\w+\.jsonl$/, "")}`;

/** Note that this phone has all of the engine. */
function note() {
  try {
    localStorage.setItem(noted(), places.edition);
  } catch {
    // a browser that keeps nothing
  }
}

/** Whether this phone has run this very engine before. */
function known() {
  try {
    return localStorage.getItem(noted()) === places.edition;
  } catch {
    return false;
  }
}

if (places && globalThis.WebAssembly && globalThis.Worker) {
  if (known()) begin();
  else {
    afterPaint(() => {
      supply(places);
      begin();
    });
  }
}
