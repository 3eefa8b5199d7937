"""Counts of panels: parts add up to the whole on random circles."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest
from sqlalchemy import select

from models.base import db
from models.review.deals.query import count_deals, list_deals
from models.review.deals.scope import DealScope
from models.review.game.counts import contracts, counts, means, rates, seat_means
from models.review.game.match_counts import rules_of
from models.review.game.splits import speakers, survival, trumps
from models.review.stored.count_cache import days_of, quarter_of
from models.review.tables import DealFact, DealPart
from models.review.upkeep import catch_up
from scoring.review import KEYS, Average, Averages, Contracts, Rates, Where, review_of
from tests.models.tables import BOOM, LOST, MADE, new_match, say
from tests.support.circles import random_circle

pytestmark = pytest.mark.usefixtures("store")


def rows(table, scope):
    """All rows of a table in a scope."""
    return db.session.scalars(select(table).where(table.circle_id == scope.circle_id, table.game == scope.game)).all()


@pytest.mark.databases
@pytest.mark.parametrize("seed", [4, 5])
def test_parts_add_up_to_the_whole(seed):
    circle = random_circle(Random(seed), evenings=6, matches=5)
    catch_up(circle.id)
    assert sum(len(rows(DealFact, DealScope(circle.id, key))) for key in KEYS) > 15
    for key in KEYS:
        scope, review = DealScope(circle.id, key), review_of(key)
        facts, parts = rows(DealFact, scope), rows(DealPart, scope)
        assert count_deals(scope, Where()) == len(facts) == len(list_deals(scope, Where(), 0, 10_000))
        declared = [fact for fact in facts if fact.made is not None]
        made = counts(scope, [Where(made=True), Where(made=False)])
        assert sum(made) == len(declared)
        by_seat = counts(scope, [Where(seat=seat) for seat in range(1, 8)])
        assert sum(by_seat) == sum(fact.from_dealer is not None for fact in facts)
        mean, _ = seat_means(scope)
        assert mean.n == len(facts)
        _, opened = speakers(scope)
        assert opened == sum(fact.opened and fact.from_dealer is not None for fact in facts)
        known, unknown = trumps(scope, {fact.trump for fact in declared if fact.trump})
        assert sum(rate.of for _, rate in known) + unknown == len(declared)
        through = [pair for deals in survival(scope, "out").values() for pair in deals.values()]
        assert sum(of for _, of in through) == len(parts)
        assert sum(made for made, _ in through) == sum(part.after != "out" for part in parts)
        for panel in review.panels:
            if isinstance(panel, Contracts):
                found = contracts(scope, panel, review.stakes, rules_of(circle.id, key))
                kinds = (*panel.by_bid, *panel.kinds)
                assert sum(one.rate.of for one in found) == sum(fact.kind in kinds for fact in declared)
            if isinstance(panel, Rates):
                assert all(one.made <= one.of for one in rates(scope, panel.rows))
            if isinstance(panel, Averages):
                for row, one in zip(panel.rows, means(scope, panel.rows), strict=True):
                    assert one.n <= count_deals(scope, row.of)


def test_every_day_is_in_the_days_of_its_quarter_and_no_other():
    for day in (date(2026, 1, 1) + timedelta(n) for n in range(366)):
        quarter = quarter_of(day)
        assert days_of(quarter)[0] <= day <= days_of(quarter)[1] == days_of(quarter + 1)[0] - timedelta(1)


def test_a_mean_has_its_band_from_eight_on_and_break_even_is_what_the_rules_say_while_little_was_seen():
    """Six eights that bring 1 and two that bring -2: mean 0.25, variance (6 * 0.5625 + 2 * 5.0625) / 7 = 1.929.

    A Boom wins 5 or loses 10: two in three, and one that was made leaves it there.
    """
    match = new_match(length="deals", length_value=9)
    for entry in [MADE] * 6 + [LOST] * 2 + [BOOM]:
        say(match, "deal", entry)
    circle = match.evening.circle_id
    catch_up(circle)
    scope, review = DealScope(circle, "boomke_wies"), review_of("boomke_wies")
    (mean,) = means(scope, [Average("", Where(kinds=("bid",)))])
    assert (mean.n, mean.value) == (8, 0.25)
    assert (round(mean.low, 2), round(mean.high, 2)) == (-0.38, 0.88)  # 1.2816 * sqrt(1.929 / 8) = 0.629
    [boom] = [
        one
        for one in contracts(scope, review.panels[0], review.stakes, rules_of(circle, "boomke_wies"))
        if one.kind == "boom"
    ]
    assert (boom.rate.made, boom.rate.shown, boom.mean) == (1, None, 5)
    assert boom.due == pytest.approx(2 / 3)
