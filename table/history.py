"""The history of a match: every record in words, who made it and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import (
    CONFIRMATION_KINDS,
    STRIKE_KINDS,
    add_records,
    current_versions,
    disputes,
    log_state,
    revises_log,
    struck_uids,
)
from scoring.sheet import extend, replay
from table.icons import icon
from table.language import MessageFormatter, fill_in
from table.node import between, node
from table.sheet import changed_totals
from table.status import DAY
from table.words import bid_words, line_words, ruling_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scoring.deals import Confirmations
    from scoring.game import Game
    from scoring.words import Deal, Line, Record, Rules, Sheet, Table, Values, Wording
    from table.language import Language
    from table.node import Content, Node
    from table.status import Clock

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


MAX_ENTRIES, MIN_ENTRIES = 100, 10  # records on a page
MAX_REPLAYED = 100_000  # deals that a page replays at most, or nearly: each of its records may change the first deal

Made = NamedTuple("Made", [("by", "str"), ("day", "str"), ("clock", "str"), ("iso", "str | None"), ("origin", "str")])
"""Who made a record and when: the name of the phone, the day and the time of day in words, both for machines.

origin: the phone from whose entries it was settled; mostly empty.
"""


def page_size(version: int) -> int:
    """Records on a page for a log of this length."""
    return min(max(MAX_REPLAYED // max(version, 1), MIN_ENTRIES), MAX_ENTRIES)


def history_header(language: Language, game: Game, here: str) -> list[Content]:
    """The header: back to the table, the name of the page and of the game."""
    back = node("a", {"class": "icon", "href": here, "aria-label": language.gettext("The table")}, icon("back"))
    game_name = node("small", {}, language.gettext(game.name))
    return [back, node("h1", {}, language.gettext("History"), " ", game_name)]


def history_content(
    language: Language, here: str, table: Table, entries: list[tuple[LogEntry, Made]], older: str = ""
) -> list[Content]:
    """The page below its header. entries: oldest first; table: of the beginning; older: address of those before."""
    days: list[tuple[str, list[Content]]] = []
    for entry, made in reversed(entries):
        if not days or days[-1][0] != made.day:
            days.append((made.day, []))
        days[-1][1].append(row(language, here, entry, made))
    sections: list[Content] = [
        node("section", {"class": "lines log"}, node("h2", {}, day) if day else None, node("ol", {}, rows))
        for day, rows in days
    ]
    if older:
        return [sections, node("a", {"class": "go quiet", "href": older}, language.gettext("Earlier entries"))]
    return [sections, opening(language, table)]


def opening(language: Language, table: Table) -> Node:
    """Who sat down, and who dealt first."""
    names: list[Content] = [node("bdi", {}, name) for name in table.players]
    listed, first = between(names, language.gettext(", ")), node("bdi", {}, table.players[table.first_dealer])
    dealer = [language.gettext("First dealer:"), " ", first, "."]
    return node("p", {"class": "soft"}, language.gettext("Players:"), " ", listed, ". ", dealer)


def row(language: Language, here: str, entry: LogEntry, made: Made) -> Node:
    """One record: when, what, who recorded it and what became of it; the totals that it moved."""
    tag = "a" if entry.page else "div"
    href = f"{here}/deal/{entry.page}" if entry.page else None
    words = node("s", {}, entry.words) if entry.struck else entry.words
    settled = fill_in(language.gettext("settled from {phone}"), {"phone": made.origin}) if made.origin else None
    small = [part for part in (node("bdi", {}, made.by) if made.by else None, settled, entry.fate) if part]
    about = node("small", {}, between(small, " · ")) if small else None
    return node(
        "li",
        {},
        node(
            tag,
            {"class": "line", "href": href},
            node("time", {"class": "soft", "datetime": made.iso}, made.clock),
            node("span", {}, words, about, entry.doubt),
            changed_totals(language, entry.totals[0], entry.totals[1]) if entry.totals else None,
        ),
    )


class MatchHistory:
    """Draws the log of a match. began: when it began; times: of the records in turn, in seconds since then.

    The last records may have no time.
    """

    def __init__(
        self, language: Language, here: str, game: Game, table: Table, rules: Rules, began: Clock, times: list[int]
    ) -> None:
        self.language, self.here, self.game, self.table, self.rules = language, here, game, table, rules
        self.began, self.times = began, times

    def parts(self, records: list[Record], confirmations: Confirmations, days: list[str], before: int | None) -> Values:
        """Title and trees of the newest records, or of those before a seq; days: names of the days since it began."""
        last = len(records) if before is None else min(before - 1, len(records))
        first = max(last - page_size(len(records)) + 1, 1)
        words = LogWords(self.language, self.game, records, log_state(records).deals, confirmations)
        entries = [
            (words.entry(record, old, new), self.made(record.seq, days))
            for record, old, new in self.steps(records[:last], first)
        ]
        older = f"{self.here}/history?before={first}" if first > 1 else ""
        content = history_content(self.language, self.here, self.table, entries, older)
        bar = history_header(self.language, self.game, self.here)
        trees = [node("header", {"class": "bar wrap"}, bar), node("main", {"class": "wrap stack"}, content)]
        return {"title": self.language.gettext("History"), "trees": trees}

    def steps(self, records: list[Record], first: int) -> Iterator[tuple[Record, Sheet, Sheet]]:
        """The records from a seq on, with the sheets before and after each."""
        state = log_state(records[: first - 1])
        sheet = replay(self.game, self.table, self.rules, state.deals, state.pending)
        for record in records[first - 1 :]:
            before, known = sheet, len(state.deals)
            if revises_log(record):
                state = log_state(records[: record.seq])
                sheet = replay(self.game, self.table, self.rules, state.deals, state.pending)
            else:
                state = add_records(state, [record])
                sheet = extend(self.game, before, state.deals[known:], state.pending)
            yield record, before, sheet

    def made(self, seq: int, days: list[str]) -> Made:
        """When a record was made; one without a time on the day of the last with one."""
        known = self.times[:seq]
        minute = self.began.minute + (known[-1] // 60 if known else 0)
        day = days[minute // DAY] if 0 <= minute // DAY < len(days) else ""
        hours, minutes = minute % DAY // 60, minute % 60
        clock = self.language.in_digits(f"{str(100 + hours)[1:]}:{str(100 + minutes)[1:]}")
        return Made("", day, clock if seq <= len(self.times) else "", None, "")
