"""Every record of a log in words, as it was understood at its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import icon
from drawing.locale import fill_in
from drawing.messages import MessageFormatter
from drawing.node import between, node
from drawing.record_words import bid_words, line_words, ruling_words
from scoring.deals import CONFIRMATION_KINDS, STRIKE_KINDS, current_versions, disputes, struck_uids

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.node import Content, Node
    from scoring.deals import Confirmations
    from scoring.game import Game
    from scoring.words import Deal, Line, Record, Sheet, Wording

KINDS_WITHOUT_PAGE = ("bid", "amend") + STRIKE_KINDS

LogEntry = NamedTuple(
    "LogEntry",
    [
        ("seq", "int"),
        ("words", "Content"),
        ("totals", "Any"),  # before and after it, where it changed them and they count
        ("struck", "bool"),
        ("fate", "str"),  # what became of it later
        ("page", "str"),  # uid of the record whose page tells more; empty for none
        ("doubt", "Node | None"),  # who disputes it now
    ],
)
"""A record of a log in words."""


class LogWords:
    """Words for the records of one match. more: wordings of codes beyond the game's own."""

    def __init__(
        self,
        language: Language,
        game: Game,
        records: list[Record],
        deals: tuple[Deal, ...],
        confirmations: Confirmations,
        more: dict[str, Wording] | None = None,
    ) -> None:
        self.language, self.game, self.confirmations, self.more = language, game, confirmations, more
        self.records = {record.uid: record for record in records}
        self.struck = struck_uids(records)
        self.amended = [
            record.body["of"] for record in records if record.kind == "amend" and record.uid not in self.struck
        ]
        self.versions = current_versions(records, deals)

    def entry(self, record: Record, before: Sheet, after: Sheet) -> LogEntry:
        """One record between the sheets before and after it."""
        old, new = before.standing.totals, after.standing.totals
        return LogEntry(
            record.seq,
            self.words(record, before, after),
            (old, new) if old != new and self.game.has_totals else None,
            record.uid in self.struck,
            self.fate(record),
            "" if record.kind in KINDS_WITHOUT_PAGE else self.line(record),
            self.doubt(record),
        )

    def fate(self, record: Record) -> str:
        """What became of a record later."""
        gettext = self.language.gettext
        if record.uid in self.struck:
            return gettext("removed")
        if record.kind in CONFIRMATION_KINDS:
            return "" if self.versions.get(self.line(record)) == record.body["of"] else gettext("changed later")
        return gettext("amended later") if record.uid in self.amended else ""

    def doubt(self, record: Record) -> Node | None:
        """Who disputes a line now."""
        names: list[Content] = [
            node("bdi", {}, answer.name) for answer in disputes(self.confirmations.get(record.uid, ()))
        ]
        listed = between(names, self.language.gettext(", "))
        words = fill_in(self.language.gettext("disputed by {names}"), {"names": listed})
        return node("em", {"class": "answer"}, icon("wait"), node("span", {}, words)) if names else None

    def line(self, record: Record) -> str:
        """The uid of the record with the page: itself, or the line that a confirmation is about."""
        if record.kind not in CONFIRMATION_KINDS:
            return record.uid
        of = self.records[record.body["of"]]
        return str(of.body["of"]) if of.kind == "amend" else of.uid

    def words(self, record: Record, before: Sheet, after: Sheet) -> Content:
        """The text of a record."""
        gettext = self.language.gettext
        if record.kind == "strike":
            return fill_in(gettext("Removed: {saying}"), {"saying": self.named(record.body["of"], before)})
        if record.kind == "restore":
            return fill_in(gettext("Restored: {saying}"), {"saying": self.named(record.body["of"], after)})
        if record.kind == "amend":
            return fill_in(gettext("Amended: {saying}"), {"saying": self.named(record.body["of"], after)})
        if record.kind == "deal":
            return self.named(record.uid, after)
        if record.kind in CONFIRMATION_KINDS:
            return self.confirmation_words(record, before)
        return self.plain(record, before)

    def confirmation_words(self, record: Record, sheet: Sheet) -> Content:
        """Who agreed to or disputed which line, with their note."""
        note, words = record.body.get("note"), self.language.gettext("{name}: agreed, about {saying}")
        if record.kind != "agree":
            words = self.language.gettext("{name}: wait, that’s not right, about {saying}")
        name, saying = self.formatter(sheet).name(record.body["seat"]), self.about(self.line(record), sheet)
        text = fill_in(words, {"name": name, "saying": saying})
        return [text, " ", node("q", {}, node("bdi", {}, note))] if note else text

    def about(self, uid: str, sheet: Sheet) -> Content:
        """A line in short."""
        record = self.records[uid]
        if record.kind != "deal":
            return self.plain(record, sheet)
        numbers = [line.number for line in sheet.lines if line.deal.uid == uid and not line.problems]
        return self.language.gettext("deal {n}", n=numbers[0]) if numbers else self.language.gettext("a deal")

    def named(self, uid: str, sheet: Sheet) -> Content:
        """An earlier record by what it was on this sheet."""
        record = self.records[uid]
        if record.kind == "amend":
            saying = self.named(record.body["of"], sheet)
            return fill_in(self.language.gettext("the change of {saying}"), {"saying": saying})
        if record.kind != "deal":
            return self.plain(record, sheet)
        line = next((line for line in sheet.lines if line.deal.uid == uid), None)
        return self.deal_words(line, sheet) if line else self.language.gettext("a deal")

    def deal_words(self, line: Line, sheet: Sheet) -> Content:
        """A deal by its number, its head and its story."""
        gettext = self.language.gettext
        number = gettext("A deal") if line.problems else gettext("Deal {n}", n=line.number)
        return [number, gettext(", "), line_words(self.formatter(sheet), line)]

    def plain(self, record: Record, sheet: Sheet) -> Content:
        """A bid, a ruling or the like."""
        formatter = self.formatter(sheet)
        if record.kind == "bid":
            return bid_words(formatter, sheet.standing, record.body)
        rules = sheet.standing.rules
        return ruling_words(formatter, record, rules, rules)

    def formatter(self, sheet: Sheet) -> MessageFormatter:
        """The formatter for the table of that time."""
        return MessageFormatter(self.language, self.game.key, sheet.standing.table, self.more)
