// Makes taps quicker: what a form would do by loading a page, it does in place. Without this file every page works alike.
// Who answers, the phone's engine or the server, is board.js's affair; nothing is lost when no answer comes.

import { afresh, halfMade, hear, here, look, padNow, say, seen, sendWaiting, version, waiting } from "./dispatch.js";
import { addressOf, filled } from "../dom/form_data.js";
import { forget, remember, remembered } from "./draft.js";
import { onlyAnswers } from "./renumber.js";
import { pair } from "../dom/morph.js";
import { addUp, complete, dress, limit } from "./pad.js";
import { painted } from "../dom/after_paint.js";
import { calm, complain, heard, lowest, put, settle, show, showTotals } from "./render.js";
import { supplyOnce } from "../engine/prefetch.js";
import { nameLast, unsaid } from "./undo_unsent.js";
import "./touch_preview.js";
import "./number_keys.js";

const TWICE = 350; // ms in which a second tap on the same spot belongs to the first
const TYPED = 250; // ms after a key until what is typed is followed
const BESIDE = 24; // px around that spot
const AHEAD = 2000; // ms at most that a tap waits for what the choice before it leads to
const LONGEST = 5000; // ms in which a way back through half-made steps ends

let busy = false; // something is under way, and the next tap waits for it
let turn = 0; // counts what was asked, so that an answer is known which another one has overtaken
let ahead = null; // what the last choice leads to, while that is being looked at
let hasty = []; // what was chosen meanwhile
let patient = false; // a tap waits for that, and no other counts until it has gone out
let returning = null; // what to do when the way back through half-made steps is done
let closing = null; // what a recorded saying leaves to do while the next may be tapped; its answer is shown after that
let typing = 0; // the timer that waits for the next key
let held = null; // resolves when what is pressed just now has been let go
let letGo = null; // resolves it
let finger = { at: -TWICE, x: 0, y: 0, kind: "" }; // the last tap
let exchanged = { at: -TWICE, recorded: false }; // when a tap last brought another pad, and whether it had recorded
let startled = -TWICE; // when another pad last came without a tap

const found = (place) => document.querySelector(place);
const depth = () => history.state?.depth ?? 0;

/** Send a form in place of the browser: what records nothing yet is only looked at. */
function send(form, button) {
  const data = filled(form, button);
  if (!records(form, button)) return tell(() => look(halfMade(data)), data);
  return tell(() => say(addressOf(form, button), data, answered), data);
}

const records = (form, button) => form.method === "post" && addressOf(form, button) !== here();

/** Wait, though not for ever, for what is chosen already; whether the pad that was tapped still stands there then. */
async function settled() {
  const pad = padNow();
  const late = new Promise((resolve) => setTimeout(() => resolve(true), AHEAD));
  patient = true;
  while (ahead) if (await Promise.race([ahead, late])) break; // it never rejects
  patient = false;
  return pad === padNow();
}

/** Send what was tapped, unless what is chosen beside it turns out to rule it out. */
async function sendIfPossible(form, button) {
  if (ahead && !(await settled())) return;
  const now = button?.isConnected === false ? twin(button) : button;
  if (!now?.disabled) send(now?.form ?? form, now);
}

/** The button of a fresh pad that says the same. */
const twin = ({ name, value, className }) =>
  [...document.querySelectorAll("#pad button")].find(
    (one) => one.name === name && one.value === value && one.className === className,
  ) ?? { disabled: true };

/** Put the answer to a tap in place; a second tap meanwhile does nothing, and without an answer the page stays. */
async function tell(asked, data) {
  if (busy) return;
  turn += 1;
  wait(true);
  try {
    const answer = await asked();
    if (answer) await answered(answer, data);
  } catch ({ words }) {
    const query = halfMade(data);
    if (query) remember(here(), query, version());
    complain(words);
  }
  wait(false);
}

/** Let nothing else be sent until there is an answer; who waits long sees so. */
function wait(begun) {
  busy = begun;
  found("#table")?.setAttribute("aria-busy", String(begun));
  if (!begun) document.dispatchEvent(new Event("ready"));
}

/** The address tells what is half made, and this phone remembers it with the version that it was begun on. */
function tellAddress(way, state, query, began = version()) {
  history[way](state, "", here() + query);
  remember(here(), query, began);
}

/** The version on which what the address tells was begun. */
function begunOn() {
  const half = remembered(here());
  return half?.query === location.search ? half.version : version();
}

/** Show an answer: a refusal where it was tapped, a half-made entry under its own address, else the table as it is. */
async function answered(answer, data) {
  await closing;
  const { news, query, status } = answer;
  if (!news?.querySelector("#table, .won")) {
    remember(here(), halfMade(data), version());
    return complain(news?.querySelector("main p")?.textContent);
  }
  const before = version();
  if (status === 409) found("#pad .toast")?.remove(); // another phone was quicker: what it tells is not so
  if (status && status < 400 && !query) return recordedNow(answer, data, before);
  if (!busy) {
    await held; // or what is being pressed would move away
    startled = performance.now();
  }
  show(news);
  if (status === 0) {
    history.replaceState(history.state, "", here() + halfMade(data));
  } else if (status >= 400) {
    tellAddress("replaceState", history.state, halfMade(data), before);
    document.dispatchEvent(new Event("refused"));
    found("#pad .fault, #pad .notice")?.scrollIntoView({ block: "center" });
  } else {
    const moved = query !== location.search;
    if (moved) history.scrollRestoration = "manual"; // or going home would scroll to where these steps were begun
    tellAddress(moved ? "pushState" : "replaceState", moved ? { depth: depth() + 1 } : history.state, query);
    settle(Math.min(scrollY, lowest()));
    exchanged = { at: performance.now(), recorded: version() !== before };
  }
  return undefined;
}

/** Show what a saying came to: first the totals, then the table. */
async function recordedNow({ news }, data, before) {
  exchanged = { at: performance.now(), recorded: true };
  if (!busy) startled = exchanged.at;
  await showTotals(news);
  const tellMore = put(news);
  settle(lowest());
  closing = close(tellMore, data, before).catch(() => {}).finally(() => (closing = null));
}

/** What is not looked at once comes when the table is painted. */
async function close(tellMore, data, before) {
  await painted();
  tellMore();
  forget(here(), before);
  document.dispatchEvent(new CustomEvent("recorded", { detail: data.get("step") === "play" ? "deal" : "" }));
  await goHome();
}

/** After a recorded saying Back leads past its half-made steps, to where one came from. */
function goHome() {
  return new Promise((resolve) => {
    let late = false;
    const arrived = () => {
      returning = null;
      resolve();
      const half = late && remembered(here()); // begun meanwhile
      history.scrollRestoration = "auto";
      history.replaceState({ depth: 0 }, "", here() + (half && half.version === version() ? half.query : ""));
    };
    if (!depth()) return arrived();
    returning = arrived;
    setTimeout(() => resolve((late = true)), TWICE);
    setTimeout(() => returning === arrived && (returning = null), LONGEST);
    history.go(-depth());
  });
}

/** After a choice: the address keeps it, and the pad says what follows from it; no control is exchanged for another. */
async function lookAhead(form) {
  const query = halfMade(new FormData(form), form.dataset.at);
  const pad = padNow();
  const mine = ++turn;
  const complaints = heard();
  await closing;
  try {
    tellAddress("replaceState", history.state, query);
    const news = (await look(query))?.news;
    const table = news?.getElementById("table");
    await held; // or what is being pressed would move away
    if (busy || mine !== turn || !table || pad !== padNow()) return;
    if (table.dataset.version !== version()) return answered({ news, status: 409 }, new FormData(form));
    const [play, next] = [found("#table .play"), document.adoptNode(table.querySelector(".play"))];
    next.style.minBlockSize = `${play.offsetHeight}px`; // or the pad would move up under the finger
    play.replaceWith(next);
    const lasting = (pad) => [...pad.children].filter((child) => !child.matches(".notice"));
    pair(pad, lasting(pad), lasting(news.getElementById("pad")));
    dress();
    calm(complaints);
    takeBack(form);
  } catch {
    addEventListener("online", () => form.isConnected && follow(form), { once: true }); // else the tap that records tells
  }
}

/** Take back what was chosen in haste and turns out not to be possible beside what was chosen before it. */
function takeBack(form) {
  const last = hasty.findLast((one) => one.isConnected && one.checked && "amiss" in one.dataset);
  hasty = last ? hasty.filter((one) => one !== last) : [];
  if (!last) return;
  last.checked = false;
  if (form.dataset.total) limit(form);
  follow(form);
}

/** Let what is chosen or typed be followed; a tap that comes meanwhile waits for it. */
function follow(form) {
  const look = lookAhead(form).finally(() => look === ahead && (ahead = null));
  ahead = look;
}

/** After a finger chose the last number of its rows: record. Keys only pass through numbers on their way. */
function counted(form) {
  if (performance.now() - finger.at > TWICE || !complete(form)) return false;
  sendIfPossible(form, form.querySelector("button.go"));
  return true;
}

/** Whether a choice can be the last of its rows: a number, or the drop that leaves one player alone. */
function isLast(control) {
  const alone = control.type === "checkbox" && control.checked && control.value === "-";
  return control.closest("fieldset.counted") || (alone && control.form.querySelectorAll("fieldset.counted:not([hidden])").length === 1);
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table, header.bar .menu") || !found("#table")) return;
  event.preventDefault();
  if (!unsaid(event.target, event.submitter)) sendIfPossible(event.target, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("#pad form:not(.settle)"); // a conflict is settled by its own button
  if (!form) return;
  const hurried = Boolean(ahead); // a drop is the last only when all before it are known to stand
  if (hurried) hasty.push(event.target);
  if (event.target.dataset.points) addUp(form);
  if (form.dataset.total) limit(form);
  clearTimeout(typing);
  if (!isLast(event.target) || (hurried && event.target.type === "checkbox") || !counted(form)) follow(form);
});

document.addEventListener("input", ({ target }) => {
  if (!target.closest("#pad .typed")) return;
  clearTimeout(typing);
  typing = setTimeout(() => target.isConnected && follow(target.form), TYPED);
});

document.addEventListener("pointerdown", () => (held ??= new Promise((resolve) => (letGo = resolve))));
for (const way of ["pointerup", "pointercancel"]) addEventListener(way, () => setTimeout(released)); // after its click

function released() {
  letGo?.();
  held = null;
}

// The second half of a double tap would fall on what the first has brought under the finger: there it does nothing on
// another deal, and no other button records. Nor does a tap do anything that was meant for a pad which is gone.
document.addEventListener(
  "click",
  (event) => {
    const now = performance.now();
    const beside = Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < BESIDE;
    const button = event.target.closest("button");
    const second = beside && finger.at < exchanged.at && now - exchanged.at < TWICE;
    const counts = button?.matches(".key") || (button?.form && records(button.form, button));
    const another = counts && button.className !== finger.kind;
    const unmeant = second && (exchanged.recorded || another);
    if (unmeant || ((patient || now - startled < TWICE) && event.target.closest("#pad, header.bar"))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.detail) finger = { at: now, x: event.clientX, y: event.clientY, kind: button?.className };
  },
  true,
);

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#pad a");
  if (link?.pathname !== here() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (ahead && !((await settled()) && link.isConnected)) return;
  const { pathname, search } = new URL(link.href);
  tell(() => look(search, pathname), new FormData());
});

async function goneBack() {
  if (returning) return returning();
  await closing;
  if (!found("#table")) return location.reload();
  const mine = ++turn;
  const began = version();
  try {
    const answer = await look(location.search);
    if (!answer || mine !== turn) return undefined; // something was tapped meanwhile
    show(answer.news);
    remember(here(), location.search, began);
  } catch {
    complain();
  }
  return undefined;
}

// A page that Back or Forward brings out of the browser's memory may be older than the table. It is asked for anew when
// the page is done with loading: until then the browser answers every question of such a page out of that memory, too.
addEventListener("pageshow", (event) => {
  const [came] = performance.getEntriesByType("navigation");
  if (!found("#table") || !(event.persisted || came?.type === "back_forward")) return;
  const began = begunOn();
  const mine = turn;
  const still = (news) => {
    if (mine !== turn) return; // something was tapped meanwhile, and what it leads to tells what is new
    show(news);
    remember(here(), location.search, began);
  };
  setTimeout(() => afresh(location.search, still, began).catch(() => {})); // without an answer the next tap will tell
});

/** Whether something is half made here: in the address, or typed just now. */
function begun() {
  const typed = [...document.querySelectorAll("#pad .typed input")];
  return location.search.replace(/^\?again=[^&]*$/, "") !== "" || typed.some((one) => one.value !== one.defaultValue);
}

// What other phones say is shown while nothing is half made here and nothing is on its way; else others.js tells it.
document.addEventListener("others", async (event) => {
  const beside = onlyAnswers(event.detail); // they change nothing that may be under a finger
  if (busy || ahead || (!beside && begun())) return event.preventDefault();
  const still = (news) => {
    if (!beside && (ahead || begun())) return; // it is told at the next asking
    if (!beside) startled = performance.now();
    show(news);
    if (!beside && location.search) tellAddress("replaceState", history.state, ""); // what waited for Redo is void
  };
  if (!beside) wait(true);
  await hear(event.detail, still).catch(() => {});
  if (!beside) wait(false);
  return undefined;
});

/**
 * What was said here without an answer, or else half made when this match was last looked at: put back. When the table has
 * moved on since, what is half made is offered, and where the address brings it back it is told what others wrote.
 */
async function putBack() {
  const [began, mine] = [begunOn(), turn];
  const said = await waiting();
  if (mine !== turn) return; // something was tapped meanwhile
  if (location.search && !said) remember(here(), location.search, began);
  const half = said ? { query: halfMade(said), version: said.get("after") } : remembered(here());
  if (!half || (location.search && (said || half.query !== location.search))) return;
  const moved = half.version !== version();
  if (moved === Boolean(location.search)) return bringBack(half);
  if (moved && !said) offer(half);
}

async function bringBack({ query, version: began }) {
  const mine = turn;
  const answer = await seen(query, here(), began);
  if (!answer || mine !== turn) return; // something was tapped meanwhile
  show(answer.news);
  history.replaceState(history.state, "", here() + query);
}

function offer({ query }) {
  const line = found("#half-made");
  line.querySelector("a").href = here() + query;
  line.hidden = false;
}

/** The answer to what an earlier page said; what was begun there on top of it is put back. */
async function answeredLate(answer, data) {
  const half = remembered(here());
  await answered(answer, data);
  if (answer.status >= 400 || !half || half.version === data.get("after")) return; // that was half of what was said
  await closing;
  remember(here(), half.query, half.version);
  if (half.version === version()) await bringBack(half).catch(() => {});
  else offer(half);
}

if (found("#table")) {
  if (location.search === "?said=1") tellAddress("replaceState", history.state, "");
  document.addEventListener("unsent", ({ detail }) => {
    complain(detail || found("#no-answer")?.dataset.kept);
    nameLast();
  });
  document.addEventListener("left", () => complain()); // it is sent by itself no more
}
if (found("#table, #truth")) addEventListener("popstate", goneBack); // elsewhere a link within the page leads there
const back = found("#table") ? putBack().catch(() => {}) : Promise.resolve(); // or the address is all there is
back.then(() => sendWaiting(answeredLate));
dress();

// Comforts of the phone come when the page is there.
const later = globalThis.requestIdleCallback ?? setTimeout;
const idle = (then) => (document.readyState === "complete" ? later(then) : addEventListener("load", () => later(then)));
if (found("#table, #menu, .pad")) idle(() => import("../comfort/main.js"));
if (found("#coming")) idle(() => supplyOnce(found("#coming").dataset).catch(() => {})); // sessionStorage may be closed
