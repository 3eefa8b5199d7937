"""The history: every saying in words, newest first, with who, when, and the totals it moved."""

from __future__ import annotations

from random import Random

import pytest

from models.log.state import state_cache
from scoring.games import games
from table.history import page_size
from tests.support.html import main_of, parsed, text
from tests.support.random_matches import random_entry
from tests.support.random_sheets import GAMES
from tests.support.records import play, reading_of, say
from tests.support.tables import sit_down
from web.history import replay_steps, sheet_of_deals

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})


@pytest.fixture
def match(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, *DEALS)
    return uid


def told(client, match):
    """The sayings as text, newest first, without the time of day."""
    page = parsed(client.get(f"/m/{match}/history"))
    return [text(line).partition(" ")[2] for line in page.iter("li")]


def test_it_works_and_what_became_of_a_saying_is_marked(client, match, app):
    answer = client.get(f"/m/{match}/history")
    assert answer.status_code == 200
    assert told(client, match) == [
        "Deal 2, Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2 was 0 −2 was 1 3",
        "Deal 1, Bob: bid 8, took 9: Bob & Dee +1 0 was 0 1",
    ]
    assert "Players: Ann, Bob, Cem, Dee. First dealer: Ann." in main_of(answer)
    links = [link.get("href") for link in parsed(answer).iter("a") if link.get("class") == "line"]
    assert [client.get(link).status_code for link in links] == [200, 200]
    pages = [client.get(f"/m/{match}/history?before={before}") for before in ("0", "-4", "x", "99999")]
    assert [page.status_code for page in pages] == [200] * 4
    first, second = (deal.uid for deal in reading_of(app, match).live.deals)
    say(app, match, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    say(app, match, "strike", of=second)
    page = parsed(client.get(f"/m/{match}/history"))
    assert [text(line) for line in page.iter("s")] == ["Deal 2, Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2"]
    assert "Deal 1, Bob: bid 8, took 9: Bob & Dee +1 amended later 0 was 0 1" in told(client, match)


def test_every_kind_has_words(app, client, match):
    first, second = (deal.uid for deal in reading_of(app, match).live.deals)
    say(app, match, "agree", of=first, seat=2)
    say(app, match, "dispute", of=second, seat=3, note="it was <b>eight")
    say(app, match, "strike", of=second)
    say(app, match, "restore", of=second)
    amend = say(app, match, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    say(app, match, "strike", of=amend)
    say(app, match, "adjust", points=[0, -1], note="<script>reneged")
    say(app, match, "rules", rules={"meetje_fine": "none"})
    say(app, match, "seat", dealer=3)
    say(app, match, "seat", seat=1, player="Eve")
    say(app, match, "bid", declarer=1, contract=13)
    say(app, match, "bid", trump="hearts")
    say(app, match, "close")
    say(app, match, "reopen")
    assert told(client, match) == [
        "The match goes on",
        "The match was ended",
        "Trump: ♥",
        "Eve said Boom",
        "Eve plays for Bob from here on",
        "Dee deals from here on",
        "House rules from here on: Meetje that falls short: Pays nothing (was: Pays what it lacks to seven)",
        "A ruling: <script>reneged −2 was 3 2",
        "Removed: the change of Deal 1, Bob: bid 8, took 12: Bob & Dee +2 −2 was 4 3",
        "Amended: Deal 1, Bob: bid 8, took 12: Bob & Dee +2 removed −2 was 3 4",
        "Restored: Deal 2, Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2 was 0 −2 was 1 3",
        "Removed: Deal 2, Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2 was −2 0 was 3 1",
        "Dee: wait, that’s not right, about deal 2 it was <b>eight",
        "Cem: agreed, about deal 1",
        "Deal 2, Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2 disputed by Dee was 0 −2 was 1 3",
        "Deal 1, Bob: bid 8, took 9: Bob & Dee +1 0 was 0 1",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_told(app, client, game):
    """Random deals, some struck, amended and restored: each has words, and the fold on the way is the fold anew."""
    names = ("Ann", "Bob") if game == "clobyosh" else ()
    uid, rng = sit_down(client, game, *names), Random(game)
    for _ in range(12):
        state = reading_of(app, uid)
        entry = random_entry(rng, state.game, state.sheet.standing)
        if entry and not state.sheet.outcome:
            last = say(app, uid, "deal", **entry)
            if rng.random() < 0.4:
                say(app, uid, "strike", of=last)
    assert main_of(client.get(f"/m/{uid}/history"))
    state = reading_of(app, uid)
    assert [after for *_, after in replay_steps(state)][-1] == state.sheet
    assert sheet_of_deals(state, state.live.deals).lines == state.sheet.lines


def test_a_long_log_is_told_in_pages_and_a_very_long_one_in_smaller_ones(app, client, match, monkeypatch):
    assert [page_size(version) for version in (0, 1_000, 2_000, 100_000)] == [100, 100, 50, 10]
    monkeypatch.setattr("table.history.page_size", lambda version: 10)
    monkeypatch.setattr("table.history.page_size", lambda version: 10)
    for n in range(14):
        last = say(app, match, "deal", declarer=n % 4, contract=7, tricks=n)
        say(app, match, "strike", of=last) if n % 7 == 0 else say(app, match, "bid")
    older, seen = f"/m/{match}/history", []
    while older:
        page = parsed(client.get(older))
        seen.append(len(list(page.iter("li"))))
        older = next((link.get("href") for link in page.iter("a") if "before=" in link.get("href", "")), "")
    assert seen == [10, 10, 10]


PLAYED, FEW, MANY = 12, 15, 45  # deals; amends
TOLD = 10  # amends on a page of the history


def test_three_times_the_amends_cost_no_more_replays(app, client, monkeypatch):
    """The history: to read the match, up to the first line that is told, then what each line changed, here one deal."""
    kind, scored = type(games()["boomke_wies"]), []
    true = kind.score
    monkeypatch.setattr(kind, "score", staticmethod(lambda *told: scored.append(told) or true(*told)))
    monkeypatch.setattr("table.history.page_size", lambda version: TOLD)
    uid = sit_down(client, "boomke_wies")
    last = play(app, uid, *[DEALS[0]] * PLAYED)[-1]
    costs = {"history": [], f"deal/{last}": []}
    for so_far, amends in ((0, FEW), (FEW, MANY)):
        for n in range(so_far, amends):
            say(app, uid, "amend", of=last, entry=DEALS[0] | {"tricks": 8 + n % 5})
        for page, found in costs.items():
            state_cache.clear()
            scored.clear()
            assert client.get(f"/m/{uid}/{page}").status_code == 200
            found.append(len(scored))
    for (few, many), most in zip(costs.values(), (2 * PLAYED + TOLD, 8 * PLAYED), strict=True):
        assert PLAYED <= few == many <= most, costs
