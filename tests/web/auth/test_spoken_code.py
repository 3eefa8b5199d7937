"""The spoken code: made for an evening, typed anywhere, good for watching until the evening closes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from models.base import now
from models.links import CODE_LIFETIME, derive_code
from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.tables import send


def code_on(client, evening):
    """The code that the page shows, if there is one."""
    return [
        text(found) for found in parsed(client.get(evening + "/share")).iter("p") if "spoken" in found.get("class", "")
    ]


@pytest.fixture
def code(client, evening, monkeypatch):
    """A code that no word of a page spells by chance."""
    assert code_on(client, evening) == []
    first = []

    def chosen(uid, key):
        first.append(uid)
        return "zqx7k" if uid == first[0] else derive_code(uid, key)

    monkeypatch.setattr("models.links.derive_code", chosen)
    assert send(client, evening + "/code").status_code == 303
    [code] = code_on(client, evening)
    return code


@pytest.mark.parametrize("spelled", ["{0}", " {1} ", "{2}", "{3}"])
def test_a_code_watches_its_evening(app, client, match, code, spelled):
    phone = app.test_client()
    typed = spelled.format(code, code.upper(), " ".join(code), f"{code[:2]}-{code[2:]}")
    assert send(phone, "/code", code=typed).headers["Location"] == f"/m/{match}"
    assert phone.get(f"/m/{match}").status_code == 200
    assert send(phone, f"/m/{match}/say", contract="8").status_code == 403


def test_digits_of_any_keyboard_are_the_same(app, client, match, code, monkeypatch):
    monkeypatch.setattr("models.links.derive_code", lambda *_: "77777")
    evening = evening_of(client, match)
    send(client, evening + "/code")
    assert code_on(client, evening) == ["77777"]
    assert send(app.test_client(), "/code", code="۷۷۷۷۷").status_code == 303


@pytest.mark.parametrize("typed", ["", "zzzzz", "'", "\u0000", "x" * 5000])
def test_a_wrong_code_stays_in_its_field(client, code, typed):
    answer = send(client, "/code", code=typed)
    assert answer.status_code == 422
    assert "No evening has this code now." in main_of(answer)


def test_the_code_is_shown_to_who_writes_only(app, client, evening, code):
    assert f"the code is {code}" in main_of(client.get(evening))
    watcher = phone_at(app, new_link(client, evening, "watch"))
    assert code not in watcher.get(evening).get_data(as_text=True)
    assert watcher.get(evening + "/share").status_code == 403


def test_another_code_ends_the_first(app, client, match, evening, code):
    phone = app.test_client()
    send(phone, "/code", code=code)
    send(client, evening + "/code")
    assert code_on(client, evening) != [code]
    assert send(app.test_client(), "/code", code=code).status_code == 422
    assert "The code was for its evening, which is over." in main_of(phone.get(f"/m/{match}"))


def test_a_code_ends_with_its_evening(app, client, match, evening, code):
    phone = app.test_client()
    send(phone, "/code", code=code)
    send(client, evening + "/close")
    assert phone.get(f"/m/{match}").status_code == 403
    assert code_on(client, evening) == []
    assert "This evening is closed." in main_of(client.get(evening + "/share"))
    send(client, evening + "/code")
    assert code_on(client, evening) == []
    send(client, evening + "/reopen")
    assert phone.get(f"/m/{match}").status_code == 403


def test_the_circle_lists_the_code_and_revokes_it(app, client, match, evening, code):
    phone = app.test_client()
    send(phone, "/code", code=code)
    [line] = [line for line in parsed(client.get("/circle")).iter("li") if f"the code {code}" in text(line)]
    assert "can only watch · tonight" in text(line)
    [revoke] = [found.get("formaction") for found in line.iter("button")]
    assert send(client, revoke.replace("revoke", "replace")).status_code == 404
    assert send(client, revoke).status_code == 303
    assert phone.get(f"/m/{match}").status_code == 403
    assert code_on(client, evening) == []
    assert code not in main_of(client.get("/circle"))


def test_a_code_runs_out(app, client, match, code, monkeypatch):
    later = now() + CODE_LIFETIME + timedelta(minutes=1)
    monkeypatch.setattr("models.tables.now", lambda: later)
    assert send(app.test_client(), "/code", code=code).status_code == 422


def test_the_welcome_leads_to_the_code(client):
    assert any(link.get("href") == "/code" for link in parsed(client.get("/")).iter("a"))
    assert client.get("/code").status_code == 200
