// Pages that the phone draws by itself, each by an engine of its own.

/**
 * The page at a path from what the phone stores: { title, trees, version }, or null where the phone does not have it.
 * log: of the match that the page is about, where it is about one.
 */
export async function drawPage(Engine, places, path, log, stored) {
  const engine = new Engine(places, path, () => []);
  try {
    await engine.call("start", `${places.bundle}#${places.game}`);
    if (log) await engine.loadMatch(log);
    return JSON.parse(await engine.call("page", JSON.stringify({ path, stored })));
  } finally {
    engine.stop();
  }
}
