"""The deals that turned matches, in words: which, for whom, from which chance to which, and where it is."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.evening.matches import EveningMatches
from models.review.past.match import PastMatch
from models.review.statistics.runs import swings
from scoring.games import games
from web.i18n.locale import gettext, marked, num
from web.review.story.story_text import StoryText


class Turn(NamedTuple):
    """The deal that changed a chance most: its number, where it is, for whom, the chances in 100, the gain (0 to 1)."""

    number: int
    address: str
    who: Markup
    before: int
    after: int
    gain: float


def turn_of(night: EveningMatches, match: PastMatch, teller: StoryText) -> Turn | None:
    """The turn of a match; None of a single deal, where no chances are known, and where those who gained stay out."""
    curve, facts = night.rows[match.id].curve or [], night.facts[match.id]
    if len(curve) < 3 or len(facts) != len(curve) - 1:
        return None
    most = max(swings([tuple(now) for now in curve]), key=lambda one: one.gain)
    seats = match.sides.get(most.side, [])
    names = night.names(seats)
    if not names or len(names) < len(seats) or most.gain <= 0:
        return None
    before, after = (round(curve[most.deal + n][most.side] / 10) for n in (0, 1))
    address = url_for("deal.show_deal", uid=match.uid, of=facts[most.deal].uid)
    return Turn(most.deal + 1, address, teller.side(names), before, after, most.gain)


def evening_turn(night: EveningMatches, teller: StoryText) -> tuple[str, Markup] | None:
    """The largest turn of an evening: where it is, and what it was; None where no chances are known."""
    found = [(turn, match) for match in night.matches if (turn := turn_of(night, match, teller))]
    if not found:
        return None
    turn, match = max(found, key=lambda one: one[0].gain)
    words = marked(
        "Deal {deal} of {game} turned the evening for {who}: {before} in 100 became {after}.",
        deal=num(turn.number), game=gettext(str(games()[match.game].name)), who=turn.who, before=num(turn.before),
        after=num(turn.after),
    )  # fmt: skip
    return turn.address, words


def match_turn(turn: Turn) -> Markup:
    """The turn of one match, for the row under its chart."""
    values = {"deal": num(turn.number), "before": num(turn.before), "after": num(turn.after)}
    return marked("Deal {deal} turned it for {who}: {before} in 100 became {after}.", who=turn.who, **values)
