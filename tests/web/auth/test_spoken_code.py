"""The spoken code: made for an evening, typed anywhere, good for watching until the evening closes."""

from __future__ import annotations

import pytest

from models.links import derive_code
from tests.support.html import main_of, parsed, text
from tests.support.phones import new_link, phone_at
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


def test_a_code_watches_its_evening_however_it_is_spelled(app, client, match, evening, code):
    """Who writes is shown it, and nobody else; what is no code stays in its field."""
    assert f"the code is {code}" in main_of(client.get(evening))
    watcher = phone_at(app, new_link(client, evening, "watch"))
    assert code not in watcher.get(evening).get_data(as_text=True)
    assert watcher.get(evening + "/share").status_code == 403
    assert any(link.get("href") == "/code" for link in parsed(app.test_client().get("/")).iter("a"))
    assert app.test_client().get("/code").status_code == 200
    for typed in (code, f" {code.upper()} ", " ".join(code), f"{code[:2]}-{code[2:]}"):
        phone = app.test_client()
        assert send(phone, "/code", code=typed).headers["Location"] == f"/m/{match}"
        assert phone.get(f"/m/{match}").status_code == 200
        assert send(phone, f"/m/{match}/say", contract="8").status_code == 403
    for typed in ("", "zzzzz", "'", "\u0000", "x" * 5000):
        answer = send(client, "/code", code=typed)
        assert (answer.status_code, "No evening has this code now." in main_of(answer)) == (422, True), typed


def test_digits_of_any_keyboard_are_the_same(app, client, evening, monkeypatch):
    monkeypatch.setattr("models.links.derive_code", lambda *_: "77777")
    send(client, evening + "/code")
    assert code_on(client, evening) == ["77777"]
    assert send(app.test_client(), "/code", code="۷۷۷۷۷").status_code == 303


def test_another_code_ends_the_first_and_the_evening_its_last(app, client, match, evening, code):
    phone = app.test_client()
    send(phone, "/code", code=code)
    send(client, evening + "/code")
    [other] = code_on(client, evening)
    assert other != code
    assert send(app.test_client(), "/code", code=code).status_code == 422
    assert "The code was for its evening, which is over." in main_of(phone.get(f"/m/{match}"))
    send(late := app.test_client(), "/code", code=other)
    send(client, evening + "/close")
    assert late.get(f"/m/{match}").status_code == 403
    assert "This evening is closed." in main_of(client.get(evening + "/share"))
    send(client, evening + "/code")
    assert code_on(client, evening) == []
    send(client, evening + "/reopen")
    assert late.get(f"/m/{match}").status_code == 403


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
