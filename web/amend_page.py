"""The page that amends a deal: the game's own pad for where the match stood before it, and what that would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qs, urlencode

from drawing.amended import half_made, pad_before, told
from drawing.entries import entry_of, form_of
from drawing.sayings import with_also
from drawing.shapes import mark
from drawing.tree import node
from models.foresight import foreseen
from models.refusals import SENTENCES, Refused
from scoring.shape import tidy
from web.addresses import address
from web.asked import readable
from web.deal_page import entry_of_saying, sheet_before
from web.foreseen import Foreseen
from web.language import gettext, num, speaking
from web.markup import html
from web.wording import Speaker, plain_problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from drawing.entries import Form
    from models.folds import Reading
    from models.matches import Match
    from scoring.words import Entry, Problem, Record, Sheet
    from web.said import Words

NOTHING = "-"  # an entry that says nothing, in an address


class Truth(NamedTuple):
    """A deal of a match, the sheet before it, and what it was in truth as far as that is said."""

    reading: Reading
    record: Record
    before: Sheet
    entry: Entry

    @property
    def recorded(self) -> Entry:
        """What the deal was until now."""
        return entry_of_saying(self.reading, self.record)

    @property
    def differs(self) -> bool:
        """Whether it is another than was written down."""
        return tidy(self.entry) != tidy(self.recorded)

    @property
    def written(self) -> str:
        """The entry as it stands in an address."""
        said = form_of(self.reading.game.fields(self.before.standing), self.entry)
        return urlencode(said, doseq=True, safe=",") or NOTHING

    def told(self, form: Form) -> tuple[str, Truth]:
        """What a form of this deal's pad says (its bid, or the whole deal), and the deal with that put in."""
        kind, entry = told(self.reading.game, self.before, self.entry, form)
        return kind, self._replace(entry=entry)

    def foresee(self) -> tuple[Foreseen | None, tuple[Problem, ...]]:
        """What it would change, or what is wrong with it."""
        try:
            body = {"of": self.record.uid, "entry": self.entry}
            return Foreseen(self.reading, foreseen(self.reading, "amend", body)), ()
        except Refused as refused:
            return None, refused.problems


def truth_of(reading: Reading, record: Record, said: Form | None) -> Truth:
    """A deal as it was written down, or as a form or an address says."""
    before = sheet_before(reading, record)
    before = before._replace(outcome=None, standing=before.standing._replace(closed=False))
    if said is None:
        return Truth(reading, record, before, entry_of_saying(reading, record))
    standing = before.standing
    entry = entry_of(reading.game.fields(standing), said, len(standing.table.players))
    return Truth(reading, record, before, entry)


def said_in_address(text: str) -> Form:
    """What an entry in an address says."""
    return parse_qs(readable(text), keep_blank_values=True)


class AmendPage:
    """A deal that is being amended; form is what is half made on its pad."""

    def __init__(self, match: Match, truth: Truth, form: Form, news: Sequence[Words] = ()) -> None:
        self.uid, self.of, self.news, self.version = match.uid, truth.record.uid, news, truth.reading.version
        self.game, self.reading, self.form = truth.reading.game, truth.reading, with_also(form)
        self.standing = truth.before.standing
        self.speaker = Speaker(self.game.key, self.standing.table.players, self.standing.table.sides)
        whole = half_made(form) and "auction" not in form
        self.truth = truth.told(self.form)[1] if whole else truth
        self.foreseen, self.problems = self.truth.foresee()
        sure = self.truth if self.foreseen else truth
        self.here = address("amend.amend", uid=self.uid, of=self.of, said=sure.written)
        self.drawn = pad_before(self.game, truth.before, sure.entry, self.form, speaking(), self.here, SENTENCES)

    @property
    def pad(self) -> Markup:
        """The pad."""
        return html(self.drawn.draw())

    @property
    def title(self) -> str:
        """What the page is about."""
        return gettext("Amend deal {n}", n=self.standing.number)

    @property
    def dealer(self) -> Words:
        """Who dealt."""
        return self.speaker.name(self.standing.dealer)

    @property
    def points_count(self) -> bool:
        """Whether the totals of this game are points, and worth showing."""
        return self.game.unit != "tricks"

    @property
    def seen(self) -> Foreseen | None:
        """What would change; nothing where nothing would, or while it cannot be."""
        return self.foreseen if self.truth.differs else None

    @property
    def faults(self) -> list[Markup]:
        """Why it cannot have been so."""
        found = tuple(found for found in self.problems if found.code != "missing")
        return [self.speaker.say(problem) for problem in plain_problems(found)]

    @property
    def why_not(self) -> str:
        """Why there is nothing to be taken yet; empty when there is."""
        if self.foreseen:
            return "" if self.truth.differs else gettext("Nothing is changed yet")
        return gettext("It cannot have been so") if self.faults else gettext("Something is still missing")

    @property
    def said(self) -> list[tuple[str, str]]:
        """The whole deal as a form says it."""
        form = form_of(self.game.fields(self.standing), self.truth.entry)
        return [(name, text) for name, texts in form.items() for text in texts]

    @property
    def then(self) -> Markup:
        """The totals that would change, before and after."""
        moves = [move for move in self.seen.totals if move.before != move.after] if self.seen else []
        if self.seen and not moves and self.points_count:
            return html(gettext("No total changes"))
        arrow = speaking().arrow
        told = [[mark(move.side), f" {num(move.before)} {arrow} {num(move.after)} "] for move in moves]
        return html([node("span", {}, one) for one in told])
