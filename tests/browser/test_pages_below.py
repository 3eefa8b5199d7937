"""The pages below a table without a network: history, deals, pads of old deals, rulings, rules, each opened cold."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.engines import ready
from tests.browser.offline import go_away
from tests.browser.phones import ahead
from tests.browser.taps import shows
from tests.browser.waits import unsent, until, version
from tests.support.records import play, say

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


def tap(button: Locator) -> None:
    """Tap what has just been drawn: a tap at once would be taken for the second half of a double one."""
    expect(button).to_be_visible()
    button.click()


@pytest.mark.thorough
def test_each_page_of_a_match_opens_cold_and_what_is_recorded_on_it_comes_to_the_server(at_table, house, client_of):
    """A match with a deal that the server has, other rules after it, and a deal that is only on this phone."""
    page, path = at_table(length="deals", length_value=12)
    ahead(page, 1, 0)
    until(page, lambda: unsent(page) == 0)
    say(client_of.application, path.removeprefix("/m/"), "rules", rules={"length_value": 20})
    version(page, 3)
    until(page, lambda: unsent(page) == 0)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 2, 3)
    deals = [line.get_attribute("href") or "" for line in page.locator("#rows a.line[href*='/deal/']").all()]
    table = house.address + path
    the_rules_of_now_and_of_then(page, table)
    the_history_leads_to_each_deal(page, table)
    a_pad_keeps_what_was_chosen(page, house.address, deals[-1])
    a_pad_waits_for_no_engine_that_cannot_start(page, house.address + deals[-1])
    a_ruling_keeps_what_was_typed(page, table)
    page.goto(table)
    house.start()
    until(page, lambda: unsent(page) == 0)
    records = client_of.get(f"{path}/log").get_json()["records"]
    assert [record[0] for record in records] == ["bid", "deal", "rules", "bid", "deal", "strike", "amend"]
    assert records[-1][1]["entry"]["tricks"] == 7


def the_rules_of_now_and_of_then(page: Page, table: str) -> None:
    """Those of now, those of the deal that the address names, and from the menu."""
    page.goto(f"{table}/rules")
    over = page.locator("#corrections")
    value = over.locator("dl.settled").last.locator("b")
    expect(value.filter(has_text="20")).to_have_count(1)
    engine_started(page)
    tap(over.get_by_role("link", name="Deal 1", exact=True))
    expect(value.filter(has_text="12")).to_have_count(1)
    expect(value.filter(has_text="20")).to_have_count(0)
    page.reload()
    expect(value.filter(has_text="12")).to_have_count(1)
    page.locator("#corrections header.bar a").click()
    expect(over).to_have_count(0)
    page.locator("#menu summary").click()
    page.locator("#menu a", has_text="Rules of this match").click()
    expect(value.filter(has_text="20")).to_have_count(1)


def the_history_leads_to_each_deal(page: Page, table: str) -> None:
    """Typed, Back; the deal that is only on this phone is removed on its page."""
    page.goto(f"{table}/history")
    over = page.locator("#corrections")
    expect(over.locator(".log > ol > li")).to_have_count(5)
    expect(page.locator("main").first).to_be_hidden()
    engine_started(page)
    expect(page.locator("body > header.bar")).to_be_hidden()  # also once the table's engine has drawn it anew
    over.locator("a.line[href*='/deal/']").last.click()  # the deal that the server has
    expect(over.locator(".facts")).to_contain_text("Bob")
    expect(page).to_have_title("Deal 1")
    page.go_back()
    expect(over.locator(".log > ol > li")).to_have_count(5)
    over.locator("a.line[href*='/deal/']").first.click()
    expect(over.locator(".facts")).to_contain_text("Cem")
    over.locator("summary", has_text="Remove this deal").click()
    over.get_by_role("button", name="Remove it").click()
    expect(over).to_have_count(0)
    version(page, 6)
    shows(page, [0, 1])
    page.wait_for_url(table)


def a_pad_keeps_what_was_chosen(page: Page, address: str, deal: str) -> None:
    """An old deal is changed half, loaded again, then to its end; the pad of a forgotten one leads back to the deal."""
    page.goto(f"{address}{deal}/amend")
    over = page.locator("#corrections")
    expect(over.locator("#truth")).to_be_visible()
    engine_started(page)
    until(page, lambda: not over.locator("main").evaluate("main => main.inert"))
    tap(over.locator("#truth button[name='tricks'][value='7']"))
    expect(over.locator("#seen")).to_contain_text("What would change")
    until(page, lambda: "/amend/" in page.url)
    page.reload()
    expect(over.locator("#seen")).to_contain_text("What would change")
    until(page, lambda: not over.locator("main").evaluate("main => main.inert"))
    tap(over.get_by_role("button", name="Change it to this"))
    version(page, 7)
    reached(page, deal.partition("/deal/")[0])
    page.goto(f"{address}{deal}/before")
    expect(page).to_have_title("A forgotten deal")
    page.locator("#corrections header.bar a").click()  # nothing was shown before it but the table
    expect(over.locator(".facts")).to_contain_text("Bob")
    reached(page, deal)


def a_pad_waits_for_no_engine_that_cannot_start(page: Page, deal: str) -> None:
    """The shell's has drawn it; the table's own finds no memory."""
    alone = page.context.new_page()
    alone.add_init_script(ONE_WORKER)
    alone.goto(f"{deal}/amend")
    pad = alone.locator("#corrections #truth")
    expect(pad).to_be_visible()
    until(alone, lambda: alone.evaluate("workers > 1") and not pad.evaluate("pad => pad.closest('main').inert"))
    alone.close()


def a_ruling_keeps_what_was_typed(page: Page, table: str) -> None:
    """Its preview after a reload, the forms to which its arrow leads, and Back from one to the other."""
    page.goto(f"{table}/rulings")
    over = page.locator("#corrections")
    note = over.locator("#points [name=note]")
    engine_started(page)
    note.fill("reneged")
    over.locator("[name='points.0']").fill("-2")
    tap(over.locator("#points > button"))
    expect(over.locator("strong")).to_have_text("A ruling: reneged")
    page.reload()
    expect(over.locator("strong")).to_have_text("A ruling: reneged")
    engine_started(page)
    tap(over.locator("header.bar a"))
    expect(note).to_have_value("reneged")
    expect(over.locator("[name='points.0']")).to_have_value("-2")
    page.go_back()
    expect(over.locator("strong")).to_have_text("A ruling: reneged")
    page.go_back()
    expect(over.locator("#points > button")).to_be_visible()


@pytest.mark.thorough
def test_a_match_that_is_over_has_them_too(at_table, house, client_of):
    page, path = at_table(length="deals", length_value=1)
    (deal,) = play(client_of.application, path.removeprefix("/m/"), {"declarer": 1, "contract": 8, "tricks": 9})
    page.reload()
    expect(page.locator(".won").first).to_be_visible()
    engine_started(page)
    page = go_away(page, house)
    page.goto(f"{house.address}{path}/deal/{deal}")
    over = page.locator("#corrections")
    expect(over.locator(".facts")).to_contain_text("Bob")
    engine_started(page)
    over.locator("summary", has_text="Change this deal").click()
    over.get_by_role("link", name="Amend this deal").click()
    expect(over.locator("#truth")).to_be_visible()
    over.locator("a", has_text="Leave it as it is").click()
    expect(over.locator(".facts")).to_be_visible()
    over.locator("header.bar a").click()
    expect(page.locator(".won").first).to_be_visible()
