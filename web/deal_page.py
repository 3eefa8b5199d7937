"""The page of one saying, put into words: entry, awards, and what the last change of it did."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from flask import abort

from models.foresight import foreseen
from models.refusals import Refused
from scoring.game import complete
from web.changes import changes, end_changed
from web.folding import sheet_of, without_last
from web.foreseen import Foreseen
from web.language import gettext
from web.log_words import struck_now
from web.rules_held import shifts
from web.said import entry_words, ruling_words
from web.wording import Speaker, plain_problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from models.folds import Reading
    from models.matches import Match
    from scoring.words import Entry, Problem, Record, Sheet
    from web.changes import Change
    from web.rules_held import Shift
    from web.said import Words

SHOWN = ("deal", "adjust", "rules", "seat", "close", "reopen")
CHANGING = ("amend", "strike", "restore")


class Given(NamedTuple):
    """Points to a side with the reason."""

    side: int
    points: int
    why: Words


class DealPage:
    """A saying of the sheet as its page shows it."""

    def __init__(
        self,
        match: Match,
        reading: Reading,
        record: Record,
        problems: tuple[Problem, ...] = (),
        news: Sequence[Words] = (),
    ) -> None:
        self.uid, self.of, self.version = match.uid, record.uid, reading.version
        self.game, self.reading, self.record = reading.game, reading, record
        self.standing = sheet_before(reading, record).standing
        self.table = self.standing.table
        self.speaker = Speaker(self.game.key, self.table.players, self.table.sides)
        self.entry = entry_of_saying(reading, record)
        self.line = next((line for line in reading.sheet.lines if line.deal.uid == record.uid), None)
        self.struck = all(deal.uid != record.uid for deal in reading.live.deals)
        self.news, self.refused = news, [self.speaker.say(problem) for problem in plain_problems(problems)]

    @cached_property
    def turned(self) -> Foreseen | None:
        """What striking it would change, or restoring it; nothing where that cannot be."""
        try:
            kind = "restore" if self.struck else "strike"
            return Foreseen(self.reading, foreseen(self.reading, kind, {"of": self.of}))
        except Refused:
            return None

    @property
    def other_rules(self) -> list[Shift]:
        """The house rules in force for this deal that the match did not begin with."""
        return shifts(self.game, complete(self.game, self.reading.rules), self.standing.rules)

    @property
    def title(self) -> str:
        """What the page is about."""
        if self.record.kind != "deal":
            return gettext("A ruling") if self.record.kind == "adjust" else gettext("A saying")
        return gettext("A deal") if self.line is None or self.faults else gettext("Deal {n}", n=self.line.number)

    @property
    def dealer(self) -> Words:
        """Who dealt."""
        return self.speaker.name(self.standing.dealer)

    @property
    def said(self) -> list[tuple[str, Words]]:
        """The entry of a deal, label and value."""
        return entry_words(self.standing, self.entry, self.speaker) if self.record.kind == "deal" else []

    @property
    def words(self) -> Words:
        """What is no deal, in words."""
        decides = self.game.closing_decides(self.standing.rules)
        return "" if self.record.kind == "deal" else ruling_words(self.record, self.speaker, decides)

    @property
    def faults(self) -> list[Words]:
        """Why the line is not counted."""
        found = plain_problems(self.line.problems) if self.line else []
        return [self.speaker.say(problem) for problem in found]

    @property
    def awards(self) -> list[Given]:
        """Who got what, and why."""
        given = self.line.awards if self.line else ()
        return [Given(a.side, a.points, self.speaker.say({"code": a.why, "values": a.values})) for a in given]

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.unit != "tricks"

    @property
    def last_change(self) -> str:
        """The kind of the last saying of the match if it was about this one; undo or redo if about its amendment."""
        last = self.reading.news(0)[-1]
        if last.kind not in CHANGING:
            return ""
        if last.body["of"] == self.of:
            return last.kind
        of = next(said for said in self.reading.records if said.uid == last.body["of"])
        about = of.kind == "amend" and of.body["of"] == self.of
        return {"strike": "undo", "restore": "redo"}[last.kind] if about else ""

    @property
    def changes(self) -> list[Change]:
        """What that last saying changed, line by line."""
        return changes(without_last(self.reading), self.reading.sheet, self.speaker)

    @property
    def end_changed(self) -> Words:
        """What it changed about the end of the match."""
        return end_changed(without_last(self.reading), self.reading.sheet, self.speaker)


def said_in(reading: Reading, of: str) -> Record:
    """The saying of this uid; 404 when the match has none that has a page."""
    return next((record for record in reading.records if record.uid == of and record.kind in SHOWN), None) or abort(404)


def last_amendment(reading: Reading, record: Record, struck: bool) -> Record | None:
    """The newest amendment of a deal that is struck, or that is not; None where there is none."""
    gone = struck_now(reading)
    said = [said for said in reading.records if said.kind == "amend" and said.body["of"] == record.uid]
    return next((amend for amend in reversed(said) if (amend.uid in gone) == struck), None)


def sheet_before(reading: Reading, record: Record) -> Sheet:
    """The sheet before a saying, by all that still stands of what was said earlier."""
    earlier = {said.uid for said in reading.records if said.seq < record.seq}
    return sheet_of(reading, tuple(deal for deal in reading.live.deals if deal.uid in earlier))


def entry_of_saying(reading: Reading, record: Record) -> Entry:
    """What was said, as it was amended last."""
    live = [deal.entry for deal in reading.live.deals if deal.uid == record.uid]
    amended = [said.body["entry"] for said in reading.records if said.kind == "amend" and said.body["of"] == record.uid]
    return (live or [record.body, *amended])[-1]
