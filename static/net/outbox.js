// Entries without an answer outlive the page: a reload, a crash, an empty battery. An entry is stored before it is sent
// and removed when it is answered; what is left is sent again by itself, in order, each under its own uid and version,
// so that the server records it once however often it comes.

import { add, readAll, remove, writeDurably } from "./outbox_store.js";
import { request } from "./request.js";

const PAUSES = [2, 4, 8, 16, 32, 60]; // s between attempts
const OWN = 8; // entries of which the page remembers that they are its own

/** An entry from its row. */
function fromRow({ address, pairs, made, key }) {
  const data = new FormData();
  for (const [name, text] of pairs) data.append(name, text);
  return { address, data, made, key: Promise.resolve(key) };
}

const uidOf = ({ data }) => data.get("uid");

/** Let table/updates.js know what this page sent itself. */
function noteOwn(entry) {
  const known = document.body.dataset.own?.split(",") ?? [];
  document.body.dataset.own = [...known, uidOf(entry)].slice(-OWN).join(",");
}

/**
 * Whether an answer says what became of an entry: recorded, or refused by its table. A page that only says no (the token
 * is not one any more, the link has ended) does not: the entry stays.
 */
const settles = ({ status, doc }) => status < 400 || !doc || Boolean(doc.querySelector("#table, .won"));
const wordsOf = ({ doc }) => doc?.querySelector("main p")?.textContent.trim();

/** The paths of the tables with something unsent. */
export const unsentTables = async () => [...new Set((await readAll()).map(({ table }) => table))];

/** The request body of an entry: its form and more, its age in ms, the CSRF token that forms have by now. */
export function requestBody({ data, made }, more = []) {
  const token = document.querySelector("input[name=csrf_token]");
  if (token) data.set("csrf_token", token.value);
  return new URLSearchParams([...data, ...more, ["ago", Date.now() - made]]);
}

/**
 * The unanswered entries of one table. A page that shows the table gives onAnswer(answer, entry), onFailure(words) after
 * each attempt without an answer, and version(), the one it shows. Any other page only sends, and what is refused stays
 * for the table to show.
 */
export class Outbox {
  constructor(table, page) {
    Object.assign(this, page, { table });
    this.entries = [];
    this.loaded = this.load();
    this.sending = null; // resolves to whether it was recorded, to null without an answer
    this.withdrawn = false; // it is being changed while it is sent
    this.attempts = 0;
  }

  /** Send what is stored, and again whenever the connection or the page is back. */
  start() {
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.flush());
    document.addEventListener("visibilitychange", () => document.hidden || this.flush());
    this.loaded.then(() => this.flush());
  }

  async load() {
    this.entries = (await readAll()).filter(({ table }) => table === this.table).map(fromRow);
    this.entries.forEach(noteOwn);
  }

  get first() {
    return this.entries[0];
  }

  get last() {
    return this.entries.at(-1);
  }

  /** Add an entry behind those that wait; resolves when it would outlive the browser. */
  add(entry) {
    entry.made = Date.now();
    this.entries.push(entry);
    noteOwn(entry);
    const { key, done } = add(this.toRow(entry));
    entry.key = key;
    return done;
  }

  toRow({ address, data, made }) {
    return { table: this.table, address, pairs: [...data], made };
  }

  /** An entry was answered; what another tab stores for this table stays. */
  remove(entry) {
    this.entries = this.entries.filter((one) => uidOf(one) !== uidOf(entry));
    entry.key.then(remove);
  }

  /** There is no connection: all that waits shall outlive a power cut, too. */
  async persist() {
    for (const entry of this.entries) {
      const key = await entry.key;
      if (this.entries.includes(entry)) writeDurably(this.toRow(entry), key);
    }
  }

  /** Drop everything: it was refused, or is being changed. */
  clear() {
    clearTimeout(this.timer);
    for (const entry of this.entries) this.remove(entry);
  }

  /** It is being changed: it is not sent by itself any more. */
  withdraw() {
    this.withdrawn = Boolean(this.sending);
    if (!this.sending) this.clear();
  }

  /** Nothing else is sent until this has come to something. */
  hold(sending) {
    clearTimeout(this.timer);
    this.withdrawn = false;
    this.sending = sending.finally(() => (this.sending = null));
    return this.sending;
  }

  /** Send all that waits; a page that does not show the table reads the store first. */
  flush() {
    return this.onAnswer || this.sending ? this.send() : this.load().then(() => this.send());
  }

  send() {
    return this.sending ?? (this.first ? this.hold(this.sendAll()) : null);
  }

  async sendAll() {
    let recorded = true;
    while (recorded && this.first) recorded = await this.sendOne(this.first);
    return recorded;
  }

  async sendOne(entry) {
    let answer;
    try {
      answer = await request("POST", entry.address, requestBody(entry), this.version?.());
    } catch (error) {
      return this.retryLater(error);
    }
    if (!settles(answer)) return this.retryLater({ words: wordsOf(answer) });
    this.answered(answer, entry);
    await this.onAnswer?.(answer, entry);
    return answer.status < 400;
  }

  /** An answer came: a refused entry takes with it what was made on top of it. */
  answered(answer, entry) {
    this.attempts = 0;
    if (answer.status < 400) this.remove(entry);
    else if (this.onAnswer && settles(answer)) this.clear();
  }

  /** No answer: try again after a growing pause; returns null. */
  retryLater({ words = "", pause = 0 }) {
    const due = PAUSES[Math.min(this.attempts++, PAUSES.length - 1)] * 1000;
    this.persist();
    if (!this.withdrawn) this.timer = setTimeout(() => this.flush(), Math.max(due, pause));
    if (this.withdrawn) this.clear();
    else this.onFailure?.(words);
    return null;
  }
}
