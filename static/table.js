// Makes taps quicker: what a form would do by loading a page, it does in place. Without this file every page works alike.
// The server answers with the same markup either way; nothing is built here, and nothing is lost when no answer comes.

const SECRETS = ["csrf_token", "uid", "after"];
const PATIENCE = 15000; // ms until a request counts as unanswered
const TWICE = 350; // ms in which a second tap on the same spot belongs to the first
const BESIDE = 24; // px around that spot

let busy = false; // a saying is under way
let looking = null; // the request that only looks ahead
let returning = null; // what to do when the way back through half-made steps is done
let finger = { at: 0, x: 0, y: 0 }; // the last tap
let recorded = -TWICE; // when a saying was last shown as recorded

const spoken = document.body.appendChild(document.createElement("p"));
spoken.className = "unseen";
spoken.setAttribute("role", "status");

const found = (place) => document.querySelector(place);
const here = () => location.pathname.replace(/(\/m\/[^/]+).*/, "$1");
const version = () => found("#table")?.dataset.version;
const depth = () => history.state?.depth ?? 0;

/** The document that answers; rejects when there is no answer. */
function ask(method, address, body = null, ahead = false) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    if (ahead) looking = request;
    request.open(method, address);
    request.responseType = "document";
    request.timeout = PATIENCE;
    request.setRequestHeader("X-Part", version() ?? "");
    request.onload = () => (request.response ? resolve(request) : reject(new Error(String(request.status))));
    request.onerror = request.ontimeout = request.onabort = () => reject(new Error("no answer"));
    request.send(body);
  });
}

/** Send a form in place of the browser; a second tap while it is under way does nothing. */
function send(form, button) {
  const data = new FormData(form, button);
  if (form.method !== "post") return tell("GET", halfMade(data), data);
  return tell("POST", button?.getAttribute("formaction") || form.getAttribute("action"), data);
}

/** Ask, and put the answer in place: the page moves on only when there is one. */
async function tell(method, address, data) {
  if (busy) return;
  wait(true);
  looking?.abort();
  try {
    await answered(await ask(method, address, method === "POST" ? new URLSearchParams(data) : null), data);
  } catch {
    complain();
  }
  wait(false);
}

/** Let nothing else be sent until there is an answer; who waits long sees so. */
function wait(begun) {
  busy = begun;
  found("#table")?.setAttribute("aria-busy", String(begun));
}

/** The address that reloads to what a form says so far. */
function halfMade(data, more = "") {
  const due = ([name, text]) => name === "step" && text === "play"; // goes without saying
  const said = [...data].filter((pair) => pair[1] !== "" && !SECRETS.includes(pair[0]) && !due(pair));
  const words = new URLSearchParams([...said, ...new URLSearchParams(more)]).toString();
  return words ? `${here()}?${words}` : here();
}

/** Show an answer: a refusal where it was tapped, a half-made entry under its own address, else the table as it is. */
async function answered(answer, data) {
  const news = answer.response;
  if (!news.querySelector("#table, .won")) return complain(news);
  const query = new URL(answer.responseURL).search.replace(/^\?said=1$/, "");
  show(news);
  if (answer.status >= 400) {
    history.replaceState(history.state, "", halfMade(data));
    found("#pad .fault, #pad .notice")?.scrollIntoView({ block: "center" });
  } else if (query) {
    if (query !== location.search) history.pushState({ depth: depth() + 1 }, "", here() + query);
    settle(Math.min(scrollY, lowest()));
  } else {
    recorded = performance.now();
    settle(lowest());
    await goHome();
  }
}

/** Put the parts of an answer in place: the table's when it has only those, else the whole page. */
function show(news) {
  const whole = news.querySelector("main");
  const before = { focus: identity(document.activeElement), toast: found("#pad .toast"), version: version() };
  for (const place of ["header.bar", whole ? "main" : "#table", ".tools"]) {
    const fresh = news.querySelector(place);
    if (fresh) found(place)?.replaceWith(document.adoptNode(fresh));
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
  const address = halfMade(new FormData(form), form.dataset.at);
  history.replaceState(history.state, "", address);
  looking?.abort();
  try {
    const { response: news } = await ask("GET", address, null, true);
    const table = news.getElementById("table");
    if (busy || !table) return;
    if (table.dataset.version !== version()) return show(news);
    found("#table .play").replaceWith(document.adoptNode(table.querySelector(".play")));
    const lasting = (pad) => [...pad.children].filter((child) => !child.matches(".toast, .notice"));
    pair(found("#pad"), lasting(found("#pad")), lasting(news.getElementById("pad")));
    dress();
  } catch {
    // the tap that records will say so
  }
}

/** Make an element like a fresh one and keep what is chosen, typed, open and focused in it. */
function match(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return old.replaceWith(document.adoptNode(fresh));
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return undefined;
  }
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  return pair(old, [...old.childNodes], [...fresh.childNodes]);
}

/** The same for all that an element holds. */
function pair(parent, olds, fresh) {
  olds.forEach((old, index) => (fresh[index] ? match(old, fresh[index]) : old.remove()));
  parent.append(...fresh.slice(olds.length).map((one) => document.adoptNode(one)));
}

/** Close what cannot be beside what is chosen. */
function dress() {
  for (const control of document.querySelectorAll("#pad [data-not]")) control.disabled = !control.checked;
  document.querySelectorAll("#pad form[data-total]").forEach(limit);
}

/** Dim the numbers that no longer fit into what is left. */
function limit(form) {
  const rows = [...form.querySelectorAll("fieldset.counted")];
  const chosen = rows.map((row) => row.querySelector("input:checked"));
  const left = Number(form.dataset.total) - chosen.reduce((sum, input) => sum + (Number(input?.value) || 0), 0);
  rows.forEach((row, index) => {
    const most = left + (Number(chosen[index]?.value) || 0);
    const numbers = [...row.querySelectorAll("input:not([data-never])")].filter((input) => input.value !== "-");
    for (const input of numbers) input.disabled = Number(input.value) > most && !input.checked;
  });
  for (const counter of form.querySelectorAll("[data-left]")) counter.textContent = String(left);
  return { rows, chosen, left };
}

/** After a finger chose in a row: fill in the only row left and record. Keys only pass through numbers on their way. */
function counted(form) {
  const { rows, chosen, left } = limit(form);
  const open = rows.filter((_, index) => !chosen[index]);
  if (performance.now() - finger.at > TWICE || open.length > 1 || left < 0 || (!open.length && left)) return false;
  const rest = open[0]?.querySelector(`input[value="${left}"]:not(:disabled)`);
  if (open.length && !rest) return false;
  if (rest) rest.checked = true;
  send(form, form.querySelector("button.go"));
  return true;
}

/** The running sum of tapped cards. */
function addUp(form) {
  const cards = [...form.querySelectorAll("input[data-points]:checked")];
  const points = cards.reduce((sum, card) => sum + Number(card.dataset.points), 0);
  for (const sum of document.querySelectorAll("#pad [data-sum]")) sum.textContent = String(points);
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table, header.bar") || !found("#table")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("#pad form");
  if (!form) return;
  if (event.target.dataset.points) addUp(form);
  if (!event.target.closest("fieldset.counted") || !counted(form)) lookAhead(form);
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
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tell("GET", link.href, []);
});

addEventListener("popstate", async () => {
  if (returning) return returning();
  if (!found("#table")) return location.reload();
  try {
    show((await ask("GET", location.href)).response);
  } catch {
    complain();
  }
  return undefined;
});

// A page that comes back out of the browser's memory may be older than the table.
addEventListener("pageshow", (event) => event.persisted && dispatchEvent(new PopStateEvent("popstate")));

if (found("#table") && location.search === "?said=1") history.replaceState(history.state, "", here());
dress();
