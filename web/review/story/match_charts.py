"""The matches of a story drawn: the evening's stick, and who was likely to win deal by deal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import current_app, url_for
from markupsafe import Markup
from sqlalchemy import select

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.review.evening.matches import EveningMatches
from models.review.past.match import PastMatch
from models.tables import Match
from scoring.games import games
from scoring.sheet import counted_lines
from scoring.words import Line
from web.i18n.locale import gettext
from web.markup import html
from web.review.charts.chance import Course, chance
from web.review.charts.evening import Gains, Length, evening_stick
from web.review.past_addresses import table_address
from web.review.story.story_text import StoryText
from web.review.story.turns import match_turn, turn_of

if TYPE_CHECKING:
    pass


class MatchChart(NamedTuple):
    """A match as its chart shows it; turn: where the deal is that turned it, and the sentence."""

    title: str
    emblem: Markup
    drawing: Markup
    turn: tuple[str, Markup] | None


def deals_of(matches: Sequence[PastMatch]) -> dict[int, list[Gains]]:
    """By match id what each deal brought the first side and the second; with more than two sides 1, 0.

    None of a damaged match.
    """
    two = {match.id: len(match.sides) == 2 for match in matches}
    found: dict[int, list[Gains]] = {key: [] for key in two}
    for match in db.session.scalars(select(Match).where(Match.id.in_(two))):
        with suppress(BrokenChain):
            state = read(match)
            lines = counted_lines(state.game, state.sheet)
            found[match.id] = [gains(line) if two[match.id] else (1, 0) for line in lines]
    return found


def gains(line: Line) -> Gains:
    """What a deal brought both sides."""
    return max(line.points[0], 0), max(line.points[1], 0)


def stick(matches: Sequence[PastMatch], deals: dict[int, list[Gains]]) -> Markup:
    """The evening's own stick: a length for each match."""
    return html(
        evening_stick(
            [Length(title(match), emblem(match.game), deals[match.id], table_address(match)) for match in matches]
        )
    )


def emblem(key: str) -> Any:
    """The emblem of a game as markup."""
    draw: Any = current_app.jinja_env.globals["emblem"]
    return draw(key)


def title(match: PastMatch) -> str:
    """What the game of a match is called."""
    return gettext(str(games()[match.game].name))


def charts(night: EveningMatches, deals: dict[int, list[Gains]], teller: StoryText) -> list[MatchChart]:
    """A chart for each match whose chances are known."""
    found = []
    for match in night.matches:
        course = course_of(night, match, deals[match.id], teller)
        if course is None:
            continue
        turn = turn_of(night, match, teller)
        row = (turn.address, match_turn(turn)) if turn else None
        found.append(MatchChart(title(match), emblem(match.game), html(chance(course)), row))
    return found


def course_of(night: EveningMatches, match: PastMatch, deals: list[Gains], teller: StoryText) -> Course | None:
    """The course of a match of two sides, with its largest turn; None for others and where no chances are known."""
    curve = night.rows[match.id].curve or []
    if len(match.sides) != 2 or len(curve) < 3 or len(deals) != len(curve) - 1:
        return None
    uids = [fact.uid for fact in night.facts[match.id]]
    turn = uids.index(match.swing_uid) if match.swing_uid in uids else None
    first, second = side_names(night, match, teller)
    return Course((first, second), [chances[0] / 1000 for chances in curve], deals, turn, deal_addresses(night, match))


def deal_addresses(night: EveningMatches, match: PastMatch) -> tuple[str, ...]:
    """Where the deals of a match are; nothing where not each of them is known."""
    facts = night.facts[match.id]
    if len(facts) != len(night.rows[match.id].curve or []) - 1:
        return ()
    return tuple(url_for("deal.show_deal", uid=match.uid, of=fact.uid) for fact in facts)


def side_names(night: EveningMatches, match: PastMatch, teller: StoryText) -> list[str]:
    """Who plays on each side, as plain text."""
    sides = sorted(match.sides.items())
    return [teller.side([seat.person or seat.name for seat in seats]).striptags() for _, seats in sides]
