// A key of this phone's own: a browser that throws the cookie away and keeps what is stored here, as some on iPhones do, shows by
// it that it was let in. Only over HTTPS: elsewhere it could be overheard. A script of its own, fetched where the server is there.

const BYTES = 32;

/** The answer of the server to a key, with the token of its forms; null where it says no. */
const send = (askJson, token, body) => askJson("/line/key", (told, status) => status === 200, { token, body }).catch(() => null);

/** Let the server (line: its answer to /line) remember what the cookie holds, by a new key in place of the former one. */
export async function showKey({ token }, { askJson, put, read }) {
  if (!isSecureContext) return;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const text = btoa(String.fromCharCode(...bytes)); // in base64 for addresses
  const key = text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  const answer = await send(askJson, token, { key, former: (await read("about", "key"))?.key ?? "" });
  if (answer) await put("about", "key", { key, held: answer.held });
}

/**
 * Get back what this browser held, where its cookie is gone and its key is there; whether it holds something now. The key was
 * for once: it has a new one then.
 */
export async function comeBack(store) {
  const stored = await store.read("about", "key");
  if (!isSecureContext || !stored?.key) return false;
  const line = await store.askForToken();
  if (!line.held && !(await send(store.askJson, line.token, { key: stored.key }))) return false;
  const now = await store.askForToken();
  if (!now.grant) return false; // a browser that takes no cookie holds nothing still
  await showKey(now, store).catch(() => {});
  return true;
}
