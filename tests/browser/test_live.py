"""Those who look on: what one phone taps comes to every other, which asks only while somebody looks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.browser.network import elsewhere, refusing
from tests.browser.phones import bid, chip
from tests.browser.taps import undo
from tests.support.records import play, say
from tests.support.tables import start
from tests.support.watchers import watcher_of

HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    Object.defineProperty(document, 'visibilityState', {value: hidden ? 'hidden' : 'visible', configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
SPOKEN = ".spoken"


@pytest.fixture
def watching(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> BrowserContext:
    """A phone that may only watch the circle of the other ones."""
    context = new_phone()
    browser = watcher_of(client_of)
    context.clear_cookies()
    context.add_cookies([{"name": "tallystick", "value": browser.get_cookie("tallystick").value, "url": address}])
    return context


def watched(context: BrowserContext, address: str, match: str, script: str = "") -> Page:
    """The follow screen of a match, up to date."""
    page = context.new_page()
    page.add_init_script(script)
    page.goto(f"{address}/m/{match}")
    expect(page.locator("#fresh")).to_contain_text("live, ")
    return page


def questions(page: Page) -> list[Request]:
    """What the page asks from now on."""
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.url.endswith("/live") else None)
    return asked


def totals(page: Page, *wanted: str) -> None:
    """Wait until these are the totals."""
    expect(page.locator("#follow .total")).to_have_text(list(wanted))


def comes_to(page: Page, claim: Callable[[], object], seconds: float = 50, looks: int = 10) -> bool:
    """Whether it comes to something within so many seconds of the page's clock, which waits for so many looks."""
    for _ in range(int(seconds / 2.5)):
        page.context.clock.run_for(2500)
        for _ in range(looks):
            page.wait_for_timeout(100)
            if claim():
                return True
    return False


def test_a_watcher_sees_what_another_phone_taps(
    watching: BrowserContext, new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """Bid, deal and undo come by themselves; what is not another stays the same element; nobody loads the page anew."""
    match = start(client_of, "boomke_wies")
    watcher, scorer = watched(watching, address, match), new_phone().new_page()
    watcher.evaluate("document.querySelector('#follow .side').kept = true")
    scorer.goto(f"{address}/m/{match}")
    bid(scorer)
    expect(watcher.locator("#follow .ring")).to_have_text("8")
    expect(watcher.locator(SPOKEN)).to_contain_text("Bob said")
    with scorer.expect_response("**/say"):
        chip(scorer, "tricks", 9).click()
    totals(watcher, "0", "1")
    expect(watcher.locator("#rows .line")).to_have_count(1)
    expect(watcher.locator(SPOKEN)).to_have_text("1, Bob bid 8, took 9: Bob & Dee +1. Ann & Cem 0, Bob & Dee 1")
    assert watcher.title() == "Boomke Wies, deal 2"
    expect(watcher.locator("#about")).to_contain_text("deal 2")
    undo(scorer).click()
    totals(watcher, "0", "0")
    expect(watcher.locator("#rows .line")).to_have_count(0)
    assert watcher.evaluate("document.querySelector('#follow .side').kept")


@pytest.mark.thorough
def test_what_is_new_makes_the_page_that_the_server_would_send(
    watching: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    match = start(client_of, "zwanzig_ab")
    page = watched(watching, address, match)
    for number in range(3):
        play(client_of.application, match, {"trump": "hearts", "tricks": [2, 1, 1, 1]})
        expect(page.locator("#rows .line")).to_have_count(number + 1)
    shown = markup(page)
    page.reload()
    assert markup(page) == shown


def markup(page: Page) -> str:
    """The page as markup, the attributes of each element in one order."""
    html = page.locator("#follow").evaluate("(one) => one.outerHTML")
    names = r'[\w-]+="[^"]*"'
    return re.sub(rf"(?:\s{names})+", lambda found: " ".join(sorted(re.findall(names, found[0]))), html)


@pytest.mark.thorough
def test_a_question_without_an_answer_is_asked_again(
    watching: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    match = start(client_of, "boomke_wies")
    watching.clock.install()
    page = watched(watching, address, match)
    told: list[bool] = []  # that no answer came
    page.route("**/live", lambda route: route.continue_() if told else None)
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    assert comes_to(page, lambda: page.locator("#fresh.late").count())
    told.append(True)
    assert comes_to(page, lambda: page.locator("#follow .total").all_inner_texts() == ["0", "1"])


@pytest.mark.thorough
def test_a_hidden_page_does_not_ask(watching: BrowserContext, address: str, client_of: FlaskClient) -> None:
    """Not once in ten minutes; whoever comes back is shown the state first."""
    match = start(client_of, "boomke_wies")
    watching.clock.install()
    page = watched(watching, address, match)
    asked = questions(page)
    page.evaluate(HIDE, True)
    page.wait_for_load_state("networkidle")  # what was under way is answered
    asked.clear()
    watching.clock.run_for(600_000)
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    assert asked == []
    page.evaluate(HIDE, False)
    totals(page, "0", "1")


@pytest.mark.thorough
def test_it_says_since_when_nothing_was_heard(watching: BrowserContext, address: str, client_of: FlaskClient) -> None:
    match = start(client_of, "boomke_wies")
    page = watched(watching, address, match)
    watching.set_offline(True)
    expect(page.locator("#fresh.late")).to_have_text(re.compile(r"^updated \d\d:\d\d$"))
    expect(page.locator(SPOKEN)).to_contain_text("updated")
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    watching.set_offline(False)
    totals(page, "0", "1")
    expect(page.locator("#fresh")).to_have_text(re.compile(r"^live, \d\d:\d\d$"))


def test_the_end_and_what_comes_after(watching: BrowserContext, address: str, client_of: FlaskClient) -> None:
    """The page of the end comes by itself, goes again with an undo, and offers the next match once there is one."""
    match = start(client_of, "texas_42")
    page, app = watched(watching, address, match), client_of.application
    last = play(app, match, {"bidder": 0, "bid": 294, "made": True})[0]
    expect(page.locator(".won")).to_contain_text("ALL is written")
    expect(page.locator(SPOKEN)).to_contain_text("Ann & Cem")
    say(app, match, "strike", of=last)
    totals(page, "0", "0")
    say(app, match, "restore", of=last)
    expect(page.locator(".won")).to_be_visible()
    start(client_of, "boomke_wies")
    page.get_by_role("link", name="The next match has begun").click()
    expect(page.locator("#about")).to_contain_text("Boomke Wies")


@pytest.fixture
def over(watching: BrowserContext, address: str, client_of: FlaskClient) -> tuple[Page, Callable[[], str]]:
    """A television whose clock only moves when it is told to, and what ends its match and begins the next."""
    match = start(client_of, "texas_42")
    watching.clock.install()
    page = watching.new_page()
    page.goto(f"{address}/m/{match}/follow?tv=1")

    def ends() -> str:
        play(client_of.application, match, {"bidder": 0, "bid": 294, "made": True})
        return start(client_of, "boomke_wies")

    return page, ends


def test_a_television_goes_on_by_itself(over: tuple[Page, Callable[[], str]], address: str) -> None:
    page, ends = over
    newest = ends()
    assert comes_to(page, lambda: newest in page.url)
    assert page.url == f"{address}/m/{newest}/follow?tv=1"


@pytest.mark.thorough
def test_a_television_outlives_an_end_without_an_answer(over: tuple[Page, Callable[[], str]]) -> None:
    """It keeps what it shows and asks again: for the page of the end, and for the match that comes after."""
    page, ends = over
    page.evaluate("window.kept = true")
    page.route("**/live", refusing(403))  # as another machine says it
    page.route("**/follow?tv=1", elsewhere)
    assert comes_to(page, lambda: page.locator("#fresh.late").count())
    page.unroute("**/live")
    newest = ends()
    assert not comes_to(page, lambda: page.locator(".won").count(), 20, looks=1)
    page.unroute("**/follow?tv=1")
    assert comes_to(page, lambda: page.locator(".won #next, .won ~ #next").count())
    page.route("**/follow?tv=1", elsewhere)
    assert not comes_to(page, lambda: newest in page.url, looks=1)
    assert page.evaluate("window.kept")
    page.unroute("**/follow?tv=1")
    assert comes_to(page, lambda: newest in page.url)


def test_a_revoked_watcher_is_told(watching: BrowserContext, address: str, client_of: FlaskClient) -> None:
    from models.base import db
    from models.grants import revoke
    from models.tables import Grant
    from models.transaction import write_transaction

    match = start(client_of, "boomke_wies")
    page = watched(watching, address, match)
    with client_of.application.app_context(), write_transaction():
        revoke(db.session.query(Grant).filter_by(name="a watcher").order_by(Grant.id.desc()).first())
    expect(page.locator("main")).to_contain_text("revoked")
