"""Those who only watch: a browser with a grant of its own, and a phone that keeps the text of what it follows."""

from __future__ import annotations

import gzip
import json
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from models.base import db, new_uid
from models.grants import make_grant
from models.tables import WATCH, Grant
from models.transaction import write_transaction
from web.auth.browser import DEVICE_LENGTH


def watcher_of(client: FlaskClient) -> FlaskClient:
    """A browser that may watch the circle of another one."""
    with client.session_transaction() as session:
        known = session["grant"]
    with client.application.app_context(), write_transaction():
        grant = make_grant(
            db.session.scalars(select(Grant).where(Grant.uid == known)).one().circle, WATCH, "a watcher"
        )[0]
    browser = client.application.test_client()
    with browser.session_transaction() as session:
        session["grant"] = grant.uid
        session["device"] = new_uid(DEVICE_LENGTH)  # with the grant, or two requests at once give it two
    return browser


class Follower:
    """What script on the follow screen knows: the version that it shows, and its text."""

    def __init__(self) -> None:
        self.version: str | None = None
        self.text = b""

    @property
    def asking(self) -> dict[str, str]:
        """The headers of its next question."""
        return {"Accept-Encoding": "gzip", **({"If-None-Match": self.version} if self.version else {})}

    def hear(self, status: int, headers: Any, body: bytes) -> bool:
        """Take an answer; whether there was anything new."""
        if status == 304:
            return False
        assert status == 200, status
        self.text = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
        self.version = headers["etag"]
        json.loads(self.text)
        return True

    def ask(self, client: FlaskClient, uid: str) -> TestResponse:
        """Ask once, over a client of the app."""
        answer = client.get(f"/m/{uid}/live", headers=self.asking)
        self.hear(answer.status_code, answer.headers, answer.data)
        return answer
