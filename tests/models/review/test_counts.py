"""What the page of a game counts: by hand, and on random circles as plain loops over the rows count it."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import select

from commands.demo import play_demo
from models.base import db
from models.review.bids import NO_BIDS, bid_counts, bid_rows, bidders
from models.review.game import deal_sums, middle_margin
from models.review.people import People
from models.review.scope import Scope
from models.review.tables import DealFact, DealPart, SeatFact
from scoring.review import KEYS, review_of
from tests.models.tables import BOOM, LOST, MADE, new_match, say
from web.review.game import countings

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.databases]


def is_so(where, fact, part):
    """Whether a deal, or the part of a seat in it, is as a Where says."""
    seat = part.from_dealer if where.of_parts else fact.from_dealer
    asked = [
        (where.kinds, fact.kind in where.kinds),
        (where.made is not None, fact.made == where.made),
        (where.opened is not None, fact.opened == where.opened),
        (where.bid is not None, fact.bid == where.bid),
        (where.trump is not None, fact.trump == where.trump),
        (where.seat is not None, seat == where.seat),
        (where.number is not None, fact.number >= (where.number or 0)),
        (where.taken is not None, fact.took is not None and fact.took >= (where.taken or 0)),
        (where.short is not None, fact.made is False and None not in (fact.bid, fact.took) and short_of(fact, where)),
        (where.before, part and part.before in where.before),
        (where.after, part and part.after in where.after),
    ]
    return all(so for said, so in asked if said)


def short_of(fact, where):
    """Whether so much was lacking to a bid."""
    return fact.bid - fact.took == where.short


@pytest.mark.parametrize("seed", [4, 5])
def test_every_panel_counts_what_a_plain_loop_counts(seed):
    circle, _ = play_demo(date(2026, 11, 20), seed, years=0.12)
    people, seen = People(circle.id), 0
    for key in KEYS:
        scope = Scope(circle.id, key)
        facts, parts = (
            db.session.scalars(select(table).where(table.circle_id == circle.id, table.game == key)).all()
            for table in (DealFact, DealPart)
        )
        deals = {(fact.match_id, fact.n): fact for fact in facts}
        asked = [counting for panel in review_of(key).panels for counting in countings(panel)]
        sums = deal_sums(scope, people, asked)
        for where, value in asked:
            rows = [(deals[part.match_id, part.n], part) for part in parts] if where.of_parts else [
                (fact, None) for fact in facts
            ]  # fmt: skip
            found = [(part or fact) for fact, part in rows if is_so(where, fact, part)]
            counted = sums[where, value]
            assert sum(one.n for one in counted.values()) == len(found), (key, where)
            total = sum((getattr(row, value) or 0) if value else 0 for row in found)
            assert sum(one.total for one in counted.values()) == total, (key, where)
            ranked = [row for row in found if people.ranked(row.who_id)]
            assert sum(one.n for who, one in counted.items() if who) == len(ranked)
            seen += len(found)
        declared = [fact for fact in facts if fact.made is not None and fact.kind not in NO_BIDS]
        counts = bid_counts(bid_rows(scope, "bid"), lambda row: row.kind)
        assert sum(count.share.of for count in counts) == len(declared)
        assert sum(count.gain for count in counts) == sum(fact.gain for fact in declared)
        bids = [fact for fact in declared if fact.kind == "bid" and people.ranked(fact.who_id)]
        usual, found = bidders(bid_rows(scope, "bid", "who_id"), people, ("bid",))
        assert sum(row.share.of for row in found) == len(bids)
        assert sum(row.above for row in found) == sum(fact.bid > usual for fact in bids)
        won = db.session.scalars(
            select(SeatFact.match_id).where(SeatFact.circle_id == circle.id, SeatFact.game == key, SeatFact.won)
        )
        assert middle_margin(scope)[0] == len(set(won))
    assert seen > 50


def test_what_a_bid_brings_and_how_often_it_must_be_made_for_that():
    """Six eights that bring 1 and two that cost 2: 2 in 8 deals; of 1 to win and 2 to lose two in three are even.

    A Boom was never lost: nobody knows yet.
    """
    match = new_match(length="deals", length_value=9)
    for entry in [MADE] * 6 + [LOST] * 2 + [BOOM]:
        say(match, "deal", entry)
    circle = match.evening.circle_id
    scope, people = Scope(circle, "boomke_wies"), People(circle)
    eights, boom = bid_counts(bid_rows(scope, "bid"), lambda row: row.bid)
    assert (eights.key, eights.share[:2], eights.brings) == (8, (6, 8), 0.25)
    assert eights.even == pytest.approx(2 / 3)
    assert (boom.key, boom.brings, boom.even) == (13, 5, None)
    usual, found = bidders(bid_rows(scope, "bid", "who_id"), people, ("bid", "boom"))
    told = [(row.person.name, *row.share[:2], row.above, row.highest) for row in found]
    assert (usual, told) == (8, [("Bob", 7, 7, 1, 13), ("Ann", 0, 2, 0, 0)])
    assert middle_margin(scope) == (1, 6 + 5 + 2 + 2)
    assert middle_margin(Scope(circle, "texas_42")) == (0, 0)
