"""Set-up in the browser: what is typed beside an answer chooses it, and only what matters is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

pytestmark = pytest.mark.browser


def test_typing_beside_an_answer_chooses_it_and_takes_the_place_of_what_stands_there(
    new_phone: Callable[..., BrowserContext], address: str
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=boomke_wies&rule.length=deals&rule.length_value.deals=60")
    deals, total = (page.locator(f'[name="rule.length_value.{name}"]') for name in ("deals", "points"))
    expect(deals).to_have_value("60")
    deals.click()
    page.keyboard.type("6")
    expect(deals).to_have_value("6")
    total.click()
    page.keyboard.type("20")
    expect(page.locator('[name="rule.length"][value=points]')).to_be_checked()
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("#table")).to_be_visible()


def test_only_what_matters_is_shown_and_folded_lines_repeat_what_is_chosen(
    new_phone: Callable[..., BrowserContext], address: str
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=texas_42")
    both, nello = page.locator("details", has_text="Both sides past"), page.locator("details", has_text="Nello").first
    nello.locator("summary").click()
    nello.get_by_text("Not played").click()
    expect(nello.locator("summary small")).to_have_text("Not played")
    page.locator('[name="rule.scoring"][value=points]').check(force=True)
    expect(nello).to_be_hidden()
    expect(both.first).to_be_visible()


def test_what_a_typed_time_means_stands_beside_it(new_phone: Callable[..., BrowserContext], address: str) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new?game=boomke_wies&rule.length=clock")
    field = page.locator('[name="rule.length_value.clock"]')
    meaning = page.locator(".pick", has=field).locator("[data-until]")
    field.fill("90")
    expect(meaning).to_have_text(re.compile(r"until \d\d:\d\d"))
    field.fill("22:30")
    expect(meaning).to_have_text(re.compile(r"in (\d+ h )?\d+ min"))
    field.fill("۲۲:۳۰")
    expect(meaning).to_have_text(re.compile(r"in (\d+ h )?\d+ min"))
    field.fill("soon")
    expect(meaning).to_have_text("")


def test_the_list_of_games_is_folded_once_a_game_is_chosen(
    new_phone: Callable[..., BrowserContext], address: str
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/new")
    page.get_by_role("button", name="Texas 42").click()
    expect(page.get_by_role("button", name="Zwanzig ab")).to_be_hidden()
    page.get_by_text("Tap for another game").click()
    page.get_by_role("button", name="Zwanzig ab").click()
    expect(page.locator(".game-list summary b")).to_have_text("Zwanzig ab")
