"""The phone draws the page of a deal that is amended as the server does, and records the same."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from drawing.amendment import NOTHING
from tests.support.engine_page import Phone, drawn_parts, of_element, of_tree, parts_of, sealed
from tests.support.engine_questions import formed
from tests.support.finished_matches import begun, finished
from tests.support.form_filler import page_of, with_class
from tests.support.random_sheets import GAMES
from tests.support.records import play, reading_of

Form = dict[str, list[str]]


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest, app: Flask, client: FlaskClient) -> tuple[str, list[str], list[Form]]:
    """A match of three deals: its uid, those of its deals, and these as forms."""
    found = next(one for one in finished(request.param, 6) if len(one["deals"]) > 4)
    uid, deals = begun(app, client, found), found["deals"][:4]
    fields = reading_of(app, uid).game.fields(reading_of(app, uid).sheet.standing)
    return uid, play(app, uid, *deals[:3]), [formed(fields, deal) or {NOTHING: [""]} for deal in deals]


def same_page(phone: Phone, of: str, way: str, entry: Form | None, form: Form) -> None:
    """Both draw the same."""
    place = f"/m/{phone.uid}/deal/{of}/{way}" + (f"/{urlencode(entry, doseq=True)}" if entry else "")
    page = page_of(phone.client.get(f"{place}?{urlencode(form, doseq=True)}"))
    bar, main = phone.call("amend", {"of": of, "way": way, "entry": entry, "form": form})["parts"]["trees"]
    theirs = [child for child in of_element(next(page.iter("main")))[2] if child != "\n"]
    assert of_tree(main)[2] == theirs
    assert of_tree(bar) == of_element(with_class(page, "bar")[0])


@pytest.mark.parametrize("way", ["amend", "before"])
def test_the_page(client: FlaskClient, match: tuple[str, list[str], list[Form]], way: str) -> None:
    uid, deals, forms = match
    phone = Phone(client, uid)
    same_page(phone, deals[0], way, None, {})
    for form in forms:
        same_page(phone, deals[1], way, form, {})
        same_page(phone, deals[0], way, form, {"step": ["bid"]})


def test_an_amended_deal_is_recorded_alike(
    app: Flask, client: FlaskClient, match: tuple[str, list[str], list[Form]]
) -> None:
    uid, deals, forms = match
    phone = Phone(client, uid)
    for number, form in enumerate(forms[1:]):
        pairs: Any = [(name, text) for name, texts in form.items() for text in texts]
        seal = sealed(client, phone.version, pairs)
        typed = [(name, f"{uid}{number}" if name == "uid" else text) for name, text in seal]
        drawn = phone.record(f"deal/{deals[0]}/amend", typed)
        answer = client.post(f"/m/{uid}/deal/{deals[0]}/amend", data=parse_qs(urlencode(typed), keep_blank_values=True))
        state = reading_of(app, uid)
        if drawn is None:
            assert answer.status_code in (303, 422)
            assert state.version == phone.version
            continue
        phone.call("confirm", {"many": 1})
        phone.version += 1
        assert (answer.status_code, state.version) == (303, phone.version)
        assert drawn_parts(drawn)["rows"][2] == parts_of(client.get(f"/m/{uid}"))["rows"][2]


def test_what_is_no_deal_has_no_page(client: FlaskClient, match: tuple[str, list[str], list[Form]]) -> None:
    phone = Phone(client, match[0])
    assert phone.call("amend", {"of": "nothing", "way": "amend"}) is None
    assert phone.call("amend", {"of": match[1][0], "way": "sideways"}) is None
