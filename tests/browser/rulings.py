"""Rulings by thumb: each as it is filled in, and what its preview and the table say then."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.browser.waits import version


class Ruled(NamedTuple):
    """A ruling: its form, what is done there, words of its preview, its last button, words of the table then."""

    form: str
    fill: Callable[[Locator], None]
    words: str
    take: str
    told: str


def dealer(form: Locator) -> None:
    """Cem deals."""
    form.locator("#dealer label", has_text="Cem").click()


def points(form: Locator) -> None:
    """Two points off for one side."""
    form.locator("[name='points.0']").fill("-2")
    form.locator("[name='points.1']").fill("۳")
    form.locator("[name=note]").fill("reneged")


def newcomer(form: Locator) -> None:
    """Fay, whom nobody knows, sits down for Bob."""
    form.locator("#player label.chip", has_text="Bob").click()
    form.locator("[name=player]").fill("Fay")


def rules(form: Locator) -> None:
    """So many deals are played: the number is typed beside its answer, which chooses it."""
    form.locator("[name='rule.length_value.deals']").fill("12")
    form.locator("[name='rule.length_value.deals']").blur()
    expect(form.locator("[name='rule.length'][value=deals]")).to_be_checked()


RULED = {
    "dealer": Ruled("dealer", dealer, "Cem deals from here on", "Change the dealer", "Cem deals"),
    "points": Ruled("points", points, "A ruling: reneged", "Record the ruling", "3"),
    "newcomer": Ruled("player", newcomer, "Fay plays for Bob from here on", "Change the player", "Fay"),
    "rules": Ruled("rules", rules, "House rules from here on", "Play by these rules", ""),
}


def rulings(page: Page, link: str = "a[href$='/rulings']") -> Locator:
    """Open the page of the rulings from the menu of the match."""
    page.locator("#menu summary").click()
    page.locator(f"#menu {link}").click()
    covering = page.locator("#corrections")
    expect(covering).to_be_visible()
    return covering


def take(page: Page, covering: Locator, button: str, after: int) -> None:
    """Tap the last button of the preview, and wait for the table at this version."""
    covering.get_by_role("button", name=button).click()
    version(page, after)
    expect(covering).to_have_count(0)
    page.wait_for_url(re.compile(r"/m/[^/?]+(\?|$)"))  # Back to the table has come to its end


def rule(page: Page, ruled: Ruled, after: int) -> None:
    """A ruling from the menu to the table, which is at this version then."""
    covering = rulings(page)
    ruled.fill(covering)
    covering.locator(f"#{ruled.form} > button").click()
    expect(covering.locator("strong")).to_have_text(ruled.words)
    take(page, covering, ruled.take, after)
    expect(page.locator("#table")).to_contain_text(ruled.told)
