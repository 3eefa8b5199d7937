// When something is painted.

const LONGEST_WAIT = 200; // ms that a paint is waited for

/** Resolves after the next paint; at once in a hidden page, and soon in any case. */
export function painted() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    if (document.hidden) return resolve();
    setTimeout(resolve, LONGEST_WAIT);
    return requestAnimationFrame(() => port2.postMessage(""));
  });
}

/** Call a function once anything of the page is painted. */
export function afterFirstPaint(then) {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return addEventListener("load", then);
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    then();
  });
  return observer.observe({ type: "paint", buffered: true });
}
