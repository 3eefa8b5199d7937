"""The style of a card: the tokens of static/css/tokens.css, by day or by night, put into plain rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from drawing.node import node

if TYPE_CHECKING:
    from drawing.node import Node

TOKENS = Path(__file__).parents[3] / "static" / "css" / "tokens.css"
PAIR = re.compile(r"--(\w+):light-dark\((#\w+),(#\w+)\)")
UNDER = {False: "#cc9f62", True: "#b98c55"}  # the lower half of the stick: the wood with an eighth of its bark
RULES = """
svg{{fill:none;stroke:{ink};stroke-linecap:round;stroke-linejoin:round}}
text{{font-family:{figures};font-weight:700;stroke:none;fill:{ink}}} text.line{{font-family:Vazirmatn;font-weight:400}}
text.lab{{fill:{soft};font-size:13px}} .over text{{font-size:13px;stroke:{paper};stroke-width:7px;paint-order:stroke}}
text.date,.over .soft{{fill:{soft}}} text.now{{fill:{ink}}}
.background{{fill:{paper};stroke:none}} .stick-body{{fill:{wood};stroke:{bark};stroke-width:1.5}} .under{{fill:{under}}}
.nick{{stroke:{bark};stroke-width:2}} .rough{{fill:{ink};stroke:none}}
.dotm{{fill:{ink};stroke:{paper};stroke-width:1.8}}
.ghost{{stroke:{soft};stroke-width:1.6;stroke-dasharray:.1 4.5}} .grid{{stroke:{rule}}}
.goal{{stroke:{edge};stroke-dasharray:5 4}} .step{{stroke-width:2.5;stroke-linejoin:miter}} .emblem{{stroke-width:3}}
.fill{{fill:{wood};stroke:none}} .hatch{{stroke-width:1.5;stroke-opacity:.62;stroke-linecap:butt}}
"""
SIDE = ".{0} .dotm,.{0} .rough{{fill:{1}}} .{0} .hatch{{stroke:{1}}}"


@cache
def colours(dark: bool) -> dict[str, str]:
    """The colour of every token that has one by day and one by night."""
    return {name: night if dark else day for name, day, night in PAIR.findall(TOKENS.read_text(encoding="utf-8"))}


def style_of(dark: bool, rtl: bool) -> Node:
    """The style element of a card."""
    found = colours(dark)
    figures = "Vazirmatn" if rtl else "Casual,Casual Extended,Vazirmatn"
    sides = [SIDE.format(side, found["cc" if side == "c" else side]) for side in "abcdefg"]
    return node("style", {}, RULES.format(figures=figures, under=UNDER[dark], **found), "".join(sides))
