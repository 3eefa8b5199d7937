// Put into the measured page before anything else. Marks when the table is a new one after a tap and when the phone
// engine is ready, and makes the engine's worker as slow as the page, since the browser's brake holds only the page:
// an answer is held back so long that it took SLOWED times as long as it did. To start takes BOOT ms without a brake.
((SLOWED, BOOT, ENGINE) => {
  const version = () => document.getElementById("table")?.dataset.version;
  let lifted = 0;
  let before = "";
  addEventListener("pointerup", (event) => ([lifted, before] = [event.timeStamp, version()]), true);

  const afterPaint = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(0);
    });
  const changed = () => {
    const ready = document.documentElement?.dataset.engine;
    if (ready && !performance.getEntriesByName("engine").length) performance.mark("engine");
    const start = lifted;
    if (!start || !version() || version() === before) return;
    lifted = 0;
    afterPaint(() => performance.measure("tap", { start, end: performance.now() }));
  };
  new MutationObserver(changed).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ["data-engine", "data-version"],
  });

  globalThis.Worker = ENGINE ? slowed(Worker) : undefined;

  function slowed(Quick) {
    return class extends Quick {
      asked = new Map();

      postMessage(question, ...more) {
        this.asked.set(question.id, { what: question.what, at: performance.now() });
        super.postMessage(question, ...more);
      }

      set onmessage(answered) {
        super.onmessage = (event) => {
          const { what, at } = this.asked.get(event.data.id);
          performance.measure(`engine ${what}`, { start: at, end: performance.now() });
          const took = what === "begin" ? BOOT : performance.now() - at;
          setTimeout(() => answered(event), took * (SLOWED - 1));
        };
      }
    };
  }
})
