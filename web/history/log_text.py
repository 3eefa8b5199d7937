"""Every record of a log as text, as it was understood at its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup, escape

from drawing.icons import icon
from models.base import from_millis
from scoring.confirmations import CONFIRMATION_KINDS, current_versions, disputes
from scoring.strikes import STRIKE_KINDS, struck_uids
from web.history.entry_text import bid_words, line_words, ruling_words
from web.i18n.locale import gettext, list_of
from web.i18n.messages import MarkupFormatter
from web.table.replay_steps import replay_steps
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from models.log.match_state import MatchState
    from scoring.words import Line, Record, Sheet
    from web.history.authors import Author
    from web.history.entry_text import Words

KINDS_WITHOUT_PAGE = ("bid", "amend", *STRIKE_KINDS)
NAME = Markup("<bdi>{}</bdi>")
DOUBT = Markup('<em class="answer">{}<span>{}</span></em>')


class LogEntry(NamedTuple):
    """A record: text, author, time, totals before and after, what became of it, the uid of its page, who disputes it.

    at is in the server's time zone; origin: the phone from whose entries it was settled.
    """

    seq: int
    words: Words
    by: str
    at: datetime
    totals: tuple[tuple[int, ...], tuple[int, ...]] | None
    fate: str
    page: str
    doubt: Words
    origin: str = ""


def log_entries(state: MatchState, first: int, last: int, names: Mapping[Author, str]) -> list[LogEntry]:
    """The records from one seq to another as text, oldest first; names: those of the authors."""
    texts = LogText(state)
    entries = []
    for record, before, after in replay_steps(state, first, last):
        trace = state.traces[record.seq - 1]
        by, at = names.get((trace.grant, trace.device), ""), from_millis(trace.at).astimezone()
        entries.append(texts.entry(record, before, after, by, at))
    return entries


class LogText:
    """Texts for the records of one match."""

    def __init__(self, state: MatchState) -> None:
        self.game = state.game
        self.records = {record.uid: record for record in state.records}
        self.struck = struck_uids(state.records)
        amends = [record for record in state.records if record.kind == "amend" and record.uid not in self.struck]
        self.amended = {record.body["of"] for record in amends}
        self.answers = state.answers
        self.versions = current_versions(list(state.records), state.live.deals)

    def entry(self, record: Record, before: Sheet, after: Sheet, by: str, at: datetime) -> LogEntry:
        """One record between the sheets before and after it."""
        page = "" if record.kind in KINDS_WITHOUT_PAGE else self.line(record)
        moved = self.moved(before.standing.totals, after.standing.totals)
        words = self.words(record, before, after)
        return LogEntry(record.seq, words, by, at, moved, self.fate(record), page, self.doubted(record))

    def moved(self, old: tuple[int, ...], new: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The totals before and after, where a record changed them and they count."""
        return (old, new) if old != new and self.game.has_totals else None

    def fate(self, record: Record) -> str:
        """What became of a record later."""
        if record.uid in self.struck:
            return gettext("removed")
        if record.kind in CONFIRMATION_KINDS:
            return "" if self.versions.get(self.line(record)) == record.body["of"] else gettext("changed later")
        return gettext("amended later") if record.uid in self.amended else ""

    def doubted(self, record: Record) -> Words:
        """Who disputes a line now; empty when nobody does."""
        names = [NAME.format(answer.name) for answer in disputes(self.answers.get(record.uid, ()))]
        words = escape(gettext("disputed by {names}")).format(names=list_of(names))
        return DOUBT.format(html(icon("wait")), words) if names else ""

    def line(self, record: Record) -> str:
        """The uid of the record with the page: itself, or the line that a confirmation is about."""
        if record.kind not in CONFIRMATION_KINDS:
            return record.uid
        of = self.records[record.body["of"]]
        return str(of.body["of"]) if of.kind == "amend" else of.uid

    def words(self, record: Record, before: Sheet, after: Sheet) -> Words:
        """The text of a record."""
        if record.kind == "strike":
            return escape(gettext("Removed: {saying}")).format(saying=self.named(record.body["of"], before))
        if record.kind == "restore":
            return escape(gettext("Restored: {saying}")).format(saying=self.named(record.body["of"], after))
        if record.kind == "amend":
            return escape(gettext("Amended: {saying}")).format(saying=self.named(record.body["of"], after))
        if record.kind == "deal":
            return self.named(record.uid, after)
        if record.kind in CONFIRMATION_KINDS:
            return self.answer_words(record, before)
        return self.plain(record, before)

    def answer_words(self, record: Record, sheet: Sheet) -> Words:
        """Who agreed to or disputed which line, with their note."""
        agrees, note = record.kind == "agree", record.body.get("note")
        words = gettext("{name}: agreed, about {saying}")
        if not agrees:
            words = gettext("{name}: wait, that’s not right, about {saying}")
        name, saying = self.formatter(sheet).name(record.body["seat"]), self.about(self.line(record), sheet)
        text = escape(words).format(name=name, saying=saying)
        return Markup("{} <q>{}</q>").format(text, NAME.format(note)) if note else text

    def about(self, uid: str, sheet: Sheet) -> Words:
        """A line in short."""
        record = self.records[uid]
        line = next((line for line in sheet.lines if line.deal.uid == uid and not line.problems), None)
        if record.kind != "deal":
            return self.plain(record, sheet)
        return gettext("deal {n}", n=line.number) if line else gettext("a deal")

    def named(self, uid: str, sheet: Sheet) -> Words:
        """An earlier record by what it was on this sheet."""
        record = self.records[uid]
        if record.kind == "amend":
            return escape(gettext("the change of {saying}")).format(saying=self.named(record.body["of"], sheet))
        if record.kind != "deal":
            return self.plain(record, sheet)
        line = next((line for line in sheet.lines if line.deal.uid == uid), None)
        return self.deal_words(line, sheet) if line else gettext("a deal")

    def deal_words(self, line: Line, sheet: Sheet) -> Words:
        """A deal by its number, its head and its story."""
        number = gettext("A deal") if line.problems else gettext("Deal {n}", n=line.number)
        return list_of([number, line_words(line, self.formatter(sheet))])

    def plain(self, record: Record, sheet: Sheet) -> Words:
        """A bid, a ruling or the like."""
        formatter = self.formatter(sheet)
        if record.kind == "bid":
            return bid_words(sheet.standing, record.body, formatter)
        rules = sheet.standing.rules
        return ruling_words(record, formatter, rules, rules)

    def formatter(self, sheet: Sheet) -> MarkupFormatter:
        """The formatter for the table of that time."""
        table = sheet.standing.table
        return MarkupFormatter(self.game.key, table.players, table.sides)
