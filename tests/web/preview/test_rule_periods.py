"""The sheet of rules that a match was played under, where it changed on the way."""

from __future__ import annotations

import pytest

from drawing.rule_periods import rule_periods
from tests.support.html import main_of
from tests.support.records import play, reading_of, say
from tests.support.tables import sit_down

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
HELD = "House rules that changed on the way"


@pytest.fixture
def match(app, client):
    """A match of four deals, whose rules changed after the second and after the third."""
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL, DEAL)
    say(app, uid, "rules", rules={"meetje_fine": "none"})
    play(app, uid, DEAL)
    say(app, uid, "rules", rules={"meetje_fine": "shortfall", "low_bid_failed": "nine_only"})
    play(app, uid, DEAL)
    return uid


def held(app, uid):
    """The first and last deal of every period."""
    state = reading_of(app, uid)
    return [period[:2] for period in rule_periods(state.game, state.rules, state.sheet)]


def test_periods_follow_the_deals(app, match):
    assert held(app, match) == [(1, 2), (3, 3), (4, None)]


def test_rules_that_held_for_no_deal_are_left_out(app, client):
    uid = sit_down(client, "boomke_wies")
    say(app, uid, "rules", rules={"meetje_fine": "none"})
    assert held(app, uid) == [(1, None)]
    play(app, uid, DEAL)
    say(app, uid, "rules", rules={"meetje_fine": "shortfall"})
    say(app, uid, "rules", rules={"meetje_fine": "none"})
    assert held(app, uid) == [(1, None)]


def test_a_change_that_was_struck_did_not_happen(app, match):
    changes = [record.uid for record in reading_of(app, match).records if record.kind == "rules"]
    say(app, match, "strike", of=changes[0])
    assert held(app, match) == [(1, 3), (4, None)]


def test_the_rules_page_says_which_held_when(app, client, match):
    words = main_of(client.get(f"/m/{match}/rules"))
    assert HELD in words
    assert "Deals 1 to 2 The rules of the first deal Deal 3 Meetje that falls short: Pays nothing" in words
    assert "From deal 4 on Meetje that falls short: Pays what it lacks to seven before: Pays nothing" in words


@pytest.mark.parametrize(("deal", "pays"), [(2, "pays 1 for each"), (3, "pays nothing"), (4, "pays 1 for each")])
def test_the_rules_of_any_deal_can_be_read(client, match, deal, pays):
    assert f"The dealer’s side {pays}" in main_of(client.get(f"/m/{match}/rules?deal={deal}"))


@pytest.mark.parametrize("deal", ["0", "-3", "x", "99"])
def test_any_number_in_the_address_is_a_page(client, match, deal):
    assert client.get(f"/m/{match}/rules?deal={deal}").status_code == 200


def test_a_deal_names_its_rules_where_they_are_not_the_first(app, client, match):
    deals = [record.uid for record in reading_of(app, match).records if record.kind == "deal"]
    told = [main_of(client.get(f"/m/{match}/deal/{deal}")) for deal in deals]
    assert ["Played by other house rules" in words for words in told] == [False, False, True, True]
    assert "Meetje that falls short: Pays nothing (at first: Pays what it lacks to seven)" in told[2]


def test_the_end_tells_the_rules_that_changed(app, client, match):
    say(app, match, "close")
    assert HELD in main_of(client.get(f"/m/{match}"))


def test_nothing_is_said_where_nothing_changed(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL)
    say(app, uid, "close")
    assert HELD not in main_of(client.get(f"/m/{uid}/rules"))
    assert HELD not in main_of(client.get(f"/m/{uid}"))
