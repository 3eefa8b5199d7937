// Whether the server can be reached, which only an answer of its own tells. The answer has the token that forms need: a page
// that the phone has drawn itself has none of its own, or an old one.

const TIMEOUT = 10000; // ms

/** The server's answer { now, token, grant, held }, stored for pages without a network; null without one. */
export async function askLine({ askForToken, put }) {
  const found = await askForToken(TIMEOUT).catch(() => null);
  if (!found) return null;
  await put("about", "line", { ...found, at: Date.now() });
  const fields = document.querySelectorAll("input[name=csrf_token]");
  for (const field of fields) field.setAttribute("value", found.token); // the one that counts now
  return found;
}
