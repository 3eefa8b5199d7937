"""Pages that a phone draws by itself: what the server would have sent, or what it can say without one."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs

import pytest
from flask.testing import FlaskClient

from scoring.games import games
from table import engine_api
from table.node import text_of
from tests.support.engine_page import by_id, of_element, of_tree
from tests.support.engine_questions import FOUR, pages
from tests.support.form_filler import page_of
from tests.support.random_matches import dealt, names_for
from tests.support.records import play
from tests.support.tables import make_circle, start
from web.phone_bundle import phone_catalog


def asked(what: str, values: Any) -> Any:
    return json.loads(engine_api.answer(what, json.dumps(values)))


def drawn(path: str) -> Any:
    """A page of the made-up phone of the questions."""
    asked("set_language", phone_catalog("en", ""))
    others = [one for one in pages({"game": "texas_42"}) if not one[1]["path"].startswith("/m/")]
    return next(asked(what, values) for what, values in others if values["path"] == path)


def set_up(**form: list[str]) -> Any:
    """The page of a new match, or the match, after a form on the same phone."""
    asked("set_language", phone_catalog("en", ""))
    stored = next(values["stored"] for _, values in pages({"game": "texas_42"}) if values["path"] == "/new")
    return asked("page", {"path": "/new", "stored": stored | {"form": FOUR | form}})


def query_of(answer: Any) -> dict[str, list[str]]:
    """The draft that a page holds in its address."""
    return parse_qs(answer["query"].removeprefix("?"))


def words(answer: Any) -> str:
    """All that a page says."""
    return " ".join(text_of(as_node(tree)) for tree in answer["trees"])


def as_node(tree: Any) -> Any:
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
    main = json.dumps(asked("page", {"path": f"/m/{uid}", "stored": {"may_score": False}})["trees"][1])
    assert [word for word in ('["form"', "hidden-fields") if word in main] == []


def test_home_and_an_evening_name_what_goes_on_and_lead_only_to_what_is_there() -> None:
    answer = drawn("/")
    told = words(answer)
    assert all(text in told for text in ("Not connected", "As of 20:14", "Ann, Bob", "<The Plough>", "Texas 42"))
    assert "Ann & Cem – Bob & Dee" in told
    assert told.count("only on this phone") == 1
    assert "not on this phone" not in told
    page = json.dumps(answer)
    assert all(f'"{link}"' in page for link in ("/m/abc", "/m/abc2", "/m/abc3", "/e/tonight", "/new"))
    assert '"/m/ended"' not in page
    for path, button in (("/e/def", "close"), ("/e/nowhere", "reopen"), ("/e/tonight", "")):
        answer = drawn(path)
        assert ("This evening is closed." in words(answer)) == (button == "reopen")
        ways = [way for way in ("close", "reopen") if f'"{path}/{way}"' in json.dumps(answer)]
        assert ways == [button] * bool(button)
    assert "Ann & Cem" in words(answer)
    answer = drawn("/e/def")
    assert answer["title"] == "۲۰ Nov 2025"
    assert "not on this phone" in words(answer)
    assert "Ann – Bob – Cem – Dee" in words(answer)


def test_a_new_match_is_as_the_last_one_at_first_and_taps_change_its_seats() -> None:
    """The one that began here last; what it says of house rules is only what is not as usual."""
    query = query_of(drawn("/new"))
    assert (query["game"], query["seat"], query["dealer"]) == (["texas_42"], ["Ann", "Bob", "Cem", "Dee"], ["Bob"])
    assert [name for name in query if name.startswith("rule.")] == []
    changed: list[tuple[dict[str, list[str]], list[str]]] = [
        ({"tap": ["player:Ann"]}, ["Bob", "Cem", "Dee"]),
        ({"tap": ["game:clobyosh"]}, ["Ann", "Bob"]),
        ({"held": ["0"], "tap": ["seat:2"]}, ["Cem", "Bob", "Ann", "Dee"]),
        ({"held": ["1"], "name": ["Fay"]}, ["Ann", "Fay", "Cem", "Dee"]),
        ({"seat": ["Ann"], "name": ["Fay"]}, ["Ann", "Fay"]),
    ]
    for form, seats in changed:
        assert query_of(set_up(**form))["seat"] == seats
    answer = set_up(tap=["draw:partners"])
    query = query_of(answer)
    assert len(set(query["card"])) == 4
    assert sorted(query["seat"]) == ["Ann", "Bob", "Cem", "Dee"]
    assert "The two lowest play against the two highest." in words(answer)
    assert f"{query['dealer'][0]}, on the left, deals." in words(answer)


def test_what_cannot_be_is_told_and_nothing_begins() -> None:
    told: list[tuple[dict[str, list[str]], str]] = [
        ({"name": ["Ann"]}, "Ann is already at this table."),
        ({"name": ["Fay"]}, "The table is full. Tap the seat that Fay takes, then add the name."),
        ({"name": ["x" * 41]}, "This name is too long: it can have 40 characters."),
        ({"seat": ["Ann"], "begin": ["1"]}, "Boomke Wies is for 4 players; there are 1 here."),
    ]
    for typed in ("many", "24:00", "25:00", "22:7", "-3"):
        clock = {"rule.length": ["clock"], "rule.length_value.clock": [typed], "begin": ["1"]}
        told.append((clock, "is needed here"))
    for form, sentence in told:
        answer = set_up(**form)
        assert sentence in words(answer)
        assert "begin" not in answer


def test_a_match_begins_with_people_by_their_uid_and_a_set_of_rules_is_chosen() -> None:
    seats = ["Ann", "Fay", "Cem", "Dee"]
    begin = set_up(game=["texas_42"], seat=seats, dealer=["Fay"], begin=["1"], **{"rule.target_marks": ["9"]})["begin"]
    assert begin == {
        "game": "texas_42",
        "rules": {"target_marks": 9},
        "first_dealer": 1,
        "seats": [{"uid": None if name == "Fay" else name.lower(), "name": name} for name in seats],
        "evening": "",
    }
    clocked = {"rule.length": ["clock"], "rule.length_value.clock": ["۲۲:۳۰"], "begin": ["1"]}
    assert set_up(**clocked)["begin"]["rules"] == {"length": "clock", "length_value": 90}

    def sets_chosen(answer: Any) -> list[str]:
        buttons = [part for tree in answer["trees"] for part in everything(tree) if part[0] == "button"]
        sets = [part for part in buttons if part[1].get("value", "").startswith("preset:")]
        return [text_of(as_node(part)) for part in sets if part[1]["aria-pressed"] == "true"]

    chosen = set_up(game=["texas_42"], tap=["preset:saved-0"])
    assert query_of(chosen)["rule.target_marks"] == ["9"]
    assert sets_chosen(chosen) == ["Bob’s"]
    changed = set_up(game=["texas_42"], **{"rule.target_marks": ["5"]})
    assert sets_chosen(changed) == []


@pytest.mark.parametrize("game", sorted(games()))
def test_the_house_rules_are_those_of_the_server(client: FlaskClient, game: str) -> None:
    """But for the help, which is not on the phone; also after a choice, and one that is typed beside an answer."""
    make_circle(client)
    chosen = {option.key: str(option.choices[-1].value) for option in games()[game].options if option.choices}
    for form in ({}, {f"rule.{key}": [text] for key, text in chosen.items()}):
        seats = ["", "Ann", "Bob", "Cem", "Dee"]
        served = page_of(client.get("/new", query_string=form | {"game": game, "seat": seats, "dealer": "Bob"}))
        drawn = set_up(game=[game], seat=seats, **form)
        ours, theirs = everything(drawn["trees"][1]), everything(of_element(next(served.iter("main"))))
        kept = [[tag, name_and_state(more)] for tag, more, _ in theirs if is_rule(tag, more)]
        assert [[tag, name_and_state(more)] for tag, more, _ in ours if is_rule(tag, more)] == kept
        assert len(kept) > 5


def everything(part: Any) -> list[Any]:
    if isinstance(part, str):
        return []
    return [part] + [found for child in part[2] for found in everything(child)]


def is_rule(tag: str, attributes: Any) -> bool:
    return tag == "legend" or "fold" in attributes.get("class", "") or attributes.get("name", "").startswith("rule.")


def name_and_state(attributes: Any) -> Any:
    """What an element is called, and what is chosen in it."""
    return {
        name: "" if attributes[name] is True else attributes[name]
        for name in ("class", "name", "value", "checked", "hidden", "data-hangs", "type", "inputmode")
        if name in attributes
    }


def test_what_is_not_there_is_none_or_asked_for_and_a_call_that_is_none_refused(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_circle(client)
    asked("set_language", phone_catalog("en", ""))
    asked("load_match", client.get(f"/m/{start(client, 'texas_42')}/log").get_json())
    with pytest.raises(ValueError, match="confirmed"):
        asked("confirmed", {"many": 1})
    assert [drawn(path) for path in ("/e/other", "/circle")] == [None, None]
    assert asked("page", {"path": "/", "stored": {}}) is None

    def not_here(key: str) -> Any:
        raise ImportError(key)

    monkeypatch.setattr("table.away_new_match.game_of", not_here)
    assert set_up(game=["texas_42"]) == {"game": "texas_42"}
    assert set_up(game=["texas_42"], tap=["game:clobyosh"]) == {"game": "clobyosh"}
