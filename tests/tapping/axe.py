"""What axe finds on a page: names, roles, contrast, order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

THEMES = ("light", "dark")


def violations(page: Page, address: str) -> dict[str, Any]:
    """By theme what axe finds at an address: the rule, and the beginning of the first elements that break it."""
    page.goto(address)
    found = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        broken = Axe().run(page).response["violations"]
        if broken:
            found[theme] = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in broken]
    return found
