"""How many taps an ordinary deal takes, from an open table: counted by the page itself, each in sight and large enough.

`promised` is what the screens were designed for; `needed` is what the pads need now, so that the test fails as soon as
one of them takes a tap more. The first deal of each game is always tapped, the others where all is tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.answer_modes import open_table, phone_with
from tests.browser.finger import COUNTS, Finger, chip
from tests.browser.scenes import say
from tests.browser.taps import shows
from tests.browser.waits import at_rest
from tests.support.tables import make_circle, sheet_of, start

FOUR = ("Ann", "Bob", "Cem", "Dee")
POINTS = {"scoring": "points"}


class Ordinary(NamedTuple):
    """An ordinary deal: what is tapped, the totals it makes, and how many taps it may take."""

    game: str
    name: str
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
DEALS = [
    Ordinary("boomke_wies", "a number", ["declarer=1", "contract=9", "tricks=10"], [0, 2], 3, 3),
    Ordinary("boomke_wies", "Meetje", ["contract=meetje", "tricks=8"], [1, 0], 2, 2),
    Ordinary("boomke_wies", "Boom", ["declarer=1", "contract=13", "tricks=13"], [0, 5], 3, 3),
    Ordinary("texas_42", "made", ["bidder=1", "bid=31", "made=true"], [0, 1], 3, 3),
    Ordinary("texas_42", "marks set", ["bidder=2", "bid=84", "made=false"], [0, 2], 3, 3),
    Ordinary("texas_42", "points", ["bidder=1", "bid=31", "points=34"], [8, 34], 4, 3, rules=POINTS),
    Ordinary("texas_42", "points, set", ["bidder=1", "bid=31", "tens=20", "points=22"], [51, 0], 4, 4, rules=POINTS),
    Ordinary(
        "clobyosh",
        "two digits each",
        ["also=maker=1&turned=true", "last_trick=1", "tens.0=6", "cards.0=61", "tens.1=7", "cards.1=70"],
        [61, 80],
        7,
        6,
        players=FOUR[:2],
    ),
    Ordinary(
        "clobyosh",
        "two digits each, with trump",
        [
            "trump=hearts",
            "also=maker=1&turned=true",
            "last_trick=1",
            "tens.0=6",
            "cards.0=61",
            "tens.1=7",
            "cards.1=70",
        ],
        [61, 80],
        7,
        7,
        players=FOUR[:2],
    ),
    Ordinary(
        "knockout_whist",
        "tricks",
        ["won 0", "won 1", "won 0", "won 2", "won 0", "won 3", "won 1"],
        [3, 2, 1, 1],
        7,
        7,
        hands=[6, 6, 6, 6],
    ),
    Ordinary(
        "knockout_whist",
        "numbers",
        ["open tricks", "tricks.0=3", "tricks.1=2", "tricks.2=1"],
        [3, 2, 1, 1],
        4,
        4,
        hands=[6, 6, 6, 6],
        rows=True,
    ),
    Ordinary("knockout_whist", "The last deal", ["won 1"], [17, 11], 1, 1, players=FOUR[:2], before=SIX),
    Ordinary(
        "zwanzig_ab",
        "one drops",
        ["trump=clubs", "tricks.2=-", "tricks.0=2", "tricks.1=2"],
        [18, 18, 20, 19],
        4,
        4,
    ),
    Ordinary(
        "zwanzig_ab",
        "all the others drop",
        ["trump=clubs", "tricks.2=-", "tricks.3=-", "tricks.0=-"],
        [20, 15, 20, 20],
        4,
        4,
    ),
    Ordinary(
        "zwanzig_ab",
        "all stay",
        ["trump=hearts", "tricks.0=2", "tricks.1=1", "tricks.2=1"],
        [16, 18, 18, 18],
        4,
        4,
    ),
]

FIRST = {deal.game: deal for deal in reversed(DEALS)}.values()
CASES = [
    pytest.param(deal, id=f"{deal.game} {deal.name}", marks=[pytest.mark.thorough] * (deal not in FIRST))
    for deal in DEALS
]


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


def sit_down(client: FlaskClient, deal: Ordinary) -> str:
    """The uid of a match in which this deal comes next."""
    make_circle(client, *deal.players)
    uid = start(client, deal.game, *deal.players, **deal.rules)
    for tricks in deal.before:
        cut = {"chooser": 0} if tricks.count(max(tricks)) > 1 else {}
        say(client, uid, "play", **cut, **{f"tricks.{seat}": took for seat, took in enumerate(tricks)})
    return uid


@pytest.mark.parametrize("deal", CASES)
def test_an_ordinary_deal_takes_few_taps(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient, deal: Ordinary
) -> None:
    phone = phone_with(new_context, "engine", COUNTS).new_page()
    uid = sit_down(client_of, deal)
    open_table(phone, address, client_of, uid, "engine")
    finger = Finger(phone)
    play(finger, deal)
    recorded(phone, deal.hands or deal.totals)
    sheet = sheet_of(client_of.application, uid)
    assert list(sheet.standing.totals) == deal.totals
    assert len(sheet.lines) == len(deal.before) + 1
    assert finger.counted <= deal.needed <= deal.promised
