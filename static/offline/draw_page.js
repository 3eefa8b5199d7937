// Pages that the phone draws by itself, each by a worker of its own.

/**
 * The page at a path from what the phone stores: { title, trees, version }, or null where the phone does not have it.
 * log: of the match that the page is about, where it is about one.
 */
export async function drawPage(EngineWorker, places, path, log, stored) {
  const engine = new EngineWorker(places);
  try {
    await engine.start();
    if (log) await engine.call("load_match", JSON.stringify(log));
    return JSON.parse(await engine.call("page", JSON.stringify({ path, stored })));
  } finally {
    engine.stop();
  }
}
