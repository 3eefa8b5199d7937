// Builds elements from nodes: a node is [tag, attributes, children] or a text; the tag "hidden-fields" stands for the hidden fields.

const SVG = "http://www.w3.org/2000/svg";
export const HTML = "http://www.w3.org/1999/xhtml";

/** A document with the parts of a table, as the server would send them; token: of forms, by default that of the page. */
export function buildDocument({ title, trees }, { after, token = document.querySelector("[name=csrf_token]")?.value }) {
  const doc = document.implementation.createHTMLDocument(title);
  const hidden = { csrf_token: token ?? "", uid: newUid(), after };
  for (const node of trees) doc.body.append(build(doc, node, HTML, hidden));
  return doc;
}

/** The element of a node, with all that is in it. */
export function build(doc, [tag, attributes, children], around, hidden) {
  if (tag === "hidden-fields") return hiddenFields(doc, hidden);
  const namespace = tag === "svg" ? SVG : around;
  const element = doc.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value === true ? "" : value);
  for (const child of children) {
    element.append(typeof child === "string" ? child : build(doc, child, namespace, hidden));
  }
  return element;
}

/** The hidden fields that every form has. */
function hiddenFields(doc, hidden) {
  const fields = doc.createDocumentFragment();
  for (const [name, value] of Object.entries(hidden)) {
    const field = fields.appendChild(doc.createElement("input"));
    field.type = "hidden";
    field.name = name;
    field.setAttribute("value", value);
  }
  return fields;
}

/** A random id for the next record. */
function newUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
