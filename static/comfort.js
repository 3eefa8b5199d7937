// What makes a phone at the table more comfortable; it comes after the table.
import "./awake.js";
import "./buzz.js";
import "./clock.js";
import "./dressed.js";
import "./folds.js";
import "./menu.js";
import "./others.js";
import "./why.js";
