"""The view across the table: all that is said can be read at any size, the far half turns, it follows by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.page_scripts import at_sizes
from tests.support.records import play
from tests.support.sizes import one_in
from tests.support.tables import start

pytestmark = pytest.mark.browser
SIZES = {
    "small": (320, 568),
    "phone": (360, 740),
    "lying": (740, 360),
    "tablet": (820, 1100),
    "television": (1920, 1080),
}
HIDDEN = """() => [...document.querySelectorAll('.half')].flatMap((half) => {
    const outer = half.getBoundingClientRect();
    return [...half.querySelectorAll('.total, h2, .say p, .say li, .dealer, .state')].filter((one) => {
        const box = one.getBoundingClientRect();
        return one.checkVisibility() && (box.top < outer.top - 2 || box.bottom > outer.bottom + 2
            || box.left < outer.left - 2 || box.right > outer.right + 2);
    }).map((one) => one.className + ': ' + one.textContent.trim());
})"""
COVERED = """() => [...document.querySelectorAll('.half .side')].filter((side) => {
    const outer = side.getBoundingClientRect(), total = side.querySelector('.total').getBoundingClientRect();
    return total.top < outer.top - outer.height * .2 || total.bottom > outer.bottom + outer.height * .2;
}).length"""


@pytest.mark.thorough
@pytest.mark.parametrize("turned", one_in(2, {"upright": "", "turned": "?turned=1"}))
def test_nothing_is_cut_off(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str], turned: str
) -> None:
    """Every total, name, bid and need lies within its half; the page does not scroll."""
    page = seeing().new_page()
    hidden = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}/across{turned}")
        for size in at_sizes(page, SIZES):
            hidden[game, size] = page.evaluate(HIDDEN), page.evaluate(COVERED)
    assert {where: found for where, found in hidden.items() if any(found)} == {}


def test_it_follows_by_itself(new_phone: Callable[..., BrowserContext], address: str, client_of: Any) -> None:
    """What another phone says appears without a tap; asking for what has not changed costs an empty answer."""
    match = start(client_of, "boomke_wies")
    page = new_phone().new_page()
    answers = []
    page.on("response", lambda answer: answers.append(answer.status) if answer.url.endswith("/version") else None)
    page.goto(f"{address}/m/{match}/across")
    expect(page.locator(".near .total")).to_have_text(["0", "0"])
    with page.expect_response(lambda answer: answer.url.endswith("/version")) as unchanged:
        pass
    assert unchanged.value.status == 304
    play(client_of.application, match, {"declarer": 1, "contract": 9, "tricks": 10})
    expect(page.locator(".near .total")).to_have_text(["0", "2"])
    assert set(answers) == {200, 304}


@pytest.mark.thorough
def test_the_far_half_stands_upside_down(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    """One tap turns it, one turns it back; it says the same as the near one, and only once to who listens."""
    page = seeing().new_page()
    page.goto(f"{address}/m/{long_tables['texas_42']}/across")
    page.get_by_role("link", name="Turn the far half round").click()
    far, near = page.locator(".far"), page.locator(".near")
    expect(far).to_have_css("rotate", "180deg")
    assert far.bounding_box()["y"] < near.bounding_box()["y"]
    assert far.locator(".total").all_inner_texts() == near.locator(".total").all_inner_texts()
    assert far.get_attribute("aria-hidden") == "true"
    page.get_by_role("link", name="Turn the far half back").click()
    expect(page.locator(".far")).to_have_count(0)


@pytest.mark.thorough
def test_without_script_it_is_loaded_anew_unless_it_is_held(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    """A browser without script asks for the page every ten seconds; one tap stops that."""
    page = seeing(java_script_enabled=False).new_page()
    page.goto(f"{address}/m/{long_tables['texas_42']}/across?turned=1")
    anew = page.locator("meta[http-equiv=refresh]")
    expect(anew).to_have_count(1)
    page.get_by_role("link", name="Keep the page as it is").click()
    expect(page.locator(".far")).to_have_count(1)
    expect(anew).to_have_count(0)
    page.get_by_role("link", name="Keep the page up to date").click()
    expect(anew).to_have_count(1)
