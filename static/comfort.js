// What makes a phone at the table more comfortable; it comes after the table.
import "./awake.js";
import "./buzz.js";
import "./others.js";
