// Who answers: the phone's own engine when it is there and stands where the page stands, else the server.
// Nothing else knows. An answer holds a document with the parts of the table that a tap changes, its status and the
// query of its address; the phone's answer to a saying is shown at once, while the saying is on its way.

import { forget } from "./half.js";

const PATIENCE = 15000; // ms until a request counts as unanswered
const PAUSES = [2, 4, 8, 16, 32, 60]; // s between attempts to send what got no answer
const SECRETS = ["csrf_token", "uid", "after"];

const places = document.getElementById("engine")?.dataset; // where the engine is; only a table's page tells
let phone = null; // the engine, while it can answer
let looking = null; // the request that only looks ahead
let noted = false; // it was said that the server draws
let unanswered = null; // a saying that is on its way behind what is shown; resolves to whether it was taken down
let waiting = null; // a saying that got no answer: it is sent again under the same uid, by itself or by the same tap

export const here = () => location.pathname.replace(/(\/m\/[^/]+).*/, "$1");
export const version = () => document.getElementById("table")?.dataset.version;

/** What a form says so far, as the query of an address that reloads to it. */
export function halfMade(data, more = "") {
  const due = ([name, text]) => name === "step" && text === "play"; // goes without saying
  const said = [...data].filter((pair) => pair[1] !== "" && !SECRETS.includes(pair[0]) && !due(pair));
  const words = new URLSearchParams([...said, ...new URLSearchParams(more)]).toString();
  return words && `?${words}`;
}

/** The table with a half-made entry; rejects when there is no answer, or when a later look took its place. */
export async function look(query, address = here()) {
  leave(); // what was tapped is being changed
  looking?.abort();
  const began = version();
  const drawn = address === here() && (await phone?.show(query, began).catch(lost));
  if (drawn) return drawn;
  looking = new XMLHttpRequest();
  return ask("GET", address + query, null, began, looking);
}

/**
 * Say something; shown is called with what is to be shown, and once more if the server then says otherwise.
 * A saying waits until the one before it was answered. Rejects when no answer came; the saying is then kept.
 */
export async function say(address, data, shown) {
  looking?.abort();
  leave();
  const again = waiting?.words === wording(address, data);
  const before = await unanswered;
  if (before === false || (before && again)) return;
  if (again && waiting) data.set("uid", waiting.uid);
  const saying = { address, data, shown, words: wording(address, data), uid: data.get("uid"), tries: 0 };
  const drawn = await phone?.say(address, data, version()).catch(lost);
  if (drawn?.counted) unanswered = settle(saying, drawn).finally(() => (unanswered = null));
  if (drawn) return shown(drawn, data);
  await deliver(saying, version());
}

/** A tap has begun that will say this: the engine draws it while the finger rests on the glass. Nothing counts yet. */
export function foresee(address, data) {
  if (!unanswered && !waiting) phone?.foresee(address, data, version()).catch(lost);
}

/** The saying itself, whatever token, uid and version its form had. */
const wording = (address, data) => address + halfMade(data);

/** Send a saying that is shown already; what comes of it is shown only when it is not what was shown. */
async function settle(saying, drawn) {
  const { address, data } = saying;
  document.body.dataset.saving = "";
  const body = new URLSearchParams([...data, ["phone_counted", JSON.stringify(drawn.counted)], ["edition", places.edition]]);
  try {
    const answer = await ask("POST", address, body, "");
    waiting = null;
    if (answer.version) await taken(data.get("after"));
    else await corrected(answer, saying);
    renew(answer.engine);
    return answer.status < 400;
  } catch {
    await takeBack(saying);
    keep(saying);
    return false;
  } finally {
    delete document.body.dataset.saving;
  }
}

/** Show the entry as it was before the phone counted it. */
async function takeBack({ data, shown }) {
  await phone?.revert().catch(lost);
  await shown({ ...(await phone?.show(halfMade(data), data.get("after")).catch(lost)), status: 0 }, data);
}

/** The server took down what is shown. */
async function taken(after) {
  forget(here(), after);
  await phone?.confirm().catch(lost);
}

/** The server's sheet is another than the phone's: it is shown, and the phone learns or, counting wrongly, stops. */
async function corrected(answer, saying) {
  if (answer.engine === "differs") stop("it counted differently");
  if (answer.news.querySelector("#table, .won")) await phone?.revert().catch(lost);
  else await takeBack(saying); // it says what is wrong and shows no table
  await saying.shown(answer, saying.data);
  await phone?.follow().catch(lost); // also when it came to the same number of sayings: one is another's
}

/** Send a saying and show the server's answer. */
async function deliver(saying, known) {
  try {
    const answer = await ask("POST", saying.address, new URLSearchParams(saying.data), known);
    waiting = null;
    await saying.shown(answer, saying.data);
    await follow();
  } catch (error) {
    keep(saying);
    throw error;
  }
}

/** Keep a saying that got no answer, and send it again after a while. */
function keep(saying) {
  clearTimeout(waiting?.timer);
  const pause = PAUSES[Math.min(saying.tries, PAUSES.length - 1)] * 1000;
  waiting = { ...saying, left: false, tries: saying.tries + 1, timer: setTimeout(resend, pause) };
}

/** Send what got no answer no more by itself: there is a tap that does, or the entry is being changed. */
function leave() {
  clearTimeout(waiting?.timer);
  if (waiting) waiting.left = true;
}

/** Send what got no answer once more. */
function resend() {
  if (!waiting || waiting.left || unanswered) return;
  clearTimeout(waiting.timer);
  const sent = deliver(waiting, "").then(
    () => true,
    () => false,
  );
  unanswered = sent.finally(() => (unanswered = null));
}

/** Ask the server; rejects when there is no answer. */
function ask(method, address, body, known, request = new XMLHttpRequest()) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("no answer"));
    request.open(method, address);
    request.timeout = PATIENCE;
    request.setRequestHeader("X-Part", known ?? "");
    request.onreadystatechange = () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
      request.responseType = request.getResponseHeader("Content-Type")?.includes("json") ? "json" : "document";
    };
    request.onload = () => (request.response ? resolve(answerOf(request)) : fail());
    request.onerror = request.ontimeout = request.onabort = fail;
    request.send(body);
  });
}

/** What the server answered: a document, or only the version that the log has come to. */
function answerOf(request) {
  const { status, response, responseURL } = request;
  const engine = request.getResponseHeader("X-Engine");
  if (request.responseType === "json") return { status, version: response.version, engine };
  return { status, engine, news: response, query: new URL(responseURL).search.replace(/^\?said=1$/, "") };
}

/** Let the phone read the log again when it stands elsewhere than the page. */
async function follow() {
  if (phone && String(phone.version) !== version()) await phone.follow().catch(lost);
}

/** The table as the server has it, for a page that may be old; the phone then reads the log again. */
export async function afresh(query, show) {
  if (unanswered) return; // what is shown is on its way
  show((await ask("GET", here() + query, null, "")).news);
  await follow();
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
  if (!noted) console.info(`The server draws this table: ${reason}.`);
  noted = true;
  phone?.stop();
  phone = null;
}

/** The same when the engine broke. */
const lost = (error) => stop(error.message);

/** Ask at once for all that the engine is made of: what needs one after the other then finds it on its way. */
function fetchAhead() {
  const addresses = [places.worker, places.bundle, ...places.files.split(" ")];
  const late = () => {}; // whoever needs it will ask for it once more
  for (const address of addresses) fetch(address, { priority: "low" }).then((answer) => answer.arrayBuffer()).catch(late);
}

async function begin() {
  try {
    const { start } = await import("./phone.js");
    phone = await start(places, here());
    document.documentElement.dataset.engine = places.edition;
  } catch (error) {
    lost(error);
  }
}

/** Once something is painted, since what the page itself shows comes first. */
function afterPaint(then) {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return addEventListener("load", then);
  const watch = new PerformanceObserver(() => {
    watch.disconnect();
    then();
  });
  return watch.observe({ type: "paint", buffered: true });
}

addEventListener("online", resend);
if (places && globalThis.WebAssembly && globalThis.Worker) {
  afterPaint(() => {
    fetchAhead();
    begin();
  });
}
