"""A whole match of each game, tapped from the first visit to its winner; every total as worked out by hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.taps import header, make, play, shows, sit_down
from tests.browser.waits import at_rest
from tests.support.games import known
from tests.support.games.parts import Story
from tests.support.sizes import one_in

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("story", one_in(3, known("STORY")))
def test_a_match_to_its_winner(phone: Page, address: str, story: Story) -> None:
    """Deal by deal, with a reload, undo and redo in the middle, to the end; then the first deal amended."""
    sit_down(phone, address, story)
    for number, told in enumerate(story.deals):
        play(phone, told.taps)
        if number + 1 == len(story.deals) and not story.ended_by:
            break
        shows(phone, told.totals)
        at_rest(phone)
        if number == 1:
            disturbed(phone, story)
    end(phone, story)
    amend_first_deal(phone, story)


def disturbed(page: Page, story: Story) -> None:
    """A reload, an undo and a redo lose nothing."""
    at_rest(page)
    page.goto(page.url.split("?")[0])
    shows(page, story.deals[1].totals)
    header(page, "Undo")
    shows(page, story.deals[0].totals)
    header(page, "Redo")
    shows(page, story.deals[1].totals)


def end(page: Page, story: Story) -> None:
    """The match ends, by itself or because the table ends it, and the winner stands there."""
    at_rest(page)
    if story.ended_by:
        page.locator("#menu summary").click()
        page.get_by_role("button", name=story.ended_by).click()
    expect(page.locator(".won")).to_contain_text(story.winner)
    expect(page.locator(".lines .line").first).to_be_visible()


def amend_first_deal(page: Page, story: Story) -> None:
    """Another entry for the first deal changes every total after it; both are shown."""
    page.locator(".lines .line").last.click()
    page.get_by_text("Change this deal").click()  # the match is over
    page.get_by_role("link", name="Amend this deal").click()
    page.wait_for_load_state()
    for tap in story.amend:
        if tap == "bid":
            page.locator("#truth a[href*='step=bid']").first.click()
        elif tap != "look":
            make(page, tap)
    page.get_by_role("button", name="Change it to this").click()
    changed = page.locator(".changed")
    expect(changed).to_contain_text(story.amend_says)
    for side, total in enumerate(story.amended):
        if total != story.deals[-1].totals[side]:
            expect(changed).to_contain_text(str(total).replace("-", "−"))
