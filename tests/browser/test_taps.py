"""How many taps an ordinary deal takes, from an open table: counted by the page itself, each in sight and large enough.

`promised` is what the screens were designed for; `needed` is what the pads need now, so that the test fails as soon as
one of them takes a tap more. The first deal of each game is always tapped, the others where all is tested.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page, expect

from tests.browser.engines import open_table, phone_with
from tests.browser.scenes import say
from tests.browser.taps import SMALLEST, apart, shows
from tests.browser.waits import at_rest
from tests.support.sizes import ALL, one_in
from tests.support.tables import FOUR, make_circle, sheet_of, start

POINTS = {"scoring": "points"}


class Ordinary(NamedTuple):
    """An ordinary deal: what is tapped, the totals it makes, and how many taps it may take."""

    game: str
    taps: list[str]  # as play() reads them
    totals: list[int]
    promised: int
    needed: int
    players: tuple[str, ...] = FOUR
    rules: dict[str, Any] = {}
    before: tuple[tuple[int, ...], ...] = ()  # the tricks of the deals before
    hands: list[int] | None = None  # the cards that each then holds, where no totals are shown
    rows: bool = False  # numbers in rows, which may have to be scrolled to


SIX = ((4, 3), (4, 2), (3, 2), (3, 1), (2, 1), (1, 1))
DIGITS = ["also=maker=1&turned=true", "last_trick=1", "tens.0=6", "cards.0=61", "tens.1=7", "cards.1=70"]
TRICKS = [f"won {seat}" for seat in (0, 1, 0, 2, 0, 3, 1)]
NUMBERS = ["open tricks", "tricks.0=3", "tricks.1=2", "tricks.2=1"]
DEALS = [
    Ordinary("boomke_wies", ["declarer=1", "contract=9", "tricks=10"], [0, 2], 3, 3),
    Ordinary("boomke_wies", ["contract=meetje", "tricks=8"], [1, 0], 2, 2),
    Ordinary("texas_42", ["bidder=1", "bid=31", "made=true"], [0, 1], 3, 3),
    Ordinary("texas_42", ["bidder=1", "bid=31", "points=34"], [8, 34], 4, 3, rules=POINTS),
    Ordinary("texas_42", ["bidder=1", "bid=31", "tens=20", "points=22"], [51, 0], 4, 4, rules=POINTS),
    Ordinary("clobyosh", DIGITS, [61, 80], 7, 6, players=FOUR[:2]),
    Ordinary("clobyosh", ["trump=hearts", *DIGITS], [61, 80], 7, 7, players=FOUR[:2]),
    Ordinary("knockout_whist", TRICKS, [3, 2, 1, 1], 7, 7, hands=[6, 6, 6, 6]),
    Ordinary("knockout_whist", NUMBERS, [3, 2, 1, 1], 4, 4, hands=[6, 6, 6, 6], rows=True),
    Ordinary("knockout_whist", ["won 1"], [17, 11], 1, 1, players=FOUR[:2], before=SIX),
    Ordinary("zwanzig_ab", ["trump=clubs", "tricks.2=-", "tricks.0=2", "tricks.1=2"], [18, 18, 20, 19], 4, 4),
    Ordinary("zwanzig_ab", ["trump=clubs", "tricks.2=-", "tricks.3=-", "tricks.0=-"], [20, 15, 20, 20], 4, 4),
    Ordinary("zwanzig_ab", ["trump=hearts", "tricks.0=2", "tricks.1=1", "tricks.2=1"], [16, 18, 18, 18], 4, 4),
]


BESIDE = 24  # px around a tap in which the next one is the second half of a double tap, if it comes soon
COUNTS = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true);"""
STANDS = """(target) => {
  const box = target.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  return { x, y, width: box.width, height: box.height, inside, uncovered: target.contains(top),
    words: target.textContent.replace(/\\s+/g, " ").trim(), at: [box.top, box.bottom, scrollY] };
}"""


class Finger:
    """Taps at the middle of controls, which must be in sight, uncovered and large enough."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.last = (0.0, 0.0)

    def tap(self, target: Locator) -> None:
        """One tap on a control that can be tapped without scrolling."""
        spot = self.spot(target)
        assert spot["inside"], f"not in sight: {spot}"
        self.touch(spot)

    def reach(self, target: Locator) -> None:
        """One tap on a control that may have to be scrolled to."""
        target.scroll_into_view_if_needed()
        self.touch(self.spot(target))

    def spot(self, target: Locator) -> dict[str, Any]:
        """Where a control stands, once it is there and enabled."""
        expect(target).to_have_count(1)
        expect(target).to_be_enabled()
        spot: dict[str, Any] = target.evaluate(STANDS)
        return spot

    def touch(self, spot: dict[str, Any]) -> None:
        """Touch the middle of a control that was found large enough."""
        assert spot["uncovered"], f"something lies over it: {spot}"
        assert min(spot["width"], spot["height"]) >= SMALLEST, f"too small: {spot}"
        if math.dist(self.last, (spot["x"], spot["y"])) < BESIDE:
            apart(self.page)
        self.last = (spot["x"], spot["y"])
        self.page.touchscreen.tap(spot["x"], spot["y"])
        self.taps += 1
        self.page.evaluate("() => watch.rest()")

    @property
    def counted(self) -> int:
        """How often the page was tapped."""
        taps = int(self.page.evaluate("() => Number(sessionStorage.taps ?? 0)"))
        assert taps == self.taps, "something else than this finger tapped"
        return taps


def chip(page: Page, name: str, value: object) -> Locator:
    """A chip of the pad by what it sends: a button, or the label around a choice."""
    own = f'[name="{name}"][value="{value}"]'
    return page.locator(f"#pad :is(button{own}, label:has(input{own}))")


def play(finger: Finger, deal: Ordinary) -> None:
    """Tap a deal in: name=value is a chip or a digit, won seat a trick, open unfolds."""
    for tap in deal.taps:
        target = target_of(finger.page, tap)
        finger.reach(target) if deal.rows else finger.tap(target)


def target_of(page: Page, tap: str) -> Locator:
    """What one tap is on."""
    kind, _, what = tap.partition(" ")
    pad = page.locator("#pad")
    if kind == "won":
        return pad.locator(".taker").nth(int(what))
    if kind == "open":
        return pad.locator(f'summary:has(+ form [name^="{what}"])')
    name, _, value = tap.partition("=")
    return chip(page, name, value)


def recorded(page: Page, figures: list[int]) -> None:
    """Wait until the deal stands on the sheet and its figures on the page."""
    expect(page.locator(".lines .line").first).to_be_visible()
    expect(page.locator(".board .total, .won")).not_to_have_count(0)
    if not page.locator(".won").count():
        shows(page, list(figures))
    at_rest(page)


def open_new(finger: Finger, address: str, client: FlaskClient, deal: Ordinary) -> str:
    """Open a match in which this deal comes next; its uid."""
    uid = start(client, deal.game, *deal.players, **deal.rules)
    for tricks in deal.before:
        cut = {"chooser": 0} if tricks.count(max(tricks)) > 1 else {}
        say(client, uid, "play", **cut, **{f"tricks.{seat}": took for seat, took in enumerate(tricks)})
    open_table(finger.page, address, client, uid, "engine")
    return uid


@pytest.mark.parametrize("game", one_in(3, dict.fromkeys(deal.game for deal in DEALS).keys()))
def test_an_ordinary_deal_takes_few_taps(new_context, address, client_of, game):
    make_circle(client_of)
    finger = Finger(phone_with(new_context, "engine", COUNTS).new_page())
    for deal in [one for one in DEALS if one.game == game][: None if ALL else 1]:
        before = finger.taps
        uid = open_new(finger, address, client_of, deal)
        play(finger, deal)
        recorded(finger.page, deal.hands or deal.totals)
        sheet = sheet_of(client_of.application, uid)
        assert list(sheet.standing.totals) == deal.totals
        assert len(sheet.lines) == len(deal.before) + 1
        assert finger.counted - before <= deal.needed <= deal.promised, deal.taps
