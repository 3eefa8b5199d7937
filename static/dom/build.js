// From trees to elements: a node is [tag, attributes, children], a text is a text, "seal" a form's three secrets.

const SVG = "http://www.w3.org/2000/svg";
export const HTML = "http://www.w3.org/1999/xhtml";

/** A document with the parts of a table, as the server would send them. */
export function drawn(parts, { after }) {
  const news = document.implementation.createHTMLDocument(parts.title);
  const secrets = { csrf_token: document.querySelector("[name=csrf_token]")?.value ?? "", uid: newUid(), after };
  for (const tree of parts.trees) news.body.append(element(news, tree, HTML, secrets));
  return news;
}

/** The element of a tree, with all that is in it. */
export function element(news, [tag, attributes, children], around, secrets) {
  if (tag === "seal") return sealed(news, secrets);
  const space = tag === "svg" ? SVG : around;
  const made = news.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value === true ? "" : value);
  for (const child of children) {
    made.append(typeof child === "string" ? child : element(news, child, space, secrets));
  }
  return made;
}

/** The hidden fields that every form carries. */
function sealed(news, secrets) {
  const seal = news.createDocumentFragment();
  for (const [name, value] of Object.entries(secrets)) {
    const field = seal.appendChild(news.createElement("input"));
    field.type = "hidden";
    field.name = name;
    field.setAttribute("value", value);
  }
  return seal;
}

/** The id of a saying, made by chance. */
function newUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
