// A key of this phone's own: a browser that throws the cookie away and keeps what is stored here, as some on iPhones do, shows by
// it that it was let in. Only over HTTPS: elsewhere it could be overheard. A script of its own, fetched where the server is there.

const BYTES = 32;

/** The answer of the server to a key, with the token of its forms; null where it says no. */
async function send(token, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const answer = await fetch("/line/key", { method: "POST", headers, body: JSON.stringify(body), cache: "no-store" });
  return answer.ok ? answer.json() : null;
}

/** Let the server (line: its answer to /line) remember what the cookie holds, by a new key in place of the former one. */
export async function showKey({ token }, { put, read }) {
  if (!isSecureContext) return;
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const text = btoa(String.fromCharCode(...bytes)); // in base64 for addresses
  const key = text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  const answer = await send(token, { key, former: (await read("about", "key"))?.key ?? "" });
  if (answer) await put("about", "key", { key, held: answer.held });
}

/**
 * Get back what this browser held, where its cookie is gone and its key is there; whether it holds something now. The key was
 * for once: it has a new one then.
 */
export async function comeBack(store) {
  const ask = async () => (await fetch("/line", { cache: "no-store" })).json();
  const stored = await store.read("about", "key");
  if (!isSecureContext || !stored?.key) return false;
  const line = await ask();
  if (!line.held && !(await send(line.token, { key: stored.key }))) return false;
  const now = await ask();
  if (!now.grant) return false; // a browser that takes no cookie holds nothing still
  await showKey(now, store).catch(() => {});
  return true;
}
