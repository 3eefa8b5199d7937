"""What a table needs now and then, folded away: its pages, its early end, and what the phone may do by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.tree import node

if TYPE_CHECKING:
    from drawing.language import Language
    from drawing.tree import Node, Piece


def tools(language: Language, here: str, playing: bool, closed: bool, decides: bool) -> Node:
    """The fold: here is the address of the table, decides says whether closing it ends the match with a winner."""
    links: list[Piece] = [
        tool(here + "/across", language.gettext("Across the table: large, for all to read")),
        tool(here + "/history", language.gettext("History")),
        tool(here + "/rules", language.gettext("Rules of this table")),
        tool(here + "/rulings", language.gettext("A ruling, a house rule, another dealer or player")),
        tool(here + "/paper", language.gettext("Score sheet to print")),
    ]
    if playing:
        words = language.gettext("Time is up: end the match") if decides else language.gettext("Give the match up")
        links.extend([tool(here + "/rulings?what=close", words), switches(language)])
    elif closed:
        links.append(tool(here + "/rulings?what=reopen", language.gettext("Go on with this match")))
    summary = node("summary", {}, language.gettext("More"))
    return node("details", {"class": "tools"}, summary, node("nav", {"class": "stack"}, links))


def tool(address: str, words: str) -> Node:
    """A way to another page."""
    return node("a", {"class": "go quiet", "href": address}, words)


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
