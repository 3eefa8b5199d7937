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
from tests.support.sizes import one_in


@pytest.fixture(params=one_in(3, range(3)))
def circle(request, store):
    """A random circle whose past is up to date."""
    found = random_circle(Random(request.param), evenings=4, matches=5)
    while catch_up(found.id).left or work_out_chances(found.id):
        pass
    return found


def asked(circle, past, metric, cut, game):
    """The answer to a question of everybody."""
    question = Question(METRICS[metric], cut, game, None, None, None, None, lambda day: day.replace(day=1))
    return ask(past, circle.id, question)


def test_every_cut_of_matches_has_the_same_cases(circle):
    past = past_of(circle.id)
    for key, metric in METRICS.items():
        for game in games():
            cuts = [cut for cut in OF_MATCH if refusal(metric, cut, game, False) is None]
            wholes = {asked(circle, past, key, cut, game).whole for cut in cuts}
            assert len({whole.n for whole in wholes}) <= 1, (key, game)
            assert len({round(whole.total, 6) for whole in wholes}) <= 1, (key, game)


def test_of_two_sides_one_wins_what_the_other_loses(circle):
    """Over everybody matches won are the matches that had a winner, counted by seat."""
    past = past_of(circle.id)
    answer = asked(circle, past, "win", "person", None)
    seats = [seat for match in past.matches for seat in match.ended if (one := past.person(seat)) and not one.unranked]
    assert (answer.whole.n, answer.whole.total) == (len(seats), sum(seat.won for seat in seats))


def test_under_another_rule_each_match_comes_out_in_one_way(circle):
    past = past_of(circle.id)
    for game in games().values():
        for option in game.options:
            if option.disputed:
                found = other_rule(past, game.key, option.key, option.default)
                assert found.count(*OUTCOMES) == len(past.played(game.key))
                assert all(one.won <= one.of and one.would <= one.of for one in found.table)


@pytest.mark.usefixtures("store")
def test_under_its_own_rule_a_match_is_as_it_was():
    evening = new_evening()
    say(new_match(evening=evening, length="points", length_value=5), "deal", BOOM)
    catch_up(evening.circle_id)
    found = other_rule(past_of(evening.circle_id), "boomke_wies", "length", "points")
    assert [one.outcome for one in found.matches] == [KEPT]
    assert [(one.person.name, one.won, one.would) for one in found.table] == [
        ("Bob", 1, 1),
        ("Dee", 1, 1),
        ("Ann", 0, 0),
        ("Cem", 0, 0),
    ]


@pytest.mark.usefixtures("store")
def test_what_is_not_possible_under_the_other_rule_is_not_replayed():
    """Of a match of which only the result was written down nothing can be scored again."""
    evening = new_evening()
    match = new_match(evening=evening, length="points", length_value=5)
    say(match, "result", {"winner": 0, "totals": [9, 4]})
    catch_up(evening.circle_id)
    found = other_rule(past_of(evening.circle_id), "boomke_wies", "length", "open")
    assert [one.outcome for one in found.matches] == ["impossible"]
    assert found.table == []


@pytest.mark.usefixtures("store")
def test_only_the_newest_matches_are_replayed(monkeypatch):
    monkeypatch.setattr("models.review.game.other_rule.MOST", 1)
    evening = new_evening()
    uids = []
    for _ in range(2):
        match = new_match(evening=evening, length="points", length_value=5)
        say(match, "deal", BOOM)
        uids.append(match.uid)
    catch_up(evening.circle_id)
    found = other_rule(past_of(evening.circle_id), "boomke_wies", "length", "points")
    assert [one.match.uid for one in found.matches] == uids[-1:]
    assert found.left_out == 1


@pytest.mark.usefixtures("store")
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
    bob = next(person for person in past.people.persons.values() if person.name == "Bob")
    assert device_owners(past, evening.circle_id) == {"phone": bob.id}
    question = Question(METRICS["win"], "writer", None, None, None, None, None, lambda day: day)
    rows = ask(past, evening.circle_id, question).rows
    assert [(row.key, row.value.made, row.value.of) for row in rows] == [(False, 2, 2), (True, 2, 6)]
