"""The phone draws the page of a record as the server does, and its buttons record the same."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.engine_page import Phone, of_element, of_tree, sealed
from tests.support.finished_matches import begun, finished
from tests.support.form_filler import page_of, with_class
from tests.support.random_sheets import GAMES
from tests.support.records import play, reading_of, say
from tests.support.tables import send, sit_down

DEALS = (
    {"declarer": 1, "contract": 8, "tricks": 9},
    {"declarer": 0, "contract": 10, "tricks": 9},
    {"contract": "meetje", "tricks": 5},
)
PROSE = "In the rules"  # what the server adds to the preview of house rules


def without_prose(children: list[Any]) -> list[Any]:
    """Children without the sentences of the rules, which only the server has."""
    kept = [child for child in children if type(child) is str or PROSE not in str(child[2][:1])]
    return [child if type(child) is str else (child[0], child[1], without_prose(child[2])) for child in kept]


def without_answers(children: list[Any]) -> list[Any]:
    """Children without the button for who agrees now, which the phone cannot record."""
    kept = [child for child in children if type(child) is str or not child[1].get("action", "").endswith("/answer")]
    return [child if type(child) is str else (child[0], child[1], without_answers(child[2])) for child in kept]


def same_page(phone: Phone, of: str) -> None:
    """Both draw the same."""
    page = page_of(phone.client.get(f"/m/{phone.uid}/deal/{of}"))
    bar, main = phone.call("deal", {"of": of})["parts"]["trees"]
    theirs = [child for child in of_element(next(page.iter("main")))[2] if str(child).strip()]
    assert of_tree(main)[2] == without_prose(without_answers(theirs))
    assert of_tree(bar) == of_element(with_class(page, "bar")[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_whole_match(app: Flask, client: FlaskClient, game: str) -> None:
    found = finished(game, 6)[0]
    uid = begun(app, client, found)
    deals = play(app, uid, *found["deals"])
    phone = Phone(client, uid)
    for of in deals:
        same_page(phone, of)
    assert phone.call("deal", {"of": "nothing"}) is None


def test_every_kind_of_record_and_what_became_of_it(app: Flask, client: FlaskClient) -> None:
    uid = sit_down(client, "boomke_wies")
    first, second, third = play(app, uid, *DEALS)
    say(app, uid, "dispute", of=second, seat=3, note="it was <b>eight")
    say(app, uid, "agree", of=second, seat=2)
    kinds = [
        say(app, uid, "adjust", points=[0, -1], note="<script>reneged"),
        say(app, uid, "rules", rules={"meetje_fine": "none"}),
        say(app, uid, "seat", seat=1, player="Eve"),
        say(app, uid, "seat", dealer=2),
    ]
    (later,) = play(app, uid, DEALS[0])
    amend = say(app, uid, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    for kind, of in (("strike", amend), ("restore", amend), ("strike", third), ("strike", kinds[0])):
        for one in (first, second, third, later, *kinds):
            same_page(Phone(client, uid), one)
        more = {"crossed": True} if of == third else {}
        say(app, uid, kind, of=of, **more)
    for kind in ("close", "reopen"):
        ruling = say(app, uid, kind)
        same_page(Phone(client, uid), ruling)
    same_page(Phone(client, uid), third)


def test_its_buttons_record_what_the_server_records(app: Flask, client: FlaskClient) -> None:
    """Each is tapped on a page of both; what cannot be is no record on either."""
    uid = sit_down(client, "boomke_wies")
    first, second, _ = play(app, uid, *DEALS)
    say(app, uid, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    for act, of in (("undo", first), ("redo", first), ("strike", second), ("restore", second), ("undo", second)):
        phone = Phone(client, uid)
        form = dict(sealed(client, phone.version, []))
        drawn = phone.record(f"deal/{of}/{act}", list(form.items()))
        assert send(client, f"/m/{uid}/deal/{of}/{act}", **form).status_code == 303
        record = reading_of(app, uid).records[-1]
        assert (drawn and drawn["record"]) == ([record.kind, record.body] if record.uid == form["uid"] else None)
    assert drawn is None
    for where in (f"deal/{second}/restore", "deal/nothing/strike", f"deal/{second}/sideways"):
        assert phone.record(where, sealed(client, phone.version, [])) is None


def test_who_only_looks_on_is_offered_nothing(app: Flask, client: FlaskClient) -> None:
    """The page at its own address, as a phone draws it that may not score."""
    uid = sit_down(client, "boomke_wies")
    first, *_ = play(app, uid, *DEALS)
    path = f"/m/{uid}/deal/{first}"
    values = {"path": path, "stored": {"may_score": False, "tail": []}}
    page = Phone(client, uid).call("page", values)
    assert "Bob" in str(page["over"]["trees"])
    assert "'form'" not in str(page["over"]["trees"])
    assert "/amend" not in str(page["over"]["trees"])


def test_a_page_below_a_match_knows_what_is_unsent(app: Flask, client: FlaskClient) -> None:
    uid = sit_down(client, "boomke_wies")
    play(app, uid, *DEALS)
    tail = [["deal", DEALS[0] | {"dealer": 3}, "only-here"]]
    stored = {"may_score": True, "tail": tail, "days": ["today"]}
    phone = Phone(client, uid)
    for rest in ("deal/only-here", "history"):
        page = phone.call("page", {"path": f"/m/{uid}/{rest}", "stored": stored})
        assert page["version"] == 3
        assert "/deal/only-here" in str(page["over"]["trees"])
        phone.follow()
    for rest in ("deal/only-here", "deal/nothing", "nothing", "deal/", "history/of", "deal/only-here/amend"):
        assert phone.call("page", {"path": f"/m/{uid}/{rest}", "stored": stored | {"tail": []}}) is None
