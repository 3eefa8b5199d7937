// What was said and not answered yet outlives the page: a reload, a crash, a phone that ran out. It is put down before
// it is sent and taken out when it is answered; what is left goes out again by itself, one saying after the other in
// order, each under its own uid and version, so that the server takes it down once however often it comes.

import { ask } from "./request.js";
import { allKept, drop, keep, keepFirmly } from "./outbox_store.js";

const PAUSES = [2, 4, 8, 16, 32, 60]; // s between attempts

/** A saying as it was kept. */
function revived({ address, pairs, made, key }) {
  const data = new FormData();
  for (const [name, text] of pairs) data.append(name, text);
  return { address, data, made, key: Promise.resolve(key) };
}

const uidOf = ({ data }) => data.get("uid");
const OWN = 8; // records of which the page remembers that they are its own

/** Let the page know what it sent itself, for who hears of it as news: others.js. */
function note(saying) {
  const known = document.body.dataset.own?.split(",") ?? [];
  document.body.dataset.own = [...known, uidOf(saying)].slice(-OWN).join(",");
}

/** The tables with something unsent, by their addresses. */
export const unsent = async () => [...new Set((await allKept()).map(({ table }) => table))];

/** What to send of a saying: all that it said and more, how long ago in ms, under the token that forms carry by now. */
export function body({ data, made }, more = []) {
  const token = document.querySelector("input[name=csrf_token]");
  if (token) data.set("csrf_token", token.value);
  return new URLSearchParams([...data, ...more, ["ago", Date.now() - made]]);
}

/**
 * The sayings at one table that wait for an answer. A page that shows the table gives answered(answer, saying), which
 * shows what the server said, failed(words), which hears of each attempt without an answer, and known(), the version
 * that stands there. From any other page they are only sent, and what is refused stays for the table to show.
 */
export class Outbox {
  constructor(table, shows) {
    Object.assign(this, shows, { table });
    this.sayings = [];
    this.loaded = this.load();
    this.running = null; // what goes out now; resolves to whether it was taken down, to null without an answer
    this.left = false; // it is being changed meanwhile
    this.tries = 0;
  }

  /** Send what was kept, and again whenever the line or the page is back. */
  begin() {
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.again());
    this.loaded.then(() => this.again());
  }

  /** Begin with what was kept before this page was there. */
  async load() {
    this.sayings = (await allKept()).filter(({ table }) => table === this.table).map(revived);
    this.sayings.forEach(note);
  }

  get first() {
    return this.sayings[0];
  }

  get last() {
    return this.sayings.at(-1);
  }

  /** Keep a saying behind those that wait; resolves when it would outlive the browser. */
  put(saying) {
    saying.made = Date.now();
    this.sayings.push(saying);
    note(saying);
    const { key, done } = keep(this.row(saying));
    saying.key = key;
    return done;
  }

  /** What is kept of a saying. */
  row({ address, data, made }) {
    return { table: this.table, address, pairs: [...data], made };
  }

  /** A saying was answered; what another tab keeps of this table stays. */
  take(saying) {
    this.sayings = this.sayings.filter((one) => uidOf(one) !== uidOf(saying));
    saying.key.then(drop);
  }

  /** There is no line: all that waits shall outlive the phone's power, too. */
  async hoard() {
    for (const saying of this.sayings) {
      const key = await saying.key;
      if (this.sayings.includes(saying)) keepFirmly(this.row(saying), key);
    }
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
    return this.answered || this.running ? this.go() : this.load().then(() => this.go());
  }

  go() {
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
    this.hoard();
    if (!this.left) this.timer = setTimeout(() => this.again(), Math.max(due, pause));
    if (this.left) this.clear();
    else this.failed?.(words);
    return null;
  }
}
