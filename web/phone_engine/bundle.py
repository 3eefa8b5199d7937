"""Bundles for the phone engine: the Python and the catalogue of each game and language, one file each."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import current_app

from scoring.games import games
from web.assets.fingerprint import mark_used, with_hash, write_atomically, write_compressed
from web.emblems import FOLDER as EMBLEMS
from web.i18n.catalog import phone_catalog
from web.i18n.locale import NAMES, language_code
from web.phone_engine.minify import minify

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

ROOT = Path(__file__).parents[2]
SHIMS = ROOT / "static" / "engine" / "shims"
INTERPRETER = ROOT / "static" / "engine" / "micropython.wasm"
PACKAGES = ("scoring", "drawing")
GAME_FOLDERS = ("scoring/games", "drawing/pads")  # of these only the file or folder that is named like the game


class EngineFiles(NamedTuple):
    """Addresses of a game's engine; edition identifies everything that it runs."""

    worker: str
    bundle: str
    edition: str


def build_engine(app: Flask, target: Path) -> None:
    """Build the bundle of every game and language in the folder of assets; the config gets their addresses.

    A list named after the hash of the sources lets the next start skip what is built already.
    """
    worker = app.config["ASSETS"]["engine/worker.js"]
    index = target / f"engine/{sources_hash(worker)}.json"
    if not index.exists():
        found = [[game, code, *build_bundle(worker, game, code, target)] for game in games() for code in NAMES]
        write_atomically(index, canonical_json(found))
    made = json.loads(index.read_text(encoding="utf-8"))
    for path in [index, *(target / place.removeprefix("/static/") for *_, place, _ in made)]:
        mark_used(path)
    app.config["ENGINE"] = {(game, code): EngineFiles(*places) for game, code, *places in made}
    app.jinja_env.globals["engine_of"] = engine_of
    app.jinja_env.globals["interpreter_size"] = INTERPRETER.stat().st_size


def sources_hash(worker: str) -> str:
    """Hash of everything that bundles are made of, and of the code that makes them."""
    sources = [path for room in (*PACKAGES, "translations") for path in sorted((ROOT / room).rglob("*.p[oy]"))]
    own = [*sorted(SHIMS.glob("*.py")), *sorted(Path(__file__).parent.glob("*.py")), *sorted(EMBLEMS.glob("*.svg"))]
    content = b"".join(path.read_bytes() for path in [*sources, *own])
    return hashlib.sha256(worker.encode() + content).hexdigest()[:16]


def build_bundle(worker: str, game: str, code: str, target: Path) -> EngineFiles:
    """Build the bundle of a game in a language.

    A bundle is JSON lines: [path, source, module] for each file, in the order of files_of(), and last ["",
    catalogue, ""].
    """
    sources = {name: path.read_text(encoding="utf-8") for name, path in files_of(game).items()}
    catalogue = bundle_catalog(code, game)
    named = with_hash(f"engine/{game}.{code}.jsonl", canonical_json([worker, sources, catalogue]))
    if not (target / named).exists():
        lines: list[list[Any]] = [[name, minify(source), module_of(name, sources)] for name, source in sources.items()]
        write_compressed(
            target / named, b"".join(canonical_json(line) + b"\n" for line in [*lines, ["", catalogue, ""]])
        )
    return EngineFiles("/static/" + worker, "/static/" + named, named.split(".")[-2])


def bundle_catalog(code: str, game: str) -> dict[str, Any]:
    """The catalogue of a game without the help of its house rules, which only pages of the server show."""
    found = phone_catalog(code, game)
    for option in games()[game].options:
        for text in (option.help, *(choice.help for choice in option.choices)):
            found["texts"].pop(text, None)
    return found


def canonical_json(data: Any) -> bytes:
    """Data as JSON, byte for byte the same for the same data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@cache
def files_of(game: str) -> dict[str, Path]:
    """The Python files that a phone runs for a game, by their paths there; imported ones come first."""
    found = {path.name: path for path in sorted(SHIMS.glob("*.py"))}
    begun: set[str] = set()

    def add(name: str) -> None:
        path = ROOT / name
        if name in begun or not path.exists():
            return
        begun.add(name)
        around = [f"{folder}/__init__.py" for folder in reversed(Path(name).parents)]
        for other in [*around, *imported_paths(minify(path.read_text(encoding="utf-8")))]:
            add(other)
        found[name] = path

    for folder in GAME_FOLDERS:
        add(f"{folder}/{game}.py")
        add(f"{folder}/{game}/__init__.py")
    add("drawing/engine_api.py")
    return found


def module_of(name: str, files: Iterable[str]) -> str:
    """The module of a file, importable once the file has arrived; empty where its package arrives later."""
    order = list(files)
    later = order[order.index(name) + 1 :]
    if any(f"{folder}/__init__.py" in later for folder in Path(name).parents):
        return ""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imported_paths(source: str) -> list[str]:
    """The paths of our own modules that a source imports, with their packages."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
            parts = node.module.split(".")
            found += ["/".join([*parts[:depth], "__init__.py"]) for depth in range(1, len(parts) + 1)]
            found += ["/".join(parts) + ".py", *("/".join([*parts, alias.name]) + ".py" for alias in node.names)]
    return found


def engine_of(game: str) -> EngineFiles:
    """The engine of a game in the reader's language."""
    found: EngineFiles = current_app.config["ENGINE"][game, language_code()]
    return found
