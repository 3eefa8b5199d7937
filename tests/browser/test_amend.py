"""Amending in the browser: what it would change shows while one taps, and by a button without script."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.engines import form_of, sayings
from tests.browser.network import KEPT, ONLINE, arrived_only, no_line, refusing
from tests.browser.phones import deal
from tests.browser.waits import until
from tests.support.records import play
from tests.support.tables import send, start

Amending = tuple[Page, Locator, str, str]


def test_an_amend_shows_the_new_totals_before_it_is_taken(one_phone, address, client_of):
    page = one_phone.new_page()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    page.locator("#rows .line").first.click()
    page.get_by_role("link", name="Amend this deal").click()
    change = page.get_by_role("button", name="Change it to this")
    expect(change).to_be_disabled()
    page.locator('#truth button[name="tricks"][value="13"]').click()
    expect(change).to_contain_text("1 → 3")
    expect(page.locator('#truth button[aria-pressed="true"]')).to_have_attribute("value", "13")
    page.reload()  # the address keeps what was tapped
    expect(page.locator("#seen .sum").nth(1)).to_have_text("was 13")
    page.locator("#truth a[href*='step=bid']").first.click()
    page.locator('label:has(input[name="declarer"][value="2"])').click()
    expect(change).to_contain_text("0 → 3")
    page.go_back()
    expect(change).to_contain_text("1 → 3")
    change.click()
    expect(page.locator(".changed")).to_contain_text("took all thirteen")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".changed h2")).to_have_text("Taken back")


@pytest.fixture
def amending(one_phone: BrowserContext, address: str, client_of: FlaskClient) -> Amending:
    """A deal of nine tricks that was thirteen: the page, the button that records it, and the uids of match and deal."""
    uid = start(client_of, "boomke_wies")
    of = play(client_of.application, uid, {"contract": 8, "declarer": 1, "tricks": 9})[0]
    page = one_phone.new_page()
    page.goto(f"{address}/m/{uid}/deal/{of}/amend")
    page.locator('#truth button[name="tricks"][value="13"]').click()
    change = page.get_by_role("button", name="Change it to this")
    expect(change).to_contain_text("1 → 3")
    return page, change, uid, of


def kinds(client: FlaskClient, uid: str) -> list[str]:
    """What was said in a match."""
    return [record[0] for record in client.get(f"/m/{uid}/log").get_json()["records"]]


@pytest.mark.thorough
def test_an_amendment_without_an_answer_is_sent_again_unless_another_is_chosen(amending, client_of):
    """By a tap, and as soon as the line is back."""
    page, change, uid, of = amending
    page.clock.install()  # no pause ends by itself
    here, sent = page.url, sayings(page)
    page.route("**/amend", no_line)
    change.click()
    expect(change).to_contain_text(KEPT)
    page.locator('#truth button[name="tricks"][value="12"]').click()
    expect(change).to_contain_text("1 → 2")
    page.unroute_all(behavior="wait")
    page.evaluate(ONLINE)
    page.clock.run_for(60_000)
    page.wait_for_load_state("networkidle")
    assert kinds(client_of, uid) == ["deal"]
    page.locator('#truth button[name="tricks"][value="13"]').click()
    expect(change).to_contain_text("1 → 3")
    sent.clear()
    for fault, words in ((no_line, KEPT), (refusing(503), "Not just now."), (arrived_only, KEPT)):
        page.route("**/amend", fault)
        change.click()
        expect(change).to_contain_text(words)
        assert page.url.partition("?")[0] == here.partition("?")[0]
        expect(page.locator('#truth button[aria-pressed="true"]')).to_have_attribute("value", "13")
        page.unroute_all(behavior="wait")
    page.evaluate(ONLINE)
    page.wait_for_url(f"**/m/{uid}/deal/{of}")
    expect(page.locator(".changed")).to_contain_text("took all thirteen")
    assert len(sent) == 4
    assert len({form_of(request)["uid"] for request in sent}) == 1
    assert kinds(client_of, uid) == ["deal", "amend"]


def test_a_refused_amendment_says_why_and_a_tap_before_its_preview_counts_when_it_comes(amending, client_of, address):
    """Another phone was quicker: what it wrote stands there with what is chosen here, and the same tap records that.

    A tap where the last button stands records what was chosen before it, once.
    """
    page, change, uid, of = amending
    said = send(client_of, f"/m/{uid}/deal/{of}/amend", declarer=2, contract=8, tricks=9, step="play", uid=f"o-{uid}")
    assert said.status_code == 303
    change.click()
    expect(page.locator("main .notice")).to_contain_text("Another phone has just recorded something.")
    expect(page.locator('#truth button[aria-pressed="true"]')).to_have_attribute("value", "13")
    page.reload()
    expect(page.locator('#truth button[aria-pressed="true"]')).to_have_attribute("value", "13")
    change.click()
    expect(page.locator(".changed").last).to_contain_text("took all thirteen")
    assert kinds(client_of, uid) == ["deal", "amend", "amend"]
    page.goto(f"{address}/m/{uid}/deal/{of}/amend")
    expect(change).to_be_disabled()
    waiting: list[Route] = []
    page.route("**/amend/**", lambda route: waiting.append(route))
    page.locator('#truth button[name="tricks"][value="12"]').click()
    box = change.bounding_box()
    assert box
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, lambda: waiting)
    assert kinds(client_of, uid) == ["deal", "amend", "amend"]
    page.unroute("**/amend/**")  # what waited goes on
    page.wait_for_url(f"**/m/{uid}/deal/{of}")
    expect(page.locator(".changed").last).to_contain_text("took 12")
    assert kinds(client_of, uid) == ["deal", "amend", "amend", "amend"]
