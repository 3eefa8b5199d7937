// Loaded after the table: what it can do without at first.

import "./header_menu.js";
import "./late_styles.js";
import "./match_clock.js";
import "./vibrate.js";
import "./wake_lock.js";
import "../table/disabled_reason.js";
import "../table/digit_queue.js";
import "../table/updates.js";

// What is unfolded on the pad is scrolled into view.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("#pad summary")?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && fold.scrollIntoView({ block: "nearest" }));
});
