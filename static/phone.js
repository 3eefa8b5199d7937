// The phone's engine as the page sees it: a worker that is asked and answers with trees, which become elements here.

import { drawn } from "./trees.js";

const PATIENCE = 5000; // ms; a worker that is silent for longer is broken
const LINE = 15000; // ms that the log is waited for: the next tap waits with it
const ENGINE = /^\/static\/engine\/worker\.\w+\.js$/;
const policy = globalThis.trustedTypes?.createPolicy("tallystick", { createScriptURL: own });

/** The address of our own worker, and no other. */
function own(address) {
  if (!ENGINE.test(address)) throw new TypeError(`no worker of ours: ${address}`);
  return address;
}

/** The engine, ready for the match at this address; rejects when it cannot run here. */
export async function start(places, here) {
  const phone = new Phone(places, here);
  try {
    const log = phone.read();
    log.catch(() => {}); // it is looked at below
    await phone.ask("begin", places.bundle);
    await phone.follow(log);
    return phone;
  } catch (error) {
    phone.stop();
    throw error;
  }
}

class Phone {
  constructor(places, here) {
    this.places = places;
    this.here = here;
    this.version = null; // of the log, as far as this engine knows it
    this.asked = new Map();
    this.saying = false; // a saying is being counted
    this.foreseen = null; // a saying that may come soon, as the worker is asked, and its answer
    this.count = 0;
    const address = policy ? policy.createScriptURL(places.worker) : own(places.worker);
    this.worker = new Worker(address, { type: "module" });
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message || "its worker failed");
    };
  }

  /** What the worker answers to a question, as text. */
  ask(what, text = "") {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const patience = what === "begin" ? 12 * PATIENCE : PATIENCE;
      const timer = setTimeout(() => this.stop("its worker is silent"), patience);
      this.asked.set(id, { resolve, reject, timer });
      if (!this.worker) return this.stop("it was stopped");
      this.worker.postMessage({ id, what, text });
    });
  }

  answered({ id, text, error }) {
    const { resolve, reject, timer } = this.asked.get(id);
    clearTimeout(timer);
    this.asked.delete(id);
    if (error === undefined) resolve(text);
    else reject(new Error(error));
  }

  /** End the worker; whoever waits for it hears why. */
  stop(reason = "it was stopped") {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject, timer } of this.asked.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    this.asked.clear();
  }

  /** The log of the match as the server has it. */
  async read() {
    const answer = await fetch(this.places.log, { cache: "no-cache", signal: AbortSignal.timeout?.(LINE) });
    if (!answer.ok) throw new Error(`the log is out of reach (${answer.status})`);
    return answer.json();
  }

  /** Know this log from now on. */
  async learn(log) {
    await this.ask("learn", JSON.stringify(log)); // written anew: one interpreter reads no escapes of two halves
    this.version = log.version;
    this.foreseen = null;
    this.uids = new Set(log.records.map((record) => record[2]));
  }

  /** Know the log as it is by now; without an answer nothing, and it is asked for again after the next saying. */
  async follow(reading = this.read()) {
    const log = await reading.catch(() => null);
    if (log) await this.learn(log);
    else this.version = null;
  }

  /** The table with a half-made entry, with all rows of the sheet if asked for; nothing when the page stands elsewhere. */
  async show(query, version, rows = false) {
    if (String(this.version) !== version) return null;
    return this.drawing("show", JSON.stringify({ form: grouped(new URLSearchParams(query)), rows }), query);
  }

  /** The table after a saying, with what was counted; nothing when only the server can tell. */
  async say(address, data, version) {
    const question = this.question(address, data, version);
    const { foreseen } = this;
    this.foreseen = null;
    if (!question) return null;
    const known = foreseen?.question === question;
    if (known) this.ask("say", question).catch(() => {}); // what the worker answers is here already
    this.saying = true;
    try {
      const answer = await (known ? foreseen.answer : this.drawing("say", question, ""));
      if (answer?.counted) this.version += 1;
      return answer;
    } finally {
      this.saying = false;
    }
  }

  /** The same for a saying that may come soon: drawn already, and not said; to take it back would take back another. */
  async foresee(address, data, version) {
    const question = !this.saying && this.question(address, data, version);
    if (!question || this.foreseen?.question === question) return;
    const answer = this.drawing("say", question, "");
    this.foreseen = { question, answer };
    await Promise.all([answer, this.ask("revert")]);
  }

  /** A saying as the worker is asked; nothing for what only the server can tell. */
  question(address, data, version) {
    const where = address.slice(this.here.length + 1);
    if (String(this.version) !== version || !["say", "undo", "redo"].includes(where)) return "";
    return JSON.stringify({ where, uid: data.get("uid"), form: grouped(data) });
  }

  /** The table after what other phones said; nothing when only the server can tell. */
  async hear(records, version) {
    if (String(this.version) !== version) return null;
    this.foreseen = null;
    const answer = await this.drawing("hear", JSON.stringify({ records }), "", records.length);
    if (answer) this.version += records.length;
    return answer;
  }

  async drawing(what, question, query, more = 0) {
    const answer = JSON.parse(await this.ask(what, question));
    if (!answer) return null;
    const { parts, status, counted } = answer;
    return { status, counted, query: answer.query ?? query, news: drawn(parts, { after: this.version + (counted ? 1 : more) }) };
  }

  /** What answers change on the page. */
  async marks() {
    return (await this.drawing("marks", "", "")).news;
  }

  /** The server took the last saying down. */
  confirm() {
    return this.ask("confirm");
  }

  /** The last record was not taken down, if there was one: the engine knows which version it is back at. */
  async revert() {
    const { version } = JSON.parse(await this.ask("revert"));
    if (this.version !== null) this.version = version; // null: the log is to be read again
  }
}

/** The texts of a form by name. */
function grouped(pairs) {
  const form = {};
  for (const [name, text] of pairs) (form[name] ??= []).push(text);
  return form;
}
