// Entries without an answer outlive the page: a reload, a crash, an empty battery. An entry is stored before it is sent
// and removed when it is answered; what is left is sent again by itself, in order, each under its own uid, so that the
// server records it once however often it comes. One entry goes as the form that it was; several that the engine drew one
// on the other go as a tail (tail.js).

import { askForHome, askForToken, askJson } from "./answer.js";
import { isConnected, reportLine } from "./connection.js";
import { add, readAll, settleRows, transaction, writeDurably } from "./phone_store.js";
import { request } from "./request.js";

const PAUSES = [2, 4, 8, 16, 32, 60]; // s between attempts
const SHORT = 4000; // ms: after a longer pause it is asked first whether there is a line, while somebody looks
const REFUSED = 60; // s until what was refused in words alone is sent again
const OWN = 8; // entries of which the page remembers that they are its own

const TABLE = "#table, .won"; // what the answer to an entry shows

/** An entry from its row. */
function fromRow({ address, pairs, key, table, ...more }) {
  const data = new FormData();
  for (const [name, text] of pairs) data.append(name, text);
  return { ...more, address, data, key: Promise.resolve(key) };
}

/** What is stored of an entry. */
function toRow(table, { address, data, made, record, counted, edition, base }) {
  return { table, address, pairs: [...data], made, ...(record && { record, counted, edition, base }) };
}

export const uidOf = ({ data }) => data.get("uid");

/** Let table/updates.js know what this page sent itself. */
function noteOwn(entry) {
  const known = document.body.dataset.own?.split(",") ?? [];
  document.body.dataset.own = [...known, uidOf(entry)].slice(-OWN).join(",");
}

/** Whether an entry has no form, or one that is answered with a page that is not the table: it goes as a tail. */
export const isBeside = (address) => /\/(?:deal\/|rulings$|tail$)/.test(address);

/** The paths of the tables with something unsent. */
export const unsentTables = async () => [...new Set((await readAll()).map(({ table }) => table))];

const currentToken = () => document.querySelector("input[name=csrf_token]")?.value;

/** The request body of an entry: its form and more, its age in ms, the CSRF token that forms have by now. */
export function requestBody({ data, made }, more = []) {
  const token = currentToken();
  if (token) data.set("csrf_token", token);
  return new URLSearchParams([...data, ...more, ["ago", Date.now() - made]]);
}

/** What an entry that the engine drew tells beside its form. */
export const countOf = ({ counted, edition }) =>
  counted ? [["phone_counted", JSON.stringify(counted)], ["edition", edition]] : [];

/** One page of the browser at a time, where it can tell: twice would do no harm. */
const alone = (table, work) => globalThis.navigator?.locks?.request(`unsent ${table}`, work) ?? work();

/**
 * The unanswered entries of one table. A page that shows the table gives engine(), onAnswer(answer, entry), for a tail
 * onTail(answer), onFailure(words) after each attempt without an answer, and version(), the one it shows. Any other page
 * only sends, and what is refused stays for the table to show. passing: this is another table's, of which nothing comes
 * once what is stored was sent.
 */
export class Outbox {
  constructor(table, page) {
    Object.assign(this, page, { table });
    this.entries = [];
    this.loaded = this.load();
    this.sending = null; // resolves to whether it was recorded, to null without an answer
    this.underway = []; // the entries that are being sent
    this.withdrawn = false; // the one that is sent is being changed
    this.attempts = 0; // without an answer
  }

  /** Send what is stored, and again whenever the connection or the page is back. */
  start() {
    this.listening = new AbortController();
    const { signal } = this.listening;
    for (const event of ["online", "pageshow"]) addEventListener(event, () => this.flush(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.flush(), { signal });
    document.addEventListener("line", ({ detail }) => {
      if (detail.connected && this.lost) this.flush();
      this.lost = !detail.connected;
    }, { signal });
    this.loaded.then(() => this.flush());
  }

  async load() {
    const rows = (await readAll()).filter(({ table }) => table === this.table);
    this.begun = rows.some(({ begin }) => begin); // on this phone, and the server does not know the match yet
    this.entries = rows.filter(({ begin }) => !begin).map(fromRow);
    this.entries.forEach(noteOwn);
  }

  get first() {
    return this.entries[0];
  }

  /** The entries at the head of the queue that the engine drew: they go out together. */
  get drawn() {
    const end = this.entries.findIndex(({ record }) => !record);
    return this.entries.slice(0, end < 0 ? undefined : end);
  }

  /** Whether anything is to be sent. */
  get waits() {
    return this.begun || this.entries.length > 0;
  }

  get last() {
    return this.entries.at(-1);
  }

  /** The entries that no engine drew: they are on the pad still, or the server alone can draw them. */
  get undrawn() {
    return this.entries.filter(({ record }) => !record);
  }

  /** Add an entry behind those that wait; resolves when it would outlive the browser. */
  add(entry) {
    entry.made = Date.now();
    this.entries.push(entry);
    noteOwn(entry);
    const { key, done } = add(toRow(this.table, entry));
    entry.key = key;
    key.then((stored) => (entry.unstored = stored === undefined));
    return done;
  }

  /**
   * Entries were answered; what another tab stores for this table stays. base: what the server has by now, if known;
   * asSent: its log goes on with them.
   */
  async remove(gone, base = null, asSent = true) {
    const uids = new Set(gone.map(uidOf));
    const [first] = gone;
    this.entries = this.entries.filter((one) => !uids.has(uidOf(one)));
    const rest = base ? this.drawn : [];
    for (const entry of rest) entry.base = base;
    const keys = async (entries) => Promise.all(entries.map(async (one) => [await one.key, toRow(this.table, one)]));
    const known = base && asSent && first?.base && gone.every(({ record }) => record);
    const records = known && gone.map((one) => [...one.record, uidOf(one)]);
    const more = known ? { path: this.table, after: first.base.version, records, ...base } : null;
    const stored = ([key]) => key !== undefined;
    await settleRows((await keys(gone)).filter(stored).map(([key]) => key), (await keys(rest)).filter(stored), more);
  }

  /** There is no connection: all that waits shall outlive a power cut, too. */
  async persist() {
    for (const entry of this.entries) {
      const key = await entry.key;
      if (!this.entries.includes(entry)) continue;
      const written = writeDurably(toRow(this.table, entry), key);
      if (key !== undefined) continue;
      entry.key = written.then((keys) => keys?.[0]); // there was no room for it before
      entry.unstored = (await entry.key) === undefined;
    }
  }

  /** Drop entries that were refused, or are being changed. */
  clear(entries = this.entries) {
    if (entries.length === this.entries.length) clearTimeout(this.timer);
    if (entries.length) this.remove(entries);
  }

  /** What is still on the pad is being changed: it is not sent by itself any more. */
  withdraw() {
    this.withdrawn = this.undrawn.some((entry) => this.underway.includes(entry));
    this.clear(this.undrawn.filter((entry) => !this.underway.includes(entry)));
  }

  /** Nothing else is sent until this has come to something. */
  hold(sending) {
    clearTimeout(this.timer);
    this.withdrawn = false;
    this.sending = sending.finally(() => {
      this.sending = null;
      this.underway = [];
    });
    return this.sending;
  }

  /** Send all that waits; a page that does not show the table reads the store first. */
  flush() {
    return this.onAnswer || this.sending ? this.send() : this.load().then(() => this.send());
  }

  send() {
    if (this.passing && !this.waits) this.listening?.abort();
    return this.sending ?? (this.waits ? this.hold(alone(this.table, () => this.sendAll())) : null);
  }

  async sendAll() {
    if (!this.onAnswer) await this.load(); // another page may have sent it while this one waited for its turn
    let recorded = !this.begun || (await this.begin());
    while (recorded && this.first) recorded = await this.sendNext();
    return recorded;
  }

  /** Let the server begin the match, on which what was recorded here then follows. */
  begin() {
    const store = { askForHome, askForToken, askJson, readAll, reportLine, transaction };
    const beginning = import("../offline/matches_here.js").then(({ matchesHere }) => matchesHere.beginAll(this, store));
    return beginning.catch((error) => this.retryLater(error));
  }

  /** Send the first entry as its form, or as a tail with those that the engine drew on it. */
  async sendNext() {
    const tail = this.drawn;
    const together = tail[0]?.base && (tail.length > 1 || isBeside(tail[0].address) || !(this.onAnswer ?? currentToken()));
    this.underway = together ? tail : [this.first];
    try {
      if (!together) return await this.sendOne(this.first);
      const { sendTail } = await import("./tail.js");
      return await sendTail(this, tail, currentToken(), { askForToken, askJson, reportLine });
    } catch (error) {
      return this.retryLater(error);
    }
  }

  async sendOne(entry) {
    const version = entry.record ? "" : this.version?.();
    const answer = await request("POST", entry.address, requestBody(entry, countOf(entry)), version);
    return this.answered(answer, entry);
  }

  /** An answer came to a form: whether it was recorded, null where that is to be asked again. */
  async answered(answer, entry) {
    this.attempts = 0;
    const refused = answer.status >= 400;
    if (refused && (entry.record || answer.doc) && !answer.doc?.querySelector(TABLE)) return this.retryRefused(wordsOf(answer));
    if (refused && entry.record && this.drawn.length > 1) return this.sendNext(); // nothing on it is dropped
    if (!refused && !baseOf(answer)) for (const one of this.entries) one.base = null; // the answer is a page
    if (!refused) this.remove([entry], baseOf(answer));
    else if (this.onAnswer) this.clear();
    await this.onAnswer?.(answer, entry);
    return !refused;
  }

  /** Refused in words alone, as when the link has ended: it stays here, and is sent again seldom. */
  retryRefused(words) {
    return this.retryLater({ words, pause: REFUSED * 1000 });
  }

  /** No answer: try again after a growing pause; returns null. */
  retryLater({ words = "", pause = 0 }) {
    const due = PAUSES[Math.min(this.attempts++, PAUSES.length - 1)] * 1000;
    this.persist();
    if (this.withdrawn) this.clear(this.undrawn);
    if (this.waits) this.retryAfter(Math.max(due, pause));
    if (!this.withdrawn) this.onFailure?.(words);
    return null;
  }

  /** Send after so many ms; what would hang without a line waits for the answer that connection.js asks for. */
  retryAfter(pause) {
    const isAsked = () => pause > SHORT && !document.hidden && !isConnected();
    this.timer = setTimeout(() => (isAsked() ? this.retryAfter(pause) : this.flush()), pause);
  }
}

/** The version and hash that an answer names; null where it is a page. */
const baseOf = ({ version, hash }) => (version && hash ? { version, hash } : null);

const wordsOf = ({ doc }) => doc?.querySelector("main p")?.textContent.trim() ?? "";
