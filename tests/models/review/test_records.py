"""Records of a circle by hand: who holds what, who equalled it, who holds none."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from models.base import db
from models.log.read import read
from models.people import merge_players
from models.review.people import People
from models.review.records import BIGGEST, CLOSEST, HIGHEST_BID, LONGEST, MOST_POINTS, RUN, records_of
from models.review.scope import Scope
from models.review.tables import SeatFact
from models.review.upkeep import catch_up
from models.tables import Player
from models.transaction import write_transaction
from tests.models.tables import BOOM, LOST, MADE, new_circle, new_evening, new_match, say

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.databases]
HERS = BOOM | {"declarer": 0}  # Ann's Boom
BOOMKE = "boomke_wies"


@pytest.fixture
def circle():
    return new_circle()


def evening_on(circle, days=0):
    """An evening so many days after the first."""
    evening = new_evening(circle)
    with write_transaction():
        evening.date += timedelta(days=days)
    return evening


def played(evening, *entries, guests=(), **rules):
    """A match to five of these deals; in these seats sit guests."""
    match = new_match(evening=evening, **({"length": "points", "length_value": 5} | rules))
    for seat in guests:
        say(match, "seat", {"seat": seat, "player": f"guest {seat}"})
    for entry in entries:
        say(match, "deal", entry)
    return match


def words(who):
    return " & ".join(person.name if person else "a guest" for person in who)


def held(circle, game=BOOMKE, **scope):
    """The records of a game by code and unit: value, who, days after the first evening, who equalled it."""
    catch_up(circle.id)
    db.session.expire_all()
    records = records_of(Scope(circle.id, game, **scope), People(circle.id))
    return {record.which[::2]: (record.first.value, words(record.first.who), *map(words, record.equalled))
            for record in records}  # fmt: skip


def test_who_holds_what_and_who_equalled_it(circle):
    """Bob and Dee win 5-0 twice; between them Ann and Cem win 9-1: Ann lost a bid first."""
    say(played(evening_on(circle), length_value=50), "deal", BOOM)
    assert held(circle) == {}  # a match that goes on holds no record
    first = played(evening_on(circle), BOOM)
    turned = played(evening_on(circle, 7), LOST, HERS, HERS)
    assert held(circle) == {
        (LONGEST, ""): (3, "Ann & Bob & Cem & Dee"),
        (BIGGEST, "points"): (8, "Ann & Cem"),
        (CLOSEST, "points"): (5, "Bob & Dee"),
        (HIGHEST_BID, ""): (13, "Bob & Dee", "Ann & Cem"),
        (MOST_POINTS, "points"): (5, "Bob & Dee", "Ann & Cem"),
    }
    played(evening_on(circle, 9), BOOM)
    played(evening_on(circle, 10), HERS)
    assert held(circle)[CLOSEST, "points"] == (5, "Bob & Dee", "Ann & Cem")
    records = {record.which[0]: record for record in records_of(Scope(circle.id), People(circle.id))}
    assert (records[BIGGEST].match, records[BIGGEST].day) == (turned.uid, turned.evening.date)
    deal = read(first).records[0].uid
    for code in (HIGHEST_BID, MOST_POINTS):
        assert (records[code].match, records[code].first.deal, records[code].first.kind) == (first.uid, deal, "boom")
    day = turned.evening.date
    assert held(circle, first=day, last=day)[CLOSEST, "points"] == (8, "Ann & Cem")
    with write_transaction():
        turned.evening.hidden = True
    assert held(circle)[BIGGEST, "points"] == (5, "Bob & Dee", "Ann & Cem")


def test_most_points_are_those_of_any_side_and_a_bid_is_a_record_when_it_was_made(circle):
    """Bob's Boom is lost: the others have five."""
    played(evening_on(circle), BOOM | {"tricks": 12})
    found = held(circle)
    assert found[MOST_POINTS, "points"] == (5, "Ann & Cem")
    assert (HIGHEST_BID, "") not in found


def test_runs_end_by_a_loss_or_a_level_match_and_nobody_equals_their_own(circle):
    """Ann and Cem win two; Bob and Dee two, with a level match before the third."""
    for day, entry in enumerate((HERS, HERS, BOOM, BOOM, BOOM, HERS, HERS)):
        match = played(evening_on(circle, day), entry)
        catch_up(circle.id)
        if day == 4:
            with write_transaction() as session:
                level = update(SeatFact).where(SeatFact.match_id == match.id)
                session.execute(level.values(won=False, level=True, place=1, margin=0))
    assert held(circle)[RUN, ""] == (2, "Ann", "Cem", "Bob", "Dee")
    played(evening_on(circle, 8), HERS)
    assert held(circle)[RUN, ""] == (3, "Ann", "Cem")
    played(evening_on(circle, 9), BOOM)
    for day in (10, 11, 12):
        played(evening_on(circle, day), HERS)  # as many again
    assert held(circle)[RUN, ""] == (3, "Ann", "Cem")
    assert held(circle, None)[RUN, ""] == (3, "Ann", "Cem")


def test_who_won_by_a_rule_without_being_ahead_won_by_no_margin(circle):
    behind, ahead = (played(evening_on(circle, day), BOOM) for day in (0, 1))
    catch_up(circle.id)
    for match, margin in ((behind, -3), (ahead, 2)):
        with write_transaction() as session:
            won = update(SeatFact).where(SeatFact.match_id == match.id, SeatFact.won)
            session.execute(won.values(margin=margin))
    assert held(circle)[CLOSEST, "points"] == held(circle)[BIGGEST, "points"] == (2, "Bob & Dee")


def test_points_and_marks_are_records_of_their_own(circle):
    """Ann and Cem win by two marks in one deal, Bob and Dee by 84 and 42 points."""
    evening = evening_on(circle)
    say(new_match("texas_42", evening, target_marks=2), "deal", {"bidder": 0, "bid": 84, "points": 42})
    match = new_match("texas_42", evening, scoring="points", target_points=100)
    for entry in ({"bidder": 1, "bid": 84, "points": 42}, {"bidder": 1, "bid": 30, "points": 42}):
        say(match, "deal", entry)
    assert held(circle, "texas_42") == {
        (LONGEST, ""): (2, "Ann & Bob & Cem & Dee"),
        **{(code, "marks"): (2, "Ann & Cem") for code in (BIGGEST, CLOSEST, MOST_POINTS)},
        **{(code, "points"): (126, "Bob & Dee") for code in (BIGGEST, CLOSEST)},
        (MOST_POINTS, "points"): (84, "Bob & Dee"),
        (HIGHEST_BID, ""): (84, "Ann & Cem", "Bob & Dee"),
    }


def test_guests_hold_records_without_a_name_and_who_stays_out_none(circle):
    """Guests alone win by most; then Bob stays out, who had won by less than they."""
    played(evening_on(circle), BOOM)
    played(evening_on(circle, 1), MADE, BOOM, guests=(1, 3))
    played(evening_on(circle, 2), BOOM, guests=(3,))
    found = held(circle)
    assert found[BIGGEST, "points"] == (6, "a guest & a guest")
    assert found[MOST_POINTS, "points"] == (5, "Bob & Dee", "a guest & a guest", "Bob & a guest")
    with write_transaction() as session:
        session.execute(update(Player).where(Player.name == "Bob").values(unranked=True))
    assert held(circle) == {
        (LONGEST, ""): (2, "Ann & a guest & Cem & a guest"),
        (BIGGEST, "points"): (6, "a guest & a guest"),
        (CLOSEST, "points"): (6, "a guest & a guest"),
        (HIGHEST_BID, ""): (13, "a guest & a guest"),
        (MOST_POINTS, "points"): (5, "a guest & a guest"),
    }


def test_who_is_one_person_holds_them_together(circle):
    """Ann won twice, then Bob with Dee: Ann and Bob are found to be one."""
    for day, entry in enumerate((HERS, HERS, BOOM)):
        played(evening_on(circle, day), entry)
    merge_players(circle.players[1], circle.players[0])
    assert held(circle)[RUN, ""] == (2, "Cem")  # of the merged one lost as often as won
