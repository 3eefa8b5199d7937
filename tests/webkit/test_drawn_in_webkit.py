"""What is drawn in WebKit: every screen as in Chromium, and Persian words whole."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.scenes import scenes
from tests.support.databases import app_on
from tests.support.servers import KillableServer
from tests.webkit.driver import WebKit

PARTS = """const found = [];
for (const one of document.querySelectorAll("body :is(svg, input, button, select, textarea, summary)")) {
  const { x, width, height } = one.getBoundingClientRect();
  const name = `${one.nodeName} ${one.getAttribute("class")} ${one.textContent.trim().slice(0, 20)}`;
  if (one.checkVisibility()) found.push([name, x, width, height]);
}
return found;"""  # what does not follow the length of its words, or only where it may wrap: name, place and size in px
SIZE = "return { width: innerWidth, height: innerHeight }"
NEAR = {"svg": 4, "other": 24}  # px: letters are not equally wide in both
LATE = 0.3  # s until what a page loads later is there
ACROSS = "-across"  # stands in halves or in columns, as the letters leave room
WIDTHS = """const box = document.body.appendChild(document.createElement("span"));
return ["می\u200cشود", "می", "شود"].map((text) => ((box.textContent = text), box.getBoundingClientRect().width));"""


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "fa"])
def test_every_screen_is_drawn_as_in_chromium(
    webkit: WebKit, chromium: Browser, server: KillableServer, database: str, language: str
) -> None:
    client = app_on(database).test_client()
    places = {name: place for name, place in scenes(client).items() if ACROSS not in name and "guest" not in name}
    webkit.go(server.address + "/health")
    context = chromium.new_context(viewport=webkit.run(SIZE), service_workers="block")
    page = context.new_page()
    for name, value in {"tallystick": client.get_cookie("tallystick").value, "language": language}.items():
        webkit.add_cookie(name, value)
        context.add_cookies([{"name": name, "value": value, "url": server.address}])
    other = {}
    for name, place in places.items():
        webkit.go(server.address + place)
        page.goto(server.address + place)
        time.sleep(LATE)
        other[name] = differences(webkit.run(PARTS), page.evaluate(f"() => {{ {PARTS} }}"))
    context.close()
    assert {name: found for name, found in other.items() if found} == {}


def differences(here: list[Any], there: list[Any]) -> list[Any]:
    """The parts that are elsewhere, or of another size, than those of the same name in the other browser."""
    names = [name for name, *_ in here]
    if names != [name for name, *_ in there]:
        return [names, [name for name, *_ in there]]
    return [pair for pair in zip(here, there, strict=True) if not is_near(*pair)]


def is_near(one: list[Any], other: list[Any]) -> bool:
    """Whether a part is about where and as large as the other."""
    name, *box = one
    near = NEAR["svg" if name.startswith("svg") else "other"]
    from_there = 1 if name.startswith("svg") else 0  # an icon stands beside words
    return all(abs(a - b) <= near for a, b in list(zip(box, other[1:], strict=True))[from_there:])


@pytest.mark.full
def test_no_letter_is_lost_behind_a_non_joiner(webkit: WebKit, server: KillableServer) -> None:
    """The font must have a blank: HarfBuzz puts it where the sign stands (static/fonts/vazirmatn-fa.woff2)."""
    webkit.go(server.address + "/health")
    webkit.add_cookie("language", "fa")
    webkit.go(server.address)
    webkit.until("return document.fonts.check('16px Vazirmatn', 'می')")
    whole, *parts = webkit.run(WIDTHS)
    assert whole == pytest.approx(sum(parts), abs=1)
