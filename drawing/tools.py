"""What a table needs now and then, folded away: its pages, its early end, and what the phone may do by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.tree import node
from scoring.pad import PLAYING

if TYPE_CHECKING:
    from drawing.language import Language
    from drawing.table import Place
    from drawing.tree import Node, Piece


def tools(language: Language, place: Place, step: str, closed: bool, decides: bool) -> Node:
    """The fold: place has the addresses of table and evening, decides says whether closing ends with a winner.

    A match that is over (a step) has its sheet to print on its page.
    """
    here = place.here
    links: list[Piece] = [
        tool(here + "/across", language.gettext("Across the table: large, for all to read")),
        tool(place.evening + "/share", language.gettext("Let others watch")),
        tool(here + "/pencil", language.gettext("Hand the pencil over")),
        tool(here + "/history", language.gettext("History")),
        tool(here + "/rules", language.gettext("Rules of this table")),
        tool(here + "/rulings", language.gettext("A ruling, a house rule, another dealer or player")),
        tool(here + "/paper", language.gettext("Score sheet to print")) if step != "over" else None,
        tool(here + "/csv", language.gettext("Table for a spreadsheet"), True),
    ]
    if step in PLAYING:
        words = language.gettext("Time is up: end the match") if decides else language.gettext("Give the match up")
        links.extend([tool(here + "/rulings?what=close", words), switches(language)])
    elif closed:
        links.append(tool(here + "/rulings?what=reopen", language.gettext("Go on with this match")))
    summary = node("summary", {}, language.gettext("More"))
    return node("details", {"class": "tools"}, summary, node("nav", {"class": "stack"}, links))


def tool(address: str, words: str, kept: bool = False) -> Node:
    """A way to another page, or to a file that is kept."""
    return node("a", {"class": "go quiet", "href": address, "download": kept}, words)


def switches(language: Language) -> list[Piece]:
    """What this phone does by itself; script shows what there is, and why something cannot be."""
    return [
        switch(
            "awake",
            language.gettext("The screen stays awake"),
            {
                "cannot": language.gettext("This browser cannot keep the screen awake."),
                "insecure": language.gettext("It needs an address with HTTPS; this one has none."),
                "refused": language.gettext("The phone does not allow it just now; perhaps the battery is low."),
            },
        ),
        switch("buzz", language.gettext("A short buzz when a deal is written down"), {}),
    ]


def switch(name: str, words: str, why_not: dict[str, str]) -> Node:
    """A switch; why_not: by its code what is said when it cannot be had."""
    told: list[Piece] = [
        node("small", {"data-word": code, "role": "status", "hidden": True}, why_not[code]) for code in sorted(why_not)
    ]
    box = node("input", {"type": "checkbox", "autocomplete": "off"})
    return node(
        "phone-switch", {"data-name": name, "hidden": True}, node("label", {"class": "chip tick"}, box, words), told
    )
