"""News of other phones: what they wrote in words, and what can be done with an entry that came too late."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import Grant
from models.transaction import write_transaction
from tests.support.html import form_of, parsed, text
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import send, sit_down, start

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
TYPED = {"step": "play", "declarer": "1", "contract": "8", "tricks": "9"}


@pytest.fixture
def late(app, client, match):
    """What comes of an entry that was made before others wrote: the notice, and what can be tapped in it."""

    def sent(before, typed):
        form = sealed(app, match)
        before()
        answer = send(client, f"/m/{match}/say", **form, **typed)
        assert answer.status_code == 409
        notice = next(part for part in parsed(answer).iter("section") if part.get("class") == "notice")
        return notice, [text(way) for way in notice.iter() if "go" in way.get("class", "").split()]

    return sent


def rest_of(notice):
    return {field.get("name"): field.get("value") for field in notice.iter("input")}


def test_both_entries_of_a_deal_stand_side_by_side_with_what_each_leads_to(app, client, match, late):
    notice, ways = late(lambda: play(app, match, DEAL), TYPED | {"tricks": "7"})
    both = [text(chip) for chip in notice.iter("label")]
    assert re.sub(r"\d\d:\d\d", "20:39", both[0]) == (
        "Another phone 20:39, on the sheet Bob bid 8, took 9: Bob & Dee +1 In the end 0 1 Keep theirs"
    )
    assert both[1:] == [
        "This phone only here Bob bid 8, took 7: Ann & Cem +1 Bob & Dee −1 In the end 1 −1 Mine is right: amend",
        "These are two deals In the end 1 0",
    ]
    chosen = [field.get("value") for field in notice.iter("input") if "checked" in field.attrib]
    assert (chosen, ways) == (["theirs"], ["Settle it"])
    results = [text(part) for part in notice.iter("section") if part.get("class") == "stand"]
    assert results == [
        f"Then the score is Ann & Cem {ours} Bob & Dee {theirs}" for ours, theirs in ((0, 1), (1, "−1"), (1, 0))
    ]
    sent = {name: value for name, value in rest_of(notice).items() if name not in ("csrf_token", "uid", "settle")}
    assert sent == {"after": "1", "since": "0", "step": "play", "declarer": "1", "contract": "8", "tricks": "7"}
    notice, _ = late(lambda: play(app, match, DEAL), TYPED | {"tricks": "7"})
    play(app, match, DEAL)
    answer = send(client, f"/m/{match}/settle", **rest_of(notice) | {"settle": "mine"})
    assert answer.status_code == 409
    assert "Mine is right: amend" in text(parsed(answer))
    assert [record.kind for record in reading_of(app, match).records] == ["deal"] * 3


def test_a_conflict_is_settled_with_one_tap_and_once(app, client):
    for way, kinds, totals in (
        ("theirs", ["deal"], (0, 1)),
        ("mine", ["deal", "amend"], (1, -1)),
        ("two", ["deal", "deal"], (1, 0)),
    ):
        match = sit_down(client, "boomke_wies")
        form = sealed(app, match)
        play(app, match, DEAL)
        answer = send(client, f"/m/{match}/say", **form, **TYPED | {"tricks": "7"})
        rest = form_of(parsed(answer), f"/m/{match}/settle") | {"settle": way}
        for _ in range(2):
            assert send(client, f"/m/{match}/settle", **rest).location.partition("?")[0] == f"/m/{match}"
        state = reading_of(app, match)
        assert ([record.kind for record in state.records], state.sheet.standing.totals) == (kinds, totals)


def test_a_choice_is_told_by_what_becomes_of_everybody_in_the_end(app, client, match, late):
    notice, _ = late(lambda: play(app, match, DEAL, DEAL | {"declarer": 0}), TYPED | {"tricks": "7"})
    both = [text(chip) for chip in notice.iter("label")]
    assert "+1 0 1 In the end 1 1 Keep theirs" in both[0]
    assert "Ann & Cem +1 Bob & Dee −1 1 −1 In the end 2 −1 Mine is right" in both[1]
    assert "Another phone recorded: Deal 2, Ann: bid 8, took 9" in text(notice)
    uid = start(client, "knockout_whist", "Ann", "Bob", "Cem", first_hand=3)
    form = sealed(app, uid)
    play(app, uid, {"tricks": [2, 1, 0]})
    own = {"step": "play", "tricks.0": "0", "tricks.1": "1", "tricks.2": "2"}
    answer = send(client, f"/m/{uid}/say", **form, **own)
    assert answer.status_code == 409
    results = [text(part) for part in parsed(answer).iter("section") if part.get("class") == "stand"]
    assert results == [
        "Then the score is Ann in Bob in Cem dog’s life",
        "Then the score is Ann dog’s life Bob in Cem in",
    ]


def test_half_a_deal_leaves_nothing_to_compare_and_an_undo_has_nothing_of_its_own(app, client, match):
    for fields in ({}, {"settle": "x"}, {"settle": "mine"}, {"settle": "two", "since": "x"}):
        assert send(client, f"/m/{match}/settle", uid="u", **fields).status_code == 400
    play(app, match, DEAL)
    half = client.get(f"/m/{match}?declarer=1", headers={"X-Part": "1", "X-Began": "0"})
    notice = next(part for part in parsed(half).iter("section") if part.get("class") == "notice")
    assert [text(way) for way in notice.iter("a")] == ["Deal 1 was as mine says", "Drop mine"]
    form = sealed(app, match)
    play(app, match, DEAL)
    answer = send(client, f"/m/{match}/undo", **form)
    assert answer.status_code == 409
    notice = next(part for part in parsed(answer).iter("section") if part.get("class") == "notice")
    assert "Another phone recorded: Deal 2" in text(notice)
    assert not list(notice.iter("a"))
    assert reading_of(app, match).version == 2


def test_the_same_is_written_already(app, match, late):
    bid = {"declarer": 1, "contract": 8}
    notice, ways = late(lambda: say(app, match, "bid", **bid), {"step": "bid", "declarer": "1", "contract": "8"})
    assert "Another phone recorded: Bob said 8" in text(notice)
    assert "That bid is recorded already." in text(notice)
    assert ways[0] == "Drop mine"
    notice, ways = late(lambda: play(app, match, DEAL), TYPED)
    assert "That deal is recorded already." in text(notice)
    assert ways == ["Drop mine", "It is the next deal: record it too"]


def test_a_deal_keeps_the_bid_that_stood_when_it_was_tapped(app, match, late):
    say(app, match, "bid", declarer=1, contract=8, trump="hearts")

    def others():
        play(app, match, DEAL)
        say(app, match, "bid", declarer=2, contract=9)

    notice, _ = late(others, {"step": "play", "tricks": "7"})
    sent = rest_of(notice)
    assert (sent["declarer"], sent["contract"], sent["trump"], sent["tricks"]) == ("1", "8", "hearts", "7")


def test_the_bid_of_a_deal_that_is_recorded_is_not_called_in_the_next(app, match, late):
    """The calls were from Bob round to Ann; in the next deal Cem would have said what Bob did."""
    auction = {"step": "bid", "also": "calls=pass,8,9,pass,pass&declarer=3&contract=9"}
    notice, ways = late(lambda: play(app, match, DEAL), auction)
    assert "That deal is recorded already." in text(notice)
    assert ways == ["Drop mine", "It is the next deal: record it too"]
    assert "calls" not in rest_of(notice)
    assert (rest_of(notice)["declarer"], rest_of(notice)["contract"]) == ("3", "9")


def test_half_an_auction_ends_with_its_deal(app, client, match):
    """What others recorded while it was called: only a bid, and then the deal, after which its calls stand nowhere."""
    half = "?step=bid&auction=1&calls=pass,8"
    seen = {"X-Part": "0", "X-Began": "0"}
    assert "Dee speaks" in text(parsed(client.get(f"/m/{match}{half}", headers=seen)))
    for kind, body, kept in (("bid", {"declarer": 1, "contract": 8}, True), ("deal", DEAL, False)):
        say(app, match, kind, **body)
        words = text(parsed(client.get(f"/m/{match}{half}", headers=seen)))
        told = [part in words for part in ("Bob Pass", "That deal is recorded already.", "Cem Pass")]
        assert told == [kept, not kept, False], kind


def test_the_link_that_wrote_is_named_and_can_do_no_harm_and_only_the_newest_are_told(app, client, match, late):
    with app.app_context(), write_transaction() as session:
        session.scalars(select(Grant)).one().name = "<b>Bob’s phone"
        db.session.flush()

    def others():
        send(client, f"/m/{match}/say", **sealed(app, match), **TYPED)
        with client.session_transaction() as session:
            session["device"] = "another"

    notice, _ = late(others, TYPED | {"tricks": "8"})
    assert "<b>Bob’s phone" in text(notice)
    notice, _ = late(lambda: play(app, match, *[DEAL] * 7), TYPED | {"tricks": "8"})
    assert "2 more entries" in text(notice)
    assert text(notice).count(" recorded: Deal") == 5


def test_after_the_end_nothing_more_is_written_down(app, client, late, match):
    say(app, match, "rules", rules={"length": "points", "length_value": 1})
    notice, ways = late(lambda: play(app, match, DEAL), TYPED | {"tricks": "7"})
    assert ways == ["Settle it"]
    results = [text(part) for part in notice.iter("section") if part.get("class") == "stand"]
    assert [result.partition(" Ann")[0] for result in results] == ["Bob & Dee win", "Ann & Cem win"]


def test_what_this_phone_recorded_without_an_answer_is_its_own(app, client, match, late):
    bid = {"step": "bid", "declarer": "1", "contract": "8"}
    for lost, then, words in (
        (bid, bid | {"contract": "9"}, "What this phone sent before was recorded after all. This phone recorded: "),
        (TYPED, TYPED | {"tricks": "7"}, "Deal 1 was recorded before you changed it."),
        (TYPED, bid, "What this phone sent before was recorded after all. This phone recorded: "),
    ):
        notice, _ = late(lambda sent=lost: send(client, f"/m/{match}/say", **sealed(app, match), **sent), then)
        told = text(notice)
        assert told.startswith(words)
        assert not re.search("nother phone|other phone|[Tt]heirs|Two phones", told)
