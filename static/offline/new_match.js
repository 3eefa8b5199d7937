// The page of a new match without a network: its form is answered by the engine, as the server answers it with one; the draft
// is in the address.

import { beginMatch } from "./begin.js";

const STYLE = new URL("../css/new_match.css", import.meta.url).href;
const CHANCE = 60; // random numbers, two for each seat

/** Draw the page and answer its form. shell: { ask(form, chance), grouped, released(), show(page), stored, shared } of shell.js. */
export async function setUpMatch(shell) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE }));
  if (!(await draw(shell, shell.grouped(location.search)))) return false;
  let last = Promise.resolve(); // a tap is answered on what the one before has led to
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("action") !== "/new") return;
    event.preventDefault();
    last = last.then(() => tapped(shell, event.submitter)).catch(() => {});
  });
  document.addEventListener("input", ({ target }) => { // what is typed beside an answer chooses it
    if (target.matches(".pick .field")) target.closest(".pick").querySelector("[type=radio]").checked = true;
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[type=radio][name^='rule.']")) last = last.then(() => tapped(shell)).catch(() => {});
  });
  addEventListener("pageshow", ({ persisted }) => persisted && (last = Promise.resolve()));
  return true;
}

/** Answer a button of the form, or a choice in it, as it is by now. */
async function tapped(shell, button) {
  const form = document.querySelector("form[action='/new']");
  const [data, typed] = [new FormData(form), typedIn(form)];
  if (button?.name) data.append(button.name, button.value);
  data.set("name", knownAs(data.get("name"), shell));
  await draw(shell, shell.grouped(data), typed);
  const place = button?.getAttribute("formaction");
  if (place) document.querySelector(place)?.scrollIntoView({ block: "nearest" });
}

/** What stands in the text fields of a form, by their names. */
const typedIn = ({ elements }) => new Map([...elements].filter(isField).map(({ name, value }) => [name, value]));
const isField = ({ type }) => ["text", "search"].includes(type);

/** Show the page; what was unfolded stays so, what had the focus keeps it, and what was typed since the tap (typed) too. */
function put(page, show, typed) {
  const now = typed ? typedIn(document.querySelector("form[action='/new']")) : new Map();
  const inputs = [...document.querySelectorAll("details[open] input")].map(({ name }) => name);
  const { name, value } = document.activeElement;
  show(page);
  for (const [key, text] of now) {
    const [field] = document.getElementsByName(key);
    if (field && text !== typed.get(key)) field.value = text;
  }
  for (const details of document.querySelectorAll("details.fold"))
    details.open ||= inputs.includes(details.querySelector("input")?.name);
  const same = name && [...document.getElementsByName(name)].find((one) => one.value === value);
  same?.focus({ preventScroll: true });
}

/** Draw what follows from a form, or let the match begin; whether the phone can. */
async function draw(shell, form, typed) {
  const page = await shell.ask(form, [...crypto.getRandomValues(new Uint32Array(CHANCE))]);
  if (!page) return false;
  if (page.begin) {
    location.assign(await beginMatch(page.begin, shell.shared));
    return new Promise(() => {}); // what is tapped until its table is there begins nothing more
  }
  await shell.released(); // what a finger is on stays until its tap is taken, which is answered next
  put(page, shell.show, typed);
  history.replaceState(null, "", page.query);
  document.querySelector(".fault")?.scrollIntoView({ block: "center" });
  return true;
}

/** A name as it was typed, or as somebody is called whose name is written alike. */
function knownAs(typed, { stored }) {
  const name = (typed ?? "").normalize("NFC").trim().split(/\s+/).join(" ");
  const alike = (one) => one.normalize("NFKC").toLowerCase();
  const known = [...stored.home.people, ...stored.begun.flatMap(({ people }) => people)].map((one) => one.name);
  const here = [...document.querySelectorAll("#seats input, input[name=seat]")].map(({ value }) => value);
  return [...known, ...here].find((one) => alike(one) === alike(name)) ?? name;
}
