// The worker of an engine (worker.js): called with text, answers with text.

import { scriptAddress } from "../dom/script_address.js";

const SILENCE = 5000; // ms; a worker that is silent for longer is broken

export class EngineWorker {
  constructor({ worker, bundle, game }) {
    this.files = `${bundle}#${game}`; // the bundle, and for whose pages its files are read
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
      const patience = what === "start" ? 12 * SILENCE : SILENCE;
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
}
