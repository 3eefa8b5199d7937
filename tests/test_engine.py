"""What the phone engine is given and how the server takes what it counted; both draw the same table."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

import pytest

from scoring.games import games
from tests.as_phone import Phone, drawn_parts, grouped, looked_at, parts_of
from tests.matches import random_rules
from tests.tables import make_circle, sit_down, start, token
from tests.thumb import fill, named, page_of, sent_by, taps_on, with_class
from web import engine
from web.house_rules import text_of
from web.language import NAMES
from web.security import CONTENT_POLICY

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.datastructures import Headers

    from tests.as_phone import Pairs
    from tests.thumb import Tap

ENGINE = Path(engine.__file__).parents[1] / "static" / "engine"
BUDGET = 230 * 1024  # bytes of interpreter and bundle together as they travel
PLAYERS = ("Ann", "Bob & <co>", "علی", "Łucja", "Eve", "Fay", "Gus")
MOST_TAPS = 50
BID = [("step", "bid"), ("bidder", "1"), ("bid", "42")]


@pytest.fixture
def match(client: FlaskClient) -> str:
    """The uid of a new match of Texas 42."""
    return sit_down(client, "texas_42")


def supply(app: Flask, game: str = "texas_42", code: str = "en") -> engine.Supply:
    """The engine as the app offers it."""
    found: engine.Supply = app.config["ENGINE"][game, code]
    return found


def asset(client: FlaskClient, path: str, **headers: str) -> tuple[Headers, bytes]:
    """A static file with its headers, closed again."""
    with client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()}) as answer:
        return answer.headers, answer.data


def sealed(client: FlaskClient, version: int, pairs: Pairs) -> Pairs:
    """A form's pairs with its secrets."""
    return [("csrf_token", token(client)), ("uid", f"from-phone-{version}"), ("after", str(version)), *pairs]


def test_the_table_tells_where_the_engine_is(app: Flask, client: FlaskClient, match: str) -> None:
    found = supply(app)
    place = next(
        element for element in page_of(client.get(f"/m/{match}")).iter("meta") if element.get("id") == "engine"
    )
    told = {name: place.get(f"data-{name}") for name in ("worker", "bundle", "edition", "log")}
    assert told == {**found._asdict(), "log": f"/m/{match}/log"}
    assert 'id="engine"' not in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("path", ["worker", "bundle"])
def test_the_engine_is_kept_for_ever_under_a_name_of_its_content(app: Flask, client: FlaskClient, path: str) -> None:
    headers, _ = asset(client, getattr(supply(app), path))
    assert "immutable" in headers["Cache-Control"]
    assert re.search(r"\.[0-9a-f]{10}\.", getattr(supply(app), path))


def test_only_the_worker_may_compile_webassembly(app: Flask, client: FlaskClient, match: str) -> None:
    served = [f"/static/{name}" for name in app.config["ASSETS"].values()] + [supply(app).bundle]
    policies = {path: asset(client, path)[0].get("Content-Security-Policy", "") for path in served}
    assert [path for path, policy in policies.items() if "wasm" in policy] == [supply(app).worker]
    policy = policies[supply(app).worker]
    assert "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self';" in policy
    assert client.get(f"/m/{match}").headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY


@pytest.mark.parametrize("game", sorted(games()))
def test_a_bundle_holds_one_game_and_no_words_for_people(app: Flask, client: FlaskClient, game: str) -> None:
    files = json.loads(asset(client, supply(app, game).bundle)[1])["files"]
    shelves = {name for name in files if name.startswith(("scoring/games/", "drawing/pads/"))}
    assert shelves <= {f"{room}/{name}.py" for room in engine.SHELVES for name in (game, "__init__")}
    assert {f"scoring/games/{game}.py", "drawing/phone.py", "typing.py", "__future__.py"} <= set(files)
    assert not [name for name, source in files.items() if '"""' in source or "TYPE_CHECKING:" in source]


@pytest.mark.parametrize("code", NAMES)
def test_interpreter_and_bundle_travel_light(app: Flask, client: FlaskClient, code: str) -> None:
    names = [app.config["ASSETS"][f"engine/micropython.{end}"] for end in ("mjs", "wasm")]
    interpreter = sum(len(asset(client, f"/static/{name}", accept_encoding="gzip, br")[1]) for name in names)
    for game in games():
        headers, bundle = asset(client, supply(app, game, code).bundle, accept_encoding="gzip, br")
        assert headers["Content-Encoding"] == "gzip"
        assert json.loads(gzip.decompress(bundle))["language"]["code"] == code
        assert interpreter + len(bundle) < BUDGET


def test_the_interpreter_is_the_one_that_its_page_names() -> None:
    named_there = dict(re.findall(r"^\| (\S+) \| `(\w+)` \|$", (ENGINE / "README.md").read_text(), re.MULTILINE))
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in ENGINE.glob("micropython.*")}
    assert found == named_there


def test_the_edition_changes_with_rules_drawing_words_and_worker(tmp_path: Path, monkeypatch: Any) -> None:
    def edition(worker: str = "worker.js") -> str:
        return engine.supplied(worker, "texas_42", "en", tmp_path).edition

    seen = [edition(), edition()]
    assert seen[0] == seen[1]
    seen.append(edition("worker.other.js"))
    files = engine.files_of("texas_42")
    changed = tmp_path / "changed.py"
    changed.write_text("x = 1\n")
    for name in ("scoring/games/texas_42.py", "drawing/phone.py"):
        monkeypatch.setattr(engine, "files_of", lambda game, name=name: {**files, name: changed})
        seen.append(edition())
    monkeypatch.setattr(engine, "files_of", lambda game: files)
    monkeypatch.setattr(engine, "words_for", lambda code, game: {"code": code, "texts": {"Undo": "Back"}})
    seen.append(edition())
    assert len(set(seen)) == len(seen) - 1


SOURCE = '''"""What only people read."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import only_for_checkers
class A:
    """A docstring and nothing else."""
def f(a: int, b: str = "x") -> dict[str, int]:
    """A docstring."""
    n: int = a  # a comment
    return {b: n}
'''


def test_spare_source_means_the_same() -> None:
    spare, scope = engine.spare(SOURCE), {}
    exec(spare, scope)
    assert scope["f"](3) == {"x": 3}
    assert not any(words in spare for words in ("docstring", "comment", "only", "int", '"""'))


def test_the_log_is_the_match_as_it_was_said(client: FlaskClient, match: str) -> None:
    phone = Phone(client, match)
    phone.send("say", sealed(client, 0, BID), {}, "")
    log = client.get(f"/m/{match}/log")
    found = log.get_json()
    assert found["records"] == [["bid", {"bidder": 1, "bid": 42}, "from-phone-0", 1]]
    assert (found["game"], found["version"], found["table"]["players"]) == ("texas_42", 1, ["Ann", "Bob", "Cem", "Dee"])
    unchanged = client.get(f"/m/{match}/log", headers={"If-None-Match": log.headers["ETag"]})
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    client.post(f"/m/{match}/undo", data=dict(sealed(client, 1, [])))
    assert client.get(f"/m/{match}/log", headers={"If-None-Match": log.headers["ETag"]}).status_code == 200


def test_the_log_is_nobody_elses(app: Flask, match: str) -> None:
    stranger = app.test_client()
    assert stranger.get(f"/m/{match}/log").status_code == 404
    make_circle(stranger)
    assert stranger.get(f"/m/{match}/log").status_code == 404


def test_what_was_counted_the_same_is_only_acknowledged(app: Flask, client: FlaskClient, match: str) -> None:
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    drawn = phone.say("say", pairs)
    answer = phone.send("say", pairs, drawn["counted"], supply(app).edition)
    assert (answer.get_json(), answer.headers.get("X-Engine")) == ({"version": 1}, None)
    again = phone.send("say", pairs, drawn["counted"], supply(app).edition)
    assert again.get_json() == {"version": 1}


WRONG = {
    "totals": lambda counted: counted["standing"].update(totals=[40, 2]),
    "points": lambda counted: counted.update(points=[1, 1]),
    "dealer": lambda counted: counted["standing"].update(dealer=3),
    "true for one": lambda counted: counted["standing"].update(number=True),
    "version": lambda counted: counted.update(version=7),
    "outcome": lambda counted: counted.update(outcome={"winners": [0], "why": "target"}),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_difference_is_told_and_logged_without_names(
    app: Flask, client: FlaskClient, match: str, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    counted = phone.say("say", pairs)["counted"]
    WRONG[wrong](counted)
    with caplog.at_level(logging.WARNING):
        answer = phone.send("say", pairs, counted, supply(app).edition)
    assert answer.headers["X-Engine"] == "differs"
    assert "had counted differently" in answer.get_data(as_text=True)
    assert named(page_of(answer), "table").get("data-version") == "1"
    [warning] = [record.getMessage() for record in caplog.records]
    assert match in warning
    assert supply(app).edition in warning
    assert not any(name in warning for name in ("Ann", "Bob", "Cem", "Dee", dict(pairs)["csrf_token"]))


@pytest.mark.parametrize("junk", ["", "{", "null", "[" * 2000, '"Ann"', "1e400"])
def test_junk_for_a_count_is_a_difference(app: Flask, client: FlaskClient, match: str, junk: str) -> None:
    form = {**dict(sealed(client, 0, BID)), "phone_counted": junk, "edition": supply(app).edition}
    answer = client.post(f"/m/{match}/say", data=form, headers={"X-Part": ""})
    assert (answer.status_code, answer.headers["X-Engine"]) == (200, "differs")


@pytest.mark.parametrize("same", [True, False])
def test_an_old_edition_learns_the_new_one(
    app: Flask, client: FlaskClient, match: str, caplog: pytest.LogCaptureFixture, same: bool
) -> None:
    phone, pairs = Phone(client, match), sealed(client, 0, BID)
    counted = phone.say("say", pairs)["counted"]
    if not same:
        counted["lines"] = 5
    answer = phone.send("say", pairs, counted, "an old one")
    assert answer.headers["X-Engine"].split(" ") == list(supply(app))
    assert answer.is_json == same
    assert "differently" not in answer.get_data(as_text=True)
    assert not caplog.records


def test_without_a_count_the_answer_is_the_table(client: FlaskClient, match: str) -> None:
    form = dict(sealed(client, 0, BID))
    answer = client.post(f"/m/{match}/say", data=form, headers={"X-Part": "0"})
    assert named(page_of(answer), "table").get("data-version") == "1"
    assert "X-Engine" not in answer.headers


@pytest.mark.parametrize("key", sorted(games()))
@pytest.mark.parametrize("seed", range(2))
def test_phone_and_server_draw_the_same_table(app: Flask, client: FlaskClient, key: str, seed: int) -> None:
    """A match tapped at random under random house rules: every screen of the server is the phone's."""
    rng = Random(f"phone {key} {seed}")
    game = games()[key]
    players = PLAYERS[: rng.randint(*game.seats)]
    make_circle(client, *players)
    rules = random_rules(rng, game, len(players))
    options = [option for option in game.options if option.key in rules and option.kind != "money"]
    chosen = {option.key: text_of(option, rules[option.key]) for option in options}
    uid = start(client, key, *players, **chosen)
    phone = Phone(client, uid)
    page = client.get(f"/m/{uid}")
    counted = 0
    for _ in range(MOST_TAPS):
        tap = tapped(rng, page, uid)
        where = tap.address.split("?")[0].removeprefix(f"/m/{uid}").strip("/")
        pairs = sent_by(tap.form, tap.button) if tap.form is not None else []
        if where in ("say", "undo", "redo"):
            page, told = said(app, client, phone, where, pairs, key)
            counted += told
        else:
            page = looked(client, phone, tap, pairs)
        if with_class(page_of(page), "won"):
            break
    assert counted


def tapped(rng: Random, page: Any, uid: str) -> Tap:
    """A tap on the pad, its form filled in as a person might; now and then one back in the header."""
    document = page_of(page)
    place = with_class(document, "bar")[0] if rng.random() < 0.1 else named(document, "pad")
    taps = [tap for tap in taps_on(place, f"/m/{uid}") if tap.address.startswith(f"/m/{uid}")]
    if not taps:
        return tapped(rng, page, uid)
    tap = rng.choice(taps)
    if tap.form is not None:
        fill(rng, tap.form)
    return tap


def looked(client: FlaskClient, phone: Phone, tap: Tap, pairs: Pairs) -> Any:
    """A tap that records nothing yet: both draw the same."""
    form = looked_at(pairs) if tap.form is not None else parse_qsl(tap.address.partition("?")[2])
    answer = client.get(f"/m/{phone.uid}?{urlencode(form)}", headers={"X-Part": str(phone.version)})
    assert_same(drawn_parts(phone.show(form)), parts_of(answer))
    return answer


def said(app: Flask, client: FlaskClient, phone: Phone, where: str, pairs: Pairs, key: str) -> tuple[Any, bool]:
    """A saying, and whether the phone counted it: both draw the same, and refuse the same; an end is the server's."""
    drawn = phone.say(where, pairs)
    if not drawn or "counted" not in drawn:
        return told_by_server(client, phone, where, pairs, drawn), False
    answer = phone.send(where, pairs, drawn["counted"], supply(app, key).edition)
    assert answer.is_json, answer.get_data(as_text=True)
    phone.ask("confirm", {})
    phone.version += 1
    assert answer.get_json() == {"version": phone.version}
    page = client.get(f"/m/{phone.uid}?said=1", headers={"X-Part": ""})
    ours, theirs = drawn_parts(drawn), parts_of(page)
    assert_same(ours, theirs)
    fresh, rows = ours["rows"], theirs["rows"][2]
    assert fresh[2] == (rows[: len(fresh[2])] if "data-add" in fresh[1] else rows)
    return page, True


def told_by_server(client: FlaskClient, phone: Phone, where: str, pairs: Pairs, drawn: Any) -> Any:
    """What the server says to a saying that the phone refuses, or leaves to it."""
    headers = {"X-Part": str(phone.version)}
    answer = client.post(f"/m/{phone.uid}/{where}", data=grouped(pairs), headers=headers, follow_redirects=True)
    assert answer.status_code == (drawn["status"] if drawn else 200)
    if drawn:
        assert_same(drawn_parts(drawn), parts_of(answer))
    phone.follow()
    return answer


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """The parts that the phone drew are those of the server."""
    for name, part in ours.items():
        if name != "rows":
            difference = first_difference(part, theirs[name])
            assert difference is None, name


def first_difference(one: Any, other: Any) -> Any:
    """Where two trees first differ, with what stands there in each; None when they are the same."""
    if one == other:
        return None
    if type(one) is type(other) is tuple and one[:2] == other[:2] and len(one[2]) == len(other[2]):
        return next(first_difference(*pair) for pair in zip(one[2], other[2], strict=True) if pair[0] != pair[1])
    return one, other


def test_what_a_pad_names_like_the_count_is_another_thing(app: Flask, client: FlaskClient) -> None:
    """Clobyosh's pad tells whose cards were counted by tapping."""
    match = sit_down(client, "clobyosh", "Ann", "Bob")
    for seq, said in enumerate(
        (
            [("step", "bid"), ("maker", "0"), ("turned", "true"), ("trump", "clubs")],
            [
                ("step", "play"),
                ("counted", "0"),
                ("won.0", "AC"),
                ("cards.0", ""),
                ("cards.1", "60"),
                ("last_trick", "0"),
            ],
        )
    ):
        phone, pairs = Phone(client, match), sealed(client, seq, said)
        drawn = phone.say("say", pairs)
        answer = phone.send("say", pairs, drawn["counted"], supply(app, "clobyosh").edition)
        assert answer.get_json() == {"version": seq + 1}
