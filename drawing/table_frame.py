"""The page of the table around what a tap changes: the same from the server and in the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import node
from drawing.unsent import ring_key, unsent_strip

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Content, Node


def table_frame(language: Language, strip: Content, table: Content, sheet: Content) -> list[Content]:
    """What stands in <main> of the table: strip, the part that a tap changes, the sheet, and notices kept hidden."""
    notices = [unsent_strip(language, True), no_answer(language)]
    return [notices, strip, table, unfinished(language), sheet]


def no_answer(language: Language) -> Node:
    """The notice that no answer came, which script shows."""
    gettext = language.gettext
    attributes = {
        "class": "notice",
        "id": "no-answer",
        "role": "alert",
        "data-kept": gettext("No connection. What you tapped is saved on your phone."),
        "data-undo": gettext("Undo: {what}", what=gettext("the last tap")),
        "hidden": True,
    }
    return node("p", attributes, gettext("No connection. Nothing is lost: tap again."))


def unfinished(language: Language) -> Node:
    """The link to a draft that was begun before others recorded something, which script shows."""
    words = language.gettext("Your unfinished entry is still here: resume it.")
    return node("p", {"class": "notice", "id": "unfinished", "hidden": True}, node("a", {"href": ""}, words))


def sheet_part(language: Language, heads: Content, uncounted: Content, rows: Content) -> Node:
    """The sheet below the pad: its heading, how many lines do not count, and its rows, newest first."""
    return node("section", {"class": "lines"}, heads, uncounted, ring_key(language), node("ol", {"id": "rows"}, rows))
