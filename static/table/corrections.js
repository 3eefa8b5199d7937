// Pages that the phone engine draws over its table while the server is out of reach: the history of the match, a deal, an
// old deal on its pad, house rules and rulings. Their last buttons record as those of the table do (engine_or_server.js). What was opened by
// its address lies there already (offline/shell.js). A script of its own, which comes when the page is there.

import { matchDays } from "../dom/day_names.js";

const TYPED = 250; // ms after a key until what is typed is previewed
const STYLE = new URL("../css/new_match.css", import.meta.url).href; // of house rules

let page = null; // what main.js shares
let layer = document.getElementById("corrections"); // what is shown over the table
let typing = 0; // the timer that waits for the next key
let drawing = Promise.resolve(); // the last page that was asked for
let moves = 0; // by Back and Forward

const find = (selector) => layer.querySelector(selector);

/** The engine, if it is at the version of the table. */
const engine = () => (String(page.engine()?.version) === page.pageVersion() ? page.engine() : null);

/** The engine's call for an address of this match with the values of a form; null for a page of the server alone. */
function callFor(pathname, pairs) {
  const [head, of, way, entry, end] = pathname.slice(page.matchPath().length + 1).split("/");
  const form = page.grouped(pairs);
  if (head === "history") return ["history", { days: matchDays(engine().began), before: Number(form.before?.[0]) || null }];
  if (["rules", "rulings"].includes(head)) return [head, { form }];
  if (head !== "deal") return null;
  if (!way) return ["deal", { of }];
  const written = entry && page.grouped(decodeURIComponent(entry));
  return ["amend", { of, way, entry: written, form, say: end === "say" }];
}

/**
 * Draw an address over the table. place: the selector of what is to be seen of it; isNew: Back leads from it to what is
 * shown now, unless that is the same pad, or the same forms.
 */
function open(pathname, pairs = [], place = "", isNew = true) {
  drawing = draw(pathname, pairs, place, isNew).catch(() => complain());
  return drawing;
}

async function draw(pathname, pairs, place, isNew) {
  const { depth = 0, over = 0 } = history.state ?? {};
  const moved = moves;
  const doc = await engine().page(...callFor(pathname, pairs));
  if (!doc) return complain();
  if (moved !== moves || (history.state?.over ?? 0) !== over) return undefined; // Back was quicker
  const address = addressOf(doc, pathname, pairs);
  if (isNew && stays(doc)) history.replaceState(history.state, "", address);
  else if (isNew) history.pushState({ depth: depth + 1, over: over + 1 }, "", address);
  show(doc);
  return place && find(place)?.scrollIntoView();
}

/** The pad, or the forms, which are shown already and in a page, too. */
const stays = (doc) => layer && ["#truth", "#rules"].find((part) => find(part) && doc.querySelector(part));

/** The address of a page, from which it is drawn again: of a pad with the entry so far. */
function addressOf(doc, pathname, pairs) {
  const here = doc.querySelector("#take[data-here]")?.dataset.here ?? pathname;
  const isEntered = pathname.endsWith("/say") && `${here}/say` !== pathname;
  const query = isEntered ? "" : new URLSearchParams(pairs).toString();
  return here + (query && `?${query}`);
}

const complain = () => document.dispatchEvent(new CustomEvent("unanswered", { detail: page.words() }));

/** Say on what lies over the table why something does not come. */
function tell(words) {
  const notice = find("[role=alert]") ?? document.createElement("p");
  Object.assign(notice, { className: "notice", role: "alert", textContent: words });
  find("main").prepend(notice);
  notice.scrollIntoView({ block: "center" });
}

/** Show a page; a pad, or forms, that are there already keep what has the focus. */
function show(doc) {
  const part = stays(doc);
  if (part === "#truth") {
    morphInto("#truth", doc);
    for (const beside of ["#dealt", "#seen", "#take"]) find(beside).replaceWith(document.adoptNode(doc.querySelector(beside)));
  } else if (part) {
    morphInto("main", doc);
    find(".fault")?.scrollIntoView({ block: "center" });
  } else {
    if (!layer) {
      document.getElementById("menu")?.removeAttribute("open"); // or it takes the next tap
      layer = Object.assign(document.createElement("div"), { id: "corrections" });
      layer.dataset.title = document.title;
      document.querySelector("body > main").after(layer);
    }
    layer.replaceChildren(...["header.bar", "main"].map((one) => document.adoptNode(doc.querySelector(one))));
    document.title = doc.title;
    scrollTo({ top: 0, behavior: "instant" });
  }
  setUpPad();
}

/** What lies there already takes taps from now on, a pad when the engine is there. Back may have been quicker than this. */
function openedByAddress() {
  const main = find("main");
  main.inert = false;
  if (layer.dataset.at !== location.pathname + location.search) return onPopState();
  setUpPad();
  main.inert = Boolean(find("#truth") && page.engineComes());
  if (main.inert) document.addEventListener("engine", () => (main.inert = false), { once: true });
}

/** What a button of a pad would preview is previewed by itself. */
function setUpPad() {
  if (!find("#truth")) return;
  find("#truth").dataset.live = "";
  page.setUp("#truth");
}

/** Make what is in a part of the page like that of a fresh one. */
function morphInto(part, doc) {
  page.morphChildren(find(part), [...find(part).children], [...doc.querySelector(part).children]);
}

/** Back and Forward: the table, or what lay over it. */
function onPopState() {
  moves += 1;
  if (location.pathname === page.matchPath()) uncover();
  else if (!engine()) location.reload(); // it has not started yet
  else if (callFor(location.pathname, [])) {
    drawing = draw(location.pathname, new URLSearchParams(location.search), "", false).catch(() => location.reload());
  }
}

/** Show the table again. */
function uncover() {
  if (!layer) return;
  document.title = layer.dataset.title;
  layer.remove();
  layer = null;
}

/** How many pages back a link leads: to the table, or from the pad to its deal; 0 for none. */
function pagesBack({ pathname }) {
  if (pathname === page.matchPath()) return history.state?.over ?? 1;
  return find("#truth") && history.state?.over > 1 && /\/deal\/[^/]+$/.test(pathname) ? 1 : 0;
}

/** Whether a link of the table is to be drawn here: the server cannot, or does not know that deal. */
const isOurs = (link) => link.closest("#rows, #menu") && (!page.isConnected() || link.querySelector(".here"));

function onClick(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !engine()) return undefined;
  const inside = layer?.contains(link);
  if (!inside && !isOurs(link)) return undefined;
  const url = new URL(link.href);
  const back = inside && pagesBack(url);
  if (!back && !callFor(url.pathname, [])) return undefined;
  event.preventDefault();
  return back ? history.go(-back) : void open(url.pathname, url.searchParams, url.hash);
}

/** The values of a form of the pad, with the button that was tapped, or else with the chips that are chosen. */
function pairsOf(form, button) {
  const data = page.formData(form, button);
  const chips = button ? [] : form.querySelectorAll("button[aria-pressed=true]");
  for (const chip of chips) data.append(chip.name, chip.value);
  const pairs = [...data].filter(([name]) => !page.HIDDEN.includes(name));
  return button ? pairs : [...pairs, ...new URLSearchParams(form.dataset.at ?? "")];
}

function preview(form) {
  if (form.isConnected) open(new URL(find("#take").dataset.here, location.href).pathname, pairsOf(form));
}

/** After a choice of a house rule: those that matter with it are shown. What is typed beside an answer chooses it. */
function onRule({ type, target }, form) {
  const answer = target.matches(".pick .field") && target.closest(".pick").querySelector("[type=radio]");
  if (answer) answer.checked = true;
  if (type === "change") open(new URL(form.action).pathname, [...pairsOf(form), ["again", "1"]]);
}

/** Write the name in a form as somebody is called whose name is written alike; the engine knows no small and large letters. */
function writeAsKnown({ elements: { player: field } }) {
  if (!field) return;
  const name = field.value.normalize("NFC").trim().split(/\s+/).join(" ");
  const alike = (one) => one.normalize("NFKC").toLowerCase();
  const known = [...layer.querySelectorAll("#player bdi, #other-players option")].map((one) => one.value ?? one.textContent);
  field.value = known.find((one) => alike(one) === alike(name)) ?? name;
}

async function onSubmit(event) {
  const { target: form, submitter } = event;
  if (!layer?.contains(form)) return;
  event.preventDefault();
  writeAsKnown(form);
  const address = new URL(page.addressOf(form, submitter), location.href);
  if (form.closest("#truth") || form.method === "get") return void open(address.pathname, pairsOf(form, submitter));
  await drawing;
  const now = form.id ? find("#take") : form;
  if (now.querySelector("button").disabled) return;
  uncover();
  page.send(now, now.querySelector("button"));
}

function onChange(event) {
  const { type, target } = event;
  if (layer && target.closest("#rules")) return onRule(event, target.form);
  const form = layer && target.closest("#truth form");
  if (!form || (type === "input" && !target.closest(".typed"))) return undefined;
  clearTimeout(typing);
  if (target.dataset.points) page.addUp(form, "#truth");
  if (type === "change") preview(form);
  else typing = setTimeout(preview, TYPED, form);
  return undefined;
}

/**
 * From now on such pages are drawn. shared: { HIDDEN, addUp, addressOf, engine, formData, grouped, isConnected, matchPath,
 * morphChildren, pageVersion, send, setUp, words }; words(): what is said of a page that cannot be drawn.
 */
export function drawCorrections(shared) {
  page = shared;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE }));
  if (layer) openedByAddress();
  document.addEventListener("click", onClick, true);
  document.addEventListener("submit", onSubmit, true);
  for (const type of ["change", "input"]) document.addEventListener(type, onChange);
  document.addEventListener("unanswered", ({ detail }) => layer && tell(detail || page.words()));
  addEventListener("popstate", onPopState);
}
