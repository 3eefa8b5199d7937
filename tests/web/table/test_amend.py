"""Amending: the pad of the game for where the match stood then, filled in; a tap shows what it would change."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.form_filler import named, page_of, sent_by, taps_on, words_of
from tests.support.form_filler import send as tap_sent
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import send, sit_down

DEALS = (
    {"declarer": 1, "contract": 8, "tricks": 9},
    {"declarer": 0, "contract": 10, "tricks": 9},
    {"contract": "meetje", "tricks": 5},
)


class Amending:
    """A browser without script that amends a deal."""

    def __init__(self, app: Flask, client: FlaskClient, match: str, of: str, way: str = "amend") -> None:
        self.app, self.client, self.match, self.of = app, client, match, of
        self.go(f"/m/{match}/deal/{of}/{way}")

    def go(self, address: str) -> Amending:
        """Open an address."""
        self.take(self.client.get(address, follow_redirects=True))
        return self

    def take(self, answer: Any) -> None:
        """Take an answer as the page that is looked at."""
        self.answer, self.page = answer, page_of(answer)
        self.address = answer.request.full_path

    @property
    def pad(self) -> Element:
        """The pad."""
        found = named(self.page, "truth")
        assert found is not None, words_of(self.page)
        return found

    def tap(self, words: str, **more: str) -> Amending:
        """Tap the first button or link that says this; more is filled into its form."""
        taps = list(taps_on(self.pad, self.address))
        begins = [tap for tap in taps if tap.words.startswith(words)]
        tap = next((tap for tap in taps if tap.words == words), begins[0] if begins else None)
        assert tap is not None, words_of(self.pad)
        if tap.form is None:
            return self.go(urljoin(self.address, tap.address))
        for name, value in more.items():
            fill(tap.form, name.replace("__", "."), value)
        self.take(tap_sent(self.client, tap))
        return self

    def to_bid(self) -> Amending:
        """Go back to the bid by the steps."""
        return self.go(next(tap.address for tap in taps_on(self.pad, self.address) if tap.address.endswith("step=bid")))

    def dealt_by(self, name: str) -> Amending:
        """Say who dealt."""
        dealt = named(self.page, "dealt")
        assert dealt is not None
        return self.go(next(tap.address for tap in taps_on(dealt, self.address) if tap.words == name))

    def chosen(self) -> list[tuple[str, str]]:
        """What is filled in on the pad, and which buttons are marked as said."""
        ticked = [field for field in self.pad.iter("input") if "checked" in field.attrib and field.get("value")]
        pressed = [
            button for button in self.pad.iter("button") if "name" in button.attrib and button.get("aria-pressed")
        ]
        return [(field.attrib["name"], field.attrib["value"]) for field in ticked + pressed]

    @property
    def seen(self) -> str:
        """What would change."""
        found = named(self.page, "seen")
        assert found is not None
        return words_of(found)

    @property
    def button(self) -> Element:
        """The button that records."""
        form = named(self.page, "take")
        assert form is not None
        return next(form.iter("button"))

    def change_it(self) -> Any:
        """Record it."""
        form = named(self.page, "take")
        assert form is not None
        return self.client.post(form.attrib["action"], data=fields(sent_by(form, self.button)))

    @property
    def entry(self) -> Any:
        """What the log holds of the deal."""
        return next(deal.entry for deal in reading_of(self.app, self.match).live.deals if deal.uid == self.of)


def fields(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Names with all their texts."""
    found: dict[str, list[str]] = {}
    for name, text in pairs:
        found.setdefault(name, []).append(text)
    return found


def fill(form: Element, name: str, value: str) -> None:
    """Choose or type a value in a form."""
    for field in form.iter("input"):
        if field.get("name") != name:
            continue
        if field.get("type") == "radio":
            field.attrib.pop("checked", None)
            if field.get("value") == value:
                field.set("checked", "")
        else:
            field.set("value", value)


@pytest.fixture
def boomke(app, client):
    """A match of three deals, and their uids."""
    match = sit_down(client, "boomke_wies")
    return match, play(app, match, *DEALS)


def test_the_pad_is_filled_in_for_where_the_match_stood_then(app, client, boomke):
    match, (_, second, _) = boomke
    page = Amending(app, client, match, second)
    assert "Amend deal 2" in words_of(page.page)
    assert "Before this deal Bob dealt 0 1" in words_of(page.page)
    assert page.chosen() == [("tricks", "9")]
    page.to_bid()
    assert page.chosen() == [("declarer", "0"), ("contract", "10")]


def test_the_last_tap_records_nothing_and_says_what_would_change(app, client, boomke):
    match, (_, second, _) = boomke
    page = Amending(app, client, match, second)
    assert "disabled" in page.button.attrib
    assert words_of(page.button) == "Change it to this Nothing is changed yet"
    page.tap("12")
    assert reading_of(app, match).version == 3
    assert page.chosen() == [("tricks", "12")]
    assert (
        "2 Ann : bid 10, took 9: Ann & Cem −2 Bob & Dee +2 Ann : bid 10, took 12: Ann & Cem +2 was −2 2 was 3 1"
        in page.seen
    )
    assert words_of(page.button) == "Change it to this −4 → 0 4 → 2"
    answer = page.change_it()
    assert answer.status_code == 303
    assert answer.location == f"/m/{match}/deal/{second}"
    assert page.entry == {"declarer": 0, "contract": 10, "tricks": 12}


def test_a_bid_that_could_not_be_says_so_and_cannot_be_taken(app, client, boomke):
    match, (_, second, _) = boomke
    page = Amending(app, client, match, second)
    page.go(page.address.rstrip("?") + "/declarer=0&contract=meetje&tricks=9")
    assert "Only the dealer can call Meetje" in page.seen
    assert "disabled" in page.button.attrib
    answer = send(client, f"/m/{match}/deal/{second}/amend", **sealed(app, match), declarer="0", contract="meetje")
    assert answer.status_code == 422
    assert reading_of(app, match).version == 3


def test_an_auction_is_called_again(app, client):
    match = sit_down(client, "boomke_wies")
    calls = [8, "pass", "pass", "pass"]
    of = play(app, match, {"declarer": 1, "contract": 8, "calls": calls, "trump": "hearts", "tricks": 9})[0]
    page = Amending(app, client, match, of).to_bid()
    assert "Bob 8 Cem Pass Dee Pass Ann Pass" in words_of(page.pad)
    page.tap("Take the last call back").tap("9").tap("Pass")
    assert "Ann : bid 9, took 9: Ann & Cem +1" in page.seen
    page.change_it()
    calls = [8, "pass", "pass", 9, "pass"]
    assert page.entry == {"declarer": 0, "contract": 9, "calls": calls, "trump": "hearts", "tricks": 9}


def test_texas_points_of_a_game_of_marks_are_kept_until_another_verdict(app, client):
    match = sit_down(client, "texas_42")
    of = play(app, match, {"bidder": 1, "bid": 31, "points": 34})[0]
    page = Amending(app, client, match, of)
    assert page.chosen() == [("also", "points=34")]
    page.tap("Made").change_it()
    assert page.entry == {"bidder": 1, "bid": 31, "points": 34}
    Amending(app, client, match, of).to_bid().tap("30").tap("Made").change_it()
    assert Amending(app, client, match, of).entry == {"bidder": 1, "bid": 30, "points": 34}
    page = Amending(app, client, match, of).tap("Set")
    page.change_it()
    assert page.entry == {"bidder": 1, "bid": 30, "made": False}


CALLED = {"declarer": 1, "contract": 8, "calls": [8, "pass", "pass", "pass"], "trump": "hearts", "tricks": 9}
POINTS = {"maker": 1, "turned": True, "cards": [40, 60], "last_trick": 1}
TAPPED = [  # a deal of a game under house rules, what is tapped (None: back to the bid), and what the log then holds
    ("boomke_wies", {}, DEALS[1], [None, ("8", {"declarer": "2"}), "13"], {"declarer": 2, "contract": 8, "tricks": 13}),
    ("boomke_wies", {}, CALLED, [None, "Take the last call back", "Pass", "9"], CALLED),
    (
        "boomke_wies",
        {},
        CALLED,
        [None, "Only the final bid", "7"],
        {"declarer": 1, "contract": 7, "trump": "hearts", "tricks": 9},
    ),
    (
        "texas_42",
        {},
        {"bidder": 1, "bid": 84, "made": False, "trump": 4},
        [None, "42", "Made"],
        {"bidder": 1, "bid": 42, "made": True, "trump": 4},
    ),
    (
        "texas_42",
        {"scoring": "points"},
        {"bidder": 0, "bid": 31, "points": 33},
        [("Count", {"took": "4"}), "Set: 4 of 42"],
        {"bidder": 0, "bid": 31, "points": 4},
    ),
    ("clobyosh", {}, POINTS, ["Bob +10 60", "7 made", "1 made"], POINTS | {"cards": [40, 71]}),
    ("clobyosh", {}, POINTS | {"turned": False}, [None, "Ann took the turned suit"], POINTS | {"maker": 0}),
    (
        "zwanzig_ab",
        {},
        {"trump": "spades", "tricks": [2, 2, 1, None]},
        [("What would change", {"tricks__0": "1", "tricks__2": "2"}), None, "♥"],
        {"trump": "hearts", "tricks": [1, 2, 2, None]},
    ),
    (
        "zwanzig_ab",
        {"first_packet": "three"},
        {"named": "named", "trump": "spades", "tricks": [2, 2, 1, None]},
        [None, "Redeal"],
        {"redeal": True},
    ),
]


@pytest.mark.parametrize(("game", "rules", "deal", "taps", "entry"), TAPPED)
def test_what_is_tapped_step_by_step_is_changed_at_once(app, client, game, rules, deal, taps, entry):
    match = sit_down(client, game, *("Ann", "Bob") if game == "clobyosh" else (), **rules)
    page = Amending(app, client, match, play(app, match, deal)[0])
    for tap in taps:
        words, more = tap if isinstance(tap, tuple) else (tap, {})
        page = page.to_bid() if words is None else page.tap(words, **more)
    page.change_it()
    assert (page.entry, reading_of(app, match).version) == (entry, 1 if entry == deal else 2)


def test_everybody_passed_after_all(app, client):
    match = sit_down(client, "texas_42")
    of = play(app, match, {"bidder": 1, "bid": 30, "made": True})[0]
    page = Amending(app, client, match, of).to_bid().tap("Everybody passed")
    page.change_it()
    assert page.entry == {}
    page.go(f"/m/{match}/deal/{of}/amend")
    passed = next(button for button in page.pad.iter("button") if words_of(button) == "Everybody passed")
    assert passed.get("aria-pressed") == "true"


def test_clobyosh_by_its_cards(app, client):
    match = sit_down(client, "clobyosh", "Ann", "Bob")
    entry = {"maker": 1, "turned": True, "trump": "hearts", "cards": [40, 60], "last_trick": 1}
    of = play(app, match, entry)[0]
    page = Amending(app, client, match, of).tap("Ann 40")
    page.tap("Count by tapping the cards")
    counted = next(form for form in page.pad.iter("form"))
    box = next(box for box in counted.iter("input") if box.get("value") == "AS")
    box.set("checked", "")
    tap = next(tap for tap in taps_on(page.pad, page.address) if tap.words.startswith("What would change"))
    page.take(tap_sent(client, tap))
    page.change_it()
    assert page.entry == {**entry, "cards": [11, 60]}


def test_clobyosh_keeps_sequences_that_were_written_one_by_one(app, client):
    match = sit_down(client, "clobyosh", "Ann", "Bob")
    runs = [[], [{"length": 4, "top": "K", "trump": True}]]
    entry = {"maker": 1, "turned": True, "cards": [40, 60], "last_trick": 1, "sequences": runs}
    of = play(app, match, entry)[0]
    page = Amending(app, client, match, of).tap("+50")
    assert ("sequence", "1:50") in page.chosen()
    page.tap("Bob +10").tap("Bob +60 60").tap("6 made").tap("1 made").change_it()
    assert page.entry == {**entry, "cards": [40, 61]}
    page.go(f"/m/{match}/deal/{of}/amend").tap("+50").tap("Bob +10", best__1="20").tap("What would change").change_it()
    assert page.entry == {key: value for key, value in entry.items() if key != "sequences"} | {
        "cards": [40, 61],
        "sequence_points": [0, 20],
    }


def test_knockout_in_numbers_and_trick_by_trick(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    of = play(app, match, {"tricks": [4, 3, 0]})[0]
    page = Amending(app, client, match, of)
    assert page.chosen() == [("tricks.0", "4"), ("tricks.1", "3"), ("tricks.2", "0")]
    assert "Draw the cards here" not in words_of(page.pad)
    page.tap("Trick by trick")
    for name in ("Ann", "Ann", "Ann", "Bob", "Bob", "Cem"):
        page.tap(name)
    page.tap("Take the last tap back").tap("Cem").tap("Cem")
    assert "Ann 3, Bob 2, Cem 2" in page.seen
    page.change_it()
    assert page.entry == {"tricks": [3, 2, 2]}


def test_knockout_asks_for_the_cut_again_when_tricks_are_others(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    of = play(app, match, {"tricks": [4, 2, 1]})[0]
    page = Amending(app, client, match, of).tap("What would change", tricks__0="3", tricks__1="3")
    assert "Something is still missing" in words_of(page.button)
    page.tap("Bob")
    page.change_it()
    assert page.entry == {"tricks": [3, 3, 1], "chooser": 1}


def test_no_page_for_what_is_no_deal_or_is_struck(app, client, boomke):
    match, (first, *_) = boomke
    ruling = say(app, match, "adjust", points=[1, 0])
    assert client.get(f"/m/{match}/deal/{ruling}/amend").status_code == 404
    say(app, match, "strike", of=first)
    for way in ("amend", "before"):
        assert client.get(f"/m/{match}/deal/{first}/{way}").status_code == 404


def dealers(app: Flask, match: str) -> list[int]:
    """Who dealt the deals that stand, and who deals next."""
    sheet = reading_of(app, match).sheet
    return [line.dealer for line in sheet.lines if line.deal.kind == "deal"] + [sheet.standing.dealer]


def test_somebody_else_dealt_and_only_that_deal_is_another(app, client, boomke):
    match, (_, _, third) = boomke
    page = Amending(app, client, match, third).dealt_by("Dee")
    assert (
        "Cem : Meetje, took 5: Ann & Cem −2 Bob & Dee +1 Dee : Meetje, took 5: Ann & Cem +1 Bob & Dee −2" in page.seen
    )
    assert page.change_it().location == f"/m/{match}/deal/{third}"
    assert reading_of(app, match).records[-1].body == {"of": third, "entry": DEALS[2], "dealer": 3}
    assert dealers(app, match) == [0, 1, 3, 0]


def test_calls_that_another_dealer_cannot_have_heard_are_left_out(app, client):
    match = sit_down(client, "boomke_wies")
    called = {"calls": ["pass", 8, "pass", "pass"], "declarer": 2, "contract": 8}
    (of,) = play(app, match, called | {"tricks": 9})
    Amending(app, client, match, of).dealt_by("Cem").change_it()
    body = reading_of(app, match).records[-1].body
    assert body == {"of": of, "entry": {"declarer": 2, "contract": 8, "tricks": 9}, "dealer": 2}


@pytest.mark.parametrize("dealer", ["4", "-1", "Ann", "٩"])
def test_nobody_else_dealt(app, client, boomke, dealer):
    match, (first, *_) = boomke
    answer = client.get(f"/m/{match}/deal/{first}/amend/declarer=1&contract=8&tricks=9&dealer={dealer}")
    assert answer.status_code == 200
    assert "Ann dealt" in words_of(page_of(answer))


def test_a_forgotten_deal_is_written_down_in_its_place(app, client, boomke):
    match, (first, second, third) = boomke
    page = Amending(app, client, match, second, "before")
    assert "Bob dealt" in words_of(page.page)
    page.go(f"/m/{match}/deal/{second}/before/declarer=2&contract=9&tricks=10").dealt_by("Dee")
    assert "3 Ann : bid 10, took 9" in page.seen
    page.change_it()
    state = reading_of(app, match)
    new = state.records[-1]
    assert new.body == {"before": second, "dealer": 3, "declarer": 2, "contract": 9, "tricks": 10}
    assert [line.deal.uid for line in state.sheet.lines] == [first, new.uid, second, third]
    assert dealers(app, match) == [0, 3, 1, 2, 3]


FORGOTTEN = {
    "boomke_wies": ({"declarer": 1, "contract": 8, "tricks": 9}, [("8", {"declarer": "2"}), ("13", {})]),
    "texas_42": ({"bidder": 1, "bid": 84, "made": True}, [("31", {"bidder": "2"}), ("Made", {})]),
}


@pytest.mark.parametrize("game", FORGOTTEN)
def test_a_forgotten_deal_is_tapped_on_the_same_pad(app, client, game):
    entry, taps = FORGOTTEN[game]
    match = sit_down(client, game)
    (of,) = play(app, match, entry)
    page = Amending(app, client, match, of, "before")
    assert "disabled" in page.button.attrib
    for words, more in taps:
        page.tap(words, **more)
    assert "disabled" not in page.button.attrib
    page.change_it()
    state = reading_of(app, match)
    assert [line.deal.uid for line in state.sheet.lines] == [state.records[-1].uid, of]
    assert dealers(app, match) == [0, 0, 1]


@pytest.mark.parametrize("way", ["amend", "before"])
@pytest.mark.parametrize(
    ("game", "players", "entry"),
    [
        (
            "clobyosh",
            ("Ann", "Bob"),
            {"maker": 1, "turned": True, "trump": "hearts", "cards": [40, 80], "last_trick": 1},
        ),
        ("knockout_whist", ("Ann", "Bob", "Cem"), {"tricks": [4, 2, 1]}),
        ("zwanzig_ab", (), {"trump": "hearts", "tricks": [1, 2, 1, 1]}),
    ],
)
def test_whoever_dealt_has_a_pad_in_every_game(app, client, game, players, entry, way):
    match = sit_down(client, game, *players)
    of = play(app, match, entry)[0]
    page = Amending(app, client, match, of, way).dealt_by("Bob")
    assert page.answer.status_code == 200
    assert "Bob dealt" in words_of(page.page)
