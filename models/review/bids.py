"""Bids: which were made and what they brought, who bids how high; and what only somebody themselves is told
of their play (GameReview.private). A bid counts for who declared, whoever sat there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Integer, case, cast, func, null, or_, select

from models.base import db
from models.review.lists import SAME_DEAL, meant
from models.review.people import People, Person
from models.review.scope import Scope
from models.review.shares import Share
from models.review.tables import facts, match_reviews, parts, seat_facts
from scoring.games import games
from scoring.review import Where, review_of

if TYPE_CHECKING:
    from scoring.words import Wording

DEAL = facts.c
NO_BIDS = ("claimed", "false_claim", "rainbow")  # right or wrong, but nobody bid them


class Bid(NamedTuple):
    """How often a bid was made; bid: its number, None for a kind of deal whose numbers are not told apart."""

    game: str
    kind: str
    bid: int | None
    share: Share


class BidRow(NamedTuple):
    """Bids that are alike, what is not asked for None: how many (n), how many of them were made, what they brought.

    gain: all of them, won: those that were made.
    """

    who_id: int | None
    kind: str
    unit: str
    bid: int | None
    trump: str | None
    from_dealer: int | None
    n: int
    made: int
    gain: int
    won: int


class BidCount(NamedTuple):
    """Bids that have something in common: what it is, how many of them were made, the kinds among them.

    gain: what they brought in all, won: what those brought that were made, in this unit; empty: in several.
    """

    key: Any
    share: Share
    kinds: tuple[str, ...]
    gain: int
    won: int
    unit: str

    @property
    def brings(self) -> float:
        """What such a bid brings a deal; below 0 it costs."""
        return self.gain / self.share.of

    @property
    def even(self) -> float | None:
        """The share that has to be made to bring nothing and cost nothing; None where it cannot be told yet."""
        missed, lost = self.share.of - self.share.made, self.won - self.gain
        if not self.unit or not self.share.made or not missed or self.won <= 0 or lost <= 0:
            return None
        return lost / missed / (self.won / self.share.made + lost / missed)


class Bidder(NamedTuple):
    """How often somebody made their bids; above: how many were over the usual one; the highest made, 0 for none."""

    person: Person
    share: Share
    above: int
    highest: int


class OwnPlay(NamedTuple):
    """How often something was so in one's own play; even: the share at which that neither gains nor loses."""

    game: str
    label: Wording
    share: Share


def bids_of(scope: Scope, people: People, person: Person) -> list[Bid]:
    """What somebody bid."""
    return all_bids(scope, DEAL.game.in_([*games()]), DEAL.who_id.in_(people.ids_of(person)))


def all_bids(scope: Scope, *whose: ColumnElement[bool]) -> list[Bid]:
    """What was bid, in the order of games, plain bids before special ones, low before high."""
    query = (
        select(DEAL.game, DEAL.kind, DEAL.bid, func.sum(cast(DEAL.made, Integer)), func.count())
        .where(*scope.within(facts), *whose, DEAL.made.is_not(None), DEAL.kind.not_in(NO_BIDS))
        .group_by(DEAL.game, DEAL.kind, DEAL.bid)
    )
    shares: dict[tuple[str, str, int | None], Share] = defaultdict(lambda: Share(0, 0))
    for game, kind, bid, made, of in db.session.execute(query):
        key = game, kind, bid if kind == "bid" else None
        shares[key] = shares[key].plus(Share(made, of))
    order = list(games())
    keys = sorted(shares, key=lambda key: (order.index(key[0]), key[1] != "bid", key[2] or 0, key[1]))
    return [Bid(*key, shares[key]) for key in keys]


def bid_rows(scope: Scope, *columns: str) -> list[BidRow]:
    """Bids by game, who declared, kind, unit and these columns."""
    names = ("who_id", "kind", "unit", *columns)
    by = [DEAL[name] for name in ("game", *names)]  # in the order of their index
    values = [DEAL[name] if name in names else null() for name in BidRow._fields[:6]]
    won = func.sum(case((DEAL.made.is_(True), DEAL.gain), else_=0))
    query = select(*values, func.count(), func.sum(cast(DEAL.made, Integer)), func.sum(DEAL.gain), won)
    query = query.where(*scope.within(facts), DEAL.made.is_not(None), DEAL.kind.not_in(NO_BIDS))
    return [BidRow._make(row) for row in db.session.execute(query.group_by(*by).order_by(*by)).all()]


def bid_counts(rows: Iterable[BidRow], key_of: Callable[[BidRow], Hashable]) -> list[BidCount]:
    """Bids by a key of their row, those without one left out; most first."""
    groups: dict[Any, list[BidRow]] = defaultdict(list)
    for row in rows:
        groups[key_of(row)].append(row)
    groups.pop(None, None)
    counts = []
    for key, alike in groups.items():
        of, made, gain, won = (sum(column) for column in zip(*(row[6:] for row in alike), strict=True))
        kinds, units = tuple(sorted({row.kind for row in alike})), {row.unit for row in alike}
        counts.append(BidCount(key, Share(made, of), kinds, gain, won, units.pop() if len(units) == 1 else ""))
    return sorted(counts, key=lambda count: -count.share.of)


def bidders(rows: Iterable[BidRow], people: People, kinds: Sequence[str]) -> tuple[int, list[Bidder]]:
    """The bid that is heard most, of kinds that are a number; and who is ranked, those who go over it most first.

    rows: by bid. Those with few bids are last.
    """
    heard, bids = Counter[int](), defaultdict[Person, list[tuple[int, int, int]]](list)
    for row in rows:
        if row.kind in kinds and row.bid is not None:
            heard[row.bid] += row.n
            if person := people.ranked(row.who_id):
                bids[person].append((row.bid, row.n, row.made))
    usual = max(sorted(heard), key=lambda bid: heard[bid], default=0)
    found = []
    for person, own in bids.items():
        share = Share(sum(made for _, _, made in own), sum(n for _, n, _ in own))
        highest = max((bid for bid, _, made in own if made), default=0)
        found.append(Bidder(person, share, sum(n for bid, n, _ in own if bid > usual), highest))
    return usual, sorted(found, key=lambda row: (not row.share.enough, -row.above / row.share.of, row.person.id))


def own_play(scope: Scope, people: People, person: Person) -> list[OwnPlay]:
    """What somebody is told of their play alone; what was never so is left out."""
    ids = people.ids_of(person)
    found = []
    for key in games():
        matches = select(match_reviews.c.match_id).where(*scope._replace(game=key).within(match_reviews))
        for row in review_of(key).private:
            whose = declared_against(ids) if row.hit.missed else [DEAL.who_id.in_(ids)]
            if row.of.of_parts:
                whose = [parts.c.who_id.in_(ids)]
            of, made = (deals(where, [DEAL.match_id.in_(matches), *whose]) for where in (row.of, row.of.also(row.hit)))
            found.append(OwnPlay(key, row.label, Share(made, of, row.due)))
    return [row for row in found if row.share.of]


def declared_against(ids: tuple[int, ...]) -> list[ColumnElement[bool]]:
    """Deals that the other side declared, of the matches at whose end somebody sat there."""
    theirs = select(seat_facts.c.match_id).where(seat_facts.c.player_id.in_(ids))
    others = [or_(column.is_(None), column.not_in(ids)) for column in (DEAL.who_id, DEAL.mate_id)]
    return [DEAL.match_id.in_(theirs), *others]


def deals(where: Where, whose: Iterable[ColumnElement[bool]]) -> int:
    """How many deals are so."""
    query = select(func.count()).select_from(facts).where(*meant(where), *whose)
    if where.of_parts:
        query = query.join(parts, SAME_DEAL)
    return int(db.session.scalar(query) or 0)
