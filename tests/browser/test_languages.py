"""Languages in a real browser: the switch, the Persian font, figures that script writes, no screen too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import reader
from tests.browser.scenes import say
from tests.support.sizes import one_in
from tests.support.tables import make_circle, start
from web.i18n.locale import NAMES

pytestmark = pytest.mark.browser
FONT = "vazirmatn"


@pytest.fixture
def fonts(page: Page) -> list[str]:
    """The addresses of the fonts that a page asks for, as it does."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.resource_type == "font" else None)
    return asked


@pytest.mark.parametrize("code", one_in(3, ["en", "nl", "de"]))
def test_other_pages_do_not_ask_for_the_persian_font(page, address, fonts, code):
    """The one Persian word of the switch stands there in the system's own letters."""
    page.context.add_cookies([{"name": "language", "value": code, "url": address}])
    page.goto(address + "/rules/clobyosh", wait_until="networkidle")
    page.evaluate("document.fonts.ready.then(() => 0)")
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


def test_figures_that_script_writes_are_persian(new_context, address, client_of):
    make_circle(client_of, "Ann", "Bob", "Cem", "Dee")
    match = start(client_of, "zwanzig_ab", "Ann", "Bob", "Cem", "Dee")
    say(client_of, match, "bid", trump="clubs")
    page = reader(new_context, address, "fa", client_of.get_cookie("tallystick").value).new_page()
    page.goto(f"{address}/m/{match}")
    expect(page.locator("[data-left]")).to_have_text("۵")
    page.locator("fieldset.counted .chip", has_text="۲").first.click()
    expect(page.locator("[data-left]")).to_have_text("۳")
