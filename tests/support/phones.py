"""Phones that come in by links: what a page shows of a new link, and a browser that opened it."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.html import parsed
from tests.support.tables import send


def link_in(answer: TestResponse) -> str:
    """The path of the link that a page shows."""
    [link] = [link for link in parsed(answer).iter("a") if link.get("class") == "address"]
    return re.sub("^https?://[^/]+", "", link.get("href") or "")


def evening_of(client: FlaskClient, match: str) -> str:
    """The address of the evening of a match."""
    found = re.search(r'href="(/e/\w+)"', client.get(f"/m/{match}").get_data(as_text=True))
    assert found
    return found[1]


def new_link(client: FlaskClient, place: str = "/circle", right: str = "score", name: str = "") -> str:
    """The path of a new link to the circle or to an evening."""
    answer = send(client, f"{place}/links", right=right, name=name)
    assert answer.status_code == 200
    return link_in(answer)


def phone_at(app: Flask, link: str) -> FlaskClient:
    """Another browser, which opened a link and took what it offers."""
    phone = app.test_client()
    join(phone, link)
    return phone


def join(phone: FlaskClient, link: str) -> TestResponse:
    """Let a browser open a link and take what it offers; the answer that leads there."""
    answer = phone.get(link)
    if answer.headers.get("Location") == "/join":
        answer = send(phone, "/join")
    assert answer.status_code == 303
    return answer
