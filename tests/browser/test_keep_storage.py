"""The phone asks its browser once to keep what is stored: after three evenings, or at a deal in an installed app."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from models.base import today
from tests.browser.deals_ahead import ahead
from tests.browser.engines import ready
from tests.browser.offline import prepared
from tests.browser.waits import until
from tests.support.tables import send

At = Callable[..., tuple[Page, str]]

pytestmark = pytest.mark.browser
COUNTED = (
    "StorageManager.prototype.persist = async () => localStorage.setItem('asked', 1 + Number(localStorage.asked ?? 0))"
)
INSTALLED = (
    "const real = matchMedia; matchMedia = (asked) => (/standalone/.test(asked) ? { matches: true } : real(asked))"
)
ASKED = "localStorage.asked ?? '0'"


def test_after_three_evenings_it_is_asked_once(
    offline_phone: BrowserContext, at_table: At, client_of: FlaskClient
) -> None:
    offline_phone.add_init_script(COUNTED)
    page, _ = at_table()
    assert page.evaluate(ASKED) == "0"
    for days in (3, 9):
        send(client_of, "/evenings/past", date=(today() - timedelta(days=days)).isoformat(), place="")
    page.evaluate("indexedDB.deleteDatabase('tallystick')")  # else what is stored is young enough
    for _ in range(2):
        page.reload()
        prepared(page)
        until(page, lambda: page.evaluate(ASKED) == "1")


@pytest.mark.thorough
def test_at_the_first_deal_of_an_installed_app(offline_phone: BrowserContext, at_table: At) -> None:
    offline_phone.add_init_script(f"{COUNTED}; {INSTALLED}")
    page, _ = at_table()
    ready(page)
    for number in range(2):
        ahead(page, 1, 2 * number)
        assert page.evaluate(ASKED) == "1"
