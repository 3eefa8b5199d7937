"""The follow screen and a television, every game, long names: nothing is cut off, nothing sticks out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.page_scripts import BEYOND, at_sizes

pytestmark = pytest.mark.browser
SIZES = {
    "small": (320, 568),
    "phone": (360, 740),
    "lying": (740, 360),
    "wide": (1280, 800),
    "television": (1920, 1080),
    "low television": (960, 540),
}
HIGH = "() => document.documentElement.scrollHeight - innerHeight"
HIDDEN = """() => {
    const inside = (one, outer) => {
        const box = one.getBoundingClientRect();
        return box.top >= outer.top - 2 && box.bottom <= outer.bottom + 2
            && box.left >= outer.left - 2 && box.right <= outer.right + 2;
    };
    const screen = {top: 0, left: 0, bottom: innerHeight, right: innerWidth};
    const large = document.querySelectorAll('.totals, .happens, .course, .won, #about');
    const places = [...large].map((one) => [one, screen]);
    const totals = document.querySelector('.totals')?.getBoundingClientRect();
    const figures = [...document.querySelectorAll('.side :is(h2, .total, .dealer)')].map((one) => [one, totals]);
    const now = document.querySelector('.happens')?.getBoundingClientRect();
    const said = [...document.querySelectorAll('.happens :is(.bidline, .ring, li)')].map((one) => [one, now]);
    return [...places, ...figures, ...said].filter(([one, outer]) => !inside(one, outer))
        .map(([one]) => `${one.className || one.nodeName}: ${one.textContent.trim().slice(0, 40)}`);
}"""


@pytest.mark.thorough
def test_no_screen_is_too_wide(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    page = seeing().new_page()
    wide = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}/follow")
        expect(page.locator("#follow .total")).not_to_have_count(0)
        wide |= {(game, size): page.evaluate(BEYOND) for size in at_sizes(page, SIZES)}
    assert {where: words for where, words in wide.items() if words} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", pytest.param("fa", marks=pytest.mark.full)])
def test_a_television_shows_all_at_once(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str], language: str
) -> None:
    """Nothing scrolls; totals, names, what happens now and what is needed lie within the screen."""
    context = seeing()
    context.add_cookies([{"name": "language", "value": language, "url": address}])
    page = context.new_page()
    found = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}/follow?tv=1")
        expect(page.locator("#follow .total")).not_to_have_count(0)
        for size in at_sizes(page, {name: SIZES[name] for name in ("wide", "television", "low television")}):
            found[game, size] = (max(page.evaluate(HIGH), 0), page.evaluate(HIDDEN))
    assert {where: seen for where, seen in found.items() if seen != (0, [])} == {}
