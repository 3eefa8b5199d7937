"""What is printed: every sheet on A4 and on Letter, nothing cut off, nothing of the screen's around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.contexts import DESK
from tests.support.records import play
from tests.support.tables import LONG, SEVEN, make_circle, start

pytestmark = pytest.mark.browser
full = pytest.mark.full
BLANK = [
    "boomke_wies",
    "clobyosh",
    "texas_42",
    "texas_42?way=points",
    "zwanzig_ab",
    *(f"knockout_whist?players={n}" for n in range(2, 8)),
]
PAPERS = {"A4": 718, "Letter": 740}  # px across, without the margins
CUT = """() => [...document.querySelectorAll('.score-sheet :is(th, td, p, li, h2, svg)')].filter((one) => {
    const sheet = one.closest('.score-sheet').getBoundingClientRect(), box = one.getBoundingClientRect();
    return box.left < sheet.left - 1 || box.right > sheet.right + 1 || one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).display !== 'inline' && one.namespaceURI.endsWith('xhtml');
}).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def matches(client_of: Any) -> dict[str, str]:
    """A long match of long names and one of seven players, by name."""
    make_circle(client_of, *SEVEN)
    app = client_of.application
    long, seven = start(client_of, "boomke_wies", *LONG), start(client_of, "knockout_whist", *SEVEN)
    play(app, long, *[{"declarer": n % 3, "contract": 7 + n % 7, "tricks": n * 5 % 14} for n in range(60)])
    play(app, seven, {"tricks": [3, 2, 1, 1, 0, 0, 0]}, {"tricks": [2, 3, 1, 0, 0, 0, 0]})
    zwanzig = start(client_of, "zwanzig_ab", *LONG, start="200")
    play(app, zwanzig, *[{"trump": "hearts", "tricks": [0, 3, 1, 1]}] * 8)
    return {"long": long, "seven": seven, "zwanzig": zwanzig}


@pytest.fixture
def printer(new_context: Callable[..., BrowserContext], address: str, client_of: Any, matches: Any) -> Page:
    """A page of the circle's browser."""
    context = new_context(color_scheme="dark", **DESK)
    cookie = client_of.get_cookie("tallystick").value
    context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
    return context.new_page()


def pages(printer: Page, paper: str) -> int:
    """How many leaves of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", printer.pdf(format=paper)))


def cut_off(printer: Page, paper: str) -> list[str]:
    """What does not fit the width of the paper."""
    printer.emulate_media(media="print")
    printer.set_viewport_size({"width": PAPERS[paper], "height": 1000})
    return printer.evaluate(CUT)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "paper"),
    [("en", "A4"), *(pytest.param(*case, marks=full) for case in [("fa", "Letter"), ("fa", "A4")])],
)
def test_a_blank_sheet_takes_one_leaf(printer: Page, address: str, paper: str, language: str) -> None:
    """Whatever the game and the number of players; in Persian too."""
    printer.set_extra_http_headers({"Accept-Language": language})
    taken, cut = {}, {}
    for sheet in BLANK:
        printer.goto(f"{address}/paper/{sheet}")
        taken[sheet], cut[sheet] = pages(printer, paper), cut_off(printer, paper)
    assert taken == dict.fromkeys(BLANK, 1)
    assert {sheet: found for sheet, found in cut.items() if found} == {}


def test_a_match_keeps_all_its_columns(printer: Page, address: str, matches: Any) -> None:
    """Long names and seven players; a long match goes on overleaf, under the same heads.

    Only the leaf is printed, black on white, in the dark theme too; no bar, no button, no other language.
    """
    for name, match in matches.items():
        printer.goto(f"{address}/m/{match}/paper")
        for paper in PAPERS:
            assert (pages(printer, paper) > 1) == (name == "long")
            assert cut_off(printer, paper) == []
        heads = printer.evaluate("() => getComputedStyle(document.querySelector('thead')).display")
        assert heads == "table-header-group"
    printer.emulate_media(media="print")
    shown = """() => [...document.querySelectorAll("a, button, summary, header.bar")]
        .filter((one) => one.checkVisibility()).length"""
    assert printer.evaluate(shown) == 0
    colours = """() => { const { color, backgroundColor } = getComputedStyle(document.querySelector(".score-sheet"));
        return [color, backgroundColor]; }"""
    assert printer.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_the_button_prints_and_words_stand_for_it_without_script(
    new_context: Callable[..., BrowserContext], address: str
) -> None:
    """Script shows the button and opens the browser's printing; without it the page says how."""
    page = new_context(**DESK).new_page()
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto(f"{address}/paper/clobyosh")
    page.get_by_role("button", name="Print").click()
    assert page.title() == "printed"
    assert page.get_by_text("choose Print").count() == 0
    page = new_context(java_script_enabled=False, **DESK).new_page()
    page.goto(f"{address}/paper/clobyosh")
    assert page.get_by_text("choose Print").is_visible()
    assert not page.get_by_role("button", name="Print").is_visible()
