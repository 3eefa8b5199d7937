// Tells while a deal is being amended what that would change. Without this file a button of the form asks for it.

const SECRETS = ["csrf_token", "uid", "after"];

let asked = null; // the request under way

/** Ask what the form as it stands would change, and put the answer in place; the address keeps what is chosen. */
function look(form) {
  const said = [...new FormData(form)].filter(([name]) => !SECRETS.includes(name));
  const address = `${form.dataset.looks}?${new URLSearchParams(said)}`;
  history.replaceState(history.state, "", address);
  asked?.abort();
  asked = new XMLHttpRequest();
  asked.open("GET", address);
  asked.responseType = "document";
  asked.onload = ({ target }) => show(target.response?.getElementById("seen"));
  asked.send();
}

/** What was answered takes the place of what stood there; an answer without it (an error page) changes nothing. */
function show(fresh) {
  if (fresh) document.getElementById("seen").replaceWith(document.adoptNode(fresh));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-looks]");
  if (form) look(form);
});
