"""A phone without a network that sends its tail afterwards."""

from __future__ import annotations

from itertools import count
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.tables import token

MADE = {"contract": 8, "declarer": 1, "tricks": 9}
LOST = {"contract": 8, "declarer": 0, "tricks": 6}
SET = {"contract": 9, "declarer": 2, "tricks": 7}
_uids = (f"tail-{number}" for number in count())


class Away:
    """A browser that knows a match as it is now, loses its network and goes on."""

    def __init__(self, client: FlaskClient, match: str) -> None:
        log = client.get(f"/m/{match}/log").json
        self.client, self.match, self.base, self.hash = client, match, log["version"], log["hash"]
        self.records: list[dict[str, Any]] = []

    def say(self, kind: str, body: Any, uid: str = "", **more: Any) -> str:
        name = uid or next(_uids)
        self.records.append({"uid": name, "kind": kind, "body": body} | more)
        return name

    def send(self, **other: Any) -> TestResponse:
        """The answer to the tail; other: parts of the body that are otherwise."""
        body = {"base": self.base, "hash": self.hash, "edition": "", "records": self.records} | other
        return post_json(self.client, f"/m/{self.match}/tail", body)


def post_json(client: FlaskClient, address: str, body: Any) -> TestResponse:
    return client.post(address, json=body, headers={"X-CSRFToken": token(client)})
