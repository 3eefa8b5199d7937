// When something is on the glass.

const LATE = 200; // ms that a paint is waited for

/** Resolves when what was put in place is on the glass; at once where nothing is painted, and soon in any case. */
export function painted() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    if (document.hidden) return resolve();
    setTimeout(resolve, LATE);
    return requestAnimationFrame(() => port2.postMessage(""));
  });
}

/** Does something once anything of the page is painted, since what the page itself shows comes first. */
export function afterPaint(then) {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return addEventListener("load", then);
  const watch = new PerformanceObserver(() => {
    watch.disconnect();
    then();
  });
  return watch.observe({ type: "paint", buffered: true });
}
