// What two phones wrote: the score under the choices follows each choice, without the button that asks for it.

import { request } from "../net/request.js";

const form = document.querySelector("form.settle");
const button = form?.querySelector("[name=look]");
let latest = 0;

/** Put the parts of the server's answer that depend on the choices in the place of those shown. */
function show(doc) {
  for (const part of ["#stand", ...[...form.querySelectorAll(".ends")].map((one) => `#${one.id}`)]) {
    const [old, now] = [document.querySelector(part), doc.querySelector(part)];
    if (old && now) old.replaceChildren(...now.childNodes);
  }
}

form?.addEventListener("change", async () => {
  const own = (latest += 1);
  const data = new FormData(form);
  data.set("look", "1");
  const { doc } = await request("POST", form.action, data).catch(() => ({}));
  button.hidden = Boolean(doc);
  if (doc && own === latest) show(doc);
});

if (button) button.hidden = true;
