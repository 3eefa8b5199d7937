"""On narrow phones and on paper nothing sticks out, what belongs together stands on one line; fonts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.contexts import DESK
from tests.browser.network import server_is_late
from tests.browser.page_scripts import BEYOND
from tests.browser.phones import reader
from tests.browser.scenes import SCENES, say
from tests.support.records import play
from tests.support.records import say as record
from tests.support.tables import LONG, SEVEN, make_circle, send, start
from web.i18n.catalog import NAMES

SMALL, PHONE = {"width": 320, "height": 568}, {"width": 390, "height": 844}
LINES_OF_TITLE = """() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("header h1").firstChild);
    return new Set([...range.getClientRects()].map((one) => one.top)).size;
}"""
SIDES = "(all, side) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect()[side])))]"


def test_no_table_is_wider_than_the_phone(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    page = seeing(viewport=SMALL).new_page()
    wide = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}")
        wide[game] = page.evaluate(BEYOND)
    assert {game: words for game, words in wide.items() if words} == {}


@pytest.mark.thorough
def test_the_name_of_a_circle_wraps(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """Words as people type them, and one without a blank."""
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    send(client_of, "/circle/name", name="The card players of the longroomupstairsonthursdaysinwinter")
    context = new_context(viewport=SMALL)
    context.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    page = context.new_page()
    page.goto(address + "/circle")
    wide, name = page.evaluate(BEYOND), page.locator("h1 bdi").inner_text()
    page.goto(address + "/new")
    beside = page.locator("h1 small bdi").evaluate("(one) => getComputedStyle(one).display")
    assert name.startswith("The card players")
    assert wide == []
    assert beside == "inline"  # what stands beside a title stays on its line


@pytest.mark.thorough
def test_the_clock_leaves_the_title_its_line(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport=SMALL).new_page()
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    server_is_late(page, [61])  # it is the last deal
    page.goto(f"{address}/m/{match}")
    expect(page.locator("match-clock svg")).to_have_count(1)
    expect(page.locator("match-clock.last")).to_have_count(1)
    assert page.evaluate(LINES_OF_TITLE) == 1


def test_numbers_of_one_row_stand_on_one_line(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """Also where what stands below one of them takes two lines."""
    names = ("Ann", "Bob", "Cem", "Dee", "Eva")
    context = new_phone(viewport=SMALL)
    make_circle(client_of, *names)
    match = start(client_of, "knockout_whist", *names)
    play(client_of.application, match, {"tricks": [3, 2, 1, 1, 0]})
    cookies = {"tallystick": client_of.get_cookie("tallystick").value, "language": "de"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    page.goto(f"{address}/m/{match}")
    expect(page.locator(".board .state")).to_have_count(len(names))
    assert len(page.locator(".board .total").evaluate_all(SIDES, "top")) == 1


@pytest.mark.thorough
def test_what_is_unfolded_is_scrolled_into_sight(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport=PHONE).new_page()
    match = start(client_of, "knockout_whist")
    page.goto(f"{address}/m/{match}")
    expect(page.locator("link[href*='/pages.']")).to_have_count(1)
    fold = page.locator("#pad details", has_text="Enter the numbers")
    fold.locator("summary").click()
    expect(fold.get_by_role("button", name="Record")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_fourteen_keys_stand_in_two_even_rows(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport=PHONE).new_page()
    match = start(client_of, "boomke_wies")
    record(client_of.application, match, "bid", **SCENES["boomke_wies"].bid)
    page.goto(f"{address}/m/{match}")
    keys = page.locator("#pad button[name=tricks]")
    tops = keys.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    narrow = keys.evaluate_all("(all) => all.filter((one) => one.offsetWidth < 48 || one.offsetHeight < 48).length")
    assert [tops.count(top) for top in sorted(set(tops))] == [7, 7]
    assert narrow == 0
    assert page.evaluate(BEYOND) == []


@pytest.fixture
def fonts(page: Page) -> list[str]:
    """The addresses of the fonts that a page asks for, as it does."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "font" else None)
    return asked


def test_a_page_asks_for_the_fonts_of_its_language(page, address, fonts):
    """The one Persian word of the switch stands in the system's own letters; accents where a heading has them."""
    for code, accents, persian in (("en", 0, 0), ("de", 1, 0), ("fa", 1, 1)):
        fonts.clear()
        page.context.add_cookies([{"name": "language", "value": code, "url": address}])
        page.goto(address + "/rules/clobyosh", wait_until="networkidle")
        page.evaluate("document.fonts.ready.then(() => 0)")
        found = [len([font for font in fonts if name in font]) for name in ("casual-accents", "vazirmatn")]
        assert found == [accents, persian], code
    assert page.evaluate("() => document.fonts.check('16px Vazirmatn', 'چوب‌خط ۱۲')")


def test_the_switch_turns_the_page_around_and_back(phone, address):
    phone.goto(address + "/rules/clobyosh")
    html = phone.locator("html")
    for code, way in (("fa", "rtl"), ("de", "ltr")):
        phone.get_by_role("button", name=NAMES[code]).tap()
        expect(html).to_have_attribute("lang", code)
        expect(html).to_have_attribute("dir", way)
        expect(html).to_have_css("direction", way)
        expect(phone.locator(".languages [aria-current]")).to_have_text(NAMES[code])
        assert phone.url == address + "/rules/clobyosh"


def test_figures_that_script_writes_are_persian(new_context, address, client_of):
    make_circle(client_of, "Ann", "Bob", "Cem", "Dee")
    match = start(client_of, "zwanzig_ab", "Ann", "Bob", "Cem", "Dee")
    say(client_of, match, "bid", trump="clubs")
    page = reader(new_context, address, "fa", client_of.get_cookie("tallystick").value).new_page()
    page.goto(f"{address}/m/{match}")
    expect(page.locator("[data-left]")).to_have_text("۵")
    page.locator("fieldset.counted .chip", has_text="۲").first.click()
    expect(page.locator("[data-left]")).to_have_text("۳")


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
