"""The phone draws the history of a match as the server does, but for the names of phones."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.engine_page import Phone, of_element, of_tree
from tests.support.form_filler import page_of, with_class
from tests.support.records import play, reading_of, say
from tests.support.tables import sit_down

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """The uid of a match in whose log is every kind of record."""
    uid = sit_down(client, "boomke_wies")
    first, second = play(app, uid, *DEALS)
    say(app, uid, "agree", of=first, seat=2)
    say(app, uid, "dispute", of=second, seat=3, note="it was <b>eight")
    amend = say(app, uid, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    say(app, uid, "strike", of=amend)
    say(app, uid, "adjust", points=[0, -1], note="<script>reneged")
    say(app, uid, "rules", rules={"meetje_fine": "none"})
    say(app, uid, "seat", seat=1, player="Eve")
    say(app, uid, "seat", dealer=2)
    say(app, uid, "bid", declarer=2, contract=9)
    say(app, uid, "close")
    say(app, uid, "reopen")
    return uid


def without_iso(part: Any) -> Any:
    """A part of a page without the times for machines."""
    if type(part) is str:
        return part
    tag, attributes, children = part
    return tag, {name: attributes[name] for name in attributes if name != "datetime"}, [*map(without_iso, children)]


@pytest.mark.parametrize("older", [False, True])
def test_it_is_the_page_of_the_server(
    client: FlaskClient, match: str, monkeypatch: pytest.MonkeyPatch, older: bool
) -> None:
    if older:
        for module in ("drawing.history_page", "drawing.match_history"):
            monkeypatch.setattr(f"{module}.page_size", lambda version: 3)
    page = page_of(client.get(f"/m/{match}/history" + ("?before=5" if older else "")))
    day = next(page.iter("h2")).text
    values = {"days": [day], "before": 5} if older else {"days": [day]}
    bar, main = Phone(client, match).call("history", values)["parts"]["trees"]
    theirs = without_iso(of_element(next(page.iter("main"))))
    assert without_iso(of_tree(main))[2] == [child for child in theirs[2] if child != "\n"]
    assert of_tree(bar) == of_element(with_class(page, "bar")[0])


def test_what_has_no_time_yet_stands_above(app: Flask, client: FlaskClient, match: str) -> None:
    phone, version = Phone(client, match), reading_of(app, match).version
    phone.call("record", {"where": "undo", "uid": "undone", "form": {}})
    _, main = phone.call("history", {"days": ["today"]})["parts"]["trees"]
    newest = main[2][0][2][1][2][0]
    assert newest[2][0][2][0][2] == []
    assert len(main[2][0][2][1][2]) == version + 1
