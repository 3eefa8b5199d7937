// The phone engine as the page sees it: a worker that is called and answers with nodes, which become elements here.

import { buildDocument } from "../dom/build.js";
import { extendLog, read, storeLog } from "../net/phone_store.js";
import { EngineWorker, grouped } from "./engine_worker.js";

const LOG_TIMEOUT = 15000; // ms: the next tap waits with it
const MINUTE = 60_000; // ms
const RECORDS = /^(?:say|cut|undo|redo|close|reopen|longer|rulings|deal\/[^/]+\/\w+)$/; // below the path of the match

const CHANCE = 60; // random numbers, two for each seat where cards are drawn

export const CONFIRMATIONS = ["agree", "dispute"];

/**
 * The engine, ready for the match at this path; rejects when it cannot run here. unsent(): resolves to the entries of this
 * phone that the server does not have, as the outbox holds them; sendAgain(stored, log): puts what only the stored log has
 * among them.
 */
export async function startEngine(places, path, unsent = () => [], sendAgain = () => {}) {
  const engine = new Engine(places, path, unsent, sendAgain);
  try {
    const log = engine.fetchLog();
    log.catch(() => {}); // it is looked at below
    await engine.start();
    await engine.syncLog(log);
    return engine;
  } catch (error) {
    engine.stop();
    throw error;
  }
}

class Engine extends EngineWorker {
  constructor(places, path, unsent, sendAgain) {
    super(places);
    Object.assign(this, { places, path, unsent, sendAgain });
    this.version = null; // of what is drawn: that of the log, as far as this engine knows it, and one for each of the tail
    this.base = null; // { version, hash } of what the server has
    this.known = new Set(); // uids of what the log had when it was read
    this.tail = []; // uids of what is recorded on it and unsent
    this.recording = false; // a record is being scored
    this.precomputed = null; // a record that may come soon: the worker's text for it, and its answer
  }

  /** The log of the match as the server has it; without an answer of the server as this phone has stored it. */
  async fetchLog() {
    const signal = AbortSignal.timeout?.(LOG_TIMEOUT);
    const answer = await fetch(this.places.log, { cache: "no-cache", signal }).catch(() => null);
    const log = answer?.ok && (await answer.json().catch(() => null));
    if (log) return log;
    const stored = await read("matches", this.path);
    const away = !answer || answer.status >= 500 || !stored?.hash; // without a hash only this phone knows it
    if (!stored || !away) throw new Error(`the log is out of reach (${answer?.status ?? "no answer"})`);
    return stored;
  }

  /** Replace the match by this log, with what is unsent on it where nothing else came in between. */
  async loadMatch(log) {
    const entries = await this.unsent();
    await this.call("load_match", JSON.stringify(log)); // written anew: one interpreter reads no escapes of two halves
    this.precomputed = null;
    this.began = Number(log.began[0]); // ms since 1970
    this.base = { version: log.version, hash: log.hash };
    this.known = new Set(log.records.map(([, , uid]) => uid));
    this.tail = [];
    const waiting = unsentOn(log, entries);
    if (waiting.length) {
      const records = waiting.map(({ record, data }) => [...record, data.get("uid")]);
      const { added } = JSON.parse(await this.call("load_tail", JSON.stringify({ records })));
      this.tail = records.slice(0, added).map(([, , uid]) => uid);
    }
    this.version = log.version + this.tail.length;
    if (!log.seen_at) this.keepLog(log);
  }

  /** Store a log of the server; where it lacks what this phone knows to be recorded, it is a restored one. */
  async keepLog(log) {
    const stored = await read("matches", this.path);
    if (!lacksLast(log, stored)) return storeLog(this.path, log, this.places.edition);
    const again = await this.fetchLog(); // another page of this phone may have recorded something meanwhile
    if (lacksLast(again, stored)) await this.sendAgain(stored, again);
    return again.seen_at || storeLog(this.path, again, this.places.edition);
  }

  /** Load the log as it is by now; without an answer the version is unknown until after the next record. */
  async syncLog(fetching = this.fetchLog()) {
    const log = await fetching.catch(() => null);
    if (log) await this.loadMatch(log);
    else this.version = null;
  }

  /** The table with a draft, with all rows of the sheet if asked for; null when the page shows another version. */
  async draw(query, version, rows = false) {
    if (String(this.version) !== version) return null;
    return this.drawing("draw", JSON.stringify({ form: grouped(query), rows }), query);
  }

  /** A page beside the table, what: history, deal, amend or rulings; null where there is none. */
  async page(what, values) {
    const answer = JSON.parse(await this.call(what, JSON.stringify(values)));
    return answer && buildDocument(answer.parts, { after: this.version });
  }

  /** The table after a record, with what was counted; null when only the server can tell. */
  async record(address, data, version) {
    const text = this.recordText(address, data, version);
    const { precomputed } = this;
    this.precomputed = null;
    if (!text) return null;
    const known = precomputed?.text === text;
    if (known) this.call("record", text).catch(() => {}); // the answer is here already
    this.recording = true;
    try {
      const answer = await (known ? precomputed.answer : this.drawing("record", text, ""));
      if (answer?.counted) {
        this.version += 1;
        this.tail.push(data.get("uid"));
      }
      return answer;
    } finally {
      this.recording = false;
    }
  }

  /** The same for a record that may come soon: drawn, then reverted; while another is being recorded not at all. */
  async precompute(address, data, version) {
    const text = !this.recording && this.recordText(address, data, version);
    if (!text || this.precomputed?.text === text) return;
    const answer = this.drawing("record", text, "");
    this.precomputed = { text, answer };
    await Promise.all([answer, this.call("revert", JSON.stringify({ keep: this.tail.length, unseen: true }))]);
  }

  /** The worker's text for a record; empty for what only the server can tell. */
  recordText(address, data, version) {
    const where = address.slice(this.path.length + 1);
    if (String(this.version) !== version || !RECORDS.test(where)) return "";
    const now = MINUTE * Math.floor(serverNow() / MINUTE); // the same text for a tap and for its touch before
    const chance = where === "cut" ? [...crypto.getRandomValues(new Uint32Array(CHANCE))] : undefined;
    return JSON.stringify({ where, uid: data.get("uid"), form: grouped(data), now, chance });
  }

  /** The table after records of other phones, which lead to this hash; null when only the server can tell. */
  async applyUpdates(records, version, hash) {
    if (String(this.version) !== version) return null;
    this.precomputed = null;
    const answer = await this.drawing("apply_updates", JSON.stringify({ records }), "", records.length);
    if (!answer) return null;
    this.version += records.length;
    this.base = { version: this.version, hash };
    extendLog({ path: this.path, after: Number(version), records, ...this.base });
    return answer;
  }

  async drawing(what, text, query, more = 0) {
    const answer = JSON.parse(await this.call(what, text));
    if (!answer) return null;
    const { parts, status, counted, record } = answer;
    const doc = buildDocument(parts, { after: this.version + (counted ? 1 : more) });
    return { status, counted, record, query: answer.query ?? query, doc };
  }

  /** A document with what confirmations change. */
  async drawConfirmations() {
    return (await this.drawing("draw_confirmations", "", "")).doc;
  }

  /** The server has these records, with which the tail begins, and is at this base now. */
  async confirm(uids, base) {
    const many = knownOf(this.tail, uids);
    this.tail = this.tail.slice(many);
    this.base = base;
    await this.call("confirm", JSON.stringify({ many }));
  }

  /** Whether the tail begins with these records. */
  begins(uids) {
    return uids.length > 0 && knownOf(this.tail, uids) === uids.length;
  }

  /** What is behind the first so many of the tail was refused. */
  async revert(keep = 0) {
    const gone = this.tail.slice(keep).length;
    this.tail = this.tail.slice(0, keep);
    if (this.version !== null) this.version -= gone; // null: the log is to be read again
    await this.call("revert", JSON.stringify({ keep }));
  }
}

/** Whether a log has not the last record of one that is stored, of which the server knew. */
function lacksLast(log, stored) {
  const [, , last] = (stored?.hash && stored.records.at(-1)) || [];
  return last !== undefined && !log.records.some(([, , uid]) => uid === last);
}

/** With how many of these records a tail begins. */
function knownOf(tail, uids) {
  const other = uids.findIndex((uid, n) => uid !== tail[n]);
  return other < 0 ? uids.length : other;
}

/**
 * The entries that go on top of a log: those that are not in it, if since they were made nobody else has recorded
 * anything but confirmations. Else none: the server compares both.
 */
export function unsentOn(log, entries) {
  const [first] = entries;
  if (!first?.base || first.base.version > log.version) return [];
  const own = new Set(entries.map(({ data }) => data.get("uid")));
  const since = log.records.slice(first.base.version);
  if (!since.every(([kind, , uid]) => own.has(uid) || CONFIRMATIONS.includes(kind))) return [];
  const known = new Set(since.map(([, , uid]) => uid));
  return entries.filter(({ data }) => !known.has(data.get("uid")));
}

/** Milliseconds since 1970 by the server's clock, as far as net/server_time.js, which comes later, has left it here. */
function serverNow() {
  try {
    return Date.now() + Number(sessionStorage.getItem("server time"));
  } catch {
    return Date.now(); // storage is closed
  }
}
