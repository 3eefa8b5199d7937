// Makes taps quicker: what a form would do by loading a page, it does in place. Without this file every page works alike.
// The server answers with the same markup either way; nothing is built here, and nothing is lost when no answer comes.

let busy = false;

/** The document that answers a form or link; rejects when there is no answer. */
function ask(method, address, body) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    request.responseType = "document";
    request.timeout = 15000;
    request.setRequestHeader("X-Part", document.getElementById("table")?.dataset.version ?? "");
    request.onload = () => (request.response ? resolve(request) : reject(new Error(String(request.status))));
    request.onerror = request.ontimeout = () => reject(new Error("no answer"));
    request.send(body);
  });
}

/** Put an answer in place: the table's parts when it has only those, else the whole page. */
function show(answer, address) {
  const news = answer.response;
  const part = news.querySelector("main") ? "main" : "#table";
  for (const place of ["header.bar", part, ".tools"]) {
    const old = document.querySelector(place);
    const fresh = news.querySelector(place);
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  if (part === "#table") addRows(news);
  document.title = news.title || document.title;
  if (address) history.replaceState(null, "", address);
  document.querySelectorAll("form[data-total]").forEach(limit);
}

/** New rows go on top; after an undo or an amend all rows come anew. */
function addRows(news) {
  const fresh = news.getElementById("rows");
  const old = document.getElementById("rows");
  if (!fresh || !old) return;
  if (fresh.dataset.add) old.prepend(...[...fresh.children].map((row) => document.adoptNode(row)));
  else old.replaceWith(document.adoptNode(fresh));
}

/** Send a form in place of the browser; a second tap while it is under way does nothing. */
async function send(form, button) {
  if (busy) return;
  busy = true;
  const data = new FormData(form, button);
  const method = (button?.getAttribute("formmethod") || form.method).toUpperCase();
  const action = button?.getAttribute("formaction") || form.getAttribute("action") || location.pathname;
  const address = method === "GET" ? `${action}?${new URLSearchParams(data)}` : action;
  try {
    const answer = await ask(method, address, method === "GET" ? null : new URLSearchParams(data));
    const whole = answer.response.querySelector("main");
    show(answer, whole ? answer.responseURL : method === "GET" ? address : location.pathname);
  } catch {
    complain();
  }
  busy = false;
}

/** Say that no answer came; the entry stays as it is and can be sent again. */
function complain() {
  const words = document.getElementById("no-answer");
  if (words) words.hidden = false;
}

/** Dim the numbers that no longer fit into what is left, and fill the last row in. */
function limit(form) {
  const rows = [...form.querySelectorAll("fieldset.counted")];
  const chosen = rows.map((row) => row.querySelector("input:checked"));
  const left = Number(form.dataset.total) - chosen.reduce((sum, input) => sum + (Number(input?.value) || 0), 0);
  rows.forEach((row, index) => {
    const own = Number(chosen[index]?.value) || 0;
    for (const input of row.querySelectorAll("input:not([data-never])")) input.disabled = Number(input.value) > left + own;
  });
  const counter = document.getElementById("left");
  if (counter) counter.textContent = String(left);
  return { rows, chosen, left };
}

/** After a tap in a row: fill in the only row left and record. */
function counted(form) {
  const { rows, chosen, left } = limit(form);
  const open = rows.filter((_, index) => !chosen[index]);
  if (open.length > 1 || left < 0) return;
  if (open.length === 1) {
    const rest = open[0].querySelector(`input[value="${left}"]:not(:disabled)`);
    if (!rest) return;
    rest.checked = true;
  } else if (left !== 0) return;
  const button = form.querySelector("button.go");
  if (button) send(form, button);
}

document.addEventListener("submit", (event) => {
  if (!event.target.closest("#table, header.bar, [data-inplace]") || !document.getElementById("table")) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-total]");
  if (form && event.target.closest("fieldset.counted")) counted(form);
  const sum = event.target.closest("form[data-sum]");
  if (sum) addUp(sum);
});

/** The running sum of tapped cards. */
function addUp(form) {
  const values = [...form.querySelectorAll("input[data-points]:checked")].map((input) => Number(input.dataset.points));
  document.getElementById("sum").textContent = String(values.reduce((sum, points) => sum + points, 0));
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("#pad a");
  if (!link || busy || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  busy = true;
  try {
    show(await ask("GET", link.href, null), link.href);
  } catch {
    complain();
  }
  busy = false;
});

document.querySelectorAll("form[data-total]").forEach(limit);
