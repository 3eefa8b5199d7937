"""What is named beside the result is a bid of the deal in play: recorded at once, and taken back by itself."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.support.form_filler import page_of, with_class, words_of
from tests.support.records import sealed
from tests.support.tables import send, sheet_of, sit_down

COUNTING = "counter=5-5&took=3&done=took:3,counter:5-5"
NAMED = [
    ("boomke_wies", {"declarer": "1", "contract": "8"}, "", "trump", "hearts", "♥ Hearts"),
    ("boomke_wies", {"also": "calls=8,pass,pass,pass&contract=8&declarer=1"}, "", "trump", "clubs", "♣ Clubs"),
    ("texas_42", {"bidder": "1", "bid": "31"}, COUNTING, "trump", "4", "Fours"),
    ("texas_42", {"bidder": "1", "bid": "84", "trump": "4"}, "", "trump", "", "Trump –"),
    ("texas_42", {"bidder": "1", "bid": "84"}, "", "contract", "nello", "Nello"),
    ("clobyosh", {"maker": "0", "turned": "true"}, "last_trick=1&cards.0=40&count=1", "trump", "hearts", "♥ Hearts"),
    ("knockout_whist", {}, "won=0&won=1", "trump", "spades", "♠ Spades"),
]


@pytest.fixture(params=NAMED, ids=[f"{one[0]} {one[3]} {one[4]}" for one in NAMED])
def case(request, app, client):
    """A deal in play with a result that is half made, and the answer to what was then named beside it."""
    game, bid, half, key, value, words = request.param
    uid = sit_down(client, game, *("Ann", "Bob", "Cem", "Dee")[: 2 if game == "clobyosh" else 4])
    if bid:
        assert send(client, f"/m/{uid}/say", uid="the-bid", step="bid", **bid).status_code == 303
    before = sheet_of(app, uid).pending
    page = page_of(client.get(f"/m/{uid}?{half}"))
    form = next(one for one in page.iter("form") if one.find(f".//button[@name='{key}'][@value='{value}']") is not None)
    assert form.get("action") == f"/m/{uid}/say"
    answer = send(client, f"/m/{uid}/say", uid="named", **(told(form) | {key: value}))
    return uid, before, half, (key, value, words), answer


def told(form):
    """What a form says by itself, but for what makes it this one."""
    found = {}
    for one in form.iter("input"):
        if one.get("type") == "hidden" and one.get("name") not in ("csrf_token", "uid", "after"):
            found.setdefault(one.get("name"), []).append(one.get("value"))
    return found


def half_of(answer):
    """What of the result an address goes on with."""
    pairs = parse_qsl(urlsplit(answer.location).query)
    return sorted(pair for pair in pairs if pair[0] not in ("done", "recorded"))


def test_what_is_named_is_shared_and_the_result_stays_half_made(app, client, case):
    uid, before, half, (key, value, _), answer = case
    assert answer.status_code == 303
    now = sheet_of(app, uid).pending
    changed = {one for one in {*now, *(before or {})} if now.get(one) != (before or {}).get(one)}
    assert (changed, str(now.get(key, ""))) == ({key}, value)
    assert half_of(answer) == sorted(pair for pair in parse_qsl(half) if pair[0] != "done")


def test_undo_takes_back_only_that_and_redo_brings_it_again(app, client, case):
    uid, before, half, (_, _, words), answer = case
    rest = half_of(answer)
    for way, pending in (("undo", before), ("redo", sheet_of(app, uid).pending), ("undo", before)):
        button, form = way_of(client.get(answer.location), way)
        label = button.get("aria-label").replace("  ", " ")
        assert label == f"{way.capitalize()}: {words}"
        answer = send(client, f"/m/{uid}/{way}", **(sealed(app, uid) | told(form)))
        assert sheet_of(app, uid).pending == pending
        assert half_of(answer) == rest
    if half:
        left = words_of(with_class(page_of(client.get(answer.location)), "undo")[0])
        assert left.startswith("Undo: ")
        assert words not in left  # but the tap before it


def way_of(answer, way):
    """The button of Undo or Redo, and its form."""
    page = page_of(answer)
    form = next(one for one in page.iter("form") if (one.get("action") or "").endswith(f"/{way}"))
    return with_class(form, way)[0], form
