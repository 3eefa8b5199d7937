// Makes nodes like fresh ones: what is the same stays, so that focus, choices and what is pressed survive.

/** What tells nodes apart that stand side by side: of controls what they say, of typed ones only what about. */
function kind(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const said = node.getAttribute("type") === "text" ? "" : node.getAttribute("value");
  return [node.nodeName, node.id, node.getAttribute("name"), said].join(" ");
}

/** Make a node like a fresh one and keep what is chosen, typed, open and focused in it; a pad is exchanged whole. */
export function match(old, fresh) {
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
    return; // the rest it draws itself
  }
  for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  pair(old, [...old.childNodes], [...fresh.childNodes]);
}

/** The same for all that an element holds: what is there stays, what is new comes, what is no more goes. */
export function pair(parent, olds, fresh) {
  const [left, come] = [[...olds], [...fresh]];
  let end = null; // what both end with is left alone: new rows come on top
  while (come.length && left.at(-1)?.isEqualNode(come.at(-1))) [end] = [left.pop(), come.pop()];
  for (const one of come) {
    const at = left.findIndex((old) => kind(old) === kind(one));
    if (at < 0) parent.insertBefore(document.adoptNode(one), left[0] ?? end);
    else {
      for (const gone of left.splice(0, at)) gone.remove();
      match(left.shift(), one);
    }
  }
  for (const gone of left) gone.remove();
}
