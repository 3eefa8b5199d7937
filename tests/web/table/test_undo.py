"""What Undo says beforehand, on the page as it is served: of what is half made, and of what was recorded last."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.support.form_filler import page_of, with_class, words_of
from tests.support.records import play, say, sealed
from tests.support.tables import send, sit_down

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}


def undo(answer):
    """The words of Undo."""
    return words_of(with_class(page_of(answer), "undo")[0])


def seated(client, game):
    """A match of a game with two players where it is for two, else four."""
    return sit_down(client, game, "Ann", "Bob") if game == "clobyosh" else sit_down(client, game)


@pytest.mark.parametrize(
    ("game", "half", "words"),
    [
        ("knockout_whist", "won=0&won=1", "Undo: trick 2 to Bob"),
        ("boomke_wies", "step=bid&auction=1&calls=8,pass", "Undo: Cem ’s Pass"),
        ("boomke_wies", "step=bid&declarer=2", "Undo: Cem"),
        ("zwanzig_ab", "tricks.1=2&tricks.0=3&done=tricks.1:2", "Undo: Ann ’s 3"),
        ("texas_42", "step=bid&trump=4", "Undo: Fours"),
        ("texas_42", "unknown=1", "Undo: the last tap"),
        ("texas_42", "bidder=1&bid=42&made=false", "Undo: Set"),
        ("clobyosh", "bela=1", "Undo: Bob ’s Bela"),
        ("clobyosh", "last_trick=0", "Undo: Ann ’s Last trick"),
        ("clobyosh", "best.0=20&last_trick=1&sequence=0:20", "Undo: Bob ’s Last trick"),  # the 20 chooses itself
        ("clobyosh", "best.0=20&last_trick=1&sequence=0:40", "Undo: All sequences together"),
        ("clobyosh", "bela=7", "Undo: 7’s Bela"),
        ("knockout_whist", "asked=1&tricks.0=3", "Undo: Ann ’s 3"),
    ],
)
def test_what_is_half_made_comes_back_tap_by_tap(client, game, half, words):
    uid = seated(client, game)
    assert undo(client.get(f"/m/{uid}?{half}")) == words


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("bid", {"declarer": 1, "contract": 9}, "Undo: Bob ’s 9"),
        ("adjust", {"points": [0, 5], "note": ""}, "Undo: a ruling, Bob & Dee +5"),
        ("rules", {"rules": {"meetje_fine": "none"}}, "Undo: the new house rules"),
        ("seat", {"dealer": 2}, "Undo: Cem deals"),
        ("close", {}, "Undo: the end of the match"),
    ],
)
def test_what_was_recorded_last_is_named(app, client, kind, body, words):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, {"declarer": 1, "contract": 8, "tricks": 9})
    say(app, uid, kind, **body)
    assert undo(client.get(f"/m/{uid}")) == words


@pytest.mark.parametrize(
    ("game", "bid", "words"),
    [
        ("texas_42", {"bidder": 2, "bid": 84}, "Undo: Cem ’s 2 marks"),
        ("texas_42", {"bidder": 2, "bid": 31}, "Undo: Cem ’s 31"),
        ("clobyosh", {"maker": 1, "turned": True, "trump": "hearts"}, "Undo: Bob ’s ♥ Hearts"),
        ("zwanzig_ab", {"trump": "hearts"}, "Undo: ♥ Hearts"),
    ],
)
def test_a_bid_is_named_with_who_made_it_and_what_its_number_means(app, client, game, bid, words):
    uid = seated(client, game)
    say(app, uid, "bid", **bid)
    assert undo(client.get(f"/m/{uid}")) == words


def test_undo_of_a_removed_deal_puts_it_back(app, client):
    uid = sit_down(client, "boomke_wies")
    first, _ = play(app, uid, *[{"declarer": 1, "contract": 8, "tricks": 9}] * 2)
    say(app, uid, "strike", of=first, crossed=True)
    assert undo(client.get(f"/m/{uid}")).endswith("removed")
    send(client, f"/m/{uid}/undo", **sealed(app, uid))
    assert undo(client.get(f"/m/{uid}")) == "Undo: deal 2, Bob : Bob & Dee +1"


def pressed(app, client, uid, address, way):
    """Where a tap on Undo or Redo leads to, with the words of the button and what it sent."""
    page = page_of(client.get(address))
    button = with_class(page, way)[0]
    form = next(one for one in page.iter("form") if any(part is button for part in one.iter()))
    sent = {one.get("name"): one.get("value") for one in form.iter("input")} | sealed(app, uid)
    answer = send(client, form.get("action"), **sent)
    assert answer.status_code == 303
    return answer.location, button.get("aria-label").partition(": ")[2], (form.get("action"), sent)


def walked(app, client, uid, address, way, many):
    """Where so many taps lead to, and what each was about."""
    about = []
    for _ in range(many):
        address, words, _ = pressed(app, client, uid, address, way)
        about.append(words)
    return address, about


def without_record(address):
    """What an address says, without what was recorded last."""
    return {name: texts for name, texts in parse_qs(urlsplit(address).query).items() if name != "said"}


WALKS = [
    ("boomke_wies", [DEAL, DEAL], "step=bid&declarer=2&trump=hearts&done=declarer:2,trump:hearts", 4),
    ("boomke_wies", [DEAL], "auction=1&calls=8,pass&done=calls:8,calls:pass&step=bid", 3),
    ("zwanzig_ab", [{"trump": "clubs", "tricks": [1, 2, 1, 1]}], "tricks.1=2&tricks.0=3&done=tricks.1:2,tricks.0:3", 3),
    ("knockout_whist", [{"tricks": [3, 2, 1, 1]}], "won=0&won=1&done=won:0,won:1", 3),
]


@pytest.mark.parametrize(("game", "deals", "half", "many"), WALKS)
def test_redo_goes_forward_as_undo_went_back(app, client, game, deals, half, many):
    """Through what was recorded, and then through what was half made on top of it."""
    uid = sit_down(client, game)
    play(app, uid, *deals)
    back, undone = walked(app, client, uid, f"/m/{uid}?{half}", "undo", many)
    forth, redone = walked(app, client, uid, back, "redo", many)
    assert redone == ["a deal" if words.startswith("deal ") else words for words in undone[::-1]]  # it has no line
    assert without_record(forth) == parse_qs(half)


def test_undo_whose_answer_was_lost_leaves_redo_what_waits(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL)
    address, _ = walked(app, client, uid, f"/m/{uid}?step=bid&declarer=2", "undo", 1)
    address, _, (place, sent) = pressed(app, client, uid, address, "undo")
    assert send(client, place, **sent).location == address
    assert "again=" in address


def test_what_waited_for_redo_is_forgotten_when_something_else_is_recorded(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL)
    address, _ = walked(app, client, uid, f"/m/{uid}?step=bid&declarer=2", "undo", 2)
    say(app, uid, "bid", declarer=3, contract=9)
    assert "disabled" in with_class(page_of(client.get(address)), "redo")[0].attrib
