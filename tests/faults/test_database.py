"""A database on a full disk or locked: words, then all of it again by itself, once."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.engines import say_bid
from tests.browser.waits import at_rest, version
from tests.faults.disk import Disk, library
from tests.faults.environment import on_sqlite, recorded, server
from tests.faults.phone import wait_for
from tests.faults.trouble import SHORT, check, locked, no_larger_files, no_space, phones_on, refused, some_more

pytestmark = [pytest.mark.slow, pytest.mark.thorough]


def health(port: int) -> int:
    """The status of what a monitor is told."""
    try:
        return urlopen(f"http://127.0.0.1:{port}/health").status
    except HTTPError as error:
        return error.code


def test_a_full_disk_and_a_database_that_another_process_has_locked(tmp_path):
    with on_sqlite(tmp_path, 2) as place:
        disk = Disk(place.file, tmp_path, library(tmp_path))
        with server(place, tmp_path, **disk.settings, **SHORT) as (port, process), phones_on(place, port) as phones:
            for full in (no_space, no_larger_files):
                with full(disk, process.pid):
                    refused(phones)
                    wait_for(lambda: health(port) == 503)  # what it writes may find the last free page once
                some_more(phones)
            for way in ("IMMEDIATE", "EXCLUSIVE"):
                with locked(place, way):
                    refused(phones)
                some_more(phones)
        check(place, phones, tmp_path / "server.log")


@pytest.mark.browser
@pytest.mark.full
def test_a_person_is_told_of_a_full_disk_and_need_not_do_anything(chromium: Browser, tmp_path):
    with on_sqlite(tmp_path, 1) as place:
        disk = Disk(place.file, tmp_path, library(tmp_path))
        with server(place, tmp_path, **disk.settings, **SHORT) as (port, _):
            address = f"http://127.0.0.1:{port}"
            context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
            context.add_cookies([{"name": "tallystick", "value": place.cookie, "url": address}])
            page = context.new_page()
            page.goto(f"{address}/m/{place.matches[0]}")
            page.locator("html[data-engine]").wait_for()
            disk.full.touch()
            say_bid(page)
            words = "The server cannot save just now. This bid is saved on your phone and will be sent again."
            expect(page.locator("#no-answer")).to_have_text(words)
            disk.full.unlink()
            version(page, 1)
            expect(page.locator("#no-answer")).to_be_hidden()
            at_rest(page)
            context.close()
        assert len(recorded(place.url, place.matches)[place.matches[0]]) == 1
