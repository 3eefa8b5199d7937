"""A year of a circle, to be read aloud: how much was played, who won most, what was bid most, the longest evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select

from models.base import db
from models.review.bids import Bid, all_bids
from models.review.scope import EveningPlayed, Scope
from models.review.tables import facts, match_reviews
from models.review.wins import WonMatches


class WholeEvening(NamedTuple):
    """What was finished on an evening, all games together."""

    uid: str
    day: date
    matches: int
    deals: int


class GamePlayed(NamedTuple):
    """How much of a game was played."""

    game: str
    matches: int
    deals: int


def whole_evenings(played: Iterable[EveningPlayed]) -> list[WholeEvening]:
    """The evenings in their order."""
    sums: dict[int, WholeEvening] = {}
    for number, uid, day, _, matches, deals in played:
        before = sums.get(number, WholeEvening(uid, day, 0, 0))
        sums[number] = before._replace(matches=before.matches + matches, deals=before.deals + deals)
    return list(sums.values())


def longest_evening(evenings: Iterable[WholeEvening]) -> WholeEvening | None:
    """The evening with the most deals, the first of equal ones; None where no deal is known."""
    longest = max(evenings, key=lambda evening: evening.deals, default=None)
    return longest if longest and longest.deals else None


def games_played(played: Iterable[EveningPlayed]) -> list[GamePlayed]:
    """The games, of which most matches were played first."""
    sums: dict[str, GamePlayed] = {}
    for _, _, _, game, matches, deals in played:
        before = sums.get(game, GamePlayed(game, 0, 0))
        sums[game] = GamePlayed(game, before.matches + matches, before.deals + deals)
    return sorted(sums.values(), key=lambda row: (-row.matches, -row.deals, row.game))


def hours_of(scope: Scope) -> int:
    """Hours of the deals whose length is known, rounded."""
    query = select(func.coalesce(func.sum(match_reviews.c.seconds), 0)).where(*scope.within(match_reviews))
    return round(int(db.session.scalar(query) or 0) / 3600)


def won_most(won: Sequence[WonMatches]) -> list[WonMatches]:
    """Who won the most matches, people or pairs: all who won as many; nobody where nobody won one."""
    most = max((row.share.made for row in won), default=0)
    return [row for row in won if row.share.made == most > 0]


def most_said(scope: Scope) -> Bid | None:
    """What was bid most often where numbers are bid, the first of equal ones."""
    return max(all_bids(scope, facts.c.bid.is_not(None)), key=lambda bid: bid.share.of, default=None)
