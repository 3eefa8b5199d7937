"""Deals that a phone records while nothing gets through, and the log that they come to."""

from __future__ import annotations

from flask.testing import FlaskClient
from playwright.sync_api import Page

from tests.browser.phones import chip
from tests.browser.waits import version


def ahead(page: Page, declarer: int, version_before: int, tricks: int = 9) -> None:
    """A deal while nothing gets through."""
    chip(page, "declarer", declarer).click()
    chip(page, "contract", 8).click()
    version(page, version_before + 1)
    chip(page, "tricks", tricks).click()
    version(page, version_before + 2)


def log_of(client: FlaskClient, uid: str) -> list[list[object]]:
    """Kind and what was bid or taken of each record that the server has."""
    records = client.get(f"/m/{uid}/log").get_json()["records"]
    return [[kind, body.get("declarer"), body.get("tricks")] for kind, body, *_ in records]


def deals_of(*declarers: int) -> list[list[object]]:
    """The log of these deals."""
    rows: list[list[object]] = []
    for declarer in declarers:
        rows += [["bid", declarer, None], ["deal", declarer, 9]]
    return rows
