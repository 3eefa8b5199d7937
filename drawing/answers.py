"""What those at the table answered to lines, marked by words and a sign: on the sheet, and in the header."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.language import sentence
from drawing.shapes import icon
from drawing.tree import between, node
from scoring.answers import disputes

if TYPE_CHECKING:
    from drawing.language import Language
    from drawing.tree import Node, Piece
    from scoring.answers import Answer, Answers
    from scoring.words import Line


def marked(language: Language, head: Piece, story: Piece, given: tuple[Answer, ...]) -> Node:
    """The words of a line: below them who says that it is not right, or a quiet sign where all who spoke agreed."""
    doubts = disputes(given)
    quiet = None
    if given and not doubts:
        quiet = node("em", {"class": "answer agreed"}, icon("check"), agreed(language, given))
    loud: list[Piece] = [node("em", {"class": "answer"}, icon("wait"), doubt(language, answer)) for answer in doubts]
    return node("span", {}, head, quiet, node("small", {}, story), loud)


def doubt(language: Language, answer: Answer) -> Node:
    """Who says that a line is not right, with their own words if there are any."""
    words = sentence(language.gettext("{name}: that’s not right"), {"name": node("bdi", {}, answer.name)})
    note = [" ", node("q", {}, node("bdi", {}, answer.note))] if answer.note else None
    return node("span", {}, words, note)


def agreed(language: Language, given: tuple[Answer, ...]) -> Node:
    """Who agreed to a line: said, but not shown on a sheet that is full enough."""
    names = between([node("bdi", {}, answer.name) for answer in given], language.gettext(", "))
    words = sentence(language.gettext("agreed: {names}"), {"names": names})
    return node("span", {"class": "unseen"}, words)


def sign(language: Language, here: str, lines: tuple[Line, ...], answers: Answers) -> Node | None:
    """For the header: that a line is disputed, with the way to its page; the newest one where there are several."""
    for line in reversed(lines if answers else ()):
        if disputes(answers.get(line.deal.uid, ())):
            words = disputed(language, line)
            place = f"{here}/deal/{line.deal.uid}"
            return node("a", {"class": "icon doubt", "href": place, "aria-label": words, "title": words}, icon("wait"))
    return None


def disputed(language: Language, line: Line) -> str:
    """That a line is disputed."""
    if line.deal.kind == "deal" and not line.problems:
        return language.gettext("Deal {n} is disputed", n=line.number)
    return language.gettext("A line of the sheet is disputed")
