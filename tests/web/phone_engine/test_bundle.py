"""What the phone engine is given and how the server takes what it counted; both draw the same table."""

from __future__ import annotations

import ast
import hashlib
import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brotli
import pytest

from drawing.pads.registry import KEYS as PADS
from scoring.games import games
from tests.support.engine_page import Phone, sealed, supply
from tests.support.form_filler import named, page_of
from tests.support.server_only import server_only
from tests.support.tables import make_circle, sit_down
from translations.sources import of_python
from web.http.security_headers import CONTENT_POLICY
from web.i18n.locale import NAMES
from web.phone_engine import bundle
from web.phone_engine.minify import minify
from web.phone_engine.short_names import global_names, shared_short_names

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.datastructures import Headers


ROOT = Path(bundle.__file__).parents[2]
ENGINE = ROOT / "static" / "engine"
BUDGET = 196 * 1024  # bytes, packed; the aim is 225 KB
BID = [("step", "bid"), ("bidder", "1"), ("bid", "42")]


@pytest.fixture
def match(client: FlaskClient) -> str:
    """The uid of a new match of Texas 42."""
    return sit_down(client, "texas_42")


def asset(client: FlaskClient, path: str, **headers: str) -> tuple[Headers, bytes]:
    """A static file with its headers, closed again."""
    with client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()}) as answer:
        return answer.headers, answer.data


def lines_of(bundle: bytes) -> list[Any]:
    """What a bundle holds: path, source, whether all of it is there, places of each file; then the catalogue."""
    return [json.loads(line) for line in bundle.decode().splitlines()]


def lines_for(bundle: bytes, game: str) -> list[Any]:
    """What the worker reads of a bundle for a table of a game: path, source of each file, whether it is whole."""
    return [line for *line, needing in lines_of(bundle)[:-1] if not needing or game in needing]


@pytest.mark.parametrize("game", sorted(games()))
def test_a_module_of_a_bundle_is_imported_when_all_that_it_imports_has_come(
    app: Flask, client: FlaskClient, game: str
) -> None:
    lines = lines_for(asset(client, supply(app).bundle)[1], game)
    sources = {path: source for path, source, _ in lines}
    there: set[str] = set()
    modules = set()
    for path, _, whole in lines:
        there.add(path)
        if whole:
            modules.add(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
            assert needs(path, sources) <= there, path
    assert {
        "scoring",
        "drawing.engine_api",
        f"scoring.games.{game}",
        f"drawing.pads.{game}" if game in PADS else "drawing.pads.registry",
        "typing",
    } <= modules


def needs(path: str, sources: dict[str, str]) -> set[str]:
    """All files that are read when one is imported."""
    found: set[str] = set()
    ahead = [path]
    while ahead:
        name = ahead.pop()
        if name in sources and name not in found:
            found.add(name)
            ahead += [f"{folder}/__init__.py" for folder in Path(name).parents] + bundle.imported_paths(sources[name])
    return found


def test_the_table_tells_where_the_engine_is(app: Flask, client: FlaskClient, match: str) -> None:
    found = supply(app)
    place = next(
        element for element in page_of(client.get(f"/m/{match}")).iter("meta") if element.get("id") == "engine"
    )
    told = {name: place.get(f"data-{name}") for name in ("worker", "bundle", "edition", "game", "log")}
    assert told == {**found._asdict(), "game": "texas_42", "log": f"/m/{match}/log"}
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
def test_a_table_reads_one_game_and_no_words_for_people(app: Flask, client: FlaskClient, game: str) -> None:
    files = {path: source for path, source, _ in lines_for(asset(client, supply(app).bundle)[1], game)}
    others = tuple(f"{folder}/{other}" for folder in bundle.GAME_FOLDERS for other in games() if other != game)
    assert not [name for name in files if name.startswith(others)]
    assert {"drawing/engine_api.py", "typing.py", "__future__.py"} <= set(files)
    assert not [name for name, source in files.items() if '"""' in source or "TYPE_CHECKING:" in source]


@pytest.mark.parametrize("game", sorted(games()))
def test_the_help_of_house_rules_stays_on_the_server(app: Flask, client: FlaskClient, game: str) -> None:
    read = " ".join(source for _, source, _ in lines_for(asset(client, supply(app).bundle)[1], game))
    options = games()[game].options
    assert all(option.label in read for option in options)
    helps = [one.help for option in options for one in (option, *option.choices) if one.help]
    assert len(helps) > len(options) // 2
    assert [text for text in helps if f"'{text}'" in read or f'"{text}"' in read] == []


@pytest.mark.parametrize("game", sorted(games()))
def test_every_file_of_a_game_reaches_the_phone_with_its_words(app: Flask, client: FlaskClient, game: str) -> None:
    """A game that becomes a folder, or gets one file more, loses nothing on the way."""
    content = asset(client, supply(app, "fa").bundle)[1]
    catalogue = lines_of(content)[-1][1]
    reached, own = (
        {path for path, *_ in lines_for(content, game)},
        tuple(f"{folder}/{game}" for folder in bundle.GAME_FOLDERS),
    )
    paths = {path.relative_to(ROOT).as_posix() for room in bundle.PACKAGES for path in (ROOT / room).rglob("*.py")}
    mine = {path for path in paths if path.startswith(own) and not server_only(Path(path))}
    assert mine and mine <= reached
    said = {one for path in mine for one, _ in of_python((ROOT / path).read_text(encoding="utf-8"))}
    told = {text for option in games()[game].options for text in (option.help, *(item.help for item in option.choices))}
    assert said - told - {""} <= set(catalogue["texts"]) | set(catalogue["games"][game])
    assert not set(catalogue["texts"]) & set(catalogue["games"][game])


def test_what_only_the_server_runs_does_not_reach_the_phone() -> None:
    assert [path for path in bundle.files_of() if server_only(Path(path))] == []


@pytest.mark.parametrize("code", NAMES)
def test_interpreter_and_bundle_travel_light(app: Flask, client: FlaskClient, code: str) -> None:
    name = app.config["ASSETS"]["engine/micropython.wasm"]
    interpreter = len(asset(client, f"/static/{name}", accept_encoding="gzip, br")[1])
    headers, bundle = asset(client, supply(app, code).bundle, accept_encoding="gzip, br")
    assert headers["Content-Encoding"] == "br"
    assert lines_of(brotli.decompress(bundle))[-1][1]["code"] == code
    assert interpreter + len(bundle) < BUDGET


def test_the_interpreter_is_the_one_that_its_page_names() -> None:
    named_there = dict(re.findall(r"^\| (\S+) \| `(\w+)` \|$", (ENGINE / "README.md").read_text(), re.MULTILINE))
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in ENGINE.glob("micropython.wasm*")}
    assert found == named_there


def test_the_edition_changes_with_rules_drawing_words_and_worker(tmp_path: Path, monkeypatch: Any) -> None:
    def edition(worker: str = "worker.js") -> str:
        return bundle.build_bundle(worker, "en", tmp_path).edition

    seen = [edition(), edition()]
    assert seen[0] == seen[1]
    seen.append(edition("worker.other.js"))
    files = bundle.files_of()
    changed = tmp_path / "changed.py"
    changed.write_text("x = 1\n")
    for name in ("scoring/games/texas_42/score.py", "drawing/engine_api.py"):
        monkeypatch.setattr(bundle, "files_of", lambda name=name: {**files, name: changed})
        seen.append(edition())
    monkeypatch.setattr(bundle, "files_of", lambda: files)
    monkeypatch.setattr(bundle, "bundle_catalog", lambda code: {"code": code, "texts": {"Undo": "Back"}, "games": {}})
    seen.append(edition())
    assert len(set(seen)) == len(seen) - 1


SOURCE = '''"""What only people read."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import only_for_checkers
class A:
    """A docstring and nothing else."""
def answer(a: int, b: str = "x") -> dict[str, int]:
    """A docstring."""
    n: int = a  # a comment
    return {b: n}
'''


def test_spare_source_means_the_same() -> None:
    spare, scope = minify(SOURCE), {}
    exec(spare, scope)
    assert scope["answer"](3) == {"x": 3}
    assert not any(words in spare for words in ("docstring", "comment", "only", "int", '"""'))


def test_fields_of_a_named_tuple_have_no_types() -> None:
    assert minify("answer = NamedTuple('A', [('one', 'int'), ('two', 'str')])") == (
        "answer = NamedTuple('A', [('one',), ('two',)])\n"
    )


LONG_NAMES = """
from somewhere_else import wanted as imported
shown, OWN_NUMBER, LETTERS = 10, 3, "shared by all drawings"
def outer(given, other=2):
    altogether = given + other + shown * OWN_NUMBER
    found = [part * altogether for part in range(altogether) if part != imported]
    def inner(total_of, given=3):
        nonlocal found
        deepest = lambda each: each + given
        found = [deepest(one) for one in total_of]
        return found
    try:
        wrong = inner(found, given=4)
    except ValueError as problem:
        wrong = problem
    global kept
    kept = sum = max(wrong)
    return {"total": altogether, "given": given, "sum": sum, **dict(found=found)}
class Kind:
    name = "kind"
    def method(self, added, more=""):
        result = self.name + added + more
        return result
def private_words(): return "own"
answer = outer(1, other=3), private_words(), Kind().method("!", more="?")
"""


def test_local_variables_have_short_names_and_mean_the_same() -> None:
    given = LONG_NAMES.replace("from somewhere_else import wanted as imported", "imported = 3")
    spare, before, after = minify(given), {}, {}
    exec(given, before)
    exec(spare, after)
    assert before["answer"] == after["answer"]
    assert (before["kept"], before["LETTERS"]) == (after["kept"], after[shared_short_names()["LETTERS"]])
    assert not any(
        name in spare
        for name in (
            "altogether",
            "OWN_NUMBER",
            "private_words",
            "part ",
            "deepest",
            "wrong",
            "result",
            "total_of",
            "self",
            "added",
        )
    )
    assert minify(LONG_NAMES).startswith("from somewhere_else import wanted as imported")


def test_what_modules_take_from_each_other_has_one_short_name() -> None:
    trees = {name: ast.parse(minify(path.read_text(encoding="utf-8"))) for name, path in bundle.files_of().items()}
    places = {name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in trees}
    seen = 0
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in places:
                there = {*global_names(trees[places[node.module]])}
                for alias in node.names:
                    assert alias.name in there or f"{node.module}.{alias.name}" in places
                    seen += alias.name in shared_short_names().values()
    assert seen > len(shared_short_names()) > 300


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
    drawn = phone.record("say", pairs)
    answer = phone.send("say", pairs, drawn["counted"], supply(app).edition)
    assert (answer.get_json()["version"], answer.headers.get("X-Engine")) == (1, None)
    again = phone.send("say", pairs, drawn["counted"], supply(app).edition)
    assert again.get_json()["version"] == 1


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
    counted = phone.record("say", pairs)["counted"]
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
    counted = phone.record("say", pairs)["counted"]
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
