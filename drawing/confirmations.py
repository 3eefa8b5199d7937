"""Confirmations in words: on the lines of the sheet, and in a strip under the header while a line is disputed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import icon
from drawing.locale import fill_in
from drawing.node import between, node
from scoring.deals import disputes

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Content, Node
    from scoring.deals import Confirmation, Confirmations
    from scoring.words import Line


def with_confirmations(
    language: Language, head: Content, story: Content, confirmations: tuple[Confirmation, ...]
) -> Node:
    """The words of a line: below them who says that it is not right, or a quiet sign where all who spoke agreed."""
    disputed = disputes(confirmations)
    quiet = None
    if confirmations and not disputed:
        quiet = node("em", {"class": "answer agreed"}, icon("check"), agreed_text(language, confirmations))
    loud: list[Content] = [
        node("em", {"class": "answer"}, icon("wait"), dispute_text(language, dispute)) for dispute in disputed
    ]
    return node("span", {}, head, quiet, node("small", {}, story), loud)


def dispute_text(language: Language, dispute: Confirmation) -> Node:
    """The name of who disputes a line, with their note if there is one."""
    words = fill_in(language.gettext("{name}: that’s not right"), {"name": node("bdi", {}, dispute.name)})
    note = [" ", node("q", {}, node("bdi", {}, dispute.note))] if dispute.note else None
    return node("span", {}, words, note)


def agreed_text(language: Language, confirmations: tuple[Confirmation, ...]) -> Node:
    """The names of who agreed to a line, for screen readers only."""
    names = between([node("bdi", {}, one.name) for one in confirmations], language.gettext(", "))
    words = fill_in(language.gettext("agreed: {names}"), {"names": names})
    return node("span", {"class": "unseen"}, words)


def dispute_strip(language: Language, here: str, lines: tuple[Line, ...], confirmations: Confirmations) -> Node:
    """The strip under the header: who disputes which line, with a link to it; empty when no line is disputed.

    Of several disputed lines the newest is shown. The strip stays until the line is amended or agreed.
    """
    disputed = [line for line in lines if disputes(confirmations.get(line.deal.uid, ()))] if confirmations else []
    note = dispute_note(language, here, disputed[-1], confirmations[disputed[-1].deal.uid]) if disputed else None
    return node("div", {"id": "strip"}, note)


def dispute_note(language: Language, here: str, line: Line, confirmations: tuple[Confirmation, ...]) -> Node:
    """The strip of a disputed line, with the newest note."""
    disputed = disputes(confirmations)
    names = between([node("bdi", {}, dispute.name) for dispute in disputed], language.gettext(", "))
    notes = [node("q", {}, node("bdi", {}, dispute.note)) for dispute in disputed if dispute.note]
    words = fill_in(dispute_heading(language, line), {"names": names, "n": language.number(line.number)})
    rest = notes[-1] if notes else language.gettext("stays until it is amended or agreed")
    text = node("p", {}, node("b", {}, words), node("small", {}, rest))
    link = node("a", {"href": f"{here}/deal/{line.deal.uid}"}, link_text(language, line))
    return node("div", {"class": "note"}, icon("wait"), text, link)


def is_counted_deal(line: Line) -> bool:
    """Whether a line is a deal with a number."""
    return line.deal.kind == "deal" and not line.problems


def dispute_heading(language: Language, line: Line) -> str:
    """The wording of a dispute, with places for {names} and {n}."""
    if is_counted_deal(line):
        return language.gettext("{names}: “Deal {n} is not right”")
    return language.gettext("{names}: “A line of the sheet is not right”")


def link_text(language: Language, line: Line) -> str:
    """The text of the link to a line's page."""
    return language.gettext("Deal {n}", n=line.number) if is_counted_deal(line) else language.gettext("Look")
