"""Records of a circle: who holds what, how often it was equalled, and who stays out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from models.log.read import read
from models.people import merge_players
from models.review.past.read import past_of
from models.review.records.circle import records_of
from models.review.records.matches import match_records
from models.review.upkeep import catch_up
from models.transaction import write_transaction
from tests.models.tables import BOOM, LOST, new_circle, new_evening, new_match, say

pytestmark = pytest.mark.usefixtures("store")
AGAINST = BOOM | {"declarer": 0}  # Ann's Boom


@pytest.fixture
def circle():
    return new_circle()


def evening_on(circle, days):
    """An evening so many days after the first."""
    evening = new_evening(circle)
    with write_transaction():
        evening.date += timedelta(days=days)
    return evening


def played(evening, *entries):
    """A match to five of these deals."""
    match = new_match(evening=evening, length="points", length_value=5)
    for entry in entries:
        say(match, "deal", entry)
    return match


def held(circle, game="boomke_wies"):
    """The records by code: value, who, how often equalled, days after the first evening."""
    catch_up(circle.id)
    known = records_of(past_of(circle.id), circle.id, game)
    first = min((one.day for one in known.held), default=None)
    return {
        one.code: (one.value, [person.name for person in one.people], one.equalled, (one.day - first).days)
        for one in known.held
    }, known.running


def test_margins_in_another_unit_are_records_of_their_own(circle):
    """5-0 and 9-1 are the widest in points each beside the other, where one of them counts marks."""
    evening = evening_on(circle, 0)
    played(evening, BOOM)
    marks = played(evening, LOST, AGAINST, AGAINST)
    catch_up(circle.id)
    past = past_of(circle.id)
    found = {one.code: one.value for one in match_records(past, past.matches, "boomke_wies", {marks.id: "marks"})}
    together = {one.code: one.value for one in match_records(past, past.matches, "boomke_wies")}
    assert (found["widest"], found["widest_marks"], found["closest"], found["closest_marks"]) == (5, 8, 5, 8)
    assert (together["widest"], together["closest"]) == (8, 5)
    assert "widest_marks" not in together


@pytest.mark.databases
def test_who_holds_what_since_when(circle):
    """Bob and Dee win 5-0 and 5-0; between them Ann and Cem win 9-1: Ann lost a bid first.

    Bob makes his second Boom on the third evening; Ann, who equalled his one, then has two more.
    """
    assert held(circle) == ({}, None)
    say(new_match(evening=evening_on(circle, 0), length="points", length_value=50), "deal", BOOM)
    assert held(circle) == ({}, None)  # a match that goes on holds no record
    played(evening_on(circle, 0), BOOM)
    assert "boom_ever" not in held(circle)[0]  # one is no record
    played(evening_on(circle, 7), LOST, AGAINST, AGAINST)
    played(evening_on(circle, 9), BOOM)
    found, running = held(circle)
    assert found["first_boom"] == (4, ["Bob", "Dee"], 0, 0)
    assert found["boom_evening"] == (2, ["Ann"], 0, 7)
    assert found["widest"][:3] == (8, ["Ann", "Cem"], 0)  # 9 to 1
    assert found["closest"] == (5, ["Bob", "Dee"], 1, 0)
    assert found["longest"] == (3, [], 0, 7)
    assert found["shortest"] == (1, [], 1, 0)
    assert found["boom_ever"] == (2, ["Ann"], 1, 7)
    assert "run" not in found
    assert running is None
    last = played(evening_on(circle, 401), AGAINST)
    assert held(circle)[0]["boom_ever"] == (3, ["Ann"], 0, 401)
    known = records_of(past_of(circle.id), circle.id, "boomke_wies").held
    [ever] = [one for one in known if one.code == "boom_ever"]
    assert (ever.match, ever.uid) == (last.uid, read(last).records[-1].uid)


def test_who_is_one_person_is_counted_together_and_who_stays_out_holds_no_record(circle):
    """Ann and Bob are found to be one: one Boom of each, and none of the others."""
    played(evening_on(circle, 0), BOOM)
    played(evening_on(circle, 3), AGAINST)
    assert "boom_ever" not in held(circle)[0]
    ann, bob = circle.players[:2]
    with write_transaction():
        bob.unranked = True
    found, _ = held(circle)
    assert found["first_boom"][1] == found["widest"][1] == ["Ann", "Cem"]
    assert not any("Bob" in people for _, people, *_ in found.values())
    with write_transaction():
        bob.unranked = False
    merge_players(bob, ann)
    assert held(circle)[0]["boom_ever"] == (2, ["Ann"], 0, 3)


def test_a_run_that_goes_on_may_break_the_record(circle):
    """Ann won four, then Bob three and is still winning."""
    for day, entry in enumerate([AGAINST] * 4 + [BOOM] * 3):
        played(evening_on(circle, day), entry)
    found, running = held(circle)
    assert found["run"] == (4, ["Ann"], 1, 3)  # Cem as well
    assert (running.person.name, running.now, running.record, running.holder.name) == ("Bob", 3, 4, "Ann")


def test_evenings_over_all_games(circle):
    evening = evening_on(circle, 0)
    played(evening, BOOM)
    played(evening, LOST, BOOM)
    played(evening_on(circle, 1), BOOM)
    catch_up(circle.id)
    known = records_of(past_of(circle.id), circle.id)
    found = {one.code: (one.value, one.evening, one.equalled) for one in known.held}
    assert found["evening_deals"] == (3, evening.id, 0)
    assert found["evening_matches"] == (2, evening.id, 0)
    assert found["run"][0] == 3
