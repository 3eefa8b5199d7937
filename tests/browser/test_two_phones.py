"""Two phones at one table: the second is told what the first wrote, and loses nothing of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.answer_modes import SCRIPT
from tests.browser.engines import ready
from tests.browser.phones import bid, chip, deal
from tests.browser.taps import SOON, shows, undo
from tests.browser.waits import until, version, written
from tests.support.html import main_of
from tests.support.sizes import one_in
from tests.support.tables import send, start

pytestmark = pytest.mark.browser
Pair = "tuple[Page, Page]"


@pytest.fixture(params=SCRIPT, ids=["script", "no script"])
def phones(
    request: pytest.FixtureRequest, new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> Pair:
    """Two phones that have opened the same table after its bid was written down."""
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    return opened([new_phone(java_script_enabled=request.param).new_page() for _ in range(2)], place)


def opened(pages: list[Page], place: str) -> Pair:
    """Let both open a table, the second when the server has the bid of the first."""
    first, second = pages
    second.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would follow by itself
    first.goto(place)
    bid(first)
    written(first, 1)
    second.goto(place)
    first.wait_for_timeout(SOON)
    return first, second


def finished(page: Page, tricks: int) -> None:
    """The last tap of the deal."""
    chip(page, "tricks", tricks).click()


def news(page: Page) -> str:
    """What the second phone is told."""
    notice = page.locator("#pad section.notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(re.compile("Another phone|Two phones"))
    expect(page.locator(".toast")).to_have_count(0)
    page.wait_for_timeout(SOON)  # nobody has read it sooner
    return notice.inner_text()


def overtaken(phones: Pair, tricks: int) -> str:
    """What the second phone is told when it has written the deal that the first was quicker with: nine tricks."""
    finished(phones[0], 9)
    written(phones[0], 2)
    finished(phones[1], tricks)
    return news(phones[1])


def settled(page: Page, choice: str = "") -> None:
    """Choose what is to count, unless it is what is chosen already, and settle it."""
    if choice:
        page.locator(".settle label", has_text=choice).click()
    page.get_by_role("button", name="Settle it").click()


def test_the_second_sees_both_entries_and_theirs_is_chosen(phones: Pair) -> None:
    _, second = phones
    assert "Another phone" in overtaken(phones, 8)
    expect(second.locator(".settle .entries .chip").first).to_contain_text("bid 8, took 9")
    expect(second.locator(".settle .entries .chip").last).to_contain_text("bid 8, took 8")
    expect(second.locator(".settle [value=theirs]")).to_be_checked()
    expect(second.locator(".stand:visible")).to_have_count(1)
    shows(second, [0, 1])
    expect(second.locator("#rows .line")).to_have_count(1)
    heights = [one.bounding_box()["height"] for one in second.locator(".settle .entries .chip").all()]
    assert heights[0] == pytest.approx(heights[1], abs=1)


@pytest.mark.thorough
def test_its_own_deal_can_be_recorded_as_the_next(phones: Pair) -> None:
    _, second = phones
    overtaken(phones, 7)
    settled(second, "These are two deals")
    version(second, 3)
    expect(second.locator("#rows .line").first).to_contain_text(re.compile("bid 8, took 7"))
    expect(second.locator("section.notice")).to_have_count(0)


@pytest.mark.thorough
def test_trump_named_beside_the_result_is_seen_on_the_other_phone_at_once(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """Neither phone is loaded again, and Undo takes it away on both."""
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    first, second = (new_phone().new_page() for _ in range(2))
    for page in (first, second):
        page.goto(place)
    bid(first)
    version(second, 1)
    first.wait_for_timeout(SOON)
    first.locator("#pad summary", has_text="Trump").click()
    chip(first, "trump", "hearts").click()
    version(first, 2)
    version(second, 2)
    expect(undo(second)).to_have_accessible_name("Undo: ♥ Hearts")
    first.wait_for_timeout(SOON)
    undo(first, "Undo").click()
    version(second, 3)
    expect(undo(second)).to_have_accessible_name(re.compile("8$"))


@pytest.mark.thorough
def test_a_tap_on_the_refusal_counts_while_the_engine_still_reads_the_log(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    first, second = opened([new_phone().new_page() for _ in range(2)], place)
    ready(second)
    held: list[Route] = []
    second.route("**/log", lambda route: held.append(route))
    overtaken((first, second), 7)
    second.wait_for_timeout(SOON)
    settled(second, "These are two deals")
    second.wait_for_timeout(SOON)
    assert held
    for route in held:
        route.continue_()
    version(second, 3)
    expect(second.locator("section.notice")).to_have_count(0)


def test_theirs_is_kept_with_one_tap(phones: Pair) -> None:
    _, second = phones
    overtaken(phones, 7)
    settled(second)
    expect(second.locator("section.notice")).to_have_count(0)
    version(second, 2)
    expect(second.locator("#pad input:checked[value='8']")).to_have_count(0)
    deal(second, 2, 9, 9)
    version(second, 4)


@pytest.mark.thorough
def test_its_own_deal_can_take_the_place_of_the_others(phones: Pair) -> None:
    first, second = phones
    overtaken(phones, 7)
    settled(second, "Mine is right")
    version(second, 3)
    shows(second, [1, -1])
    expect(second.locator("#rows .line")).to_have_count(1)
    first.reload()
    shows(first, [1, -1])


def test_the_same_deal_is_not_written_twice(phones: Pair) -> None:
    _, second = phones
    assert "That deal is recorded already." in overtaken(phones, 9)
    shows(second, [0, 1])
    second.get_by_role("link", name="Drop mine").click()
    expect(second.locator("section.notice")).to_have_count(0)
    version(second, 2)


@pytest.mark.thorough
def test_the_same_deal_may_be_the_next_one(phones: Pair) -> None:
    _, second = phones
    overtaken(phones, 9)
    second.get_by_role("button", name="It is the next deal: record it too").click()
    version(second, 3)
    shows(second, [0, 2])


@pytest.mark.thorough
def test_an_undo_that_comes_late_takes_nothing_back(phones: Pair) -> None:
    first, second = phones
    finished(first, 9)
    written(first, 2)
    undo(second).click()
    assert "recorded: Deal 1" in news(second)
    version(second, 2)
    expect(second.get_by_role("link", name="Drop mine")).to_have_count(0)


@pytest.fixture
def choosing(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> tuple[Page, str]:
    """A phone without engine, at a table of Zwanzig ab in its ninth deal, in which hearts are trump by themselves."""
    place = f"/m/{start(client_of, 'zwanzig_ab', start=40)}"
    for after in range(0, 16, 2):
        wrote(client_of, place, after, step="bid", trump="clubs")
        wrote(client_of, place, after + 1, won=(2, 1, 1, 1) if after else (5, 0, 0, 0))
    phone = new_phone("delete window.WebAssembly")
    page = phone.new_page()
    page.route("**/updates?*", lambda route: route.fulfill(status=304))
    page.goto(address + place)
    return page, place


def wrote(client: FlaskClient, place: str, after: int, won: tuple[int, ...] = (), **said: str) -> None:
    """Another phone writes a bid or a deal."""
    tricks = {f"tricks.{seat}": took for seat, took in enumerate(won)}
    form = {"step": "play", **tricks, **said, "uid": f"{place[-8:]}{after}", "after": after}
    answer = send(client, f"{place}/say", **form)
    assert answer.status_code == 303, main_of(answer)


def number(page: Page, seat: int, tricks: int) -> None:
    """Choose a number by key, which records nothing yet."""
    page.locator(f'#pad input[type="radio"][name="tricks.{seat}"][value="{tricks}"]').focus()
    page.keyboard.press("Space")


@pytest.mark.thorough
def test_who_is_still_choosing_is_told_with_the_next_choice(choosing: tuple[Page, str], client_of: FlaskClient) -> None:
    page, place = choosing
    with page.expect_response("**/m/*?*"):
        number(page, 1, 2)
    wrote(client_of, place, 16, (1, 2, 2, 0))
    number(page, 0, 1)
    assert "recorded: Deal 9" in news(page)
    for seat, tricks in ((0, 1), (1, 2)):
        expect(page.locator(f'#pad input[type="radio"][name="tricks.{seat}"][value="{tricks}"]')).to_be_checked()
    page.get_by_role("link", name="Drop mine").click()
    expect(page.locator("section.notice")).to_have_count(0)
    expect(page.locator("#pad :checked")).to_have_count(0)


@pytest.mark.thorough
def test_a_tap_that_waits_for_the_last_choice_writes_no_second_deal(
    choosing: tuple[Page, str], client_of: FlaskClient
) -> None:
    page, place = choosing
    for seat, tricks in enumerate((1, 2, 2)):
        number(page, seat, tricks)
    page.wait_for_timeout(SOON)
    held: list[Route] = []
    page.route("**/m/*?*", lambda route: held.append(route))
    number(page, 3, 0)
    until(page, lambda: held)
    page.get_by_role("button", name="Record").click()
    wrote(client_of, place, 16, (1, 2, 2, 0))
    held[0].continue_()
    assert "That deal is recorded already." in news(page)
    version(page, 17)
    page.wait_for_timeout(SOON)
    version(page, 17)


@pytest.mark.thorough
@pytest.mark.parametrize("way", one_in(2, ["reload", "back"]))
def test_who_comes_back_to_half_a_deal_is_told_what_was_written_meanwhile(
    choosing: tuple[Page, str], client_of: FlaskClient, way: str
) -> None:
    page, place = choosing
    with page.expect_response("**/m/*?*"):
        number(page, 1, 2)
    if way == "back":
        page.goto(page.url.partition("?")[0] + "/history")
    wrote(client_of, place, 16, (1, 2, 2, 0))
    for _ in range(2):
        page.reload() if way == "reload" else page.go_back()
        assert "recorded: Deal 9" in news(page)
        expect(page.locator('#pad input[type="radio"][name="tricks.1"][value="2"]')).to_be_checked()
        way = "reload"
    page.get_by_role("link", name="Drop mine").click()
    expect(page.locator("section.notice")).to_have_count(0)
    page.wait_for_timeout(SOON)
    page.reload()
    version(page, 17)
    page.wait_for_timeout(SOON)
    expect(page.locator("section.notice")).to_have_count(0)
    expect(page.locator("#pad :checked")).to_have_count(0)
    expect(page.locator("#unfinished")).to_be_hidden()


@pytest.mark.thorough
def test_what_is_written_down_after_all_is_offered_no_more(choosing: tuple[Page, str], client_of: FlaskClient) -> None:
    page, place = choosing
    for seat, tricks in enumerate((2, 1, 2, 0)):
        number(page, seat, tricks)
    page.wait_for_timeout(SOON)
    wrote(client_of, place, 16, (1, 2, 2, 0))
    page.get_by_role("button", name="Record").click()
    news(page)
    settled(page, "These are two deals")
    version(page, 18)
    page.wait_for_timeout(SOON)
    page.reload()
    version(page, 18)
    page.wait_for_timeout(SOON)
    expect(page.locator("#unfinished")).to_be_hidden()
    expect(page.locator("section.notice")).to_have_count(0)
