"""An evening without a network, in its order, with the server killed: as docs/testing.md promises.

At full size with many matches from before, more rulings, and the whole browser killed as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, Response, expect

from models.base import today
from tests.browser.engines import HELD_WORKER, HOLD, LET_GO, ready
from tests.browser.evening_away import KEPT, SEEN, PhoneOnDisk
from tests.browser.offline import CACHED, another_table, prepared, rules_kept
from tests.browser.phones import ahead
from tests.browser.rulings import RULED, rule
from tests.browser.taps import header, play, shows
from tests.browser.waits import painted, unsent, until, version
from tests.support.databases import app_on
from tests.support.games import known
from tests.support.records import play as record
from tests.support.servers import KillableServer
from tests.support.sizes import FULL
from tests.support.tables import FOUR, make_circle, send, start

LONGER = 5 if FULL else 1  # times the usual patience: a phone sends thirty matches a minute, begun or gone on with
EVENINGS, MATCHES = (20, 60) if FULL else (2, 2)
MADE = {"declarer": 1, "contract": 8, "tricks": 9}
RULINGS = ("dealer", "newcomer", "points", "rules") if FULL else ("dealer", "rules")
TEXAS = known("STORY")["texas_42"]
STANDS = ".board, .won"  # how a match stands: totals, or who won


class Evening:
    """One phone and the server of its circle, each of which can be killed.

    paths: of the matches that were played, in order; boards: how each stood when it was left, as text.
    """

    def __init__(self, phone: PhoneOnDisk, server: KillableServer, client: FlaskClient, first: str) -> None:
        self.phone, self.server, self.client = phone, server, client
        self.paths, self.boards = [first], dict[str, str]()

    def start(self) -> None:
        """Start the browser of the phone."""
        self.page = self.phone.start().new_page()

    def open(self, path: str) -> Page:
        """A page of this phone; of a table once its engine is there, and taps count."""
        self.page.goto(self.server.address + path)
        if path.startswith("/m/"):
            ready(self.page)
        return self.page

    def lose_page(self, empty: bool = FULL) -> None:
        """What a phone does with a page that was not looked at for long, or with an empty battery."""
        if empty:
            self.phone.kill()
            self.start()
        else:
            context = self.page.context
            self.page.close()
            self.page = context.new_page()

    def begun(self, button: Locator) -> str:
        """Tap a button that begins a match; the path of its table."""
        self.paths.append(another_table(self.page, button))
        return self.paths[-1]

    def menu(self, link: str) -> None:
        """Tap something in the menu of the match, by its selector."""
        self.page.locator("#menu summary").click()
        self.page.locator(f"#menu {link}").click()

    def leave(self) -> None:
        """Leave a table or the page of an end; how it stood there is noted."""
        self.boards[urlsplit(self.page.url).path] = self.page.locator(STANDS).first.inner_text()


@pytest.fixture
def evening(chromium: Browser, new_database: Callable[[str], str], tmp_path: Path) -> Iterator[Evening]:
    """A phone that was in its circle with a network: it has seen a match that goes on, and home."""
    url = new_database("sqlite")
    client = app_on(url).test_client()
    make_circle(client)
    first = start(client, "boomke_wies")
    record(client.application, first, MADE, MADE)
    for number in range(MATCHES - 1):
        past_match(client, 1 + number % (EVENINGS - 1), FOUR[number // (EVENINGS - 1) % 4])
    server = KillableServer(url, tmp_path / "instance")
    cookies = {"tallystick": client.get_cookie("tallystick").value}
    phone = PhoneOnDisk(chromium.browser_type, tmp_path / "phone", server.address, cookies)
    server.start()
    yield Evening(phone, server, client, f"/m/{first}")
    phone.end()
    server.kill()


def past_match(client: FlaskClient, days: int, dealer: str) -> None:
    """A match of an evening so many days ago that nobody ended."""
    day = (today() - timedelta(days=days)).isoformat()
    evening = send(client, "/evenings/past", date=day, place="").location.rpartition("/")[2]
    send(client, "/new", game="knockout_whist", seat=FOUR, dealer=dealer, evening=evening)


def test_an_evening_without_a_network(evening):
    evening.start()
    prepared(evening.open(evening.paths[0]))
    rules_kept(evening.page)
    evening.server.kill()
    evening.lose_page()
    home_opens(evening)
    a_match_begins_and_is_won(evening)
    the_match_of_before_goes_on(evening)
    what_is_kept_opens_and_the_rest_says_so(evening)
    all_of_it_is_on_the_server(evening)


def home_opens(evening: Evening) -> None:
    """Line 1: from the icon, with what goes on and the evenings."""
    page = evening.open("/")
    expect(page.locator(".note:visible b")).to_have_text("Not connected")
    expect(page.locator("a[href^='/e/']")).to_have_count(EVENINGS)
    expect(page.locator("section", has_text="Not finished").locator(".past")).to_have_count(MATCHES)
    expect(page.locator(f"a[href='{evening.paths[0]}']")).to_be_visible()


def a_match_begins_and_is_won(evening: Evening) -> None:
    """Lines 2 to 5: set up with a new name and a draw, Undo and Redo, lost pages, the end, the next match."""
    page = evening.page
    page.add_init_script(HELD_WORKER)
    page.get_by_role("link", name="New match").click()
    page.locator(".game-list summary").click()
    finger_rests(page, page.locator("[value='game:texas_42']"), page.locator("[value='player:Dee'][aria-pressed=true]"))
    page.locator("[value='player:Dee'][aria-pressed=false]").wait_for()
    page.locator("[name=name]").fill("Eve")
    page.locator("[name=name]").press("Enter")
    page.locator("[value='player:Eve'][aria-pressed=true]").wait_for()
    page.locator("[value='draw:partners']").click()
    expect(page.locator("#seats [role=status]").first).to_contain_text("two lowest play against the two highest")
    page.locator("[value='dealer:Eve']").click()
    expect(page.locator("[value='dealer:Eve'][aria-pressed=true]")).to_be_visible()
    page.reload()
    expect(page.locator("[value='dealer:Eve'][aria-pressed=true]")).to_be_visible()
    page.locator("[name='rule.target_marks.marks']").fill("4")
    page.locator("details:has([name='rule.stake_per_mark']) > summary").last.click()
    page.locator("[name='rule.stake_per_mark']").fill("0.50")
    path = evening.begun(page.locator("button.go[name=begin]"))
    first, second, last = TEXAS.deals[:3]
    play(page, first.taps)
    shows(page, first.totals)
    header(page, "Undo")
    shows(page, [0, 0])
    header(page, "Redo")
    shows(page, first.totals)
    play(page, second.taps[:-1])  # the bid stands, the deal is being played
    version(page, 5)
    evening.lose_page()
    page = evening.open(path)
    version(page, 5)
    play(page, second.taps[-1:])
    shows(page, second.totals)
    play(page, last.taps)
    expect(page.locator(".won").first).to_be_visible()
    header(page, "Undo")
    version(page, 9)
    shows(page, second.totals)
    evening.lose_page(empty=False)
    page = evening.open(path)
    header(page, "Redo")
    expect(page.locator(".won").first).to_be_visible()
    expect(page.locator("main")).to_contain_text(re.compile("pays? 2[.,]00"))
    expect(page.locator("svg.chart")).to_be_visible()
    expect(page.locator("#unsent")).to_contain_text("3 deals are only on this phone, since ")
    evening.leave()
    evening.begun(page.locator("button[name=deals]").first)
    play(page, first.taps)
    shows(page, first.totals)
    expect(page.locator("#rows .line b .here")).to_have_count(1)
    evening.leave()


def finger_rests(page: Page, game: Locator, control: Locator) -> None:
    """Tap another game, and while its page is drawn, press a control: what is drawn then may not take the tap away."""
    page.evaluate(HOLD)
    game.click()
    control.hover()
    page.mouse.down()
    for more in (HOLD, HOLD, "() => {}"):  # the engine says which game's rules it needs, that it has them, and the page
        until(page, lambda: page.evaluate("late.length"))
        page.evaluate(f"() => (({LET_GO})(), ({more})())")
    painted(page)
    page.mouse.up()


def the_match_of_before_goes_on(evening: Evening) -> None:
    """Line 3: on what the server knows; an old deal amended, rulings, ended because time is up, and gone on with."""
    page = evening.open(evening.paths[0])
    ahead(page, 2, 2)
    page.locator("#rows .line").last.click()
    covering = page.locator("#corrections")
    covering.get_by_role("link", name="Amend this deal").click()
    covering.locator("label:has(input[name=tricks][value='7']), button[name=tricks][value='7']").click()
    covering.get_by_role("button", name="Change it to this").click()
    version(page, 5)
    expect(covering).to_have_count(0)
    *before, last = RULINGS
    for number, name in enumerate(before):
        rule(page, RULED[name], 6 + number)
    evening.menu("form[action$='/close'] button")
    expect(page.locator(".won").first).to_be_visible()
    evening.menu("form[action$='/reopen'] button")
    page.locator("#table").wait_for()
    ahead(page, 3, 6 + len(RULINGS))
    rule(page, RULED[last], 9 + len(RULINGS))
    page.reload()
    version(page, 9 + len(RULINGS))
    evening.leave()


def what_is_kept_opens_and_the_rest_says_so(evening: Evening) -> None:
    """Lines 6 and 9."""
    page = evening.open(evening.paths[0])
    version(page, 9 + len(RULINGS))
    evening.menu("a[href$='/history']")
    expect(page.locator("#corrections .log > ol > li")).to_have_count(9 + len(RULINGS))
    page.go_back()
    expect(page.locator("#pad")).to_be_visible()
    evening.menu("a[href$='/paper']")
    expect(page.locator("#no-answer")).to_contain_text("cannot be opened")
    for path in ("/circle", "/review"):
        expect(evening.open(path).get_by_text("This is not on this phone")).to_be_visible()
    expect(evening.open("/rules/texas_42").locator(".prose p").first).to_be_visible()
    evening.open("/").locator("a[href^='/e/']").first.click()
    for path in evening.paths:
        expect(page.locator(f"a[href='{path}']")).to_be_visible()
    expect(evening.open("/").locator("#unsent b")).to_have_text("No network")


def all_of_it_is_on_the_server(evening: Evening) -> None:
    """Line 7: once and in order, as soon as the page is seen; each match stands as it stood."""
    page, taken = evening.page, list[Response]()
    kept = [(table, uid) for table, uid in page.evaluate(KEPT) if uid]
    page.on("response", lambda answer: taken.append(answer) if is_taken(answer) else None)
    evening.server.start()
    page.evaluate(SEEN)
    for _ in range(LONGER):
        with suppress(pytest.fail.Exception):
            until(page, lambda: unsent(page) == 0)
    assert unsent(page) == 0
    differ = [answer.json()["differs"] for answer in taken]
    assert differ
    assert not any(differ)  # the server counts as the phone did
    told = evening.client.get("/line/home").get_json()["evenings"][0]["matches"]
    assert [f"/m/{match['uid']}" for match in told] == evening.paths
    for path in evening.paths:
        uids = [uid for _, _, uid, *_ in evening.client.get(f"{path}/log").get_json()["records"]]
        waited = [uid for table, uid in kept if table == path]
        assert uids[2 if path == evening.paths[0] else 0 :] == waited
        page.goto(evening.server.address + path)
        expect(page.locator(STANDS).first).to_have_text(evening.boards[path], use_inner_text=True)
    nobody_is_in_the_caches(evening)


def is_taken(answer: Response) -> bool:
    """Whether it is the answer to a tail that was taken."""
    return answer.url.endswith("/tail") and answer.status == 200


def nobody_is_in_the_caches(evening: Evening) -> None:
    """What the worker keeps names nobody, no match and no token, also after an evening."""
    kept = evening.page.evaluate(CACHED)
    tokens = [field.get_attribute("value") or "" for field in evening.page.locator("[name=csrf_token]").all()]
    secrets = [*FOUR, *(path.rpartition("/")[2] for path in evening.paths), *tokens]
    assert len(kept) > 10
    assert [(where, secret) for _, where, text in kept for secret in secrets if secret in text] == []
