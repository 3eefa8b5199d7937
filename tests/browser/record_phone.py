"""Records a phone that was without a network, for the tests of versions to come (tests/support/old_phones.py)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.browser.evening_away import Evening
from tests.support.old_phones import totals_of

RECORD = os.environ.get("TALLYSTICK_RECORD", "")  # the file in which the phone is kept
STORED = """async () => {
  const db = await new Promise((done) => {
    indexedDB.open("tallystick").onsuccess = ({ target }) => done(target.result);
  });
  const all = (name, what) => new Promise((done) => {
    const asked = db.transaction(name).objectStore(name)[what]();
    asked.onsuccess = () => done(asked.result);
  });
  const [unsent, matches] = [await all("unsent", "getAll"), await all("matches", "getAll")];
  db.close();
  return { version: db.version, unsent, matches };
}"""  # what an old phone is recorded with (tests/support/old_phones.py)


def posted(page: Page) -> list[list[Any]]:
    """Path and body of what the page sends as JSON from now on."""
    found: list[list[Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.headers.get("content-type") == "application/json":
            found.append([urlsplit(request.url).path, request.post_data_json])

    page.on("request", note)
    return found


def keep(evening: Evening, stored: dict[str, Any], sent: list[list[Any]]) -> None:
    """Record this phone for the tests of versions to come, without the match that the server knew before."""
    first, *begun = evening.paths
    stored["unsent"] = [row for row in stored["unsent"] if row["table"] != first]
    for row in stored["unsent"]:
        row |= {"pairs": [pair for pair in row["pairs"] if pair[0] != "csrf_token"]} if "pairs" in row else {}
    stored["matches"] = [log for log in stored["matches"] if log["path"] != first]
    totals = totals_of(evening.client.application, begun)
    told = {"stored": stored, "sent": [one for one in sent if first not in one[0]], "totals": totals}
    Path(RECORD).write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
