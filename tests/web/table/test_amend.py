"""Amending: the pad of the game for where the match stood then, filled in; a tap shows what it would change."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.engine_page import grouped
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
        self.take(self.client.get(address, follow_redirects=True))
        return self

    def take(self, answer: Any) -> None:
        self.answer, self.page = answer, page_of(answer)
        self.address = answer.request.full_path

    def part(self, name: str) -> Element:
        found = named(self.page, name)
        assert found is not None, words_of(self.page)
        return found

    @property
    def pad(self) -> Element:
        return self.part("truth")

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
        return self.go(next(tap.address for tap in taps_on(self.pad, self.address) if tap.address.endswith("step=bid")))

    def dealt_by(self, name: str) -> Amending:
        return self.go(next(tap.address for tap in taps_on(self.part("dealt"), self.address) if tap.words == name))

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
        return words_of(self.part("seen"))

    @property
    def button(self) -> Element:
        return next(self.part("take").iter("button"))

    def change_it(self) -> Any:
        form = self.part("take")
        return self.client.post(form.attrib["action"], data=grouped(sent_by(form, self.button)))

    @property
    def entry(self) -> Any:
        """What the log holds of the deal."""
        return next(deal.entry for deal in reading_of(self.app, self.match).live.deals if deal.uid == self.of)


def fill(form: Element, name: str, value: str) -> None:
    for field in form.iter("input"):
        if field.get("name") == name and field.get("type") in ("radio", "checkbox"):
            field.attrib.pop("checked", None)
            if field.get("value") == value:
                field.set("checked", "")
        elif field.get("name") == name:
            field.set("value", value)


@pytest.fixture
def boomke(app, client):
    match = sit_down(client, "boomke_wies")
    return match, play(app, match, *DEALS)


def test_the_pad_is_filled_in_for_where_the_match_stood_then_and_says_what_would_change(app, client, boomke):
    match, (_, second, _) = boomke
    page = Amending(app, client, match, second)
    assert "Amend deal 2" in words_of(page.page)
    assert "Before this deal Bob dealt 0 1" in words_of(page.page)
    assert page.chosen() == [("tricks", "9")]
    page.to_bid()
    assert page.chosen() == [("declarer", "0"), ("contract", "10")]
    page.go(page.address.partition("?")[0])
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
    assert (answer.status_code, answer.location) == (303, f"/m/{match}/deal/{second}")
    assert page.entry == {"declarer": 0, "contract": 10, "tricks": 12}


def test_what_could_not_be_says_so_and_cannot_be_taken(app, client, boomke):
    """A bid that is not Ann's to make; the amendment of what is no deal, or is struck."""
    match, (first, second, _) = boomke
    page = Amending(app, client, match, second)
    page.go(page.address.rstrip("?") + "/declarer=0&contract=meetje&tricks=9")
    assert "Only the dealer can call Meetje" in page.seen
    assert "disabled" in page.button.attrib
    answer = send(client, f"/m/{match}/deal/{second}/amend", **sealed(app, match), declarer="0", contract="meetje")
    assert answer.status_code == 422
    assert reading_of(app, match).version == 3
    ruling = say(app, match, "adjust", points=[1, 0])
    assert client.get(f"/m/{match}/deal/{ruling}/amend").status_code == 404
    say(app, match, "strike", of=first)
    assert [client.get(f"/m/{match}/deal/{first}/{way}").status_code for way in ("amend", "before")] == [404, 404]


def test_texas_points_of_a_game_of_marks_are_kept_until_another_verdict(app, client):
    match = sit_down(client, "texas_42")
    of = play(app, match, {"bidder": 1, "bid": 31, "points": 34})[0]
    page = Amending(app, client, match, of)
    assert page.chosen() == [("also", "points=34")]
    page.tap("Made").change_it()
    assert page.entry == {"bidder": 1, "bid": 31, "points": 34}
    Amending(app, client, match, of).to_bid().tap("30").tap("Made").change_it()
    assert page.entry == {"bidder": 1, "bid": 30, "points": 34}
    Amending(app, client, match, of).tap("Set").change_it()
    assert page.entry == {"bidder": 1, "bid": 30, "made": False}
    Amending(app, client, match, of).to_bid().tap("Everybody passed").change_it()
    assert page.entry == {}
    page.go(f"/m/{match}/deal/{of}/amend")
    passed = next(button for button in page.pad.iter("button") if words_of(button) == "Everybody passed")
    assert passed.get("aria-pressed") == "true"


CALLED = {"declarer": 1, "contract": 8, "calls": [8, "pass", "pass", "pass"], "trump": "hearts", "tricks": 9}
POINTS = {"maker": 1, "turned": True, "cards": [40, 60], "last_trick": 1}
TEXAS = {"bidder": 1, "bid": 84, "made": False, "trump": 4}
COUNTED = {"bidder": 0, "bid": 31, "points": 33}
ZWANZIG = {"trump": "spades", "tricks": [2, 2, 1, None]}
BID = None  # in place of words: back to the bid
TAPPED = [  # a game and its house rules, a deal, what is tapped, and what the log then holds
    ("boomke_wies", {}, DEALS[1], [BID, ("8", {"declarer": "2"}), "13"], {"declarer": 2, "contract": 8, "tricks": 13}),
    ("boomke_wies", {}, CALLED, [BID, "Take the last call back", "Pass", "9"], CALLED),
    (
        "boomke_wies",
        {},
        CALLED,
        [BID, "Take the last call back", "9", "Pass"],
        CALLED | {"declarer": 0, "contract": 9, "calls": [8, "pass", "pass", 9, "pass"]},
    ),
    ("boomke_wies", {}, CALLED, [BID, "Only the final bid", "7"], DEALS[0] | {"contract": 7, "trump": "hearts"}),
    ("texas_42", {}, TEXAS, [BID, "42", "Made"], TEXAS | {"bid": 42, "made": True}),
    ("texas_42", {"scoring": "points"}, COUNTED, [("Count", {"took": "4"}), "Set: 4 of 42"], COUNTED | {"points": 4}),
    ("clobyosh", {}, POINTS, ["Bob +10 60", "7 made", "1 made"], POINTS | {"cards": [40, 71]}),
    ("clobyosh", {}, POINTS | {"turned": False}, [BID, "Ann took the turned suit"], POINTS | {"maker": 0}),
    (
        "clobyosh",
        {},
        POINTS | {"trump": "hearts"},
        ["Ann 40", "Count by tapping the cards", ("What would change", {"won__0": "AS"})],
        POINTS | {"trump": "hearts", "cards": [11, 60]},
    ),
    (
        "zwanzig_ab",
        {},
        ZWANZIG,
        [("What would change", {"tricks__0": "1", "tricks__2": "2"}), BID, "♥"],
        {"trump": "hearts", "tricks": [1, 2, 2, None]},
    ),
    ("zwanzig_ab", {"first_packet": "three"}, ZWANZIG | {"named": "named"}, [BID, "Redeal"], {"redeal": True}),
]


def test_what_is_tapped_step_by_step_is_changed_at_once(app, client):
    for game, rules, deal, taps, entry in TAPPED:
        match = sit_down(client, game, *("Ann", "Bob") if game == "clobyosh" else (), **rules)
        page = Amending(app, client, match, play(app, match, deal)[0])
        for tap in taps:
            words, more = tap if isinstance(tap, tuple) else (tap, {})
            page = page.to_bid() if words is BID else page.tap(words, **more)
        page.change_it()
        assert (page.entry, reading_of(app, match).version) == (entry, 1 if entry == deal else 2), (game, taps)


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
    page = Amending(app, client, match, of).tap("What would change", tricks__1="3", tricks__2="1")
    assert "Something is still missing" in words_of(page.button)
    page.tap("Bob").change_it()
    assert page.entry == {"tricks": [3, 3, 1], "chooser": 1}


def dealers(app: Flask, match: str) -> list[int]:
    sheet = reading_of(app, match).sheet
    return [line.dealer for line in sheet.lines if line.deal.kind == "deal"] + [sheet.standing.dealer]


def test_somebody_else_dealt_and_calls_that_they_cannot_have_heard_are_left_out(app, client, boomke):
    match, (first, _, third) = boomke
    for dealer in ("4", "-1", "Ann", "٩"):
        answer = client.get(f"/m/{match}/deal/{first}/amend/declarer=1&contract=8&tricks=9&dealer={dealer}")
        assert (answer.status_code, "Ann dealt" in words_of(page_of(answer))) == (200, True), dealer
    page = Amending(app, client, match, third).dealt_by("Dee")
    assert (
        "Cem : Meetje, took 5: Ann & Cem −2 Bob & Dee +1 Dee : Meetje, took 5: Ann & Cem +1 Bob & Dee −2" in page.seen
    )
    assert page.change_it().location == f"/m/{match}/deal/{third}"
    assert reading_of(app, match).records[-1].body == {"of": third, "entry": DEALS[2], "dealer": 3}
    assert dealers(app, match) == [0, 1, 3, 0]
    match = sit_down(client, "boomke_wies")
    called = {"calls": ["pass", 8, "pass", "pass"], "declarer": 2, "contract": 8}
    (of,) = play(app, match, called | {"tricks": 9})
    page = Amending(app, client, match, of).to_bid()
    assert "Bob Pass Cem 8 Dee Pass Ann Pass" in words_of(page.pad)
    page.dealt_by("Cem").change_it()
    body = reading_of(app, match).records[-1].body
    assert body == {"of": of, "entry": {"declarer": 2, "contract": 8, "tricks": 9}, "dealer": 2}


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


def test_a_forgotten_deal_is_tapped_on_the_same_pad_whoever_dealt_in_every_game(app, client):
    for game, players, entry, taps in (
        ("boomke_wies", (), DEALS[0], [("8", {"declarer": "2"}), ("13", {})]),
        ("texas_42", (), TEXAS, [("31", {"bidder": "2"}), ("Made", {})]),
        ("clobyosh", ("Ann", "Bob"), POINTS | {"trump": "hearts"}, []),
        ("knockout_whist", ("Ann", "Bob", "Cem"), {"tricks": [4, 2, 1]}, []),
        ("zwanzig_ab", (), ZWANZIG, []),
    ):
        match = sit_down(client, game, *players)
        (of,) = play(app, match, entry)
        for way in ("amend", "before"):
            page = Amending(app, client, match, of, way)
            assert "disabled" in page.button.attrib
            page.dealt_by("Bob")
            assert page.answer.status_code == 200
            assert "Bob dealt" in words_of(page.page)
        page.go(f"/m/{match}/deal/{of}/before")
        for words, more in taps:
            page.tap(words, **more)
        if taps:
            page.change_it()
            state = reading_of(app, match)
            assert [line.deal.uid for line in state.sheet.lines] == [state.records[-1].uid, of]
            assert dealers(app, match) == [0, 0, 1]
