// Loads the styles of what an open table shows only later: its menu, its end, a conflict, a reason.

const address = new URL("../css/pages.css", import.meta.url).href;

if (![...document.styleSheets].some(({ href }) => href === address)) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: address });
  document.head.append(link);
}
