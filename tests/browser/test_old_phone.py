"""What a phone stored with a past version is sent by the scripts of today, once they are there."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext

from tests.browser.waits import unsent, until
from tests.support.old_phones import NAMES, old_phone, totals_of

pytestmark = pytest.mark.browser
STORE = """async ({ version, unsent, matches }) => {
  const asked = indexedDB.open("tallystick", version);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("unsent", { autoIncrement: true });
    for (const name of ["matches", "about"]) asked.result.createObjectStore(name);
  };
  await new Promise((done) => (asked.onsuccess = done));
  const work = asked.result.transaction(["unsent", "matches"], "readwrite");
  for (const row of unsent) work.objectStore("unsent").add(row);
  for (const log of matches) work.objectStore("matches").put(log, log.path);
  await new Promise((done) => (work.oncomplete = done));
  asked.result.close();
}"""


@pytest.mark.parametrize("name", NAMES)
def test_what_it_stored_is_sent(one_phone: BrowserContext, address: str, client_of: FlaskClient, name: str) -> None:
    phone = old_phone(name, client_of.get("/line/home").get_json()["circle"]["uid"])
    page = one_phone.new_page()
    page.goto(f"{address}/health")
    page.evaluate(STORE, phone["stored"])
    page.goto(address)
    until(page, lambda: unsent(page) == 0)
    told = client_of.get("/line/home").get_json()["evenings"][0]["matches"]
    assert [f"/m/{match['uid']}" for match in told] == list(phone["totals"])
    assert totals_of(client_of.application, list(phone["totals"])) == phone["totals"]
