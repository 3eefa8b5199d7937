// Makes taps quicker: what a form would do by loading a page, it does in place. Without this file every page works alike.
// Who answers, the phone's engine or the server, is board.js's affair; nothing is lost when no answer comes.

import { afresh, halfMade, here, look, say, version } from "./board.js";
import { forget, remember, remembered, taken } from "./half.js";
import { addUp, complete, dress, match, pair } from "./pad.js";
import "./ahead.js";

const TWICE = 350; // ms in which a second tap on the same spot belongs to the first
const TYPED = 250; // ms after a key until what is typed is followed
const BESIDE = 24; // px around that spot

const AHEAD = 1000; // ms at most that a tap waits for what the choice before it leads to

let busy = false; // something is under way, and the next tap waits for it
let turn = 0; // counts what was asked, so that an answer is known which another one has overtaken
let ahead = null; // what the last choice leads to, while that is being looked at
let returning = null; // what to do when the way back through half-made steps is done
let typing = 0; // the timer that waits for the next key
let held = null; // resolves when what is pressed just now has been let go
let finger = { at: 0, x: 0, y: 0 }; // the last tap
let recorded = -TWICE; // when a saying was last shown as recorded

const spoken = document.body.appendChild(document.createElement("p"));
spoken.className = "unseen";
spoken.setAttribute("role", "status");

const found = (place) => document.querySelector(place);
const depth = () => history.state?.depth ?? 0;

/** Send a form in place of the browser: what records nothing yet is only looked at. */
function send(form, button) {
  const data = new FormData(form, button);
  const address = button?.getAttribute("formaction") || form.getAttribute("action");
  if (form.method !== "post" || address === here()) return tell(() => look(halfMade(data)), data);
  return tell(() => say(address, data, answered), data);
}

/** Send what was tapped, unless what was chosen just before it turns out to rule it out. */
async function sendIfPossible(form, button) {
  if (ahead) await Promise.race([ahead, new Promise((resolve) => setTimeout(resolve, AHEAD))]);
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
  } catch {
    const query = halfMade(data);
    if (query) remember(here(), query, version(), data.get("uid")); // it may be recorded all the same
    complain();
  }
  wait(false);
}

/** Let nothing else be sent until there is an answer; who waits long sees so. */
function wait(begun) {
  busy = begun;
  found("#table")?.setAttribute("aria-busy", String(begun));
}

/** The address tells what is half made, and this phone remembers it. */
function tellAddress(way, state, query, since = version(), uid = null) {
  history[way](state, "", here() + query);
  remember(here(), query, since, uid);
}

/** Show an answer: a refusal where it was tapped, a half-made entry under its own address, else the table as it is. */
async function answered(answer, data) {
  const { news, query, status, counted } = answer;
  if (!news?.querySelector("#table, .won")) return complain(news);
  const before = version();
  if (status === 409) found("#pad .toast")?.remove(); // another phone was quicker: what it tells is not so
  show(news);
  if (status === 0) complain();
  if (status === 0 || status >= 400) {
    const sent = status ? [version()] : [data.get("after"), data.get("uid")]; // without an answer it may be recorded
    tellAddress("replaceState", history.state, halfMade(data), ...sent);
    if (status) document.dispatchEvent(new Event("refused"));
    found("#pad .fault, #pad .notice")?.scrollIntoView({ block: "center" });
  } else if (query) {
    const moved = query !== location.search;
    tellAddress(moved ? "pushState" : "replaceState", moved ? { depth: depth() + 1 } : history.state, query);
    settle(Math.min(scrollY, lowest()));
  } else {
    recorded = performance.now();
    settle(lowest());
    if (counted) remember(here(), halfMade(data), before, data.get("uid"));
    else forget(here(), before);
    document.dispatchEvent(new CustomEvent("recorded", { detail: data.get("step") === "play" ? "deal" : "" }));
    await goHome();
  }
  return undefined;
}

/** Put the parts of an answer in place: the table's when it has only those, else the whole page. */
function show(news) {
  const whole = news.querySelector("main");
  const before = { focus: identity(document.activeElement), toast: found("#pad .toast"), version: version() };
  for (const place of ["header.bar", whole ? "main" : "#table", ".tools"]) {
    const fresh = news.querySelector(place);
    if (fresh && !whole && place !== ".tools") match(found(place), fresh); // little is another: little is laid out
    else if (fresh) found(place)?.replaceWith(document.adoptNode(fresh));
  }
  if (!whole) addRows(news);
  document.title = news.title || document.title;
  for (const notice of document.querySelectorAll("#no-answer")) notice.hidden = true;
  const stays = before.toast && before.version === version() && !found("#pad .toast");
  if (stays) found("#pad").prepend(before.toast); // else all below would move up under the finger
  dress();
  refocus(before.focus);
  spoken.textContent = (found("#pad :is(.fault, .notice, .toast span, [aria-current])") ?? found("title")).textContent;
}

/** New rows go on top; after an undo or an amend all rows come anew. */
function addRows(news) {
  const fresh = news.getElementById("rows");
  const old = document.getElementById("rows");
  if (!fresh || !old) return;
  if (fresh.dataset.add) old.prepend(...[...fresh.children].map((row) => document.adoptNode(row)));
  else old.replaceWith(document.adoptNode(fresh));
}

/** How far down the page shows the whole pad, and of the totals above it as much as there is room for. */
function lowest() {
  const table = found("#table")?.getBoundingClientRect();
  return table ? Math.max(0, Math.min(table.top, table.bottom - innerHeight) + scrollY) : 0;
}

/** Scroll there without a slide: what was tapped is shown at once. */
const settle = (top) => scrollTo({ top, behavior: "instant" });

/** After a recorded saying Back leads past its half-made steps, to where one came from. */
function goHome() {
  return new Promise((resolve) => {
    returning = () => {
      returning = null;
      history.replaceState({ depth: 0 }, "", here());
      resolve();
    };
    if (!depth()) return returning();
    setTimeout(() => returning?.(), TWICE);
    history.go(-depth());
  });
}

/** Say that no answer came, or what an error page says; the entry stays as it is and can be sent again. */
function complain(news) {
  const notice = found("#no-answer");
  if (!notice) return;
  notice.dataset.words ??= notice.textContent;
  notice.textContent = news?.querySelector("main p")?.textContent ?? notice.dataset.words;
  notice.hidden = false;
}

/** What tells a control apart from the others on its page; empty for what is not on the table. */
function identity(element) {
  if (!element?.closest("#table")) return "";
  return [element.nodeName, element.name, element.name ? element.value : element.textContent].join(" ");
}

/** Keep the focus on the same control where there still is one, else on the pad, so that the next key is heard there. */
function refocus(before) {
  if (!before || !found("#pad")) return;
  const same = [...document.querySelectorAll("#table :is(a, button, input, select, summary)")];
  found("#pad").tabIndex = -1;
  (same.find((one) => identity(one) === before && !one.disabled) ?? found("#pad")).focus({ preventScroll: true });
}

/** After a choice: the address keeps it, and the pad says what follows from it; no control is exchanged for another. */
async function lookAhead(form) {
  const query = halfMade(new FormData(form), form.dataset.at);
  const mine = ++turn;
  tellAddress("replaceState", history.state, query);
  try {
    const { news } = await look(query);
    const table = news.getElementById("table");
    await held; // or what is being pressed would move away
    if (busy || mine !== turn || !table) return;
    if (table.dataset.version !== version()) return show(news);
    found("#table .play").replaceWith(document.adoptNode(table.querySelector(".play")));
    const lasting = (pad) => [...pad.children].filter((child) => !child.matches(".toast, .notice"));
    pair(found("#pad"), lasting(found("#pad")), lasting(news.getElementById("pad")));
    dress();
  } catch {
    // the tap that records will say so
  }
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

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table, header.bar") || !found("#table")) return;
  event.preventDefault();
  sendIfPossible(event.target, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("#pad form");
  if (!form) return;
  if (event.target.dataset.points) addUp(form);
  clearTimeout(typing);
  if (!event.target.closest("fieldset.counted") || !counted(form)) follow(form);
});

document.addEventListener("input", ({ target }) => {
  if (!target.closest("#pad .typed")) return;
  clearTimeout(typing);
  typing = setTimeout(() => target.form && follow(target.form), TYPED);
});

document.addEventListener("pointerdown", () => {
  held = new Promise((resolve) => {
    const letGo = () => setTimeout(resolve); // after the click that comes of it
    for (const way of ["pointerup", "pointercancel"]) addEventListener(way, letGo, { once: true });
  });
});

// The second half of a double tap would fall on what the first has brought under the finger.
document.addEventListener(
  "click",
  (event) => {
    const now = performance.now();
    const beside = Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < BESIDE;
    if (beside && finger.at < recorded && now - recorded < TWICE) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.pointerType || event.detail) finger = { at: now, x: event.clientX, y: event.clientY };
  },
  true,
);

document.addEventListener("click", (event) => {
  const link = event.target.closest("#pad a");
  if (link?.pathname !== here() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.href);
  tell(() => look(search, pathname), new FormData());
});

addEventListener("popstate", async () => {
  if (returning) return returning();
  if (!found("#table")) return location.reload();
  try {
    show((await look(location.search)).news);
    remember(here(), location.search, version());
  } catch {
    complain();
  }
  return undefined;
});

// A page that Back or Forward brings out of the browser's memory may be older than the table. It is asked for anew when
// the page is done with loading: until then the browser answers every question of such a page out of that memory, too.
addEventListener("pageshow", (event) => {
  const [came] = performance.getEntriesByType("navigation");
  if (!found("#table") || !(event.persisted || came?.type === "back_forward")) return;
  const kept = () => remember(here(), location.search, version());
  setTimeout(() => afresh(location.search, show).then(kept, () => {})); // without an answer the next tap will tell
});

/** What was half made when this match was last looked at: put back, or offered when the table has moved on since. */
async function putBack() {
  const half = remembered(here());
  if (location.search || !half) return;
  if (half.version === version()) {
    show((await look(half.query)).news);
    tellAddress("replaceState", history.state, half.query);
  } else if (await taken(half.uid, found("#engine")?.dataset.log)) forget(here(), half.version);
  else {
    const offer = found("#half-made");
    offer.querySelector("a").href = here() + half.query;
    offer.hidden = false;
  }
}

if (found("#table")) {
  if (location.search === "?said=1") tellAddress("replaceState", history.state, "");
  if (location.search) remember(here(), location.search, version());
  putBack().catch(() => {}); // then the address is all there is
}
dress();

// Comforts of the phone come when the table is there.
if (found("#table")) {
  const later = globalThis.requestIdleCallback ?? setTimeout;
  const comfort = () => import("./comfort.js");
  if (document.readyState === "complete") later(comfort);
  else addEventListener("load", () => later(comfort));
}
