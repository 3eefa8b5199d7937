"""Languages in a real browser: the switch, the Persian font, figures that script writes, no screen too wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import reader
from tests.browser.scenes import say
from tests.support.tables import make_circle, start
from web.i18n.locale import NAMES

pytestmark = pytest.mark.browser


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
