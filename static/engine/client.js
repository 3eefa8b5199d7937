// The phone engine as the page sees it: a worker that is called and answers with nodes, which become elements here.

import { buildDocument } from "../dom/build.js";
import { scriptAddress } from "../dom/script_address.js";
import { put } from "../net/phone_store.js";

const PATIENCE = 5000; // ms; a worker that is silent for longer is broken
const LOG_TIMEOUT = 15000; // ms: the next tap waits with it

/** The engine, ready for the match at this path; rejects when it cannot run here. */
export async function startEngine(places, path) {
  const engine = new Engine(places, path);
  try {
    const log = engine.fetchLog();
    log.catch(() => {}); // it is looked at below
    await engine.call("start", `${places.bundle}#${places.game}`);
    await engine.syncLog(log);
    return engine;
  } catch (error) {
    engine.stop();
    throw error;
  }
}

export class Engine {
  constructor(places, path) {
    this.places = places;
    this.path = path;
    this.version = null; // of the log, as far as this engine knows it
    this.calls = new Map();
    this.recording = false; // a record is being scored
    this.precomputed = null; // a record that may come soon: the worker's text for it, and its answer
    this.count = 0;
    this.worker = new Worker(scriptAddress(places.worker), { type: "module" });
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message || "its worker failed");
    };
  }

  /** What the worker answers to a call, as text. */
  call(what, text = "") {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const patience = what === "start" ? 12 * PATIENCE : PATIENCE;
      const timer = setTimeout(() => this.stop("its worker is silent"), patience);
      this.calls.set(id, { resolve, reject, timer });
      if (!this.worker) return this.stop("it was stopped");
      this.worker.postMessage({ id, what, text });
    });
  }

  answered({ id, text, error }) {
    const { resolve, reject, timer } = this.calls.get(id);
    clearTimeout(timer);
    this.calls.delete(id);
    if (error === undefined) resolve(text);
    else reject(new Error(error));
  }

  /** End the worker; the calls under way reject with the reason. */
  stop(reason = "it was stopped") {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject, timer } of this.calls.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    this.calls.clear();
  }

  /** The log of the match as the server has it. */
  async fetchLog() {
    const answer = await fetch(this.places.log, { cache: "no-cache", signal: AbortSignal.timeout?.(LOG_TIMEOUT) });
    if (!answer.ok) throw new Error(`the log is out of reach (${answer.status})`);
    const log = await answer.json();
    put("matches", this.path, { ...log, path: this.path, edition: this.places.edition, seen_at: Date.now() });
    return log;
  }

  /** Replace the match by this log. */
  async loadMatch(log) {
    await this.call("load_match", JSON.stringify(log)); // written anew: one interpreter reads no escapes of two halves
    this.version = log.version;
    this.precomputed = null;
    this.uids = new Set(log.records.map((record) => record[2]));
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
    return this.drawing("draw", JSON.stringify({ form: grouped(new URLSearchParams(query)), rows }), query);
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
      if (answer?.counted) this.version += 1;
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
    await Promise.all([answer, this.call("revert")]);
  }

  /** The worker's text for a record; empty for what only the server can tell. */
  recordText(address, data, version) {
    const where = address.slice(this.path.length + 1);
    if (String(this.version) !== version || !["say", "undo", "redo"].includes(where)) return "";
    return JSON.stringify({ where, uid: data.get("uid"), form: grouped(data) });
  }

  /** The table after records of other phones; null when only the server can tell. */
  async applyUpdates(records, version) {
    if (String(this.version) !== version) return null;
    this.precomputed = null;
    const answer = await this.drawing("apply_updates", JSON.stringify({ records }), "", records.length);
    if (answer) this.version += records.length;
    return answer;
  }

  async drawing(what, text, query, more = 0) {
    const answer = JSON.parse(await this.call(what, text));
    if (!answer) return null;
    const { parts, status, counted } = answer;
    const doc = buildDocument(parts, { after: this.version + (counted ? 1 : more) });
    return { status, counted, query: answer.query ?? query, doc };
  }

  /** A document with what confirmations change. */
  async drawConfirmations() {
    return (await this.drawing("draw_confirmations", "", "")).doc;
  }

  /** The server has the last record. */
  confirm() {
    return this.call("confirm");
  }

  /** The last record was refused, if there was one: the engine knows which version it is back at. */
  async revert() {
    const { version } = JSON.parse(await this.call("revert"));
    if (this.version !== null) this.version = version; // null: the log is to be read again
  }
}

/** The texts of a form by name. */
function grouped(pairs) {
  const form = {};
  for (const [name, text] of pairs) (form[name] ??= []).push(text);
  return form;
}
