"""The page of one saying, put into words: entry, awards, what the last change of it did, and the pad that amends it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from drawing.entries import form_of
from drawing.fields import any_field
from drawing.pads import PlainPad
from models.foresight import foreseen
from models.refusals import Refused
from scoring.board import board
from scoring.game import complete
from scoring.words import Sheet
from web.changes import changes, end_changed
from web.folding import sheet_of, without_last
from web.foreseen import Foreseen
from web.language import gettext
from web.markup import html
from web.rules_held import shifts
from web.said import entry_words, ruling_words
from web.wording import Speaker, plain_problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from drawing.entries import Form
    from models.folds import Reading
    from models.matches import Match
    from scoring.words import Entry, Field, Problem, Record, Standing
    from web.changes import Change
    from web.rules_held import Shift
    from web.said import Words

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
        filled: Form | None = None,
        problems: tuple[Problem, ...] = (),
        news: Sequence[Words] = (),
        seen: Foreseen | None = None,
        not_so: tuple[Problem, ...] = (),
    ) -> None:
        self.uid, self.of, self.version = match.uid, record.uid, reading.version
        self.game, self.reading, self.record = reading.game, reading, record
        self.standing = standing_before(reading, record)
        self.table = self.standing.table
        self.speaker = Speaker(self.game.key, self.table.players, self.table.sides)
        self.fields: tuple[Field, ...] = self.game.fields(self.standing)
        self.entry = entry_of_saying(reading, record)
        self.line = next((line for line in reading.sheet.lines if line.deal.uid == record.uid), None)
        self.struck = all(deal.uid != record.uid for deal in reading.live.deals)
        self.amending = bool(filled)
        self.news, self.seen = news, seen
        self.not_so = [self.speaker.say(problem) for problem in plain_problems(not_so)]
        self.pad = self._pad(filled, problems)

    def _pad(self, filled: Form | None, problems: tuple[Problem, ...]) -> PlainPad:
        """Every field of the deal, filled in; what cannot be is what the standing before it forbids."""
        empty = board(Sheet(self.game.key, (), self.standing._replace(closed=False), None, None))
        chosen = form_of(self.fields, self.entry) if filled is None else filled
        empty["fields"] = [free(field) for field in empty["fields"]]
        empty["due"] = empty["step"]
        return PlainPad(empty, self.standing, self.speaker.voice, chosen, problems, "")

    def drawn(self, fields: list[dict[str, Any]]) -> Markup:
        """Fields of the pad, one below the other."""
        return html([any_field(self.pad, field) for field in fields])

    @property
    def stray_faults(self) -> list[Markup]:
        """What is wrong with none of the fields."""
        return [html(fault) for fault in self.pad.faults.get("", [])]

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
    def written(self) -> list[dict[str, Any]]:
        """The fields that the deal says something in, must, or has a problem in."""
        return [field for key, field in self.pad.fields.items() if self._asked(key, field)]

    @property
    def unwritten(self) -> list[dict[str, Any]]:
        """The fields that the deal could say something in besides."""
        return [field for key, field in self.pad.fields.items() if not self._asked(key, field)]

    def _asked(self, key: str, field: dict[str, Any]) -> bool:
        return key in self.entry or not field["optional"] or key in self.pad.faults

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
        """The kind of the last saying of the match, if it was about this one."""
        last = self.reading.records[-1]
        return last.kind if last.kind in CHANGING and last.body["of"] == self.of else ""

    @property
    def changes(self) -> list[Change]:
        """What that last saying changed, line by line."""
        return changes(without_last(self.reading), self.reading.sheet, self.speaker)

    @property
    def end_changed(self) -> Words:
        """What it changed about the end of the match."""
        return end_changed(without_last(self.reading), self.reading.sheet, self.speaker)


def free(field: dict[str, Any]) -> dict[str, Any]:
    """A field as it is amended: what a choice would do, and whether a seat can be named, shows when all is written."""
    kept = {"hint": None} if field["kind"] not in ("seat", "seats") else {"hint": None, "why_not": None}
    return {**field, "choices": [[choice | kept for choice in row] for row in field.get("choices", [])]}


def standing_before(reading: Reading, record: Record) -> Standing:
    """Where the match stood before a saying, by all that still stands of what was said earlier."""
    earlier = {said.uid for said in reading.records if said.seq < record.seq}
    return sheet_of(reading, tuple(deal for deal in reading.live.deals if deal.uid in earlier)).standing


def entry_of_saying(reading: Reading, record: Record) -> Entry:
    """What was said, as it was amended last."""
    live = [deal.entry for deal in reading.live.deals if deal.uid == record.uid]
    amended = [said.body["entry"] for said in reading.records if said.kind == "amend" and said.body["of"] == record.uid]
    return (live or [record.body, *amended])[-1]
