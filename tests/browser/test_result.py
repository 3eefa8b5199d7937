"""The end of a match by the last tap of a deal: its page stands under the address of the match, also after a redo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser import taps
from tests.browser.engines import ready
from tests.browser.waits import at_rest
from tests.support.games.clobyosh import typed
from tests.support.games.parts import rows
from tests.support.records import play
from tests.support.tables import start

pytestmark = pytest.mark.browser


class Last(NamedTuple):
    """The last deal of a match: its players and rules, the deals before it, and what is tapped."""

    game: str
    players: tuple[str, ...]
    rules: dict[str, Any]
    before: list[dict[str, Any]]
    taps: list[str]


FOUR, TWO = ("Ann", "Bob", "Cem", "Dee"), ("Ann", "Bob")
ENDS = [
    Last(
        "boomke_wies",
        FOUR,
        {"length": "deals", "length_value": "1"},
        [],
        ["radio declarer=1", "send contract=9", "send tricks=9"],
    ),
    Last(
        "texas_42",
        FOUR,
        {},
        [{"bidder": 1, "bid": 84, "made": True}] * 3,
        ["radio bidder=1", "send bid=84", "send made=true"],
    ),
    Last(
        "clobyosh",
        TWO,
        {},
        [{"maker": 0, "turned": True, "cards": [146, 0], "last_trick": 0, "no_trick": 1}] * 3,
        ["also maker=0&turned=true", "send last_trick=0", *typed((1, 6), (0, 140))],
    ),
    Last(
        "knockout_whist",
        TWO,
        {"first_hand": "3"},
        [{"tricks": [2, 1]}, {"tricks": [1, 1], "chooser": 0}],
        ["won Ann"],
    ),
    Last(
        "zwanzig_ab",
        FOUR,
        {},
        [{"trump": "clubs", "tricks": [5, 0, 0, 0]}] + [{"trump": "clubs", "tricks": [3, 1, 1, 0]}] * 4,
        ["send trump=clubs", *rows(a="3", b="1", c="1"), "record"],
    ),
]


WHEN = {"clobyosh": [], "zwanzig_ab": [pytest.mark.thorough]}  # the others only at full size


@pytest.fixture(
    params=[pytest.param(last, id=last.game, marks=WHEN.get(last.game, [pytest.mark.full])) for last in ENDS]
)
def ended(
    request: pytest.FixtureRequest, new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> Page:
    """The page of a match whose last deal was just tapped in."""
    last = request.param
    uid = start(client_of, last.game, *last.players, **last.rules)
    play(client_of.application, uid, *last.before)
    page = new_phone().new_page()
    page.goto(f"{address}/")
    page.goto(f"{address}/m/{uid}")
    ready(page)
    taps.play(page, last.taps, script=True)
    return page


def stands_at_its_address(page: Page, address: str) -> None:
    """The page of the end stands there, and a reload brings it again."""
    for _ in range(2):
        expect(page.locator(".won")).to_be_visible()
        at_rest(page)
        page.wait_for_timeout(taps.SOON)
        assert page.url.partition("/m/")[2].isalnum(), page.url
        assert page.url.startswith(f"{address}/m/")
        page.reload()


def test_its_page_can_be_loaded_again_and_so_can_the_one_that_redo_leads_to(ended: Page, address: str) -> None:
    stands_at_its_address(ended, address)
    taps.header(ended, "Undo")
    expect(ended.locator("#pad")).to_be_visible()
    ready(ended)
    taps.header(ended, "Redo")
    stands_at_its_address(ended, address)


def test_the_phone_draws_it_before_the_server_has_answered(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    last = ENDS[0]
    uid = start(client_of, last.game, *last.players, **last.rules)
    page = new_phone().new_page()
    page.goto(f"{address}/")
    page.goto(f"{address}/m/{uid}")
    ready(page)
    taps.play(page, last.taps[:-1], script=True)
    waiting: list[Route] = []
    page.route(f"**/m/{uid}/say", lambda route: waiting.append(route))
    taps.play(page, last.taps[-1:], script=True)
    expect(page.locator(".won")).to_be_visible()
    assert len(waiting) == 1
    answer = waiting[0].fetch()
    assert answer.json()["version"] == 2
    waiting[0].fulfill(response=answer)
    expect(page.locator("body[data-saving]")).to_have_count(0)
    stands_at_its_address(page, address)
