"""Clobyosh's pad: sequences compared, two digits for the points of each, cards counted, a claim; all without script."""

from __future__ import annotations

from urllib.parse import parse_qs
from xml.etree.ElementTree import Element

from flask.testing import FlaskClient

from scoring.games import games
from scoring.sheet import start
from table.pads.clobyosh_sequences import sequence_points
from tests.support.form_filler import page_of, taps_on, words_of
from tests.support.form_filler import send as tap_sent
from tests.support.html import main_of, parsed, text
from tests.support.tables import send, sheet_of, sit_down

CLOBYOSH = games()["clobyosh"]
BID = {"step": "bid", "maker": 0, "turned": "true", "trump": "spades"}  # Ann deals, so that Bob is forehand


def shown(client: FlaskClient, address: str) -> Element:
    return parsed(client.get(address))


def say(client: FlaskClient, uid: str, **form: object) -> int:
    return send(client, f"/m/{uid}/say", uid=f"{form.get('step')}-{uid}-{len(form)}", **form).status_code


def table(client: FlaskClient, **rules: object) -> str:
    """A match in which Ann has made spades."""
    uid = sit_down(client, "clobyosh", "Ann", "Bob", **rules)
    assert say(client, uid, **BID) == 303
    return uid


def key(page: Element, name: str, value: str) -> Element:
    return next(one for one in page.iter("button") if (one.get("name"), one.get("value")) == (name, value))


def words(page: Element, name: str, value: str) -> list[str]:
    """What stands on all buttons that say this: of whole numbers first what is offered, then the key."""
    return [text(one) for one in page.iter("button") if (one.get("name"), one.get("value")) == (name, value)]


def thumbed(client: FlaskClient, uid: str, *taps: str) -> Element:
    """The page after these taps, name=value on buttons as they stand on the pad, one after the other."""
    answer = client.get(f"/m/{uid}")
    for tap in taps:
        name, _, value = tap.partition("=")
        page = page_of(answer)
        pad = next(part for part in page.iter("div") if part.get("id") == "pad")
        found = [one for one in taps_on(pad, f"/m/{uid}") if one.button.get("name") == name]
        chosen = [one for one in found if one.button.get("value") == value]
        assert chosen, (tap, words_of(pad))
        answer = tap_sent(client, chosen[0])
    return parsed(answer)


# Sequences

FORMS = [
    ("sequence=0:70", None),
    ("best.0=20", [20, 0]),
    ("best.0=20&sequence=0:60", [60, 0]),
    ("best.0=20&sequence=0:30", [20, 0]),
    ("best.0=20&sequence=2:20", [20, 0]),
    ("best.0=20&best.1=50", [0, 50]),
    ("best.0=50&best.1=20&sequence=0:70", [70, 0]),
    ("best.0=50&best.1=20&sequence=1:20", [50, 0]),
    ("best.0=50&sequence=0:40", [50, 0]),
    ("best.0=20&best.1=20", [20, 20]),
    ("best.0=20&best.1=20&top.0=A", [20, 20]),
    ("best.0=20&best.1=20&top.0=10&top.1=J", [0, 20]),
    ("best.0=20&best.1=20&top.0=9&top.1=10", [0, 20]),
    ("best.0=50&best.1=50&top.0=9&top.1=10", [50, 50]),  # no four cards end below the seven
    ("best.0=20&best.1=20&top.0=A&top.1=J&sequence=0:60", [60, 0]),
    ("best.0=50&best.1=50&top.0=K&top.1=K", [50, 50]),
    ("best.0=50&best.1=50&top.0=K&top.1=K&trumps=0", [50, 0]),
    ("best.0=50&best.1=50&top.0=K&top.1=K&trumps=-", [0, 50]),
    ("best.0=20&no_trick=0", None),
    ("best.0=20&no_trick=0&sequence=0:40", None),
    ("best.0=20&best.1=50&no_trick=0", [0, 50]),
]


def test_whose_sequences_count():
    """The first seat deals, so the second has declared first (CB-D2); two of them under another house rule."""

    def points(said, **rules):
        standing = start(CLOBYOSH, CLOBYOSH.table(("Ann", "Bob"), 0), rules)
        return sequence_points(standing, parse_qs(said))

    for said, wanted in FORMS:
        assert points(said) == wanted, said
    assert points("best.0=20&no_trick=0", sequences_need_trick=False) == [20, 0]
    assert points("best.0=20&best.1=20&top.0=Q&top.1=Q&trumps=-", equal_sequences="nobody") is None


def test_the_comparison_asks_no_more_than_it_must_and_is_recorded_with_the_deal(client, app):
    uid = table(client)
    for query, height, trumps, told in (
        ("", False, False, ""),
        ("best.0=50&best.1=20", False, False, "Ann scores: a fifty against a twenty"),
        ("best.0=50&best.1=50", True, False, "The same number: how high is each?"),
        ("best.0=50&best.1=50&top.0=A&top.1=K", True, False, "Ann scores: the higher sequence"),
        ("best.0=50&best.1=50&top.0=A&top.1=A", True, True, "The same height: is one of them in trumps?"),
    ):
        page = shown(client, f"/m/{uid}?{query}")
        names = {box.get("name") for box in page.iter("input")}
        assert ("top.0" in names, "trumps" in names) == (height, trumps)
        assert told in text(page)
    page = shown(client, f"/m/{uid}?best.0=50&best.1=20&sequence=0:70")
    boxes = [box for box in page.iter("input") if box.get("name") == "sequence"]
    brings = [(box.get("value"), "checked" in box.attrib) for box in boxes]
    assert brings == [("0:50", False), ("0:70", True), ("0:100", False)]
    uid = table(client)
    deal = {"step": "play", "last_trick": 1, "cards.0": 40, "cards.1": 80, "best.0": 20}
    undecided = send(client, f"/m/{uid}/say", uid="undecided", **deal, **{"best.1": 20})
    assert undecided.status_code == 422
    assert "Only one player can score sequences" in main_of(undecided)
    assert say(client, uid, **deal, **{"best.1": 20, "top.0": "A", "top.1": "K"}) == 303
    line = sheet_of(app, uid).lines[0]
    assert line.deal.entry["sequence_points"] == [20, 0]
    assert line.totals == (0, 150)


def test_no_points_are_asked_while_it_is_open_whose_sequence_is_better(client):
    """Nothing is struck out either: the row of the last trick waits, and says why."""
    uid = table(client)
    for query in ("best.0=50&best.1=50", "best.0=20&best.1=20&top.0=A&top.1=A&last_trick=0"):
        page = shown(client, f"/m/{uid}?{query}")
        assert key(page, "last_trick", "0").get("title") == "Whose sequence is better?"
        assert not [one for one in page.iter("button") if "key" in one.get("class", "").split()]
        assert not [box for box in page.iter("input") if "data-not" in box.attrib and box.get("name") != "bela"]


# Two digits

SEVEN = ("also=maker=1&turned=true", "last_trick=1", "tens.0=6", "cards.0=61", "tens.1=7", "cards.1=70")


def test_two_digits_for_each_and_the_last_one_records_hundred_takes_one_more(app, client):
    """Bob makes trump, so that Ann counts first. Without a trick (CB-X8) what was compared gives way."""
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    page = thumbed(client, uid, *SEVEN[:-1])
    assert sheet_of(app, uid).lines == ()
    assert not any(box.get("inputmode") for box in page.iter("input"))
    thumbed(client, uid, *SEVEN[1:])
    assert sheet_of(app, uid).lines[0].deal.entry == {"maker": 1, "turned": True, "last_trick": 1, "cards": [61, 70]}
    uid = table(client)
    thumbed(client, uid, "last_trick=0", "tens.1=0", "cards.1=6", "hundred.0=1", "tens.0=4", "cards.0=140")
    assert sheet_of(app, uid).lines[0].deal.entry["cards"] == [140, 6]
    assert send(client, f"/m/{uid}/say", uid="bid-2", **BID).status_code == 303
    thumbed(client, uid, "last_trick=1", "tens.1=9", "cards.1=90", "no_trick=0")
    line = sheet_of(app, uid).lines[1]
    assert (line.deal.entry["cards"], line.deal.entry["no_trick"], line.points) == ([0, 90], 0, (0, 100))


LAST, FIRST = "last_trick=0&cards.1=61", "last_trick=1&cards.1=61"
KEYS = [
    (f"{LAST}&tens.0=5", {"cards.0=50": "0 lost", "cards.0=53": "3 made", "cards.0=85": "85 all left"}),
    (LAST, {"tens.0=4": "4 lost", "tens.0=5": "5 from 52", "tens.0=6": "6 made", "cards.0=52": "52 makes it"}),
    (LAST, {"cards.0=51": "51 a tie", "cards.0=85": "85 all left"}),
    ("last_trick=0&cards.1=60&tens.0=5", {"cards.0=50": "50 a tie 0 a tie", "cards.0=51": "51 makes it 1 made"}),
    (FIRST, {"cards.0=72": "72 makes it", "no_trick=0": "0 no trick"}),
    (f"{FIRST}&bela=0", {"cards.0=52": "52 makes it"}),
    (f"{FIRST}&best.0=50&sequence=0:70", {"cards.0=2": "2 makes it"}),
]


def test_every_key_says_what_it_leads_to(client):
    """Ann made trump; Bob has 61 in cards, and the last trick or not. And who wins the match."""
    uid = table(client)
    for query, said in KEYS:
        page = shown(client, f"/m/{uid}?{query}")
        assert {tap: " ".join(words(page, *tap.split("="))) for tap in said} == said
    page = shown(client, f"/m/{table(client, target=100)}?last_trick=0&cards.1=44&tens.0=9")
    assert words(page, "cards.0", "90") == ["0 wins"]


def test_a_digit_is_taken_back_one_by_one_and_a_number_given_once_more(client):
    uid, steps = table(client), []
    page = shown(client, f"/m/{uid}?last_trick=0&cards.1=61&cards.0=70")
    assert "That is all" in text(page)
    again = next(one.get("href") for one in page.iter("a") if "slot b" in one.get("class", ""))
    page = shown(client, again)
    assert "formaction" not in key(page, "cards.1", "76").attrib  # it records: the other stays
    assert words(page, "cards.1", "81") == ["81 is enough"]
    page = shown(client, f"/m/{uid}?last_trick=0&tens.1=6&cards.1=61&tens.0=5")
    for _ in range(4):
        link = next(one for one in page.iter("a") if "back-key" in one.get("class", ""))
        steps.append(link.get("href").partition("?")[2])
        page = shown(client, link.get("href"))
    assert steps == [
        "cards.1=61&last_trick=0&tens.1=6",
        "last_trick=0&tens.1=6",
        "last_trick=0",
        "last_trick=0&ask=declared",
    ]
    assert key(page, "last_trick", "0").get("aria-pressed") == "true"


# Cards


def test_counting_the_cards_has_all_that_counts_and_can_be_left_again(client, app):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    assert say(client, uid, step="bid", maker=0, turned="true") == 303
    page = shown(client, f"/m/{uid}?last_trick=0&count=1")
    typed = next(link for link in page.iter("a") if text(link) == "Type the points instead")
    assert key(shown(client, typed.get("href")), "tens.1", "6") is not None
    assert "Cards of Bob" in text(thumbed(client, uid, "last_trick=0", "count=1", "trump=hearts"))
    page = shown(client, f"/m/{uid}?last_trick=0&count=1&won.1=JS&won.1=AS")
    [back] = [one.get("value") for one in page.iter("input") if one.get("name") == "back"]
    page = shown(client, f"/m/{uid}?{back}")
    assert [one.get("value") for one in page.iter("input") if one.get("checked") is not None] == ["AS"]
    uid = table(client)
    page = shown(client, f"/m/{uid}?last_trick=0&bela=1&best.1=50&count=1&won.1=AH&won.1=10H")
    assert all(part in text(page) for part in ("21 +70", "Last trick Ann +10", "Bela Bob +20", "Sequences Bob +50"))
    assert "That is all" not in text(page)
    assert key(page, "count", "0").get("class") == "go"
    page = shown(client, f"/m/{uid}?last_trick=0&cards.1=21&count=0&won.0=JS&won.0=9S&won.0=10S")
    assert "That is all Ann 44 · Bob 21" in text(page)
    uid = table(client)
    page = shown(client, f"/m/{uid}?last_trick=1&no_trick=0&counted=1")
    [last] = [one for one in page.iter("button") if text(one).startswith("That is all")]
    assert "disabled" in last.attrib
    answer = send(client, f"/m/{uid}/say", uid="one", step="play", last_trick=1, no_trick=0, counted=1)
    assert answer.status_code == 422
    assert "Nine tricks hold at least 18 points together, not 0" in text(parsed(answer))
    [bob] = [link for link in page.iter("a") if "slot" in link.get("class", "") and text(link).startswith("Bob")]
    assert key(shown(client, bob.get("href")), "tens.1", "5") is not None  # the number is asked once more


def test_another_trump_keeps_the_cards_that_were_counted(app, client):
    """Their values change, the cards stay; so does what was typed, and the count goes on where it was."""
    uid = table(client)
    page = shown(client, f"/m/{uid}?won.0=JH&won.0=AS&count=0&cards.1=50&last_trick=1")
    again = next(link.get("href") for link in page.iter("a") if "step=bid" in link.get("href", ""))
    page = shown(client, again)
    chosen = [text(button) for button in page.iter("button") if button.get("aria-pressed")]
    assert chosen == ["Ann took the turned suit"]
    form = next(form for form in page.iter("form") if form.get("action") == f"/m/{uid}/say")
    kept = [(field.get("name"), field.get("value")) for field in form.iter("input") if field.get("type") == "hidden"]
    rest = [pair for pair in kept if pair[0] not in ("csrf_token", "uid", "after", "step", "done")]
    assert rest == [("cards.1", "50"), ("count", "0"), ("last_trick", "1"), ("won.0", "JH"), ("won.0", "AS")]
    said = {"step": "bid", "also": "maker=0&turned=true", "trump": "hearts", "uid": "again"}
    answer = send(client, f"/m/{uid}/say", **said, **{name: ("JH", "AS") if name == "won.0" else v for name, v in rest})
    page = shown(client, answer.location)
    assert "Ann 31 · Bob 50" in text(page)
    ticked = [box.get("value") for box in page.iter("input") if "checked" in box.attrib]
    assert sorted(ticked) == ["AS", "JH"]
    assert sheet_of(app, uid).pending["trump"] == "hearts"


# A claim


def test_a_claim_needs_both_numbers_after_the_last_trick_and_its_own_before(app, client):
    uid = table(client, target=100)
    query = f"/m/{uid}?last_trick=1&bela=1&cards.1="
    assert "claims" not in text(shown(client, query + "69"))
    page = shown(client, query + "70")
    assert words(page, "claim", "1") == ["Bob claims 100"]
    assert "formaction" in key(page, "claim", "1").attrib  # it does not record yet
    say(client, uid, step="play", last_trick=1, bela=1, claim=1, **{"cards.1": 70, "cards.0": 76})
    assert sheet_of(app, uid).outcome.winners == (1,)
    uid = table(client, target=60)
    page = shown(client, f"/m/{uid}?early=1&claim=0&tens.0=6")
    assert words(page, "cards.0", "60") == ["0 wins"]
    assert "formaction" not in key(page, "cards.0", "60").attrib
    assert say(client, uid, step="play", early=1, claim=0, **{"cards.0": 60}) == 303
    sheet = sheet_of(app, uid)
    assert (sheet.outcome.winners, sheet.lines[0].points) == ((0,), (60, 0))
