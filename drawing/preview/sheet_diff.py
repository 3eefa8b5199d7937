"""What a record changes on the sheet: every line whose totals or story differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.locale import fill_in
from drawing.node import between, node
from drawing.record_words import line_words
from drawing.sheet_rows import changed_totals
from scoring.deals import STRUCK

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from drawing.locale import Language
    from drawing.messages import MessageFormatter
    from drawing.node import Content, Node
    from scoring.words import Line, Sheet

    FormatterOfLine = Callable[[Line], MessageFormatter]

LineChange = NamedTuple(
    "LineChange", [("number", "str"), ("was", "Content"), ("words", "Content"), ("before", "Any"), ("after", "Any")]
)
"""A line before and after; totals are None where it does not count, words empty where it does not exist."""


def changed_lines(language: Language, old: Sheet, new: Sheet, formatter_then: FormatterOfLine) -> list[LineChange]:
    """Every changed line in sheet order, with the names of the players at that time."""
    before, after = standing_lines(old), standing_lines(new)
    olds, news = {line.deal.uid: line for line in before}, {line.deal.uid: line for line in after}
    order = before if len(before) > len(after) else after
    pairs = [(olds.get(line.deal.uid), news.get(line.deal.uid)) for line in order]
    return [line_change(language, one, other, formatter_then) for one, other in pairs if is_changed(one, other)]


def standing_lines(sheet: Sheet) -> list[Line]:
    """The lines of a sheet; struck ones are left out."""
    return [line for line in sheet.lines if line.deal.kind != STRUCK]


def is_changed(one: Line | None, other: Line | None) -> bool:
    """Whether two lines of the same record differ in what they count or say."""
    return one is None or other is None or one[1:] != other[1:] or one.deal.entry != other.deal.entry


def line_change(
    language: Language, one: Line | None, other: Line | None, formatter_then: FormatterOfLine
) -> LineChange:
    """One changed line; text that is the same before and after is given once."""
    was, words = words_of_line(one, formatter_then), words_of_line(other, formatter_then)
    number = deal_number(language, other or one)
    return LineChange(number, "" if was == words else was, words, counted_totals(one), counted_totals(other))


def words_of_line(line: Line | None, formatter_then: FormatterOfLine) -> Content:
    """A line as text; empty for None."""
    return line_words(formatter_then(line), line) if line else ""


def counted_totals(line: Line | None) -> tuple[int, ...] | None:
    """The running totals of a line that counts."""
    return line.totals if line and not line.problems else None


def deal_number(language: Language, line: Line | None) -> str:
    """The number of a deal; a dot for what is no deal or does not count."""
    return language.number(line.number) if line and line.deal.kind == "deal" and not line.problems else "·"


def change_row(language: Language, change: LineChange, has_totals: bool) -> Node:
    """A changed line as a row."""
    was = node("small", {}, node("del", {}, change.was)) if change.was else None
    moved = has_totals and (change.before or change.after)
    totals = changed_totals(language, change.before, change.after) if moved else None
    words = node("span", {}, was, change.words)
    return node("li", {"class": "line"}, node("b", {}, change.number), words, totals)


def end_change_words(old: Sheet, new: Sheet, formatter: MessageFormatter) -> Content:
    """What changed about the end of the match; empty when nothing did."""
    language = formatter.language
    if old.outcome is not None and new.outcome is None:
        return language.gettext("The match is not over any more.")
    if new.outcome is None or (old.outcome and old.outcome.winners == new.outcome.winners):
        return ""
    words = language.gettext("The match is over now: {names}")
    return fill_in(words, {"names": names_of(formatter, new.outcome.winners)})


def names_of(formatter: MessageFormatter, winners: tuple[int, ...]) -> list[Content]:
    """The names of those who have won."""
    return between([formatter.side(side) for side in winners], formatter.language.gettext(", "))
