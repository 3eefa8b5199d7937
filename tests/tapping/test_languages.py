"""Languages in a real browser: the switch, the Persian font, figures that script writes, no screen too wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.tables import make_circle, start
from tests.tapping.axe import violations
from tests.tapping.scenes import say, scenes
from web.language import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser
FONT = "vazirmatn"
PAGES = ("-history", "-rulings", "-new", "-deal", "-paper", "-across", "-turned")  # that every game shares
SHARED = tuple("clobyosh" + page for page in PAGES)


@pytest.fixture(scope="module")
def evening(client_of: Any) -> tuple[dict[str, str], str]:
    """All screens' addresses, and the cookie that opens them."""
    found = scenes(client_of)
    return found, client_of.get_cookie("tallystick").value


def reader(chromium: Browser, address: str, code: str, cookie: str = "") -> BrowserContext:
    """A phone on which a language was chosen."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    cookies = {"language": code} | ({"tallystick": cookie} if cookie else {})
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    return context


@pytest.fixture
def fonts(page: Page) -> list[str]:
    """The addresses of the fonts that a page asks for, as it does."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "font" else None)
    return asked


@pytest.mark.parametrize("code", ["en", "nl", "de"])
def test_other_pages_do_not_ask_for_the_persian_font(page, address, fonts, code):
    """The one Persian word of the switch stands there in the system's own letters."""
    page.context.add_cookies([{"name": "language", "value": code, "url": address}])
    page.goto(address + "/rules/clobyosh", wait_until="networkidle")
    assert fonts
    assert [font for font in fonts if FONT in font] == []


@pytest.mark.parametrize(("code", "asked"), [("en", 0), ("de", 1)])
def test_letters_with_accents_are_asked_for_where_a_heading_has_them(page, address, fonts, code, asked):
    page.context.add_cookies([{"name": "language", "value": code, "url": address}])
    page.goto(address + "/rules/clobyosh", wait_until="networkidle")
    assert len([font for font in fonts if "casual-accents" in font]) == asked


def test_persian_pages_ask_for_the_persian_font_and_draw_with_it(page, address, fonts):
    page.context.add_cookies([{"name": "language", "value": "fa", "url": address}])
    page.goto(address + "/rules/clobyosh", wait_until="networkidle")
    assert len([font for font in fonts if FONT in font]) == 1
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


def test_figures_that_script_writes_are_persian(chromium, address, client_of):
    make_circle(client_of, "Ann", "Bob", "Cem", "Dee")
    match = start(client_of, "zwanzig_ab", "Ann", "Bob", "Cem", "Dee")
    say(client_of, match, "bid", trump="clubs")
    with reader(chromium, address, "fa", client_of.get_cookie("tallystick").value) as context:
        page = context.new_page()
        page.goto(f"{address}/m/{match}")
        expect(page.locator("[data-left]")).to_have_text("۵")
        page.locator("fieldset.counted .chip", has_text="۲").first.click()
        expect(page.locator("[data-left]")).to_have_text("۳")


@pytest.mark.parametrize("code", ["fa", "nl", "de"])
def test_no_screen_is_wider_than_the_smallest_phone_in_any_language(chromium, address, evening, code):
    wide = []
    with reader(chromium, address, code, evening[1]) as context:
        page = context.new_page()
        page.set_viewport_size({"width": 320, "height": 568})
        for name, path in evening[0].items():
            page.goto(address + path)
            if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                wide.append(name)
    assert wide == []


@pytest.mark.parametrize("code", ["fa", "nl", "de"])
def test_axe_finds_nothing_in_any_language(chromium, address, evening, code):
    """English is looked at in test_screens.py; the pages that all games share are looked at in one game."""
    with reader(chromium, address, code, evening[1]) as context:
        page = context.new_page()
        shown = {name: path for name, path in evening[0].items() if name in SHARED or not name.endswith(PAGES)}
        found = {name: seen for name, path in shown.items() if (seen := violations(page, address + path))}
    assert found == {}
