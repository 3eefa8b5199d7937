"""A phone of a past version sends what it recorded without a network: all is taken, once, and counts as it did."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.old_phones import NAMES, old_phone, totals_of
from tests.support.tables import make_circle
from tests.web.tail.phones import post_json


def test_there_is_one() -> None:
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_what_it_sends_is_taken(app: Flask, client: FlaskClient, name: str) -> None:
    make_circle(client)
    phone = old_phone(name, client.get("/line/home").json["circle"]["uid"])
    for _ in range(2):  # the second time as one whose answers were lost
        hashes: dict[str, str] = {}
        for path, body in phone["sent"]:
            if path.endswith("/tail"):
                body |= {"hash": hashes[path.removesuffix("/tail")]}
            answer = post_json(client, path, body)
            assert answer.status_code == 200, answer.json
            if not path.endswith("/tail"):
                hashes["/m/" + body["uid"]] = answer.json["hash"]
                continue
            assert (answer.json["branch"], answer.json["differs"], answer.json["same"]) == (None, {}, {})
            assert answer.json["taken"] == {one["uid"]: body["base"] + n for n, one in enumerate(body["records"], 1)}
        assert totals_of(app, list(phone["totals"])) == phone["totals"]
        for path in phone["totals"]:
            uids = [record[2] for record in client.get(f"{path}/log").json["records"]]
            assert uids == [row["uid"] for at, body in phone["sent"] if at == f"{path}/tail" for row in body["records"]]
