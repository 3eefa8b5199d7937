"""Links on real phones: copied and sent where the phone can, and what a phone is told whose link was revoked."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import ready
from tests.browser.phones import bid, chip, deal
from tests.browser.waits import unsent, until, version
from tests.support.html import parsed, text
from tests.support.phones import new_link
from tests.support.tables import make_circle, send, start

pytestmark = pytest.mark.browser
CAN = """
window.sent = [];
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { sent.push(["copy", text]); } } });
navigator.share = async ({ url }) => { sent.push(["share", url]); };
"""


def made(context: BrowserContext, address: str, script: str) -> Page:
    """The circle's page with a link that was just made."""
    page = context.new_page()
    page.add_init_script(script)
    page.goto(f"{address}/circle")
    page.get_by_role("button", name="A link to watch").click()
    expect(page.locator(".qr")).to_be_visible()
    page.wait_for_load_state()
    return page


def test_a_link_is_copied_and_sent(one_phone: BrowserContext, address: str) -> None:
    page = made(one_phone, address, CAN)
    link = page.locator("a.address").get_attribute("href")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("send-link [role=status]")).to_have_text("Copied.")
    page.get_by_role("button", name="Send").click()
    assert page.evaluate("sent") == [["copy", link], ["share", link]]


@pytest.mark.thorough
def test_the_code_is_black_on_white_in_the_dark(new_phone: Callable[..., BrowserContext], address: str) -> None:
    page = made(new_phone(color_scheme="dark"), address, CAN)
    colours = "(element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element.firstChild).fill]"
    assert page.locator(".qr").evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def joined(page: Page, link: str) -> None:
    """A phone that opened a link to a circle and took what it offers."""
    page.goto(link)
    page.get_by_role("button", name="Join").click()
    expect(page).not_to_have_url(re.compile("/join"))


def revoked(client: FlaskClient, name: str) -> None:
    """Revoke the link of this name."""
    [line] = [line for line in parsed(client.get("/circle")).iter("li") if name in text(line)]
    [action] = [found.get("formaction") for found in line.iter("button") if text(found) == "Revoke"]
    assert send(client, action).status_code == 303


@pytest.mark.thorough
def test_a_revoked_phone_is_told_and_loses_nothing(
    new_context: Callable[..., BrowserContext], client_of: FlaskClient, address: str
) -> None:
    make_circle(client_of)
    table = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page = new_context().new_page()
    joined(page, address + new_link(client_of, name="lost"))
    page.goto(table)
    ready(page)
    with page.expect_response("**/say"):  # the phone may show the bid before the server has it
        bid(page)
    revoked(client_of, "lost")
    chip(page, "tricks", 9).click()
    told = page.locator("#unsent")
    expect(told).to_contain_text("This link was revoked")
    expect(told).to_contain_text("1 deal is only on this phone")
    expect(page.locator("#rows .line")).to_have_count(1)
    joined(page, address + new_link(client_of))
    page.goto(table)
    until(page, lambda: unsent(page) == 0)  # with the new link it is recorded by itself
    version(page, 2)


def test_scoring_goes_to_another_phone(
    one_phone: BrowserContext,
    new_context: Callable[..., BrowserContext],
    client_of: FlaskClient,
    address: str,
) -> None:
    table = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page = one_phone.new_page()
    page.goto(table)
    page.locator("#menu summary").click()
    page.get_by_role("link", name="Let another phone keep score").click()
    page.get_by_role("button", name="Let another phone keep score").click()
    link = page.locator("a.address").get_attribute("href")
    page.get_by_role("button", name="Stop scoring on this phone").click()
    expect(page.locator("#pad")).to_have_count(0)
    other = new_context().new_page()
    other.goto(link)
    other.get_by_role("button", name="Keep score").click()
    deal(other)
    expect(page.locator(".lines").get_by_text("bid 8, took 9")).to_be_visible()


def test_a_stranger_with_an_odd_address(new_context: Callable[..., BrowserContext], address: str) -> None:
    """A page in words, none of whose links leads elsewhere; in Persian, whose calendar ends before ours."""
    page = new_context(locale="fa-IR").new_page()
    for path in (
        "/paper/boomke_wies?endpoint=x&_scheme=javascript&_anchor=x&players=" + "9" * 30,
        "/?_external=1&language=%ed%a0%80&page=" + "9" * 3000,
        "/review/deals?last=9999-12-31&game=boomke_wies&rule=length:" + "[" * 1500,
    ):
        answer = page.goto(address + path)
        assert answer is not None and answer.status in (200, 404)
        expect(page.locator("main")).not_to_be_empty()
        links = page.locator("a[href]").evaluate_all("links => links.map(link => link.origin)")
        assert set(links) == {address}
