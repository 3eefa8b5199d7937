"""What one person won, with and against others: by hand, level matches and shared places left out of every share."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from models.base import db
from models.review.people import People
from models.review.scope import Scope
from models.review.share import Share
from models.review.tables import SeatFact
from models.review.upkeep import catch_up
from models.review.wins import against_each, against_one, matches_of, share_of, wins_in, with_each
from models.transaction import write_transaction
from tests.models.tables import BOOM, LOST, MADE, new_circle, new_evening, new_match, say

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.databases]

HIS, HERS = MADE, MADE | {"declarer": 0}


@pytest.fixture
def circle():
    """Ann and Cem against Bob and Dee: one lost, one won, one level."""
    circle = new_circle()
    evening = new_evening(circle)
    for entries in ((HIS, BOOM), (HERS, HERS), (HIS, HIS)):
        match = new_match(evening=evening, length="deals", length_value=2)
        for entry in entries:
            say(match, "deal", entry)
    level = {"won": False, "level": True, "place": 1, "margin": 0}  # as where all share the first place
    say(new_match(evening=evening, length="deals", length_value=2), "deal", LOST)  # in play: counts nowhere
    catch_up(circle.id)
    with write_transaction() as session:
        session.execute(update(SeatFact).where(SeatFact.match_id == match.id).values(level))
    return circle


def test_a_level_match_is_listed_and_stands_in_no_share(circle):
    people, scope = People(circle.id), Scope(circle.id)
    ann, bob, cem, dee = people.persons.values()
    played = matches_of(scope, people, ann)
    assert [(match.won, match.level, match.mate, match.margin) for match in played] == [
        *((False, False, cem, -6), (True, False, cem, 2)),
        (False, True, cem, 0),
    ]
    assert share_of(played) == Share(1, 2, 0.5)
    assert [(won.people, won.share[:2]) for won in with_each(played)] == [((cem,), (1, 2))]
    rivals = against_each(scope, people, ann)
    assert [(won.people, won.share) for won in rivals] == [((bob,), Share(1, 2, 0.5)), ((dee,), Share(1, 2, 0.5))]
    for rival in (bob, dee):
        against = against_one(scope, people, played, rival)
        assert (len(against), share_of(against)) == (3, Share(1, 2, 0.5))
    assert against_one(scope, people, played, cem) == []
    assert [match.won for match in against_one(scope, people, matches_of(scope, people, bob), ann)] == [1, 0, 0]
    assert wins_in(scope, people).people[0].share == Share(1, 2, 0.5)


def test_where_each_plays_alone_one_of_four_is_even_and_who_shares_a_place_is_before_nobody(circle):
    """Cem takes three tricks of each deal and is out first; the others share what is left."""
    match = new_match("zwanzig_ab", new_evening(circle))
    while match.state != "over":
        say(match, "deal", {"trump": "clubs", "tricks": [1, 1, 3, 0]})
    catch_up(circle.id)
    people, scope = People(circle.id), Scope(circle.id, "zwanzig_ab")
    ann, bob, cem, _ = people.persons.values()
    played = {person: matches_of(scope, people, person) for person in (ann, bob, cem)}
    assert share_of(played[cem]) == Share(1, 1, 0.25)
    assert played[ann][0].place == played[bob][0].place
    assert share_of(against_one(scope, people, played[ann], bob)) == Share(0, 0)
    assert share_of(against_one(scope, people, played[ann], cem)) == Share(0, 1, 0.5)
    assert share_of(against_one(scope, people, played[cem], ann)) == Share(1, 1, 0.5)


def test_who_was_merged_is_one_person_and_who_stays_out_is_nobodys_partner_or_rival(circle):
    rows = {player.name: player for player in circle.players}
    with write_transaction():
        rows["Dee"].unranked = True
    people, scope = People(circle.id), Scope(circle.id)
    ann, bob, _, dee = people.persons.values()
    assert [won.people for won in against_each(scope, people, ann)] == [(bob,)]
    assert with_each(matches_of(scope, people, bob)) == []
    with write_transaction():
        rows["Dee"].unranked, rows["Dee"].merged_into_id = False, rows["Bob"].id
    db.session.expire_all()
    assert People(circle.id).of(dee.id) == bob
