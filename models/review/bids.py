"""What somebody bid and made; and what only they themselves are told of their play (GameReview.private)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, Integer, cast, func, or_, select

from models.base import db
from models.review.people import People, Person
from models.review.scope import Scope
from models.review.share import Share
from models.review.tables import facts, match_reviews, parts, seat_facts
from models.review.where import SAME_DEAL, meant
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


class OwnPlay(NamedTuple):
    """How often something was so in one's own play; even: the share at which that neither gains nor loses."""

    game: str
    label: Wording
    share: Share


def bids_of(scope: Scope, people: People, person: Person) -> list[Bid]:
    """What somebody bid."""
    return all_bids(scope, DEAL.who_id.in_(people.ids_of(person)))


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


def declared_against(ids: list[int]) -> list[ColumnElement[bool]]:
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
