"""The header of the table: back to the evening, the game and how far it is, the clock, who may watch, the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import icon
from drawing.node import HIDDEN_FIELDS, node

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Content, Node


def header(language: Language, evening: str, title: str, note: str, clock: Node | None, menu: Node) -> list[Content]:
    """The parts of the header; evening: the address of the evening, note: the small text behind the title."""
    back = {"class": "icon", "href": evening, "aria-label": language.gettext("This evening")}
    head = node("h1", {}, title, " ", node("small", {"id": "bar-note"}, note))
    return [node("a", back, icon("back")), head, clock, watch_button(language, evening), menu]


def watch_button(language: Language, evening: str) -> Node:
    """The button to the link and the code with which others watch this evening."""
    words = language.gettext("Let others watch")
    button = node("button", {"class": "icon", "aria-label": words, "title": words}, icon("watch"))
    return node("form", {"method": "post", "action": evening + "/share"}, HIDDEN_FIELDS, button)
