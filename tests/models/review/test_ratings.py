"""Ratings: what they tell of matches to come and what they may not claim; kept as matches follow."""

from __future__ import annotations

from datetime import timedelta
from math import log, sqrt
from random import Random

import pytest

from models.base import db
from models.people import merge_players, merges_by_player, unmerge_players
from models.review import ratings as rating
from models.review.people import People
from models.review.ratings import ALL_GAMES, NOT_TOLD, TOLD, Ladder, Played, rated, ratings_of
from models.review.upkeep import catch_up
from models.tables import Player
from models.transaction import write_transaction
from tests.models.tables import BOOM, new_circle, new_evening, new_match, say
from tests.support.sizes import FULL

ANN, BOB, CEM, DEE = 1, 2, 3, 4
CIRCLES = 400 if FULL else 40


def match(*sides: tuple[int | None, ...], places: tuple[int, ...] = (1, 2), evening: int = 1) -> Played:
    return Played(evening, "boomke_wies", [list(side) for side in sides], list(places))


def means(*matches: Played) -> dict[int | None, float]:
    """What everybody has after these matches."""
    ladder = rated(matches)[ALL_GAMES]
    return {person: one.mean for person, one in ladder.climbers.items()}


def test_a_shared_place_is_half_won_and_a_guest_is_somebody_unknown_each_time():
    after = means(match((ANN,), (BOB,), (CEM,), (DEE,), places=(1, 2, 3, 3)))
    assert after[ANN] > after[BOB] > after[CEM] == after[DEE]
    first = means(match((ANN,), (None,)))
    assert first == {ANN: means(match((ANN,), (None,)), match((BOB,), (None,)))[BOB]}


def circle(rng: Random, sides: int, size: int, spread: float, matches: int, people: int = 8) -> list[Played]:
    """Matches of people drawn by lot whose skills vary by so many points; luck decides as Elo says."""
    skill = [rng.gauss(0, spread) for _ in range(people)]
    played = []
    for evening in range(matches):
        seated = rng.sample(range(people), sides * size)
        teams = [seated[n * size : (n + 1) * size] for n in range(sides)]
        luck = [-log(-log(rng.random())) + sum(skill[one] for one in team) / size * log(10) / 400 for team in teams]
        places = [1 + sum(other > own for other in luck) for own in luck]
        played.append(match(*(tuple(one + 1 for one in team) for team in teams), places=tuple(places), evening=evening))
    return played


@pytest.mark.parametrize(("sides", "size"), [(2, 2), (2, 1), (4, 1), (7, 1)])
def test_where_people_differ_matches_that_were_not_seen_are_told_better_than_by_a_coin(sides, size):
    """Of 300 matches the last 100, with the ratings after the first 200 and no others."""
    rng, gained, sure = Random(sides), 0.0, 0
    for _ in range(20):
        played = circle(rng, sides, size, 120, 300)
        ladder = rated(played[:200])[ALL_GAMES]
        sure += ladder.told >= TOLD
        for one in played[200:]:
            before = {person: (climber.mean, climber.variance) for person, climber in ladder.climbers.items()}
            ladder.told = 0.0
            ladder.add(one)
            gained += ladder.told
            for person, (mean, variance) in before.items():
                ladder.climbers[person].mean, ladder.climbers[person].variance = mean, variance
    assert gained / 20 / 100 > 0.01, "nats a match"
    assert sure >= 10, "and most of these circles are told so"


@pytest.mark.thorough
@pytest.mark.parametrize(("sides", "size"), [(2, 2), (2, 1), (4, 1), (7, 1)])
def test_without_any_difference_a_rating_loses_its_question_mark_in_at_most_one_of_forty_circles(sides, size):
    """However often somebody looks; a game's alone, of which there are five, in one of two hundred."""
    rng, without = Random(sides), 0
    for _ in range(CIRCLES):
        ladder, most = Ladder(), 0.0
        for one in circle(rng, sides, size, 0, 300):
            ladder.add(one)
            most = max(most, ladder.told)
        without += most >= TOLD
    assert without <= CIRCLES / 40 + 2 * sqrt(CIRCLES / 40), without


def test_what_tells_worse_than_a_coin_is_left_out():
    """Whoever is ahead loses."""
    ladder = Ladder()
    for _ in range(400):
        is_ahead = ladder.climbers[ANN].mean > ladder.climbers[BOB].mean
        ladder.add(match((ANN,), (BOB,), places=(2, 1) if is_ahead else (1, 2)))
    assert ladder.told < NOT_TOLD
    assert list(ladder.shown(ALL_GAMES)) == []


@pytest.mark.usefixtures("store")
@pytest.mark.databases
def test_ratings_follow_from_the_matches_as_they_are(monkeypatch):
    """Bob and Dee win three times with a Boom."""
    evening = new_evening(new_circle())
    circle = evening.circle

    def told(game: str | None = None) -> dict[str, tuple[int, bool]]:
        db.session.expire_all()
        catch_up(circle.id)
        people = People(circle.id)
        ratings = ratings_of(circle.id, people, game)
        return {people.persons[person].name: (one.points, one.firm) for person, one in ratings.items()}

    assert told() == {}
    for _ in range(3):
        say(new_match(evening=evening, length="points", length_value=5), "deal", BOOM, f"boom-{_}")
    before = told()
    assert before == told("boomke_wies")
    points = {name: points for name, (points, _) in before.items()}
    assert points == {"Ann": 1463, "Bob": 1537, "Cem": 1463, "Dee": 1537}
    assert told("texas_42") == {}
    with monkeypatch.context() as unchanged:
        unchanged.setattr(rating, "rated", None)
        assert told() == before
    last = db.session.get_one(type(new_match(evening=evening)), 2)
    say(last, "amend", {"of": "boom-1", "entry": BOOM | {"declarer": 0}})
    assert told()["Ann"][0] > before["Ann"][0], "a match amended late changes what comes after it"
    with write_transaction():
        circle.players.append(Player(name="Eve"))
        circle.players[0].unranked = True
    amended = told()
    assert amended["Ann"][0] > before["Ann"][0], "who stays out of standings is rated all the same"
    merge_players(circle.players[0], circle.players[-1])
    assert told() == {"Eve" if name == "Ann" else name: value for name, value in amended.items()}
    unmerge_players(next(merge for found in merges_by_player(circle.players).values() for merge in found))
    assert told() == amended
    with write_transaction():
        evening.date += timedelta(days=1)
    assert told() == amended
    with write_transaction():
        evening.hidden = True
    assert told() == {}
