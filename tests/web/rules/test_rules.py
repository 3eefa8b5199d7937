"""Rules pages: every game's, under the usual rules and under those of a table."""

from __future__ import annotations

from random import Random

from scoring.games import games
from tests.support.html import main_of
from tests.support.random_matches import random_rules
from tests.support.records import say
from tests.support.tables import make_circle, start
from web.rules import game_page


def test_every_game_tells_strangers_its_options_and_any_rules_can_be_told(app, client):
    for key, game in games().items():
        words = main_of(client.get(f"/rules/{key}"))
        assert "The end" in words or "Score" in words
        assert "tables differ" in words
        for option in game.options:
            assert " ".join(option.label.split()) in words
            assert " ".join(option.help.split()) in words
        rng = Random(key)
        with app.test_request_context():
            for _ in range(20):
                page = game_page(game, random_rules(rng, game, game.seats[0]), game.seats[0], "/", "Home")
                assert "None" not in page
    assert client.get("/rules/poker").status_code == 404


TOLD = (
    ("boomke_wies", {"length": "deals", "length_value": "9"}, "Whoever is ahead after 9 deals wins."),
    ("boomke_wies", {"auction": "no"}, "in packets of 4, 4, 4 and 1."),
    ("boomke_wies", {"meetje_fine": "none"}, "Whether to shuffle is up to the dealer"),
    ("boomke_wies", {"meetje_fine": "none"}, "whoever has won most rounds is first"),
    ("boomke_wies", {"meetje_fine": "none"}, "The dealer’s side pays nothing when it falls short."),
    ("texas_42", {"stake_per_mark": "0.25"}, "The losers pay 0.25 for each mark they lack"),
    ("clobyosh", {"target": "301"}, "The first with 301 points wins."),
    ("knockout_whist", {"first_hand": "5"}, "First 5 cards each"),
    ("zwanzig_ab", {"all_stay_suit": "clubs"}, "When clubs are trump nobody may drop out."),
)


def test_the_rules_of_a_table_are_those_in_force_also_when_they_change(app, client):
    make_circle(client)
    for game, rules, told in TOLD:
        match = start(client, game, *(("Ann", "Bob") if game == "clobyosh" else ()), **rules)
        words = main_of(client.get(f"/m/{match}/rules"))
        assert told in words
        assert "not as usual" in words
    match = start(client, "boomke_wies")
    assert "pays 1 for each trick that it lacks" in main_of(client.get(f"/m/{match}/rules"))
    say(app, match, "rules", rules={"meetje_fine": "none"})
    assert "pays nothing when it falls short" in main_of(client.get(f"/m/{match}/rules"))
