// What makes a phone at the table more comfortable; it comes after the table.
import "./wake_lock.js";
import "./vibrate.js";
import "./match_clock.js";
import "./late_styles.js";
import "../table/unfold.js";
import "./header_menu.js";
import "../table/updates.js";
import "../table/disabled_reason.js";
