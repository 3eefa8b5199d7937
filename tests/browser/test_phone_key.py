"""The cookie is gone and what the phone stored is still there: it is known again by its key, unless its link ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from models.grants import revoke
from models.tables import Grant
from models.transaction import write_transaction
from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready
from tests.browser.offline import go_away, until
from tests.browser.waits import unsent
from tests.browser.waits import until as until_true
from tests.support.servers import Stoppable

At = Callable[..., tuple[Page, str]]

pytestmark = pytest.mark.browser
KEY = """async (field) => {
  const opened = await new Promise((done) => {
    indexedDB.open("tallystick").onsuccess = ({ target }) => done(target.result);
  });
  const asked = opened.transaction("about").objectStore("about").get("key");
  const key = await new Promise((done) => (asked.onsuccess = () => (opened.close(), done(asked.result))));
  return %s;
}"""
REMEMBERED = KEY % "Boolean(key?.held)"
SECRET = KEY % "key?.key"


def forgetful(at_table: At) -> tuple[Page, str]:
    """A phone at a table whose key is remembered, and whose cookies are gone then; page and path."""
    page, path = at_table()
    until(page, REMEMBERED)
    page.context.clear_cookies()
    return page, path


@pytest.mark.thorough
def test_what_it_recorded_meanwhile_is_sent(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = forgetful(at_table)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 1, 0)
    ahead(page, 2, 2)
    house.start()
    until_true(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.removeprefix("/m/")) == deals_of(1, 2)


@pytest.mark.thorough
def test_a_revoked_link_brings_nobody_home(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, _ = forgetful(at_table)
    with client_of.application.app_context(), write_transaction() as session:
        for grant in session.query(Grant).all():
            revoke(grant)
    with page.expect_response("**/line/key") as told:
        page.goto(house.address)
    assert told.value.status == 403
    expect(page.locator("#stranger")).to_have_count(1)
