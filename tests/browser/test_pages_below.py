"""The history of a match and the page of a deal without a network: opened cold, and one from the other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page, expect

from tests.browser.deals_ahead import ahead
from tests.browser.engines import ready
from tests.browser.offline import go_away
from tests.browser.taps import shows
from tests.browser.waits import unsent, until, version
from tests.support.records import play, say
from tests.support.servers import Stoppable
from tests.support.tables import start

At = Callable[..., tuple[Page, str]]

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
ONE_WORKER = """
    globalThis.workers = 0;
    globalThis.Worker = class extends Worker {
        constructor(...address) {
            if (++workers > 1) throw new Error("no memory for another one");
            super(...address);
        }
    };
"""  # the shell's draws the page, the table's own does not start


def reached(page: Page, path: str) -> None:
    """Wait until the address is this one."""
    page.wait_for_url(lambda url: url.endswith(path))


def engine_started(page: Page) -> None:
    """Wait until the table's engine answers."""
    until(page, lambda: page.evaluate("document.documentElement.dataset.engine") is not None)


def tap(page: Page, button: Locator) -> None:
    """Tap what has just been drawn: a tap at once would be taken for the second half of a double one."""
    expect(button).to_be_visible()
    button.click()


def played_away(at_table: At, house: Stoppable, **settings: object) -> tuple[Page, str]:
    """A table with a deal that the server has and one that it has not, in a page without a network; page and path."""
    page, path = at_table(**settings)
    ahead(page, 1, 0)
    until(page, lambda: unsent(page) == 0)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 2, 2)
    return page, path


@pytest.mark.thorough
def test_the_history_opens_cold_and_leads_to_each_deal(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """Typed, reloaded, Back and Forward; what is recorded on a deal's page is on the table and then on the server."""
    page, path = played_away(at_table, house)
    page.goto(f"{house.address}{path}/history")
    over = page.locator("#corrections")
    expect(over.locator(".log > ol > li")).to_have_count(4)
    expect(page.locator("main").first).to_be_hidden()
    page.reload()
    expect(over.locator(".log > ol > li")).to_have_count(4)
    engine_started(page)
    expect(page.locator("body > header.bar")).to_be_hidden()  # also once the table's engine has drawn it anew
    over.locator("a.line").last.click()  # the deal that the server has
    expect(over.locator(".facts")).to_contain_text("Bob")
    expect(page).to_have_title("Deal 1")
    page.go_back()
    expect(over.locator(".log > ol > li")).to_have_count(4)
    over.locator("a.line").first.click()  # the one that is only on this phone
    expect(over.locator(".facts")).to_contain_text("Cem")
    page.reload()
    expect(over.locator(".facts")).to_contain_text("Cem")
    engine_started(page)
    over.locator("summary", has_text="Remove this deal").click()
    over.get_by_role("button", name="Remove it").click()
    expect(over).to_have_count(0)
    version(page, 5)
    shows(page, [0, 1])
    reached(page, path)
    house.start()
    until(page, lambda: unsent(page) == 0)
    kinds = [record[0] for record in client_of.get(f"{path}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid", "deal", "strike"]


@pytest.mark.thorough
def test_a_match_that_is_over_has_them_too(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = at_table(length="deals", length_value=1)
    app, uid = client_of.application, path.rpartition("/")[2]
    (deal,) = play(app, uid, DEAL)
    page.reload()
    expect(page.locator(".won").first).to_be_visible()
    engine_started(page)
    page = go_away(page, house)
    page.goto(f"{house.address}{path}/deal/{deal}")
    expect(page.locator("#corrections .facts")).to_contain_text("Bob")
    engine_started(page)
    page.locator("#corrections summary", has_text="Change this deal").click()
    page.locator("#corrections").get_by_role("link", name="Amend this deal").click()
    expect(page.locator("#corrections #truth")).to_be_visible()
    page.locator("#corrections a", has_text="Leave it as it is").click()
    expect(page.locator("#corrections .facts")).to_be_visible()
    page.locator("#corrections header.bar a").click()
    expect(page.locator(".won").first).to_be_visible()


@pytest.mark.thorough
def test_what_this_phone_does_not_keep_says_so(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = at_table()
    other = start(client_of, "texas_42")
    deal = say(client_of.application, other, "close")
    page = go_away(page, house)
    for address in (f"/m/{other}", f"/m/{other}/history", f"/m/{other}/deal/{deal}", f"{path}/deal/nothing"):
        page.goto(house.address + address)
        expect(page.get_by_text("This is not on this phone")).to_be_visible()


@pytest.mark.thorough
def test_the_pads_open_cold_with_what_was_chosen(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """An old deal is changed half, loaded again, changed to its end; one that was forgotten goes in front of it."""
    page, path = played_away(at_table, house)
    deal = page.locator("#rows a.line").last.get_attribute("href").rpartition("/")[2]
    page.goto(f"{house.address}{path}/deal/{deal}/amend")
    over = page.locator("#corrections")
    tap(page, over.locator("#truth button[name='tricks'][value='7']"))
    expect(over.locator("#seen")).to_contain_text("What would change")
    until(page, lambda: "/amend/" in page.url)
    page.reload()
    expect(over.locator("#seen")).to_contain_text("What would change")
    until(page, lambda: not over.locator("#truth").evaluate("pad => pad.inert"))
    tap(page, over.get_by_role("button", name="Change it to this"))
    version(page, 5)
    reached(page, path)
    page.goto(f"{house.address}{path}/deal/{deal}/before")
    expect(page).to_have_title("A forgotten deal")
    page.locator("#corrections header.bar a").click()  # nothing was shown before it but the table
    expect(over.locator(".facts")).to_contain_text("Bob")
    reached(page, f"/deal/{deal}")
    house.start()
    until(page, lambda: unsent(page) == 0)
    kind, body, *_ = client_of.get(f"{path}/log").get_json()["records"][-1]
    assert (kind, body["of"], body["entry"]["tricks"]) == ("amend", deal, 7)


@pytest.mark.thorough
def test_a_pad_opened_cold_waits_for_no_engine_that_cannot_start(at_table: At, house: Stoppable) -> None:
    page, path = played_away(at_table, house)
    deal = page.locator("#rows a.line").last.get_attribute("href").rpartition("/")[2]
    page.add_init_script(ONE_WORKER)
    page.goto(f"{house.address}{path}/deal/{deal}/amend")
    pad = page.locator("#corrections #truth")
    expect(pad).to_be_visible()
    until(page, lambda: page.evaluate("workers > 1") and not pad.evaluate("pad => pad.inert"))


@pytest.mark.thorough
def test_the_preview_of_a_ruling_is_there_after_a_reload(at_table: At, house: Stoppable) -> None:
    """So are the forms with what was typed, to which its arrow leads; Back from the preview leads to the forms."""
    page, path = played_away(at_table, house)
    page.goto(f"{house.address}{path}/rulings")
    over = page.locator("#corrections")
    note = over.locator("#points [name=note]")
    engine_started(page)
    note.fill("reneged")
    over.locator("[name='points.0']").fill("-2")
    tap(page, over.locator("#points > button"))
    expect(over.locator("strong")).to_have_text("A ruling: reneged")
    page.reload()
    expect(over.locator("strong")).to_have_text("A ruling: reneged")
    engine_started(page)
    tap(page, over.locator("header.bar a"))
    expect(note).to_have_value("reneged")
    page.reload()
    expect(note).to_have_value("reneged")
    expect(over.locator("[name='points.0']")).to_have_value("-2")
    engine_started(page)
    page.go_back()
    expect(over.locator("strong")).to_have_text("A ruling: reneged")
    page.go_back()
    expect(over.locator("#points > button")).to_be_visible()
    page.go_back()
    reached(page, path)
    expect(over).to_have_count(0)


@pytest.mark.thorough
def test_house_rules_open_cold_and_from_the_menu(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """Those of now, and of the deal that the address names; how the game is played stands behind a link."""
    page, path = at_table(length="deals", length_value=12)
    app, uid = client_of.application, path.rpartition("/")[2]
    play(app, uid, DEAL)
    say(app, uid, "rules", rules={"length_value": 20})
    page.reload()
    ready(page)
    engine_started(page)
    page = go_away(page, house)
    page.goto(f"{house.address}{path}/rules")
    over = page.locator("#corrections")
    value = over.locator("dl.settled").last.locator("b")
    expect(value.filter(has_text="20")).to_have_count(1)
    engine_started(page)
    tap(page, over.get_by_role("link", name="Deal 1", exact=True))
    expect(value.filter(has_text="12")).to_have_count(1)
    expect(value.filter(has_text="20")).to_have_count(0)
    page.reload()
    expect(value.filter(has_text="12")).to_have_count(1)
    page.locator("#corrections header.bar a").click()
    expect(over).to_have_count(0)
    page.locator("#menu summary").click()
    page.locator("#menu a", has_text="Rules of this match").click()
    expect(value.filter(has_text="20")).to_have_count(1)
