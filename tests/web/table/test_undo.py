"""What Undo says beforehand, on the page as it is served: of what is half made, and of what was recorded last."""

from __future__ import annotations

from urllib.parse import parse_qs, parse_qsl, urlsplit

from tests.support.form_filler import page_of, with_class, words_of
from tests.support.records import play, say, sealed
from tests.support.tables import send, sheet_of, sit_down

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}


def undo(answer):
    return words_of(with_class(page_of(answer), "undo")[0])


def seated(client, game):
    return sit_down(client, game, "Ann", "Bob") if game == "clobyosh" else sit_down(client, game)


HALVES = {
    "boomke_wies": [("step=bid&auction=1&calls=8,pass", "Cem ’s Pass"), ("step=bid&declarer=2", "Cem")],
    "zwanzig_ab": [("tricks.1=2&tricks.0=3&done=tricks.1:2", "Ann ’s 3")],
    "texas_42": [("step=bid&trump=4", "Fours"), ("unknown=1", "the last tap"), ("bidder=1&bid=42&made=false", "Set")],
    "clobyosh": [
        ("bela=1", "Bob ’s Bela"),
        ("last_trick=0", "Ann ’s Last trick"),
        ("best.0=20&last_trick=1&sequence=0:20", "Bob ’s Last trick"),  # the 20 chooses itself
        ("best.0=20&last_trick=1&sequence=0:40", "All sequences together"),
        ("bela=7", "7’s Bela"),
    ],
    "knockout_whist": [("won=0&won=1", "trick 2 to Bob"), ("asked=1&tricks.0=3", "Ann ’s 3")],
}


def test_what_is_half_made_comes_back_tap_by_tap(client):
    for game, halves in HALVES.items():
        uid = seated(client, game)
        for half, words in halves:
            assert undo(client.get(f"/m/{uid}?{half}")) == f"Undo: {words}", half


RECORDED = [
    ("bid", {"declarer": 1, "contract": 9}, "Bob ’s 9"),
    ("adjust", {"points": [0, 5], "note": ""}, "a ruling, Bob & Dee +5"),
    ("rules", {"rules": {"meetje_fine": "none"}}, "the new house rules"),
    ("seat", {"dealer": 2}, "Cem deals"),
    ("close", {}, "the end of the match"),
]


def test_what_was_recorded_last_is_named_a_bid_with_what_its_number_means(app, client):
    uid = sit_down(client, "boomke_wies")
    first, _ = play(app, uid, DEAL, DEAL)
    say(app, uid, "strike", of=first, crossed=True)
    assert undo(client.get(f"/m/{uid}")).endswith("removed")
    send(client, f"/m/{uid}/undo", **sealed(app, uid))
    assert undo(client.get(f"/m/{uid}")) == "Undo: deal 2, Bob : Bob & Dee +1"
    for kind, body, words in RECORDED:
        say(app, uid, kind, **body)
        assert undo(client.get(f"/m/{uid}")) == f"Undo: {words}"
    for game, bid, words in (
        ("texas_42", {"bidder": 2, "bid": 84}, "Undo: Cem ’s 2 marks"),
        ("texas_42", {"bidder": 2, "bid": 31}, "Undo: Cem ’s 31"),
        ("clobyosh", {"maker": 1, "turned": True, "trump": "hearts"}, "Undo: Bob ’s ♥ Hearts"),
        ("zwanzig_ab", {"trump": "hearts"}, "Undo: ♥ Hearts"),
    ):
        uid = seated(client, game)
        say(app, uid, "bid", **bid)
        assert undo(client.get(f"/m/{uid}")) == words


def told(form):
    """What a form says by itself, but for what makes it this one."""
    found = {}
    for one in form.iter("input"):
        if one.get("type") == "hidden" and one.get("name") not in ("csrf_token", "uid", "after"):
            found.setdefault(one.get("name"), []).append(one.get("value"))
    return found


def pressed(app, client, uid, address, way):
    """Where a tap on Undo or Redo leads to, with the words of the button and what it sent."""
    page = page_of(client.get(address))
    button = with_class(page, way)[0]
    form = next(one for one in page.iter("form") if any(part is button for part in one.iter()))
    sent = told(form) | sealed(app, uid)
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
    return {name: texts for name, texts in parse_qs(urlsplit(address).query).items() if name != "said"}


WALKS = [
    ("boomke_wies", [DEAL, DEAL], "step=bid&declarer=2&trump=hearts&done=declarer:2,trump:hearts", 4),
    ("boomke_wies", [DEAL], "auction=1&calls=8,pass&done=calls:8,calls:pass&step=bid", 3),
    ("zwanzig_ab", [{"trump": "clubs", "tricks": [1, 2, 1, 1]}], "tricks.1=2&tricks.0=3&done=tricks.1:2,tricks.0:3", 3),
    ("knockout_whist", [{"tricks": [3, 2, 1, 1]}], "won=0&won=1&done=won:0,won:1", 3),
]


def test_redo_goes_forward_as_undo_went_back(app, client):
    """Through what was recorded, and then through what was half made on top of it."""
    for game, deals, half, many in WALKS:
        uid = sit_down(client, game)
        play(app, uid, *deals)
        back, undone = walked(app, client, uid, f"/m/{uid}?{half}", "undo", many)
        forth, redone = walked(app, client, uid, back, "redo", many)
        named = ["a deal" if words.startswith("deal ") else words for words in undone[::-1]]  # it has no line
        assert (redone, without_record(forth)) == (named, parse_qs(half))


def test_what_waits_for_redo_outlasts_a_lost_answer_but_nothing_else_that_is_recorded(app, client):
    uid = sit_down(client, "boomke_wies")
    play(app, uid, DEAL)
    address, _ = walked(app, client, uid, f"/m/{uid}?step=bid&declarer=2", "undo", 1)
    address, _, (place, sent) = pressed(app, client, uid, address, "undo")
    assert send(client, place, **sent).location == address
    assert "again=" in address
    say(app, uid, "bid", declarer=3, contract=9)
    assert "disabled" in with_class(page_of(client.get(address)), "redo")[0].attrib


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


def test_what_is_named_beside_the_result_is_shared_and_undo_takes_back_only_that(app, client):
    """It is a bid of the deal in play, recorded at once; the result stays half made."""
    for number, (game, bid, half, key, value, words) in enumerate(NAMED):
        uid = seated(client, game)
        if bid:
            assert send(client, f"/m/{uid}/say", uid=f"bid-{number}", step="bid", **bid).status_code == 303
        before = sheet_of(app, uid).pending
        page = page_of(client.get(f"/m/{uid}?{half}"))
        chip = f".//button[@name='{key}'][@value='{value}']"
        form = next(one for one in page.iter("form") if one.find(chip) is not None)
        assert form.get("action") == f"/m/{uid}/say"
        answer = send(client, f"/m/{uid}/say", uid=f"named-{number}", **(told(form) | {key: value}))
        assert answer.status_code == 303
        now = sheet_of(app, uid).pending
        changed = {one for one in {*now, *(before or {})} if now.get(one) != (before or {}).get(one)}
        assert (changed, str(now.get(key, ""))) == ({key}, value)
        address = answer.location
        assert half_of(address) == half_of(f"?{half}")
        for way, pending in (("undo", before), ("redo", now), ("undo", before)):
            address, about, _ = pressed(app, client, uid, address, way)
            assert about.replace("  ", " ") == words
            assert sheet_of(app, uid).pending == pending
            assert half_of(address) == half_of(f"?{half}")
        if half:
            assert words not in undo(client.get(address))  # but the tap before it


def half_of(address):
    """What of the result an address goes on with."""
    pairs = parse_qsl(urlsplit(address).query)
    return sorted(pair for pair in pairs if pair[0] not in ("done", "recorded"))
