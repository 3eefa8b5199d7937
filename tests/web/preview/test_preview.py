"""What a saying would change is told before it is taken, and nothing is recorded by looking."""

from __future__ import annotations

import re
from random import Random
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from models.base import db
from models.log.append import dry_run
from models.log.errors import Refused
from models.tables import Player
from table.rule_periods import rule_periods
from tests.support.html import form_of, main_of, parsed, text
from tests.support.random_matches import random_entry, random_rules
from tests.support.random_sheets import GAMES
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import send, sit_down
from web.markup import html
from web.preview import preview_of

MEETJE = {"contract": "meetje", "tricks": 5}
BIDS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})


def look(client, match, **form):
    """The page that says what a form would change."""
    return client.get(f"/m/{match}/rulings?{urlencode({name.replace('__', '.'): form[name] for name in form})}")


def said_apart(page):
    """What changes on a page, by element."""
    return {tag: [text(part) for part in parsed(page).find(".//main").iter(tag)] for tag in ("del", "ins")}


def test_it_records_nothing_and_taking_it_is_one_more_form(app, client, match):
    answer = look(client, match, what="rules", rule__meetje_fine="none", rule__length="open")
    assert answer.status_code == 200
    words = main_of(answer)
    assert "House rules from here on Meetje that falls short was Pays what it lacks to seven Pays nothing" in words
    assert "Play by these rules" in words
    assert "Leave it as it is" in words
    assert reading_of(app, match).version == 0
    form = form_of(parsed(answer), f"/m/{match}/rulings")
    assert {name for name in form if name.startswith("rule.")} == {"rule.meetje_fine"}  # what is so already is not sent
    answer = send(client, f"/m/{match}/rulings", **form)
    assert (answer.status_code, answer.location) == (303, f"/m/{match}?recorded=1")
    record = reading_of(app, match).records[-1]
    assert (record.kind, record.body) == ("rules", {"rules": {"meetje_fine": "none"}})


def test_a_rule_tells_its_old_and_new_sentence_and_what_deals_like_ours_bring(app, client, match):
    """Deals are told with the names of who played them: Eva sits down for Bob after two of them."""
    play(app, match, MEETJE)
    (second,) = play(app, match, BIDS[0])
    found = said_apart(look(client, match, what="rules", rule__meetje_fine="none"))
    assert "The dealer’s side pays nothing when it falls short." in found["ins"]
    assert any(words.startswith("The dealer’s side pays 1 for each trick") for words in found["del"])
    assert "Cem: Meetje, took 5: Ann & Cem −2 Bob & Dee +1" in found["del"]
    assert "Cem: Meetje, took 5: Bob & Dee +1" in found["ins"]
    play(app, match, BIDS[0])
    say(app, match, "seat", seat=1, player="Eva")
    words = main_of(client.get(f"/m/{match}/deal/{second}"))  # without which the third would count otherwise
    assert "Bob: bid 8, took 9" in words[words.index("What would change") :]
    assert "Eva: bid" not in words


def test_a_rule_tells_which_choices_come_and_go(app, client):
    match = sit_down(client, "texas_42", sevens="no")
    words = main_of(look(client, match, what="rules", rule__nello="off", rule__sevens="yes"))
    assert "cannot be chosen any more Played as: Nello" in words
    assert "can be chosen Played as: Sevens" in words
    say(app, match, "bid", bidder=0, bid=42, contract="nello")
    words = main_of(look(client, match, what="rules", rule__nello="off"))
    assert "The current bid would no longer be allowed:" in words


def test_a_target_is_told_by_what_sides_need_and_whether_it_is_reached_already(app, client):
    match = sit_down(client, "texas_42")
    play(app, match, *[{"bidder": 0, "bid": 84, "made": True}] * 2)
    page = look(client, match, what="rules", rule__target_marks="3")
    notice = next(part for part in parsed(page).iter("p") if part.get("class") == "notice")
    assert text(notice) == "The match would be over now. It goes to Ann & Cem: first to 3 marks"
    for target, told in ((3, "House rules"), (1, "House rules from here on The match would not be over any more.")):
        match = sit_down(client, "boomke_wies", length="points", length_value=target)
        play(app, match, BIDS[0])
        page = look(client, match, what="rules", rule__length_value="5")
        assert "The first side with 5 points wins." in said_apart(page)["ins"]
        assert main_of(page).startswith(told)
        assert any("Bob & Dee" in words for words in said_apart(page)["del"]) or target == 1


def test_points_a_dealer_and_a_player_are_told_by_what_they_change(app, client, match):
    assert "No total, deal or rule would change." in main_of(look(client, match, what="points", note="a word"))
    found = said_apart(look(client, match, what="dealer", dealer="2"))
    assert "Ann deals 13 each" in " ".join(found["del"])
    assert "Cem deals 13 each" in " ".join(found["ins"])
    assert "Eve plays for Bob from here on" in main_of(look(client, match, what="player", seat="1", player=" Eve "))
    with app.app_context():
        assert len(db.session.scalars(select(Player)).all()) == 4, "nobody is made by looking"
    play(app, match, BIDS[0])
    page = look(client, match, what="points", points__0="-2", points__1="+1", note="<b>reneged")
    assert "A ruling: <b>reneged Ann & Cem was 0 −2 Bob & Dee was 1 2" in main_of(page)
    back = next(link.get("href") for link in parsed(page).iter("a") if link.get("class") == "icon")
    typed = {field.get("name"): field.get("value") for field in parsed(client.get(back)).iter("input")}
    assert (typed["points.0"], typed["points.1"], typed["note"]) == ("-2", "+1", "<b>reneged")


def test_what_others_wrote_meanwhile_leads_to_another_look(app, client, match):
    form = form_of(parsed(look(client, match, what="points", points__0="3")), f"/m/{match}/rulings")
    play(app, match, BIDS[0])
    answer = send(client, f"/m/{match}/rulings", **form)
    assert answer.status_code == 409
    assert "Another phone recorded: Deal 1, Bob: bid 8, took 9: Bob & Dee +1" in main_of(answer)
    assert "Ann & Cem was 0 3" in main_of(answer)
    again = form_of(parsed(answer), f"/m/{match}/rulings")
    assert send(client, f"/m/{match}/rulings", **again).status_code == 303
    assert reading_of(app, match).sheet.standing.totals == (3, 1)


# Amend and strike


def test_a_strike_tells_which_later_deals_would_not_count_and_an_end_what_it_means(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    first, _ = play(app, match, {"tricks": [4, 2, 1]}, {"tricks": [3, 2, 1]})
    words = main_of(client.get(f"/m/{match}/deal/{first}"))
    assert "1 more deal would not count." in words
    send(client, f"/m/{match}/deal/{first}/strike", **sealed(app, match))
    assert "1 deal would count again." in main_of(client.get(f"/m/{match}/deal/{first}"))
    for game, deals, words in (
        ("boomke_wies", BIDS[:1], "The match was ended The match would be over now. It goes to Bob & Dee:"),
        ("boomke_wies", (), "The match was ended Nobody is ahead: the match would go on until somebody is."),
        ("texas_42", (), "The match was given up It will have no winner, and no more deals can be recorded."),
    ):
        match = sit_down(client, game)
        play(app, match, *deals)
        page = look(client, match, what="close")
        assert words in main_of(page)
        send(client, f"/m/{match}/rulings", **form_of(parsed(page), f"/m/{match}/rulings"))
        assert reading_of(app, match).sheet.standing.closed
    assert "The match would go on with deal 1." in main_of(look(client, match, what="reopen"))


@pytest.mark.parametrize("game", GAMES)
def test_anything_can_be_foreseen_in_every_game_and_comes_true(app, client, game):
    """Random rules, strikes and endings after random deals: told without a fault, and the sheet is then that sheet."""
    names = ("Ann", "Bob") if game == "clobyosh" else ()
    uid, rng = sit_down(client, game, *names), Random(game)
    for turn in range(30):
        state = reading_of(app, uid)
        kind, body = saying(rng, state, turn)
        try:
            after = dry_run(state, kind, body)
        except Refused:
            continue
        with app.test_request_context():
            told = html(preview_of(state, after).parts())
            assert not re.search(r"\{\w*\}|: None\b", told)
        say(app, uid, kind, **body)
        now = reading_of(app, uid).sheet
        assert (now.standing, now.outcome) == (after.sheet.standing, after.sheet.outcome)


def saying(rng, state, turn):
    """A deal every other time, else something that is looked at first."""
    standing = state.sheet.standing
    entry = random_entry(rng, state.game, standing)
    if turn % 2 == 0 and entry:
        return "deal", entry
    kind = rng.choice(("rules", "strike", "seat", "adjust", "close", "reopen"))
    if kind == "rules":
        return kind, {"rules": random_rules(rng, state.game, len(standing.table.players))}
    if kind == "strike":
        return kind, {"of": rng.choice(state.records).uid if state.records else "-"}
    if kind == "seat":
        return kind, {"dealer": rng.randrange(len(standing.table.players))}
    return kind, {"points": [1] * len(standing.totals)} if kind == "adjust" else {}


DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
HELD = "House rules that changed on the way"


@pytest.fixture
def changing(app, client):
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


def test_periods_follow_the_deals_and_leave_out_rules_that_held_for_none(app, client, changing):
    assert held(app, changing) == [(1, 2), (3, 3), (4, None)]
    changes = [record.uid for record in reading_of(app, changing).records if record.kind == "rules"]
    say(app, changing, "strike", of=changes[0])
    assert held(app, changing) == [(1, 3), (4, None)]
    uid = sit_down(client, "boomke_wies")
    say(app, uid, "rules", rules={"meetje_fine": "none"})
    assert held(app, uid) == [(1, None)]
    play(app, uid, DEAL)
    say(app, uid, "rules", rules={"meetje_fine": "shortfall"})
    say(app, uid, "rules", rules={"meetje_fine": "none"})
    assert held(app, uid) == [(1, None)]
    say(app, uid, "close")
    assert [HELD in main_of(client.get(f"/m/{uid}{page}")) for page in ("/rules", "")] == [False, False]


def test_the_rules_page_says_which_held_when_and_so_do_a_deal_and_the_end(app, client, changing):
    words = main_of(client.get(f"/m/{changing}/rules"))
    assert HELD in words
    assert "Deals 1 to 2 The rules of the first deal Deal 3 Meetje that falls short: Pays nothing" in words
    assert "From deal 4 on Meetje that falls short: Pays what it lacks to seven before: Pays nothing" in words
    for deal, pays in ((2, "pays 1 for each"), (3, "pays nothing"), (4, "pays 1 for each")):
        assert f"The dealer’s side {pays}" in main_of(client.get(f"/m/{changing}/rules?deal={deal}"))
    for deal in ("0", "-3", "x", "99"):
        assert client.get(f"/m/{changing}/rules?deal={deal}").status_code == 200
    deals = [record.uid for record in reading_of(app, changing).records if record.kind == "deal"]
    told = [main_of(client.get(f"/m/{changing}/deal/{deal}")) for deal in deals]
    assert ["Played by other house rules" in words for words in told] == [False, False, True, True]
    assert "Meetje that falls short: Pays nothing (at first: Pays what it lacks to seven)" in told[2]
    say(app, changing, "close")
    assert HELD in main_of(client.get(f"/m/{changing}"))
