"""What people ask of a circle's past: each answer one statement over the flat rows of review, people put together here.

Bids count for who declared, whoever sat there; in numbers about people only who is ranked counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from datetime import date
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import Integer, case, cast, func, select

from models.base import db
from models.review.bids import NO_BIDS
from models.review.people import People, Person
from models.review.scope import EveningPlayed, Scope
from models.review.share import Share
from models.review.tables import facts, match_reviews, seat_facts
from models.review.wins import WonMatches
from models.tables import Evening, Player, matches

DEAL, MATCH, SEAT = facts.c, match_reviews.c, seat_facts.c
CLOSEST = 10  # matches

BidKey = Callable[[str, Any], Hashable]


class BidCount(NamedTuple):
    """Bids that have something in common: what it is, how many of them were made, the kinds among them.

    won, lost: what those that were made brought, and what the others cost.
    """

    key: Any
    share: Share
    kinds: tuple[str, ...]
    won: int
    lost: int

    @property
    def brings(self) -> float:
        """What such a bid brings a deal; below 0 it costs."""
        return (self.won - self.lost) / self.share.of

    @property
    def even(self) -> float | None:
        """The share that has to be made to bring nothing and cost nothing; None where it cannot be told yet."""
        missed = self.share.of - self.share.made
        if not self.share.made or not missed or self.won <= 0 or self.lost <= 0:
            return None
        gain, loss = self.won / self.share.made, self.lost / missed
        return loss / (gain + loss)


def bid_counts(scope: Scope, column: str, key_of: BidKey) -> list[BidCount]:
    """Bids by what makes a key of a kind and the value of a column, those without a key left out; most first."""
    value, made = DEAL[column], DEAL.made.is_(True)
    brought = func.sum(case((made, DEAL.gain), else_=0)), func.sum(case((made, 0), else_=-DEAL.gain))
    query = (
        select(DEAL.kind, value, func.count(), func.sum(cast(DEAL.made, Integer)), *brought)
        .where(*scope.within(facts), DEAL.made.is_not(None), DEAL.kind.not_in(NO_BIDS))
        .group_by(DEAL.kind, value)
        .order_by(DEAL.kind, value)
    )
    found: dict[Any, BidCount] = {}
    for kind, known, n, times, won, lost in db.session.execute(query):
        key = key_of(kind, known)
        if key is not None:
            before = found.get(key, BidCount(key, Share(0, 0), (), 0, 0))
            kinds = tuple(dict.fromkeys((*before.kinds, kind)))
            share = before.share.plus(Share(times, n))
            found[key] = BidCount(key, share, kinds, before.won + won, before.lost + lost)
    return sorted(found.values(), key=lambda count: -count.share.of)


class DealerDeals(NamedTuple):
    """The deals of a game, and in how many the dealer's side, and the other, had more points of it."""

    game: str
    deals: int
    dealers: int
    others: int


def dealer_deals(scope: Scope, games: Iterable[str]) -> list[DealerDeals]:
    """Whose deals they were, in games of two sides."""
    gain = DEAL.dealer_gain
    sides = [func.sum(case((more, 1), else_=0)) for more in (gain > 0, gain < 0)]
    query = select(DEAL.game, func.count(), *sides).where(*scope.within(facts), DEAL.game.in_([*games]))
    return [DealerDeals(*row) for row in db.session.execute(query.group_by(DEAL.game).order_by(DEAL.game))]


class MatchLengths(NamedTuple):
    """Matches of a game, or of so many deals: how many, and the middle one's deals and minutes (0: not known)."""

    game: str
    matches: int
    deals: int
    minutes: int


def match_lengths(scope: Scope, by_deals: bool) -> list[MatchLengths]:
    """How long matches were: of each game, or of each number of deals."""
    query = select(MATCH.game, MATCH.deals, MATCH.seconds).where(*scope.within(match_reviews), MATCH.deals > 0)
    groups: dict[Any, list[Any]] = defaultdict(list)
    for row in db.session.execute(query):
        groups[row.deals if by_deals else row.game].append(row)
    found = []
    for key in sorted(groups):
        rows = groups[key]
        seconds = [row.seconds for row in rows if row.seconds]
        minutes = round(median(seconds) / 60) if seconds else 0
        found.append(MatchLengths(rows[0].game, len(rows), round(median(row.deals for row in rows)), minutes))
    return found


class CommonEvenings(NamedTuple):
    """Evenings that have something in common: how many, the matches on them, and what somebody won of these."""

    key: Any
    evenings: int
    matches: int
    won: WonMatches | None = None


Attendance = dict[int, dict[Person, tuple[int, Share]]]
"""By evening who sat at the end of how many matches, and what they won of those that were not level."""


def attendance(scope: Scope, people: People) -> Attendance:
    """Who is ranked and was there on each evening."""
    won, decided = func.sum(cast(SEAT.won, Integer)), func.sum(case((SEAT.level, 0), else_=1))
    query = select(SEAT.evening_id, SEAT.player_id, func.count(), won, decided).where(*scope.within(seat_facts))
    found: Attendance = defaultdict(dict)
    for evening, player, n, made, of in db.session.execute(query.group_by(SEAT.evening_id, SEAT.player_id)):
        person = people.ranked(player)
        if person:
            known, share = found[evening].get(person, (0, Share(0, 0)))
            found[evening][person] = known + n, share.plus(Share(made, of))
    return found


def most_often(there: Attendance) -> list[CommonEvenings]:
    """Everybody with what they won, who was there on most evenings first."""
    found: dict[Person, CommonEvenings] = {}
    for person, (n, share) in (each for one in there.values() for each in one.items()):
        known = found.get(person, CommonEvenings(person, 0, 0, WonMatches((person,), Share(0, 0))))
        won = known.won.share.plus(share) if known.won else share
        found[person] = CommonEvenings(person, known.evenings + 1, known.matches + n, WonMatches((person,), won))
    return sorted(found.values(), key=lambda row: (-row.evenings, -row.matches, row.key.id))


def by_evenings(circle_id: int) -> list[int]:
    """Who was there on most evenings of a circle first, then in most matches, as ids of players of today."""
    person = func.coalesce(Player.merged_into_id, Player.id)
    order = func.count(SEAT.evening_id.distinct()).desc(), func.count().desc(), person
    there = select(person).select_from(seat_facts).join(Player, Player.id == SEAT.player_id)
    query = there.where(*Scope(circle_id).within(seat_facts))
    return list(db.session.scalars(query.group_by(person).order_by(*order)))


def together(played: Iterable[EveningPlayed], there: Attendance, keys: dict[int, Any]) -> list[CommonEvenings]:
    """Evenings by what they have in common (keys by id; without it they are left out), with who won most there."""
    groups: dict[Any, list[EveningPlayed]] = defaultdict(list)
    for evening in played:
        groups[keys.get(evening.id)].append(evening)
    rows = []
    for key, evenings in groups.items():
        ids = {evening.id for evening in evenings}
        won = [row.won for row in most_often({number: there.get(number, {}) for number in ids}) if row.won]
        best = max(won, key=lambda one: one.share.made, default=None)
        rows.append(CommonEvenings(key, len(ids), sum(evening.matches for evening in evenings), best))
    return sorted((row for row in rows if row.key not in ("", None)), key=lambda row: -row.matches)


def places_of(circle_id: int) -> dict[int, str]:
    """Where the evenings of a circle were, by id."""
    rows = db.session.execute(select(Evening.id, Evening.place).where(Evening.circle_id == circle_id))
    return {number: place or "" for number, place in rows}


class CloseMatch(NamedTuple):
    """A match that was won by little; winners: those who are ranked."""

    uid: str
    day: date
    margin: int
    winners: tuple[Person, ...]


def close_matches(scope: Scope, people: People) -> list[CloseMatch]:
    """The matches with the smallest margins of a game with totals, the newest of them first.

    Who won with fewer points, as by a claim, won by nothing that can be compared.
    """
    columns: Any = SEAT.match_id, matches.c.uid, SEAT.day, SEAT.margin, SEAT.player_id
    query = (
        select(*columns)
        .join(matches, matches.c.id == SEAT.match_id)
        .where(*scope.within(seat_facts), SEAT.won, SEAT.margin >= 0)
        .order_by(SEAT.margin, SEAT.day.desc(), SEAT.match_id.desc(), SEAT.seat)
        .limit(8 * CLOSEST)
    )
    found: dict[int, CloseMatch] = {}
    for match, uid, day, margin, player in db.session.execute(query):
        person = people.ranked(player)
        if person:
            known = found.get(match, CloseMatch(uid, day, margin, ()))
            found[match] = known._replace(winners=(*known.winners, person))
    closest = [*found.values()][:CLOSEST]
    return [one._replace(winners=tuple(sorted(one.winners, key=lambda person: person.id))) for one in closest]
