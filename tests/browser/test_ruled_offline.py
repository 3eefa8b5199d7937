"""Rulings, old deals amended and the end taken back without a network, and on the server once when it answers again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.deals_ahead import ahead
from tests.browser.engines import ready
from tests.browser.offline import begin, go_away
from tests.browser.phones import chip
from tests.browser.rulings import RULED, rule, rulings, take
from tests.browser.taps import header, shows
from tests.browser.waits import unsent, until, version
from tests.support.servers import Stoppable
from tests.support.tables import start

At = Callable[..., tuple[Page, str]]


def records_of(client: FlaskClient, path: str) -> list[list[Any]]:
    """Kind and body of every record that the server has."""
    return [record[:2] for record in client.get(f"{path}/log").get_json()["records"]]


def test_rulings_of_an_open_table_whose_server_is_gone(
    one_phone: Any, house: Stoppable, client_of: FlaskClient
) -> None:
    """Without a service worker, as on plain http: nothing is fetched any more once the table is there."""
    path = f"/m/{start(client_of, 'boomke_wies')}"
    page = one_phone.new_page()
    page.goto(house.address + path)
    ready(page)
    page.locator("link[href*='new_match']").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    house.stop()
    expect(page.locator("#unsent b")).to_have_text("No network")
    for number, name in enumerate(("rules", "points", "newcomer", "dealer")):
        rule(page, RULED[name], number + 1)
    covering = rulings(page)
    covering.get_by_role("button", name="Plays from here on").click()
    expect(covering.locator(".fault")).to_have_text("A name is missing here.")
    covering.locator("#player label.chip", has_text="Ann").click()
    covering.locator("[name=player]").fill(" cem ")
    covering.get_by_role("button", name="Plays from here on").click()
    expect(covering.locator(".fault")).to_have_text("Somebody with this name is already at the table.")
    page.go_back()
    ahead(page, 0, 4)
    house.start()
    until(page, lambda: unsent(page) == 0)
    found = records_of(client_of, path)
    assert [kind for kind, _ in found] == ["rules", "adjust", "seat", "seat", "bid", "deal"]
    assert found[-1][1]["dealer"] == 2


@pytest.mark.thorough
def test_only_the_result_and_what_is_ruled_behind_it(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = at_table("texas_42")
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    covering = rulings(page, "a[href$='#result']")
    for side, total in enumerate(("7", "4")):
        covering.locator(f"[name='total.{side}']").fill(total)
    covering.locator("#result > button").click()
    expect(covering.locator("#fault-winner")).to_have_text("Choose who won.")
    expect(covering.locator("[name='total.0']")).to_have_value("7")
    covering.locator("[name=winner][value='0']").check()
    covering.locator("#result > button").click()
    expect(covering.locator(".notice")).to_contain_text("The match would be over now.")
    covering.get_by_role("button", name="Record the result").click()
    expect(page.locator(".won").first).to_be_visible()
    phone = page.context
    page.close()
    page = phone.new_page()
    page.goto(house.address + path)
    expect(page.locator(".won").first).to_be_visible()
    covering = rulings(page)
    covering.locator("#player label.chip", has_text="Dee").click()
    covering.locator("[name=player]").fill("Fay")
    covering.locator("#player > button").click()
    covering.get_by_role("button", name="Change the player").click()
    expect(page.locator("main")).to_contain_text("Fay")
    house.start()
    until(page, lambda: unsent(page) == 0)
    assert [kind for kind, _ in records_of(client_of, path)] == ["result", "seat"]


@pytest.mark.thorough
def test_a_match_is_given_up_and_goes_on(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = at_table("texas_42")
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    covering = rulings(page, "a[href$='what=close']")
    expect(covering.locator(".notice")).to_contain_text("It will have no winner")
    take(page, covering, "Give up", 1)
    expect(page.locator("#pad")).to_contain_text("This match was given up.")
    page.reload()
    ready(page)
    expect(page.locator("#pad")).to_contain_text("This match was given up.")
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Go on with this match").click()
    version(page, 2)
    house.start()
    until(page, lambda: unsent(page) == 0)
    assert [kind for kind, _ in records_of(client_of, path)] == ["close", "reopen"]


@pytest.mark.thorough
def test_an_evening_is_closed(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """Seen as closed at once and after a reload; what begins then begins another; closed again it goes on."""
    page, _ = at_table()
    evening = "/e/" + client_of.get("/line/home").get_json()["evenings"][0]["uid"]
    page = go_away(page, house)
    page.goto(house.address + evening)
    for button, closed in (("Close the evening", 1), ("The evening goes on", 0), ("Close the evening", 1)):
        page.get_by_role("button", name=button).click()
        expect(page.locator(".notice", has_text="This evening is closed.")).to_have_count(closed)
    page.reload()
    expect(page.locator(".notice")).to_have_text("This evening is closed.")
    assert unsent(page) == 3
    page.goto(house.address)
    page.get_by_role("link", name="New match").click()
    begin(page)
    house.start()
    until(page, lambda: unsent(page) == 0)
    found = client_of.get("/line/home").get_json()["evenings"]
    assert [one["closed"] for one in found if "/e/" + one["uid"] == evening] == [True]
    assert [len(one["matches"]) for one in found] == [1, 1]


def last_deal(page: Page, declarer: int, before: int) -> None:
    """The deal that ends the match."""
    chip(page, "declarer", declarer).click()
    chip(page, "contract", 8).click()
    version(page, before + 1)
    chip(page, "tricks", 9).click()
    ended(page)


def ended(page: Page) -> None:
    """Wait for the page of the end, and until a tap on it counts."""
    expect(page.locator(".won").first).to_be_visible()


@pytest.mark.thorough
def test_the_end_is_undone_redone_and_reloaded_without_a_network(
    at_table: At, house: Stoppable, client_of: FlaskClient
) -> None:
    page, path = at_table(length="deals", length_value=2)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 1, 0)
    last_deal(page, 3, 2)
    header(page, "Undo")
    version(page, 5)
    shows(page, [0, 1])
    header(page, "Redo")
    ended(page)
    phone = page.context
    page.close()
    page = phone.new_page()
    page.goto(house.address + path)
    ended(page)
    header(page, "Undo")
    version(page, 7)
    header(page, "Redo")
    ended(page)
    house.start()
    until(page, lambda: unsent(page) == 0)
    kinds = [record[0] for record in client_of.get(f"{path}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid", "deal", "strike", "restore", "strike", "restore"]
    page.reload()
    ready(page)
    header(page, "Undo")  # with a network, too, and from the server's own page
    version(page, 9)
    expect(page).to_have_url(house.address + path)


@pytest.mark.thorough
def test_old_deals_are_amended_and_removed_without_a_network(
    at_table: At, house: Stoppable, client_of: FlaskClient
) -> None:
    page, path = at_table()
    ahead(page, 1, 0)
    until(page, lambda: unsent(page) == 0)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 2, 2)
    shows(page, [1, 1])
    page.locator("#rows .line").last.click()  # the deal that the server has
    covering = page.locator("#corrections")
    covering.get_by_role("link", name="Amend this deal").click()
    covering.locator("label:has(input[name=tricks][value='7']), button[name=tricks][value='7']").click()
    covering.get_by_role("button", name="Change it to this").click()
    version(page, 5)
    expect(covering).to_have_count(0)
    page.locator("#rows .line").first.click()  # the one that is only on this phone
    covering.locator("summary", has_text="Remove this deal").click()
    covering.get_by_role("button", name="Remove it").click()
    version(page, 6)
    totals = page.locator("#table .total").all_inner_texts()
    phone = page.context
    page.close()
    page = phone.new_page()
    page.goto(house.address + path)
    version(page, 6)
    assert page.locator("#table .total").all_inner_texts() == totals
    page.locator("#menu summary").click()
    page.locator("#menu a[href$='/history']").click()
    expect(page.locator("#corrections .log > ol > li")).to_have_count(6)
    page.go_back()
    expect(page.locator("#pad")).to_be_visible()
    house.start()
    until(page, lambda: unsent(page) == 0)
    kinds = [record[0] for record in client_of.get(f"{path}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid", "deal", "amend", "strike"]
    page.reload()
    assert page.locator("#table .total").all_inner_texts() == totals
