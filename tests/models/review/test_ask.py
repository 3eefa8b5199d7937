"""Questions and the other house rule: laws on random circles, and whose a phone is."""

from __future__ import annotations

from random import Random

import pytest

from models.log.append import append
from models.log.read import read
from models.review.ask.ask import ask
from models.review.ask.catalog import METRICS, OF_MATCH, refusal
from models.review.ask.owners import device_owners
from models.review.ask.question import Question
from models.review.game.other_rule import KEPT, OUTCOMES, other_rule
from models.review.past.read import past_of
from models.review.stored.catch_up import catch_up
from models.review.stored.win_chances import work_out_chances
from scoring.games import games
from tests.models.tables import BOOM, new_evening, new_match, say, uid
from tests.support.circles import random_circle

pytestmark = pytest.mark.usefixtures("store")


def asked(past, circle, metric, cut, game):
    """The answer to a question of everybody."""
    question = Question(METRICS[metric], cut, game, None, None, None, None, lambda day: day.replace(day=1))
    return ask(past, circle, question)


@pytest.mark.databases
def test_laws_of_answers_and_of_other_rules_on_a_random_circle():
    """Every cut of matches has the same cases; of two sides one wins what the other loses; each match comes out once.

    Over everybody matches won are the matches that had a winner, counted by seat.
    """
    circle = random_circle(Random(1), evenings=10, matches=5).id
    while catch_up(circle).left or work_out_chances(circle):
        pass
    past = past_of(circle)
    assert {match.game for match in past.matches} == {*games()}
    for key, metric in METRICS.items():
        for game in games():
            cuts = [cut for cut in OF_MATCH if refusal(metric, cut, game, False) is None]
            wholes = {asked(past, circle, key, cut, game).whole for cut in cuts}
            assert len({(whole.n, round(whole.total, 6)) for whole in wholes}) <= 1, (key, game)
    won = asked(past, circle, "win", "person", None).whole
    seats = [seat for match in past.matches for seat in match.ended if (one := past.person(seat)) and not one.unranked]
    assert (won.n, won.total) == (len(seats), sum(seat.won for seat in seats))
    for game in games().values():
        for option in game.options:
            if option.disputed:
                found = other_rule(past, game.key, option.key, option.default)
                assert found.count(*OUTCOMES) == len(past.played(game.key))
                assert all(one.won <= one.of and one.would <= one.of for one in found.table)


def test_under_its_own_rule_a_match_is_as_it_was_and_only_the_newest_are_replayed(monkeypatch):
    """Of a match of which only the result was written down nothing can be scored again."""
    evening = new_evening()
    matches = [new_match(evening=evening, length="points", length_value=5) for _ in range(2)]
    for match in matches:
        say(match, "deal", BOOM)
    catch_up(evening.circle_id)
    found = other_rule(past_of(evening.circle_id), "boomke_wies", "length", "points")
    assert [one.outcome for one in found.matches] == [KEPT, KEPT]
    rows = [(one.person.name, one.won, one.would) for one in found.table]
    assert rows == [("Bob", 2, 2), ("Dee", 2, 2), ("Ann", 0, 0), ("Cem", 0, 0)]
    monkeypatch.setattr("models.review.game.other_rule.MOST", 1)
    found = other_rule(past_of(evening.circle_id), "boomke_wies", "length", "points")
    assert ([one.match.uid for one in found.matches], found.left_out) == ([matches[1].uid], 1)
    evening = new_evening()
    say(new_match(evening=evening, length="points", length_value=5), "result", {"winner": 0, "totals": [9, 4]})
    catch_up(evening.circle_id)
    found = other_rule(past_of(evening.circle_id), "boomke_wies", "length", "open")
    assert ([one.outcome for one in found.matches], found.table) == (["impossible"], [])


def test_who_writes_is_known_by_what_their_phone_answered():
    """Bob's phone wrote two matches that he and Dee won, and said yes for his seat; of the third nobody knows."""
    evening = new_evening()
    for device, answers in (("phone", True), ("phone", False), ("another", False)):
        match = new_match(evening=evening, length="points", length_value=5)
        deal = uid()
        append(match, "deal", deal, BOOM, 0, device=device)
        if answers:
            append(match, "agree", uid(), {"of": deal, "seat": 1}, read(match).version, device=device)
    catch_up(evening.circle_id)
    past = past_of(evening.circle_id)
    [bob] = [person for person in past.people.persons.values() if person.name == "Bob"]
    assert device_owners(past, evening.circle_id) == {"phone": bob.id}
    rows = asked(past, evening.circle_id, "win", "writer", None).rows
    assert [(row.key, row.value.made, row.value.of) for row in rows] == [(False, 2, 2), (True, 2, 6)]


def test_partners_share_their_money():
    """Ann and Cem pay 2.01 together to Bob and Dee: each pays or gets half of it."""
    match = new_match("texas_42", target_marks=1, stake_per_mark=201)
    say(match, "deal", {"bidder": 1, "bid": 30, "points": 42})
    circle = match.evening.circle_id
    catch_up(circle)
    whole = asked(past_of(circle), circle, "money", "person", None).whole
    assert (whole.n, whole.total, whole.squares) == (4, 0, 4 * 100.5**2)
