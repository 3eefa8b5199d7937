// Makes taps quicker: what a form would do by loading a page, it does in place. Without script every page works alike.
// Who draws, the phone engine or the server, is decided in engine_or_server.js; nothing is lost when no answer comes.

import { painted } from "../dom/after_paint.js";
import { addressOf, formData, holdPad } from "../dom/page.js";
import { morphChildren } from "../dom/morph.js";
import { released } from "../dom/pressed.js";
import { grouped } from "../engine/engine_worker.js";
import { prefetchOnce } from "../engine/prefetch.js";
import { askForLine, isConnected } from "../net/connection.js";
import { readAll } from "../net/phone_store.js";
import { kit } from "../offline/kit.js";
import { HIDDEN, begunOn, draftQuery, forgetDraft, hasDraft, matchPath, pageVersion, readDraft, setDraft, storeDraft } from "./draft.js";
import {
  applyUpdates, currentPad, draw, drawChange, firstUnsent, isUpToDate, record, recordsInPlace, refresh, sendUnsent,
} from "./engine_or_server.js";
import { byFinger, filterTaps, padMoved, padReplaced } from "./gestures.js";
import { addUp, complete, limit, setUp } from "./pad.js";
import {
  complain, complaintCount, find, hideComplaint, onlyConfirmations, padTop, putParts, scrollToTop, show, showTotals,
} from "./render.js";
import { TableState } from "./state.js";
import { engine, engineComes } from "./table_engine.js";
import { nameUndo, undoUnsent } from "./undo_unsent.js";
import { showUnsent } from "./unsent.js";
import "./touch_preview.js";

const TYPED = 250; // ms after a key until what is typed is previewed
const AHEAD = 2000; // ms at most that a tap waits for the preview of the choice before it
const BACK = 350; // ms after which a record is done though that way is not yet at its end
const LONGEST = 5000; // ms in which a way back through the steps of a draft ends

const table = new TableState();
let typing = 0; // the timer that waits for the next key

const depth = () => history.state?.depth ?? 0;
const records = (form, button) => form.method === "post" && addressOf(form, button) !== matchPath();

/** Send a form in place of the browser: what records nothing is only drawn. */
function send(form, button) {
  const data = formData(form, button);
  if (!records(form, button)) return requestAndShow(() => drawChange(draftQuery(data)), data);
  return requestAndShow(() => record(addressOf(form, button), data, showAnswer), data);
}

/** Wait for the preview of what is chosen; whether the pad that was tapped is still there then. */
async function previewed() {
  const pad = currentPad();
  await table.holdTap(AHEAD);
  return pad === currentPad();
}

/** Send what was tapped, unless the preview of what is chosen beside it rules it out. */
async function sendIfPossible(form, button) {
  if (table.preview && !(await previewed())) return;
  const now = button?.isConnected === false ? sameButton(button) : button;
  if (!now?.disabled) send(now?.form ?? form, now);
}

/** The button of a fresh pad with the same meaning. */
const sameButton = ({ name, value, className }) =>
  [...document.querySelectorAll("#pad button")].find(
    (one) => one.name === name && one.value === value && one.className === className,
  ) ?? { disabled: true };

/** Request and show the answer to a tap; a second tap meanwhile does nothing, and without an answer the page stays. */
async function requestAndShow(ask, data) {
  if (table.is("sending")) return;
  table.nextTurn();
  setBusy("send");
  try {
    const answer = await ask();
    if (answer) await showAnswer(answer, data);
  } catch ({ words }) {
    const query = draftQuery(data);
    if (query) storeDraft(matchPath(), query, pageVersion());
    complain(words);
  }
  setBusy("answered");
}

/** Let nothing else be sent until there is an answer; who waits long sees so. */
function setBusy(event) {
  table.on(event);
  find("#table")?.setAttribute("aria-busy", String(table.is("sending")));
  if (!table.is("sending")) document.dispatchEvent(new Event("ready"));
}

/** Show an answer: a refusal where it was tapped, a draft under its own address, else the table as it is. */
async function showAnswer(answer, data) {
  await table.closing;
  const { doc, query, status } = answer;
  if (!doc?.querySelector("#table, .won")) {
    storeDraft(matchPath(), draftQuery(data), pageVersion());
    return complain(doc?.querySelector("main p")?.textContent);
  }
  const before = pageVersion();
  if (status === 409) find("#pad .toast")?.remove(); // another phone was quicker: what it says is not so
  if (status && status < 400 && !query) return showRecorded(answer, data, before);
  if (!table.is("sending")) {
    await released();
    padMoved();
  }
  show(doc);
  if (status === 0) {
    history.replaceState(history.state, "", matchPath() + draftQuery(data));
  } else if (status >= 400) {
    setDraft("replaceState", history.state, draftQuery(data), before);
    document.dispatchEvent(new Event("refused"));
    find("#pad .fault, #pad .notice")?.scrollIntoView({ block: "center" });
  } else {
    const step = query !== location.search;
    if (step) history.scrollRestoration = "manual"; // or going home would scroll to where these steps were begun
    setDraft(step ? "pushState" : "replaceState", step ? { depth: depth() + 1 } : history.state, query);
    scrollToTop(Math.min(scrollY, padTop()));
    padReplaced(pageVersion() !== before);
  }
  return undefined;
}

/** Show what a record came to: first the totals, then the table. */
async function showRecorded({ doc }, data, before) {
  padReplaced(true);
  if (!table.is("sending")) padMoved();
  await showTotals(doc);
  const putRest = putParts(doc);
  scrollToTop(padTop());
  table.close(showRest(putRest, data, before));
}

/** What is not looked at first comes when the table is painted. */
async function showRest(putRest, data, before) {
  await painted();
  putRest();
  forgetDraft(matchPath(), before);
  document.dispatchEvent(new CustomEvent("recorded", { detail: data.get("step") === "play" ? "deal" : "" }));
  await goHome();
}

/** After a record Back leads past the steps of its draft, to where one came from; not where something lies over the table. */
function goHome() {
  const isCovered = find("#corrections");
  return new Promise((resolve) => {
    let late = false;
    const arrived = () => {
      table.on("arrive");
      resolve();
      const draft = late && readDraft(matchPath()); // begun meanwhile
      history.scrollRestoration = "auto";
      if (isCovered) return;
      history.replaceState({ depth: 0 }, "", matchPath() + (draft && draft.version === pageVersion() ? draft.query : ""));
    };
    if (!depth() || isCovered) return arrived();
    table.arrived = arrived;
    table.on("goBack");
    setTimeout(() => resolve((late = true)), BACK);
    setTimeout(() => table.arrived === arrived && table.on("arrive"), LONGEST); // what comes then is another step
    history.go(-depth());
  });
}

/** After a choice: the address keeps it, and the pad shows what follows from it; no control is replaced. */
async function preview(form) {
  const query = draftQuery(new FormData(form), form.dataset.at);
  const pad = currentPad();
  const isLast = table.nextTurn();
  const complaints = complaintCount();
  await table.closing;
  try {
    setDraft("replaceState", history.state, query);
    const doc = (await drawChange(query))?.doc;
    const fresh = doc?.getElementById("table");
    await released();
    if (table.is("sending") || !isLast() || !fresh || pad !== currentPad()) return;
    if (fresh.dataset.version !== pageVersion()) return showAnswer({ doc, status: 409 }, new FormData(form));
    const [play, next] = [find("#table .play"), document.adoptNode(fresh.querySelector(".play"))];
    next.style.minBlockSize = `${play.offsetHeight}px`; // or the pad would move up under the finger
    play.replaceWith(next);
    const lasting = (pad) => [...pad.children].filter((child) => !child.matches(".notice"));
    morphChildren(pad, lasting(pad), lasting(doc.getElementById("pad")));
    setUp();
    hideComplaint(complaints);
    undoChoice(form);
  } catch {
    addEventListener("online", () => form.isConnected && startPreview(form), { once: true }); // else the record complains
  }
}

/** Undo what was chosen during a preview and turns out not to be possible beside what was chosen before it. */
function undoChoice(form) {
  const last = table.choices.findLast((one) => one.isConnected && one.checked && "amiss" in one.dataset);
  table.choices = last ? table.choices.filter((one) => one !== last) : [];
  if (!last) return;
  last.checked = false;
  if (form.dataset.total) limit(form);
  startPreview(form);
}

/** Preview what is chosen or typed; a tap that comes meanwhile waits for it. */
const startPreview = (form) => table.startPreview(preview(form));

/** After a finger chose the last number of its rows: record. Keys only pass through numbers on their way. */
function recordIfComplete(form) {
  if (!byFinger() || !complete(form)) return false;
  sendIfPossible(form, form.querySelector("button.go"));
  return true;
}

/** Whether a choice can be the last of its rows: a number, or the drop that leaves one player alone. */
function canBeLast(control) {
  const alone = control.type === "checkbox" && control.checked && control.value === "-";
  const open = () => control.form.querySelectorAll("fieldset.counted:not([hidden])").length;
  return control.closest("fieldset.counted") || (alone && open() === 1);
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const inPlace = find("#table") ? form.closest("#table, header.bar .menu") : recordsInPlace(addressOf(form, submitter));
  if (!inPlace) return;
  event.preventDefault();
  if (!undoUnsent(form, submitter)) sendIfPossible(form, submitter);
});

document.addEventListener("change", ({ target }) => {
  const form = target.closest("#pad form:not(.settle)"); // a conflict is settled by its own button
  if (!form) return;
  const hurried = table.is("pending"); // a drop is the last only when all before it are known to be possible
  if (hurried) table.choices.push(target);
  if (target.dataset.points) addUp(form);
  if (form.dataset.total) limit(form);
  clearTimeout(typing);
  if (!canBeLast(target) || (hurried && target.type === "checkbox") || !recordIfComplete(form)) startPreview(form);
});

document.addEventListener("input", ({ target }) => {
  if (!target.closest("#pad .typed")) return;
  clearTimeout(typing);
  typing = setTimeout(() => target.isConnected && startPreview(target.form), TYPED);
});

filterTaps(() => table.is("held"), (button) => button.matches(".key") || (button.form && records(button.form, button)));

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#pad a");
  if (link?.pathname !== matchPath() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (table.preview && !((await previewed()) && link.isConnected)) return;
  const { pathname, search } = new URL(link.href);
  requestAndShow(() => drawChange(search, pathname), new FormData());
});

async function onPopState() {
  if (table.is("returning")) return table.arrived();
  await table.closing;
  if (!find("#table")) return location.reload();
  const isLast = table.nextTurn();
  const began = pageVersion();
  try {
    const answer = await drawChange(location.search);
    if (!answer || !isLast()) return undefined; // something was tapped meanwhile
    show(answer.doc);
    storeDraft(matchPath(), location.search, began);
  } catch {
    complain();
  }
  return undefined;
}

// A page that Back or Forward takes out of the browser's memory may be older than the table. It is fetched again when the
// page is done with loading: until then the browser answers every request of such a page out of that memory, too.
addEventListener("pageshow", (event) => {
  const [came] = performance.getEntriesByType("navigation");
  if (!find("#table") || !(event.persisted || came?.type === "back_forward")) return;
  const began = begunOn();
  const { turn } = table;
  const showFresh = (doc) => {
    if (turn !== table.turn) return; // something was tapped meanwhile, and its answer shows what is new
    show(doc);
    storeDraft(matchPath(), location.search, began);
  };
  setTimeout(() => refresh(location.search, showFresh, began).catch(() => {})); // without an answer the next tap complains
});

// Records of other phones are shown while there is no draft and nothing is sent; else updates.js shows a line.
document.addEventListener("updates", async (event) => {
  const beside = onlyConfirmations(event.detail.records); // they change nothing that may be under a finger
  if (table.is("sending") || table.preview || (!beside && hasDraft())) return event.preventDefault();
  const showUpdates = (doc) => {
    if (!beside && (table.preview || hasDraft())) return; // the next poll brings it again
    if (!beside) padMoved();
    show(doc);
    if (!beside && location.search) setDraft("replaceState", history.state, ""); // what waited for Redo is void
  };
  if (!beside) setBusy("send");
  await applyUpdates(event.detail, showUpdates).catch(() => {});
  if (!beside) setBusy("answered");
  return undefined;
});

/**
 * Restore what was sent without an answer, or else the draft of the last visit. When the table has moved on since, the
 * draft is offered by a link, and where the address holds it, it is drawn with what others recorded.
 */
async function restore() {
  const [began, { turn }] = [begunOn(), table];
  if (!(await isUpToDate())) return; // what is unsent is drawn first
  const unsent = await firstUnsent();
  if (turn !== table.turn) return; // something was tapped meanwhile
  if (location.search && !unsent) storeDraft(matchPath(), location.search, began);
  const draft = unsent ? { query: draftQuery(unsent), version: unsent.get("after") } : readDraft(matchPath());
  if (!draft || (location.search && (unsent || draft.query !== location.search))) return;
  const moved = draft.version !== pageVersion();
  if (moved === Boolean(location.search)) return restoreDraft(draft);
  if (moved && !unsent) offer(draft);
}

async function restoreDraft({ query, version }) {
  const { turn } = table;
  const answer = await draw(query, matchPath(), version);
  if (!answer || turn !== table.turn) return; // something was tapped meanwhile
  show(answer.doc);
  history.replaceState(history.state, "", matchPath() + query);
}

function offer({ query }) {
  const line = find("#unfinished");
  line.querySelector("a").href = matchPath() + query;
  line.hidden = false;
}

/** Show the answer to what an earlier page sent; the draft begun there on top of it is restored. */
async function showLateAnswer(answer, data) {
  const draft = readDraft(matchPath());
  await showAnswer(answer, data);
  if (answer.status >= 400 || !draft || draft.version === data.get("after")) return; // that was the draft of this record
  await table.closing;
  storeDraft(matchPath(), draft.query, draft.version);
  if (draft.version === pageVersion()) await restoreDraft(draft).catch(() => {});
  else offer(draft);
}

if (find("#table")) {
  if (location.search === "?recorded=1") setDraft("replaceState", history.state, "");
  document.addEventListener("unanswered", ({ detail }) => {
    complain(detail || find("#no-answer")?.dataset.kept);
    nameUndo();
  });
  document.addEventListener("withdrawn", () => complain()); // it is sent by itself no more
}
if (find("#table, #truth")) addEventListener("popstate", onPopState); // elsewhere a link within the page leads there
const restored = find("#table") ? restore().catch(() => {}) : Promise.resolve(); // or the address is all there is
restored.then(() => sendUnsent(showLateAnswer));
setUp();

// What a table can do without at first comes when the page is there.
const LATEST = 2000; // ms: some browsers call nobody while they draw no frame
const later = (then) => (globalThis.requestIdleCallback ? requestIdleCallback(then, { timeout: LATEST }) : setTimeout(then));
const idle = (then) => (document.readyState === "complete" ? later(then) : addEventListener("load", () => later(then)));
if (find("#table, #menu, .pad")) idle(() => import("../comfort/main.js"));
const shared = { ...kit, askForLine, engine, engineComes, holdPad, isConnected, matchPath, readAll };
if (find("#unsent")) idle(() => import("./unsent_notice.js").then(({ tellUnsent }) => tellUnsent(shared)).then(showUnsent));
if (find("#table, .won")) {
  idle(() => import("../net/tail.js"));
  const words = () => find("#unsent").dataset.link;
  const more = { ...shared, HIDDEN, addressOf, addUp, formData, grouped, morphChildren, pageVersion, send, setUp, words };
  idle(() => import("./corrections.js").then(({ drawCorrections }) => drawCorrections(more)));
}
if (find("#offline")) idle(() => import("../offline/main.js").then(({ prepare }) => prepare(kit)));
const getBack = () => import("../offline/key.js").then(({ comeBack }) => comeBack(kit)).then((back) => back && location.reload());
if (find("#stranger")) idle(() => kit.read("about", "key").then((key) => key && getBack()));
if (find("#coming")) idle(() => prefetchOnce(find("#coming").dataset).catch(() => {})); // sessionStorage may be closed
