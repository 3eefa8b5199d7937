"""Pages that a phone draws by itself: what the server would have sent, or what it can say without one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from drawing import engine_api
from drawing.node import text_of
from scoring.games import games
from tests.bench.deals import dealt, names_for
from tests.support.engine_page import by_id, of_element, of_tree
from tests.support.engine_questions import pages
from tests.support.form_filler import page_of
from tests.support.records import play
from tests.support.tables import make_circle, start
from web.i18n.catalog import phone_catalog

if TYPE_CHECKING:
    from flask.testing import FlaskClient


def asked(what: str, values: Any) -> Any:
    """An answer of the phone's Python."""
    return json.loads(engine_api.answer(what, json.dumps(values)))


def drawn(path: str) -> Any:
    """A page of the made-up phone of the questions."""
    asked("set_language", phone_catalog("en", ""))
    others = [one for one in pages({"game": "texas_42"}) if not one[1]["path"].startswith("/m/")]
    return next(asked(what, values) for what, values in others if values["path"] == path)


def words(answer: Any) -> str:
    """All that a page says."""
    return " ".join(text_of(as_node(tree)) for tree in answer["trees"])


def as_node(tree: Any) -> Any:
    """A node that came as JSON."""
    return tree if isinstance(tree, str) else (tree[0], tree[1], [as_node(child) for child in tree[2]])


def without_line_ends(part: Any) -> Any:
    """A part of a page without the ends of lines that its template has."""
    tag, attributes, children = part
    return tag, attributes, [child for child in children if not isinstance(child, str) or child.strip()]


@pytest.mark.parametrize("game", sorted(games()))
def test_the_page_of_a_match_is_the_one_that_the_server_sends(client: FlaskClient, game: str) -> None:
    names = names_for(games()[game])
    make_circle(client, *names)
    uid = start(client, game, *names)
    play(client.application, uid, *next(told for told in dealt(game, 12) if len(told) > 2)[:-1])
    asked("set_language", phone_catalog("en", game))
    asked("load_match", client.get(f"/m/{uid}/log").get_json())
    answer = asked("page", {"path": f"/m/{uid}", "stored": {"may_score": True}})
    served = page_of(client.get(f"/m/{uid}"))
    parts = [without_line_ends(of_element(next(served.iter(name)))) for name in ("header", "main")]
    assert [of_tree(tree) for tree in answer["trees"]] == parts
    assert by_id(served, "table").get("data-version") == str(answer["version"])


def test_who_watches_gets_no_form(client: FlaskClient) -> None:
    make_circle(client)
    uid = start(client, "texas_42")
    asked("set_language", phone_catalog("en", "texas_42"))
    asked("load_match", client.get(f"/m/{uid}/log").get_json())
    main = asked("page", {"path": f"/m/{uid}", "stored": {"may_score": False}})["trees"][1]
    assert "form" not in json.dumps(main)
    assert "hidden-fields" not in json.dumps(main)


def test_home_names_what_goes_on_and_leads_only_to_what_is_there() -> None:
    answer = drawn("/")
    assert all(text in words(answer) for text in ("Not connected", "As of 20:14", "Ann, Bob", "<The Plough>", "A game"))
    page = json.dumps(answer)
    assert '"/m/abc"' in page
    assert '"/m/ended"' not in page


def test_an_evening_shows_its_matches_and_says_which_are_not_there() -> None:
    answer = drawn("/e/def")
    assert answer["title"] == "۲۰ Nov 2025"
    assert "not on this phone" in words(answer)
    assert "not on this phone" not in words(drawn("/"))


@pytest.mark.parametrize("path", ["/e/other", "/circle"])
def test_what_the_phone_does_not_have_is_none(path: str) -> None:
    assert drawn(path) is None


def test_without_anything_stored_there_is_no_home() -> None:
    assert asked("page", {"path": "/", "stored": {}}) is None
