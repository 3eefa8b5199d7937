"""Every screen, in both themes: nothing for axe to find, nothing wider than the phone, no error in the console."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.tapping.axe import violations
from tests.tapping.scenes import scenes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser
SIZES = {"phone": (360, 740), "small": (320, 568), "wide": (1280, 800)}


@pytest.fixture(scope="module")
def evening(address: str, client_of: Any) -> tuple[dict[str, str], str]:
    """All screens' addresses, and the cookie that opens them."""
    client = client_of
    found = scenes(client)
    return found, client.get_cookie("tallystick").value


@pytest.fixture(scope="module")
def opened(chromium: Browser, address: str, evening: Any) -> Iterator[BrowserContext]:
    """A browser of that circle."""
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    context.add_cookies([{"name": "tallystick", "value": evening[1], "url": address}])
    yield context
    context.close()


def test_axe_finds_nothing(opened: BrowserContext, address: str, evening: Any) -> None:
    """Names, roles, contrast and order are as they should be on every screen."""
    page = opened.new_page()
    found = {name: seen for name, path in evening[0].items() if (seen := violations(page, address + path))}
    page.close()
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(opened: BrowserContext, address: str, evening: Any, size: str) -> None:
    """No screen scrolls sideways at any size."""
    page = opened.new_page()
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    wide = []
    for name, path in evening[0].items():
        page.goto(address + path)
        if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            wide.append(name)
    page.close()
    assert wide == []
