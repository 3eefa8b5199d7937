// A key of this phone's own, which no script can read: a browser that throws the cookie away and keeps what is stored here, as
// some on iPhones do, shows by it that it was let in. A script of its own, fetched where the server is there.

const KIND = { name: "ECDSA", namedCurve: "P-256" };
const SIGNED = { name: "ECDSA", hash: "SHA-256" };

/** Text in base64 for addresses of bytes. */
const textOf = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_");

/**
 * Answer the question of the server (line: its answer to /line) with the key, which is made where there is none: what the
 * cookie holds is remembered, or comes back. Whether it did; held says from now on for what.
 */
export async function showKey({ challenge, token }, { put, read }) {
  const pair = (await read("about", "key"))?.pair ?? (await crypto.subtle.generateKey(KIND, false, ["sign", "verify"]));
  await put("about", "key", { pair });
  const key = await crypto.subtle.exportKey("raw", pair.publicKey);
  const signature = await crypto.subtle.sign(SIGNED, pair.privateKey, new TextEncoder().encode(challenge));
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const body = JSON.stringify({ key: textOf(key), challenge, signature: textOf(signature) });
  const answer = await fetch("/line/key", { method: "POST", headers, body, cache: "no-store" });
  if (!answer.ok) return false;
  const { held } = await answer.json();
  await put("about", "key", { pair, held });
  return true;
}

/** Get back what this browser held, where its cookie is gone and its key is there; whether it holds something now. */
export async function comeBack(store) {
  const ask = async () => (await fetch("/line", { cache: "no-store" })).json();
  if (!(await store.read("about", "key"))) return false;
  const line = await ask();
  if (!line.held && !(await showKey(line, store))) return false;
  return Boolean((await ask()).grant); // a browser that takes no cookie holds nothing still
}
