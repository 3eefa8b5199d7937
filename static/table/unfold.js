// What is unfolded on the pad is scrolled into sight.

document.addEventListener("click", ({ target }) => {
  const fold = target.closest("#pad summary")?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: "nearest" }));
});
