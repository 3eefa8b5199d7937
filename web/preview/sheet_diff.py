"""What a record changed on the sheet: every line whose totals or story differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import STRUCK
from scoring.seating import tables_by_uid
from web.history.entry_text import line_words
from web.i18n.locale import gettext, list_of, marked, num
from web.i18n.messages import formatter_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.log.match_state import MatchState
    from scoring.words import Line, Sheet
    from web.history.entry_text import Words
    from web.i18n.messages import MarkupFormatter

    FormatterOfLine = Callable[[Line], MarkupFormatter]


class LineChange(NamedTuple):
    """A line before and after; totals are None where it does not count, words empty where it does not exist."""

    number: str
    was: Words
    words: Words
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None


def changed_lines(old: Sheet, new: Sheet, formatter_then: FormatterOfLine) -> list[LineChange]:
    """Every changed line in sheet order, with the names of the players at that time."""
    before, after = lines_by_uid(old), lines_by_uid(new)
    order = before if len(before) > len(after) else after
    pairs = [(before.get(uid), after.get(uid)) for uid in order]
    return [line_change(one, other, formatter_then) for one, other in pairs if is_changed(one, other)]


def lines_by_uid(sheet: Sheet) -> dict[str, Line]:
    """The lines of a sheet by uid; struck ones are left out."""
    return {line.deal.uid: line for line in sheet.lines if line.deal.kind != STRUCK}


def is_changed(one: Line | None, other: Line | None) -> bool:
    """Whether two lines of the same record differ in what they count or say."""
    return one is None or other is None or one[1:] != other[1:] or one.deal.entry != other.deal.entry


def line_change(one: Line | None, other: Line | None, formatter_then: FormatterOfLine) -> LineChange:
    """One changed line; text that is the same before and after is given once."""
    was, words = words_of_line(one, formatter_then), words_of_line(other, formatter_then)
    return LineChange(
        deal_number(other or one), "" if was == words else was, words, counted_totals(one), counted_totals(other)
    )


def words_of_line(line: Line | None, formatter_then: FormatterOfLine) -> Words:
    """A line as text; empty for None."""
    return line_words(line, formatter_then(line)) if line else ""


def formatter_by_line(state: MatchState) -> FormatterOfLine:
    """The formatter for the players at the time of a line."""
    tables, table, key = tables_by_uid(state.table, state.live.deals), state.sheet.standing.table, state.game.key
    return lambda line: formatter_at(key, tables.get(line.deal.uid, table))


def counted_totals(line: Line | None) -> tuple[int, ...] | None:
    """The running totals of a line that counts."""
    return line.totals if line and not line.problems else None


def deal_number(line: Line | None) -> str:
    """The number of a deal; a dot for what is no deal or does not count."""
    return num(line.number) if line and line.deal.kind == "deal" and not line.problems else "·"


def end_change_words(old: Sheet, new: Sheet, formatter: MarkupFormatter) -> Words:
    """What changed about the end of the match; empty when nothing did."""
    if old.outcome is not None and new.outcome is None:
        return gettext("The match is not over any more.")
    if new.outcome is None or (old.outcome and old.outcome.winners == new.outcome.winners):
        return ""
    names = list_of([formatter.side(side) for side in new.outcome.winners])
    return marked("The match is over now: {names}", names=names)
