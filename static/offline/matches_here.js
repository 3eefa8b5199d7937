// Matches that begin on this phone without a network: their page, what is stored of them, how the server learns of them. One
// script, which comes when there is one: whoever loads one of these needs the others soon.

import { beginAll } from "../net/begun.js";
import { beginMatch } from "./begin.js";
import { setUpMatch } from "./new_match.js";

export const matchesHere = { beginAll, beginMatch, setUpMatch };
