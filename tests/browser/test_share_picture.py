"""The picture of a story in the phone's own sheet: fetched beforehand, as it is chosen; a file where there is none."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.phones import evening_of
from tests.support.review_evenings import turned

pytestmark = pytest.mark.browser
CAN = """
window.shared = [];
navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
navigator.share = async ({ files: [file] }) => {
  shared.push([file.type, file.size > 10000, navigator.userActivation.isActive]);
};
"""
CANNOT = "Object.defineProperty(navigator, 'canShare', { value: undefined });"


def story(phone: BrowserContext, address: str, app: Flask, client: FlaskClient, script: str) -> Page:
    """The story of an evening with one match, the way to share it open."""
    page = phone.new_page()
    page.add_init_script(script)
    page.goto(f"{address}{evening_of(client, turned(app, client))}/story")
    page.get_by_text("Share as a picture").click()
    return page


def test_it_is_shared_at_a_click_as_it_is_chosen(one_phone, address, own_app, client_of) -> None:
    page = story(one_phone, address, own_app, client_of, CAN)
    share = page.get_by_role("button", name="Share the picture")
    expect(share).to_be_enabled()
    share.click()
    assert page.evaluate("shared") == [["image/png", True, True]]
    with page.expect_request(lambda request: "letters=1" in request.url):
        page.get_by_text("First letters only").click()
    expect(share).to_be_enabled()


def test_where_no_picture_can_be_shared_it_is_saved(one_phone, address, own_app, client_of) -> None:
    page = story(one_phone, address, own_app, client_of, CANNOT)
    expect(page.get_by_role("button", name="Share the picture")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")
