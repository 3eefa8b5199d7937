// localStorage where the browser allows it; else nothing is stored.

/** Store a text; an empty one removes the item. */
export function storeItem(key, text) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // closed, or full
  }
}

export function readItem(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
