// What was said and not answered yet outlives the page: a reload, a crash, a phone that ran out. It is put down before
// it is sent and taken out when it is answered; what is left goes out again by itself, one saying after the other in
// order, each under its own uid and version, so that the server takes it down once however often it comes.

import { ask } from "./line.js";

const PAUSES = [2, 4, 8, 16, 32, 60]; // s between attempts
const KEPT = "unsent ";

/** The sayings that the browser keeps under a name: address and pairs; none in one that keeps nothing. */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? [];
  } catch {
    return [];
  }
}

function store(name, sayings) {
  try {
    if (sayings.length) localStorage.setItem(name, JSON.stringify(sayings));
    else localStorage.removeItem(name);
  } catch {
    // full, or it keeps nothing: then the page is all the memory there is
  }
}

/** A saying as it was kept. */
function revived({ address, pairs }) {
  const data = new FormData();
  for (const [name, text] of pairs) data.append(name, text);
  return { address, data };
}

const uidOf = ({ data }) => data.get("uid");
const uidKept = ({ pairs }) => pairs.find(([name]) => name === "uid")?.[1];

/** The tables with something unsent, by their addresses. */
export function unsent() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(KEPT));
    return names.map((name) => name.slice(KEPT.length));
  } catch {
    return [];
  }
}

/** What to send of a saying: all that it said, under the token that forms carry by now. */
function body({ data }) {
  const token = document.querySelector("input[name=csrf_token]");
  if (token) data.set("csrf_token", token.value);
  return new URLSearchParams(data);
}

/**
 * The sayings at one table that wait for an answer. A page that shows the table gives answered(answer, saying), which
 * shows what the server said, failed(words), which hears of each attempt without an answer, and known(), the version
 * that stands there. From any other page they are only sent, and what is refused stays for the table to show.
 */
export class Outbox {
  constructor(table, shows) {
    Object.assign(this, shows, { name: KEPT + table });
    this.sayings = stored(this.name).map(revived);
    this.running = null; // what goes out now; resolves to whether it was taken down, to null without an answer
    this.left = false; // it is being changed meanwhile
    this.tries = 0;
  }

  /** Send what was kept, and again whenever the line or the page is back. */
  begin() {
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.again());
    this.again();
  }

  get first() {
    return this.sayings[0];
  }

  get last() {
    return this.sayings.at(-1);
  }

  /** Keep a saying behind those that wait. */
  put(saying) {
    this.sayings.push(saying);
    store(this.name, [...stored(this.name), { address: saying.address, pairs: [...saying.data] }]);
  }

  /** A saying was answered; another tab may have put its own there, which stays. */
  take(saying) {
    this.sayings = this.sayings.filter((one) => one !== saying);
    store(this.name, stored(this.name).filter((kept) => uidKept(kept) !== uidOf(saying)));
  }

  /** Keep nothing of what was said: it was refused, or is being changed. */
  clear() {
    clearTimeout(this.timer);
    for (const saying of this.sayings) this.take(saying);
  }

  /** It is being changed: it does not go out by itself any more. */
  leave() {
    this.left = Boolean(this.running);
    if (!this.running) this.clear();
  }

  /** Nothing else goes out until what is sent now has come to something. */
  hold(sent) {
    clearTimeout(this.timer);
    this.left = false;
    this.running = sent.finally(() => (this.running = null));
    return this.running;
  }

  /** Send all that waits; resolves to what came of it. Who only sends looks first what that is by now. */
  again() {
    if (!this.answered && !this.running) this.sayings = stored(this.name).map(revived);
    return this.running ?? (this.first ? this.hold(this.all()) : null);
  }

  async all() {
    let taken = true;
    while (taken && this.first) taken = await this.next(this.first);
    return taken;
  }

  /** Send one and tell what came of it. */
  async next(saying) {
    let answer;
    try {
      answer = await ask("POST", saying.address, body(saying), this.known?.());
    } catch (error) {
      return this.unanswered(error);
    }
    this.came(answer, saying);
    await this.answered?.(answer, saying);
    return answer.status < 400;
  }

  /** An answer came: what is refused takes with it what was said on top of it. */
  came(answer, saying) {
    this.tries = 0;
    if (answer.status < 400) this.take(saying);
    else if (this.answered) this.clear();
  }

  /** No answer: it is tried again after a pause, which grows; null. */
  unanswered({ words = "", pause = 0 }) {
    const due = PAUSES[Math.min(this.tries++, PAUSES.length - 1)] * 1000;
    if (!this.left) this.timer = setTimeout(() => this.again(), Math.max(due, pause));
    if (this.left) this.clear();
    else this.failed?.(words);
    return null;
  }
}
