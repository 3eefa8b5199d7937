"""Links, pictures and the set-up of a match on real phones: what is copied, sent, shared and typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import ready
from tests.browser.phones import bid, chip, deal
from tests.browser.waits import unsent, until, version
from tests.support.html import parsed, text
from tests.support.phones import evening_of, new_link
from tests.support.review_evenings import turned
from tests.support.tables import make_circle, send, start

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


SHARES = """
window.shared = [];
navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ files: [file] }) => {
  shared.push([file.type, file.size > 10000, navigator.userActivation.isActive]);
};
"""
SHARES_NOT = "Object.defineProperty(navigator, 'canShare', { value: undefined });"


def story(phone: BrowserContext, address: str, app: Flask, client: FlaskClient, script: str) -> Page:
    """The story of an evening with one match, the way to share it open."""
    page = phone.new_page()
    page.add_init_script(script)
    page.goto(f"{address}{evening_of(client, turned(app, client))}/story")
    page.get_by_text("Share as a picture").click()
    return page


def test_it_is_shared_at_a_click_as_it_is_chosen(one_phone, address, own_app, client_of) -> None:
    page = story(one_phone, address, own_app, client_of, SHARES)
    share = page.get_by_role("button", name="Share the picture")
    expect(share).to_be_enabled()
    share.click()
    assert page.evaluate("shared") == [["image/png", True, True]]
    with page.expect_request(lambda request: "letters=1" in request.url):
        page.get_by_text("First letters only").click()
    expect(share).to_be_enabled()


def test_where_no_picture_can_be_shared_it_is_saved(one_phone, address, own_app, client_of) -> None:
    page = story(one_phone, address, own_app, client_of, SHARES_NOT)
    expect(page.get_by_role("button", name="Share the picture")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")


def test_typing_beside_an_answer_chooses_it_and_takes_the_place_of_what_stands_there(
    new_phone: Callable[..., BrowserContext], address: str
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=boomke_wies&rule.length=deals&rule.length_value.deals=60")
    deals, total = (page.locator(f'[name="rule.length_value.{name}"]') for name in ("deals", "points"))
    expect(deals).to_have_value("60")
    deals.click()
    page.keyboard.type("6")
    expect(deals).to_have_value("6")
    total.click()
    page.keyboard.type("20")
    expect(page.locator('[name="rule.length"][value=points]')).to_be_checked()
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("#table")).to_be_visible()


def test_only_what_matters_is_shown_and_folded_lines_repeat_what_is_chosen(
    new_phone: Callable[..., BrowserContext], address: str
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=texas_42")
    both, nello = page.locator("details", has_text="Both sides past"), page.locator("details", has_text="Nello").first
    nello.locator("summary").click()
    nello.get_by_text("Not played").click()
    expect(nello.locator("summary small")).to_have_text("Not played")
    page.locator('[name="rule.scoring"][value=points]').check(force=True)
    expect(nello).to_be_hidden()
    expect(both.first).to_be_visible()


def test_what_a_typed_time_means_stands_beside_it(new_phone: Callable[..., BrowserContext], address: str) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=boomke_wies&rule.length=clock")
    field = page.locator('[name="rule.length_value.clock"]')
    meaning = page.locator(".pick", has=field).locator("[data-until]")
    field.fill("90")
    expect(meaning).to_have_text(re.compile(r"until \d\d:\d\d"))
    field.fill("22:30")
    expect(meaning).to_have_text(re.compile(r"in (\d+ h )?\d+ min"))
    field.fill("۲۲:۳۰")
    expect(meaning).to_have_text(re.compile(r"in (\d+ h )?\d+ min"))
    field.fill("soon")
    expect(meaning).to_have_text("")


def test_the_list_of_games_is_folded_once_a_game_is_chosen(
    new_phone: Callable[..., BrowserContext], address: str
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new")
    page.get_by_role("button", name="Texas 42").click()
    expect(page.get_by_role("button", name="Zwanzig ab")).to_be_hidden()
    page.get_by_text("Tap for another game").click()
    page.get_by_role("button", name="Zwanzig ab").click()
    expect(page.locator(".game-list summary b")).to_have_text("Zwanzig ab")
