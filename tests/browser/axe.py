"""What axe finds on a page: names, roles, contrast, order."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RUN = "(options) => axe.run(document, options).then(({ violations }) => violations)"
OPTIONS = {"resultTypes": ["violations"], "preload": False}  # no rule that runs here reads the style sheets
THEMES = ("light", "dark")


def violations(page: Page, themes: tuple[str, ...] = THEMES) -> dict[str, Any]:
    """By theme what axe finds on a page: the rule, and the beginning of the first elements that break it."""
    found = {}
    page.evaluate(Axe().axe_script)
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        broken = page.evaluate(RUN, OPTIONS)
        if broken:
            found[theme] = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in broken]
    return found
