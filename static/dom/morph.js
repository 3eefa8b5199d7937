// Makes elements like fresh ones and keeps the nodes that stay the same: with them focus, choices and what is typed.

/** What tells siblings apart: of controls their value too, of text fields only the name; of switches their name. */
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const value = node.getAttribute("type") === "text" ? "" : node.getAttribute("value");
  return [node.nodeName, node.id, node.getAttribute("name"), node.getAttribute("data-name"), value].join(" ");
}

/** Make a node like a fresh one; what is chosen, typed, open and focused in it stays. A pad is replaced whole. */
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.id === "pad") {
    old.replaceWith(document.adoptNode(fresh));
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  if (old.localName.includes("-")) {
    for (const name in fresh.dataset) if (old.dataset[name] !== fresh.dataset[name]) old.dataset[name] = fresh.dataset[name];
    return; // a custom element draws the rest itself
  }
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  morphChildren(old, [...old.childNodes], [...fresh.childNodes]);
}

/** The same for the children of an element: those with the same key stay, new ones come, the others go. */
export function morphChildren(parent, olds, fresh) {
  const [left, come] = [[...olds], [...fresh]];
  let end = null; // what both end with is left alone: new rows come on top
  while (come.length && left.at(-1)?.isEqualNode(come.at(-1))) [end] = [left.pop(), come.pop()];
  for (const one of come) {
    const at = left.findIndex((old) => keyOf(old) === keyOf(one));
    if (at < 0) parent.insertBefore(document.adoptNode(one), left[0] ?? end);
    else {
      for (const gone of left.splice(0, at)) gone.remove();
      morph(left.shift(), one);
    }
  }
  for (const gone of left) gone.remove();
}
