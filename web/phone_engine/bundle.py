"""What the phone engine needs: a bundle of Python for each game and language, a match's log, and a second count."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Blueprint, Response, current_app, jsonify, request, url_for

from drawing.engine_api import counted
from models.log.granted_match import read_granted
from scoring.games import games
from web.assets.fingerprint import hashed, keep, use, write
from web.auth.guard import opened_here
from web.http.etag import unless_known
from web.i18n.catalog import phone_catalogue
from web.i18n.locale import NAMES, language
from web.table.clock import clock_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

    from models.log.append import Receipt
    from models.log.granted_match import GrantedMatch
    from scoring.words import Record

ROOT = Path(__file__).parents[2]
SHIMS = ROOT / "static" / "engine" / "shims"
INTERPRETER = ROOT / "static" / "engine" / "micropython.wasm"
ROOMS = ("scoring", "drawing")
OF_ONE_GAME = ("scoring/games", "drawing/pads")  # of these only the file or folder that is named like the game

DIFFERS = "differs"  # what the page of a phone is told that counted otherwise than the server

bp = Blueprint("engine", __name__)


class Supply(NamedTuple):
    """Where the engine of a game is found; edition names everything that it runs."""

    worker: str
    bundle: str
    edition: str


def supply_engine(app: Flask, target: Path) -> None:
    """Let pages know where the bundle of every game and language is, in the folder of assets.

    They are made once for the same sources; a list beside them tells the next start what was made.
    """
    worker = app.config["ASSETS"]["engine/worker.js"]
    index = target / f"engine/{origin(worker)}.json"
    if not index.exists():
        found = [[game, code, *supplied(worker, game, code, target)] for game in games() for code in NAMES]
        write(index, canonical(found))
    made = json.loads(index.read_text(encoding="utf-8"))
    for path in [index, *(target / place.removeprefix("/static/") for *_, place, _ in made)]:
        use(path)
    app.config["ENGINE"] = {(game, code): Supply(*places) for game, code, *places in made}
    app.jinja_env.globals["engine_of"] = engine_of
    app.jinja_env.globals["interpreter_size"] = INTERPRETER.stat().st_size


def origin(worker: str) -> str:
    """A name for everything that bundles are made of, and for how they are made."""
    made_of = [path for room in (*ROOMS, "translations") for path in sorted((ROOT / room).rglob("*.p[oy]"))]
    content = b"".join(path.read_bytes() for path in [*made_of, *sorted(SHIMS.glob("*.py")), Path(__file__)])
    return hashlib.sha256(worker.encode() + content).hexdigest()[:16]


def supplied(worker: str, game: str, code: str, target: Path) -> Supply:
    """The engine of a game in a language; its bundle is in the folder from now on.

    A bundle is a line for each file, [path, source, module], in the order of files_of(), and last ["", catalogue, ""].
    """
    sources = {name: path.read_text(encoding="utf-8") for name, path in files_of(game).items()}
    catalogue = words_for(code, game)
    named = hashed(f"engine/{game}.{code}.jsonl", canonical([worker, sources, catalogue]))
    if not (target / named).exists():
        lines = [[name, spare(source), module_of(name, sources)] for name, source in sources.items()]
        keep(target / named, b"".join(canonical(line) + b"\n" for line in [*lines, ["", catalogue, ""]]))
    return Supply("/static/" + worker, "/static/" + named, named.split(".")[-2])


def words_for(code: str, game: str) -> dict[str, Any]:
    """The catalogue of a game without what explains its house rules, which only pages of the server say."""
    found = phone_catalogue(code, game)
    for option in games()[game].options:
        for text in (option.help, *(choice.help for choice in option.choices)):
            found["texts"].pop(text, None)
    return found


def canonical(data: Any) -> bytes:
    """Data as JSON text, the same for the same data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@cache
def files_of(game: str) -> dict[str, Path]:
    """The Python that a phone runs to keep score of a game, by the path it has there. What one imports comes first."""
    found = {path.name: path for path in sorted(SHIMS.glob("*.py"))}
    begun: set[str] = set()

    def add(name: str) -> None:
        path = ROOT / name
        if name in begun or not path.exists():
            return
        begun.add(name)
        around = [f"{folder}/__init__.py" for folder in reversed(Path(name).parents)]
        for other in [*around, *imported(spare(path.read_text(encoding="utf-8")))]:
            add(other)
        found[name] = path

    for folder in OF_ONE_GAME:
        add(f"{folder}/{game}.py")
        add(f"{folder}/{game}/__init__.py")
    add("drawing/engine_api.py")
    return found


def module_of(name: str, files: Iterable[str]) -> str:
    """The module in a file, which can be imported when the file has come; empty where its package comes only later."""
    order = list(files)
    later = order[order.index(name) + 1 :]
    if any(f"{folder}/__init__.py" in later for folder in Path(name).parents):
        return ""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imported(source: str) -> list[str]:
    """The paths of our own modules that a source imports, and of the packages that they are in."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in ROOMS:
            parts = node.module.split(".")
            found += ["/".join([*parts[:depth], "__init__.py"]) for depth in range(1, len(parts) + 1)]
            found += ["/".join(parts) + ".py", *("/".join([*parts, alias.name]) + ".py" for alias in node.names)]
    return found


@cache
def spare(source: str) -> str:
    """Python source without what only people and checkers read: docstrings, notes of types, comments, wide indents."""
    tree = Spare().visit(ast.parse(source))
    lines = [line for line in ast.unparse(ast.fix_missing_locations(tree)).split("\n") if line.strip()]
    return "\n".join([" " * indent(line) + line.lstrip(" ") for line in lines]) + "\n"


def indent(line: str) -> int:
    """How many blocks deep a line stands."""
    return (len(line) - len(line.lstrip(" "))) // 4


class Spare(ast.NodeTransformer):
    """Takes out of a syntax tree what is never carried out on the phone."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """A docstring goes."""
        return None if isinstance(node.value, ast.Constant) and type(node.value.value) is str else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """What only checkers import goes."""
        self.generic_visit(node)
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Of a name with a note of its type only the value stays."""
        if node.value is None:
            return None
        return ast.Assign([node.target], node.value)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """A parameter without the note of its type."""
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function without the note of what comes back."""
        node.returns = None
        return self.filled(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A class that may have held nothing but a docstring."""
        return self.filled(node)

    def filled(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        """A block is never empty."""
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node


def engine_of(game: str) -> Supply:
    """The engine of a game in the reader's language."""
    found: Supply = current_app.config["ENGINE"][game, language()]
    return found


@bp.get("/m/<slug:uid>/log")
def log(uid: str) -> Response:
    """The log for the phone, which folds it itself; 304 when the version in If-None-Match is still the last."""
    match = opened_here(uid)
    return unless_known(f"{match.head.last_seq}-{match.head.last_hash[:16]}", lambda: whole_log(match))


def whole_log(match: GrantedMatch) -> Response:
    """The log from the first record, and what the match began with."""
    state = read_granted(match)
    return jsonify(
        uid=match.uid,
        game=state.game.key,
        table={
            "players": state.table.players,
            "sides": state.table.sides,
            "first_dealer": state.table.first_dealer,
        },
        rules=state.rules,
        version=state.version,
        hash=state.hash,
        here=url_for("table.table", uid=match.uid),
        evening=url_for("evening.evening", uid=match.evening_uid),
        began=clock_of(match.started_at),
        records=as_told(state.records),
    )


def as_told(records: Iterable[Record]) -> list[list[Any]]:
    """Records as the phone's engine reads them."""
    return [[record.kind, record.body, record.uid, record.seq] for record in records]


class Verdict(NamedTuple):
    """What is to be said of what a phone counted: whether it is the same, and what its page is told of its engine."""

    same: bool
    engine: str


def verdict(receipt: Receipt) -> Verdict | None:
    """How what the phone counted compares with what was recorded; None when no phone has counted.

    A difference under the same edition is written to the server's log, without a name in it. When others have said
    more since (the same saying came a second time) there is nothing to compare.
    """
    told = request.form.get("phone_counted")
    if told is None:
        return None
    state = receipt.state
    theirs, ours = parsed(told), canonical(counted(state.sheet, len(state.records_after(0))))
    now = engine_of(state.game.key)
    if request.form.get("edition") != now.edition:
        return Verdict(theirs == ours, " ".join(now))
    if theirs == ours or state.records_after(receipt.seq):
        return Verdict(theirs == ours, "")
    current_app.logger.warning(
        "match %s, edition %s: a phone counted %s, the server %s", state.uid, now.edition, theirs[:1000], ours
    )
    return Verdict(False, DIFFERS)


def parsed(text: str) -> bytes:
    """JSON data as we spell it, or nothing where it is none."""
    try:
        return canonical(json.loads(text))
    except (ValueError, RecursionError):
        return b""
