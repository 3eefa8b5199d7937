// Lines for people who listen to the screen rather than look at it.

/** A polite live region; the function that comes back sets its words. */
export function liveRegion(classes = "unseen spoken") {
  const line = document.body.appendChild(document.createElement("p"));
  line.className = classes;
  line.setAttribute("role", "status");
  return (words) => (line.textContent = words);
}
