// The worker of an engine (worker.js): called with text, answers with text.

import { scriptAddress } from "../dom/script_address.js";

const SECOND = 1000; // ms
const [SILENCE, START] = [5, 60]; // s; a worker that is silent for longer is broken

/** The texts of a form, or of a query, by name, as an engine takes them. */
export function grouped(pairs) {
  const form = {};
  for (const [name, text] of new URLSearchParams(pairs)) (form[name] ??= []).push(text);
  return form;
}

export class EngineWorker {
  constructor({ worker, bundle, words, game }) {
    this.files = `${bundle} ${words} ${game}`; // and for whose pages they are read
    this.calls = new Map();
    this.count = 0;
    this.worker = new Worker(scriptAddress(worker), { type: "module" });
    this.worker.onmessage = ({ data }) => this.answered(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message || "its worker failed");
    };
  }

  /** Resolves when it can answer. */
  start() {
    return this.call("start", this.files);
  }

  /** What the worker answers to a call, as text. */
  call(what, text = "") {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const call = { resolve, reject, left: what === "start" ? START : SILENCE };
      this.calls.set(id, call);
      this.wait(call);
      if (!this.worker) return this.stop("it was stopped");
      this.worker.postMessage({ id, what, text });
    });
  }

  /** Count its seconds without an answer one by one: while the page sleeps, on a locked phone, none of them passes. */
  wait(call) {
    if (!call.left--) return this.stop("its worker is silent");
    call.timer = setTimeout(() => this.wait(call), SECOND);
    return undefined;
  }

  answered({ id, text, error }) {
    const call = this.calls.get(id);
    if (!call) return; // it was given up
    clearTimeout(call.timer);
    this.calls.delete(id);
    if (error === undefined) call.resolve(text);
    else call.reject(new Error(error));
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
}
