"""The thumb: taps on the pages as a scorekeeper makes them, with script or without."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Locator, Page, expect

from scoring.games import games
from tests.support.games.parts import Story

AT_ONCE = "0"  # of html[data-double-tap], in pages where every tap counts
LAST = ("send", "also", "press")  # taps after which another one on the same spot would be a double tap
SOON = 400  # ms
SMALLEST = 48  # px, of a target in either direction


def sit_down(page: Page, address: str, story: Story) -> None:
    """From the first visit to the first deal of a match, with ordinary house rules."""
    page.goto(address)
    for number, name in enumerate(story.players):
        page.locator("input[name=name]").nth(number).fill(name)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name=re.compile("^" + story.name)).click()
    page.wait_for_url(re.compile(story.game))
    page.get_by_role("button", name=games()[story.game].begin, exact=True).click()
    page.wait_for_url("**/m/*")


def play(page: Page, taps: list[str]) -> None:
    """Tap a deal in, each tap when the last has been answered; what records without script is left out."""
    for tap in taps:
        if tap != "record":
            make(page, tap)
        if tap.split()[0] in LAST:
            taken(page)


def taken(page: Page) -> None:
    """Wait until the last tap is followed: the next is meant for what it led to."""
    expect(page.locator("#table[aria-busy=true]")).to_have_count(0)


def apart(page: Page) -> None:
    """Wait until the next tap is no second half of a double tap, in pages that know of them."""
    if page.locator("html").get_attribute("data-double-tap") != AT_ONCE:
        page.wait_for_timeout(SOON)


def make(page: Page, tap: str) -> None:
    """One tap."""
    kind, _, what = tap.partition(" ")
    if kind == "press":
        page.locator("#pad").get_by_role("button", name=what).click()
    elif kind == "open":
        page.locator("#pad summary", has_text=what).click()
    elif kind == "won":
        win(page, what)
    elif kind == "again":
        page.locator(".slot").nth(int(what)).click()
    elif kind == "also":
        page.locator(f'#pad button[value="{what}"]').click()
    else:
        name, _, value = what.partition("=")
        entered(page.locator("main"), kind, name, value)


def win(page: Page, name: str) -> None:
    """Tap who won a trick, and wait until the pad asks for the next or the deal is recorded."""
    before = page.locator("#pad").inner_text()
    page.locator("#pad").get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(page.locator("#pad, .won")).not_to_have_text(before, use_inner_text=True)


def entered(place: Locator, kind: str, name: str, value: str) -> None:
    """Choose, type or send one value under a form name."""
    if kind == "send":
        place.locator(f'button[name="{name}"][value="{value}"]').last.click()  # offers of whole numbers stand first
    elif kind == "type":
        field = place.locator(f'input[name="{name}"]:not([type=hidden])')
        field.fill(value)
        field.blur()
    elif kind == "choose":
        place.locator(f'select[name="{name}"]').select_option(value)
    else:
        place.locator(f'label:has(input[name="{name}"][value="{value}"])').click()


def shows(page: Page, totals: list[int | str]) -> None:
    """The totals stand on the screen, and the next tap is taken."""
    texts = [str(total).replace("-", "−") for total in totals]
    expect(page.locator(".board .total")).to_have_text(texts)
    taken(page)


def undo(page: Page, name: str = "Undo") -> Locator:
    """The button of Undo or Redo in the first row of the pad, or of the page of the end."""
    return page.locator(".again").get_by_role("button", name=name)


def header(page: Page, name: str) -> None:
    """Tap Undo or Redo."""
    undo(page, name).click()


class Touch:
    """A finger on the glass of a phone, which rests there for as long as it says however slow the machine is."""

    def __init__(self, page: Page, target: Locator) -> None:
        self.session = page.context.new_cdp_session(page)
        box = target.bounding_box()
        assert box
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.down = time.time()
        self.send("touchStart", after=0)

    def send(self, what: str, aside: float = 0, after: float = 0.05) -> None:
        """What the finger does, so many px beside where it came down and so many seconds after that."""
        points = [{"x": self.x + aside, "y": self.y}] if what != "touchEnd" else []
        told = {"type": what, "touchPoints": points, "timestamp": self.down + after}
        self.session.send("Input.dispatchTouchEvent", told)
