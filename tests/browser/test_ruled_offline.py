"""Rulings, ends and matches that follow one another without a network, and on the server once when it answers again."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.engines import ready, say_bid
from tests.browser.network import ONLINE
from tests.browser.offline import another_table, begin, go_away
from tests.browser.phones import ahead, chip, deals_of, log_of
from tests.browser.rulings import RULED, rule, rulings, take
from tests.browser.waits import unsent, until, version
from tests.support.tables import start


def records_of(client: FlaskClient, path: str) -> list[list[Any]]:
    """Kind and body of every record that the server has."""
    return [record[:2] for record in client.get(f"{path}/log").get_json()["records"]]


@pytest.mark.thorough
def test_rulings_of_an_open_table_whose_server_is_gone(one_phone, house, client_of):
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
    assert found[0][1]["rules"] == {"length": "deals", "length_value": 12}
    assert found[1][1] == {"points": [-2, 3], "note": "reneged"}
    assert found[-1][1]["dealer"] == 2


@pytest.mark.full  # an evening without a network sends two
def test_a_row_of_matches_is_sent_once_and_in_order(at_table, house, client_of):
    """To their ends, with losers dealing and the same again, one given up; another evening; sent by two pages."""
    page, first = at_table(length="points", length_value="1")
    evening = "/e/" + client_of.get("/line/home").get_json()["evenings"][0]["uid"]
    page = go_away(page, house)
    page.goto(house.address + first)
    ready(page)
    paths = [first]
    for way in ("losers", "next"):
        won(page)
        paths.append(another_table(page, page.locator(f"button[name=deals][value={way}]")))
    given_up_and_gone_on_with(page)
    page.goto(house.address)
    expect(page.locator("a.past").filter(has_text="only on this phone")).to_have_count(2)
    closed(page, house.address + evening)
    page.goto(house.address)
    page.get_by_role("link", name="New match").click()
    alone = begin(page)
    page = only_its_result(page, house.address + alone)
    other = page.context.new_page()
    other.goto(house.address)
    told = []  # of the evening, each of which may come once: two that undo each other would do so again
    page.context.on(
        "request", lambda sent: told.append(sent.url) if sent.method == "POST" and "/e/" in sent.url else None
    )
    house.start()
    for each in (page, other):
        each.bring_to_front()
        each.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 0)
    for each in (page, other):
        each.evaluate("path => navigator.locks.request(`unsent ${path}`, () => {})", evening)  # nobody sends any more
    assert [url.rpartition("/")[2] for url in told] == ["close", "reopen", "close"]
    found = client_of.get("/line/home").get_json()["evenings"]
    assert [(one["closed"], len(one["matches"])) for one in found if "/e/" + one["uid"] == evening] == [(True, 3)]
    assert [f"/m/{match['uid']}" for one in found for match in one["matches"]] == [alone, *paths]
    assert [log_of(client_of, path.removeprefix("/m/")) for path in paths[:2]] == [deals_of(1), deals_of(1)]
    assert [kind for kind, _ in records_of(client_of, paths[2])] == ["close", "reopen"]
    assert [kind for kind, _ in records_of(client_of, alone)] == ["result", "seat"]
    logs = [client_of.get(f"{path}/log").json for path in paths]
    assert [log["table"]["first_dealer"] for log in logs] == [0, 2, 3]
    assert len({tuple(log["people"]) for log in logs}) == 1
    assert [log["rules"] for log in logs[1:]] == [logs[0]["rules"]] * 2


def won(page: Page) -> None:
    """The one deal of a match to one point."""
    say_bid(page)
    version(page, 1)
    chip(page, "tricks", 9).click()
    expect(page.locator(".won").first).to_be_visible()


def given_up_and_gone_on_with(page: Page) -> None:
    """Nobody wins it; it stays given up over a reload."""
    covering = rulings(page, "a[href$='what=close']")
    expect(covering.locator(".notice")).to_contain_text("It will have no winner")
    take(page, covering, "Give up", 1)
    page.reload()
    ready(page)
    expect(page.locator("#pad")).to_contain_text("This match was given up.")
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Go on with this match").click()
    version(page, 2)


def closed(page: Page, evening: str) -> None:
    """The evening is closed, opened and closed again; seen as closed at once and after a reload."""
    page.goto(evening)
    for button, notices in (("Close the evening", 1), ("The evening goes on", 0), ("Close the evening", 1)):
        expect(page.locator("#unsent b")).to_have_text("No network")  # from then on a tap is kept here
        page.get_by_role("button", name=button).click()
        expect(page.locator(".notice", has_text="This evening is closed.")).to_have_count(notices)
    page.reload()
    expect(page.locator(".notice")).to_have_text("This evening is closed.")


def only_its_result(page: Page, table: str) -> Page:
    """Only the result is written down; behind it a player is changed, in another page, which is given."""
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
    again = page.context.new_page()
    page.close()
    again.goto(table)
    expect(again.locator(".won").first).to_be_visible()
    covering = rulings(again)
    covering.locator("#player label.chip", has_text="Dee").click()
    covering.locator("[name=player]").fill("Fay")
    covering.locator("#player > button").click()
    covering.get_by_role("button", name="Change the player").click()
    expect(again.locator("main")).to_contain_text("Fay")
    return again
