// Put into the measured page before anything else. Measures from a tap to the new total and to the new table, marks
// when the phone engine is ready, and makes its start as slow as the page, since the browser's brake holds only the
// page: each answer until then is held back so long that it took SLOWED times as long as it did. To start takes BOOT ms
// without a brake; where that is null, the engine is not slowed at all.
((SLOWED, BOOT, ENGINE) => {
  const version = () => document.getElementById("table")?.dataset.version;
  const totals = () => [...document.querySelectorAll("#table .total")].map((total) => total.textContent).join(" ");
  const waits = new Map(); // by name of the measure: since when, for what to be another, and what that was
  addEventListener(
    "pointerup",
    ({ timeStamp: start }) => {
      waits.set("total", { start, look: totals, before: totals() });
      waits.set("table", { start, look: version, before: version() });
    },
    true,
  );

  const afterPaint = (then) => requestAnimationFrame(() => scheduler.postTask(then, { priority: "user-blocking" }));
  const changed = () => {
    const ready = document.documentElement?.dataset.engine;
    if (ready && !performance.getEntriesByName("engine").length) performance.mark("engine");
    for (const [name, { start, look, before }] of waits) {
      if (!version() || look() === before) continue;
      waits.delete(name);
      afterPaint(() => performance.measure(name, { start, end: performance.now() }));
    }
  };
  new MutationObserver(changed).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
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
          const took = what === "start" ? BOOT : performance.now() - at;
          if (BOOT === null || document.documentElement.dataset.engine) answered(event);
          else setTimeout(answered, took * (SLOWED - 1), event);
        };
      }
    };
  }
})
