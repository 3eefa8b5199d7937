"""What differs between two sheets, and what the last record changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import REVISING_KINDS, STRUCK, log_state, tables_by_uid, without_confirmations
from scoring.sheet import replay
from table.icons import icon
from table.language import MessageFormatter, fill_in
from table.node import HIDDEN_FIELDS, between, node
from table.sheet import changed_totals
from table.words import line_words

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scoring.words import Line, Record, Sheet
    from table.language import Language
    from table.match import MatchLog
    from table.node import Content, Node

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


def last_change(formatter: MessageFormatter, log: MatchLog, record: Record, place: str, may_score: bool) -> Node | None:
    """Every line that the last record changed, where it was about this one; None where it was not.

    place: the address of this record's page. Who may score can take an amendment back, or bring it back.
    """
    kind, gettext = change_kind(log, record), formatter.language.gettext
    if not kind:
        return None
    heads = {"amend": gettext("Amended"), "strike": gettext("Removed"), "restore": gettext("Restored")}
    heads.update({"undo": gettext("Taken back"), "redo": gettext("Back again")})
    ended = end_change_words(sheet_before_last(log), log.sheet, formatter)
    none = node("li", {"class": "line"}, node("b", {}), node("span", {}, gettext("No total changed.")))
    way, words = ("redo", gettext("Redo")) if kind == "undo" else ("undo", gettext("Undo"))
    face = node("span", {"class": "row"}, icon(way), words)
    turned = may_score and kind in ("amend", "undo", "redo")
    return node(
        "section",
        {"class": "lines changed", "role": "status"},
        node("h2", {}, heads[kind]),
        node("p", {"class": "notice"}, ended) if ended else None,
        node("ol", {}, changed_rows(formatter, log) or none),
        post_button(f"{place}/{way}", face, "go quiet wide") if turned else None,
    )


def change_kind(log: MatchLog, record: Record) -> str:
    """The kind of the match's last record if it was about this one; undo or redo if about its amendment."""
    last = without_confirmations(log.records)[-1]
    if last.kind not in REVISING_KINDS:
        return ""
    if last.body["of"] == record.uid:
        return last.kind
    of = next(known for known in log.records if known.uid == last.body["of"])
    about = of.kind == "amend" and of.body["of"] == record.uid
    return {"strike": "undo", "restore": "redo"}[last.kind] if about else ""


def sheet_before_last(log: MatchLog) -> Sheet:
    """The sheet before the last record that is no confirmation."""
    live = log_state(log.records[: without_confirmations(log.records)[-1].seq - 1])
    return replay(log.game, log.table, log.rules, live.deals, live.pending)


def changed_rows(formatter: MessageFormatter, log: MatchLog) -> list[Content]:
    """Every line that the last record changed, with the names of the players at its time."""
    language, game = formatter.language, formatter.game
    tables = tables_by_uid(log.table, log.live.deals)

    def formatter_then(line: Line) -> MessageFormatter:
        table = tables.get(line.deal.uid, log.sheet.standing.table)
        return MessageFormatter(language, game.key, table, formatter.more)

    changes = changed_lines(language, sheet_before_last(log), log.sheet, formatter_then)
    return [change_row(language, change, game.has_totals) for change in changes]


def post_button(address: str, words: Content, style: str) -> Node:
    """A button that records something about a record."""
    return node("form", {"method": "post", "action": address}, HIDDEN_FIELDS, node("button", {"class": style}, words))
