// Watches what the page asks of the server and of the engine in its worker. Installed before the page's own script, as
// watch: rest() resolves when every question is answered and shown; slow keeps answers back for so many ms at most; of
// another status than answers has something is broken.

globalThis.watch = { slow: 0, broken: "", answers: [200, 422], rest: null };

{
  const watch = globalThis.watch;
  const { open, send } = XMLHttpRequest.prototype;
  let waiting = 0; // questions without an answer

  XMLHttpRequest.prototype.open = function (...given) {
    this.addEventListener("load", () => {
      if (!watch.answers.includes(this.status)) watch.broken = `${this.status} of ${this.responseURL}`;
    });
    this.addEventListener("loadend", () => setTimeout(() => (waiting -= 1)));
    return open.apply(this, given);
  };

  XMLHttpRequest.prototype.send = function (body) {
    waiting += 1;
    if (watch.slow) setTimeout(() => send.call(this, body), Math.random() * watch.slow);
    else send.call(this, body);
  };

  if (globalThis.Worker) {
    globalThis.Worker = class extends Worker {
      constructor(...given) {
        super(...given);
        this.asked = 0;
        this.addEventListener("message", () => this.count(-1));
      }
      count(more) {
        this.asked += more;
        waiting += more;
      }
      postMessage(...given) {
        this.count(1);
        return super.postMessage(...given);
      }
      terminate() {
        this.count(-this.asked);
        return super.terminate();
      }
    };
  }

  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const busy = () => waiting > 0 || document.querySelector("#table")?.getAttribute("aria-busy") === "true";
  watch.rest = async () => {
    do {
      await turn();
      await turn();
    } while (busy());
  };
}
