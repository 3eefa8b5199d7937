"""Rules pages: every game's, under the usual rules and under those of a table."""

from __future__ import annotations

from random import Random

import pytest

from scoring.games import games
from tests.support.html import main_of
from tests.support.random_matches import random_rules
from tests.support.random_sheets import GAMES
from tests.support.records import say
from tests.support.tables import sit_down
from web.rules import game_page

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_it_works_for_strangers_too(client, game):
    answer = client.get(f"/rules/{game}")
    assert answer.status_code == 200
    words = main_of(answer)
    assert "The end" in words or "Score" in words
    assert "tables differ" in words


@every_game
def test_every_option_and_its_help_is_told(client, game):
    words = main_of(client.get(f"/rules/{game}"))
    for option in games()[game].options:
        assert " ".join(option.label.split()) in words
        assert " ".join(option.help.split()) in words


@every_game
def test_any_rules_can_be_told(app, game):
    rng, found = Random(game), games()[game]
    with app.test_request_context():
        for _ in range(40):
            page = game_page(found, random_rules(rng, found, found.seats[0]), found.seats[0], "/", "Home")
            assert "None" not in page


@pytest.mark.parametrize(
    ("game", "names", "rules", "words"),
    [
        ("boomke_wies", (), {"length": "deals", "length_value": "9"}, "Whoever is ahead after 9 deals wins."),
        ("boomke_wies", (), {"auction": "no"}, "in packets of 4, 4, 4 and 1."),
        ("boomke_wies", (), {"meetje_fine": "none"}, "Whether to shuffle is up to the dealer"),
        ("boomke_wies", (), {"meetje_fine": "none"}, "whoever has won most rounds is first"),
        ("boomke_wies", (), {"meetje_fine": "none"}, "The dealer’s side pays nothing when it falls short."),
        ("texas_42", (), {"stake_per_mark": "0.25"}, "The losers pay 0.25 for each mark they lack"),
        ("clobyosh", ("Ann", "Bob"), {"target": "301"}, "The first with 301 points wins."),
        ("knockout_whist", (), {"first_hand": "5"}, "First 5 cards each"),
        ("zwanzig_ab", (), {"all_stay_suit": "clubs"}, "When clubs are trump nobody may drop out."),
    ],
)
def test_the_rules_of_a_table_are_those_in_force(client, game, names, rules, words):
    match = sit_down(client, game, *names, **rules)
    answer = client.get(f"/m/{match}/rules")
    assert words in main_of(answer)
    assert "not as usual" in main_of(answer)


def test_a_rule_changed_on_the_way_is_told(app, client):
    match = sit_down(client, "boomke_wies")
    assert "pays 1 for each trick that it lacks" in main_of(client.get(f"/m/{match}/rules"))
    say(app, match, "rules", rules={"meetje_fine": "none"})
    assert "pays nothing when it falls short" in main_of(client.get(f"/m/{match}/rules"))


def test_no_such_game(client):
    assert client.get("/rules/poker").status_code == 404
