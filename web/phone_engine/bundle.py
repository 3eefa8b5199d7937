"""Bundles for the phone engine: the Python of every game and the catalogue of a language, one file a language."""

from __future__ import annotations

import ast
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, current_app

from scoring.games import games
from web.assets.fingerprint import mark_used, with_hash, write_atomically, write_compressed
from web.emblems import FOLDER as EMBLEMS
from web.i18n.catalog import phone_catalog
from web.i18n.locale import NAMES, language_code
from web.phone_engine.strip import stripped

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "drawing")
SHIMS = ROOT / "static" / "engine" / "shims"
INTERPRETER = ROOT / "static" / "engine" / "micropython.wasm"
ENTRY = "drawing/engine_api.py"
SHELL = "shell"  # beside the games: pages that a phone draws by itself and that are no table
SHELL_ENTRY = "drawing/offline/pages.py"
GAME_FOLDERS = ("scoring/games", "drawing/pads")  # a game's own files are named like it there


class EngineFiles(NamedTuple):
    """Addresses of the engine in a language; edition identifies everything that it runs."""

    worker: str
    bundle: str
    edition: str


def build_engine(app: Flask, target: Path) -> None:
    """Build the bundle of every language in the folder of assets; the config gets their addresses by language.

    A list named after the hash of the sources lets the next start skip what is built already.
    """
    worker = app.config["ASSETS"]["engine/worker.js"]
    index = target / f"engine/{sources_hash(worker)}.json"
    if not index.exists():
        found = [[code, *build_bundle(worker, code, target)] for code in NAMES]
        write_atomically(index, canonical_json(found))
    made = json.loads(index.read_text(encoding="utf-8"))
    for path in [index, *(target / place.removeprefix("/static/") for *_, place, _ in made)]:
        mark_used(path)
    app.config["ENGINE"] = {code: EngineFiles(*places) for code, *places in made}
    app.jinja_env.globals["engine_files"] = engine_files
    app.jinja_env.globals["interpreter_size"] = INTERPRETER.stat().st_size


def sources_hash(worker: str) -> str:
    """Hash of everything that bundles are made of, and of the code that makes them."""
    sources = [path for room in (*PACKAGES, "translations") for path in sorted((ROOT / room).rglob("*.p[oy]"))]
    own = [*sorted(SHIMS.glob("*.py")), *sorted(Path(__file__).parent.glob("*.py")), *sorted(EMBLEMS.glob("*.svg"))]
    content = b"".join(path.read_bytes() for path in [*sources, *own])
    return hashlib.sha256(worker.encode() + content).hexdigest()[:16]


def build_bundle(worker: str, code: str, target: Path) -> EngineFiles:
    """Build the bundle of a language.

    A bundle is JSON lines: [path, source, places] for each file, in the order of files_of(), and last ["", catalogue,
    []]. places: the games whose tables alone need the file, or the shell; empty when all do.
    """
    lines = [[name, source_of(name), places_needing(name)] for name in files_of()]
    content = b"".join(canonical_json(line) + b"\n" for line in [*lines, ["", bundle_catalog(code), []]])
    named = with_hash(f"engine/tables.{code}.jsonl", worker.encode() + content)
    write_compressed(target / named, content)
    return EngineFiles("/static/" + worker, "/static/" + named, named.split(".")[-2])


def bundle_catalog(code: str) -> dict[str, Any]:
    """The catalogue of a language: texts that every table needs, and those of each game apart, by its key.

    The help of house rules is left out: only pages of the server show it.
    """
    found = phone_catalog(code, "")
    return {**found, "games": {game: game_texts(code, game, found["texts"]) for game in games()}}


def game_texts(code: str, game: str, common: dict[str, Any]) -> dict[str, Any]:
    """The texts of a game without those that are common, and without the help of its house rules."""
    options = games()[game].options
    left_out = {text for option in options for text in (option.help, *(choice.help for choice in option.choices))}
    found: dict[str, Any] = phone_catalog(code, game)["texts"]
    return {text: words for text, words in found.items() if text not in common and text not in left_out}


def canonical_json(data: Any) -> bytes:
    """Data as JSON, byte for byte the same for the same data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@cache
def files_of() -> dict[str, Path]:
    """The Python files that phones run, by their paths there: imported ones come first, those of all games before."""
    found = {path.name: path for path in sorted(SHIMS.glob("*.py"))}
    found |= {name: ROOT / name for name in closure(ENTRY)}
    for place in (SHELL, *games()):
        found |= {name: ROOT / name for name in files_of_place(place)}
    return found


def files_of_place(place: str) -> list[str]:
    """The paths of what a game, or the shell, is made of and all that it imports; imported ones come first."""
    if place == SHELL:
        return closure(SHELL_ENTRY)
    return closure(*(f"{folder}/{place}{ending}" for folder in GAME_FOLDERS for ending in (".py", "/__init__.py")))


def places_needing(name: str) -> list[str]:
    """The games, or the shell, that alone need a file; empty for one that every page of the engine needs."""
    if name in closure(ENTRY) or (SHIMS / name).exists():
        return []
    return [place for place in (SHELL, *games()) if name in files_of_place(place)]


@cache
def source_of(name: str) -> str:
    """The file at this path as phones run it."""
    return stripped(files_of()[name].read_text(encoding="utf-8"))


@cache
def closure(*roots: str) -> list[str]:
    """The paths of these files, where they exist, and of all that they import; imported ones come first."""
    found: list[str] = []
    begun: set[str] = set()

    def add(name: str) -> None:
        path = ROOT / name
        if name in begun or not path.exists():
            return
        begun.add(name)
        around = [f"{folder}/__init__.py" for folder in reversed(Path(name).parents)]
        for other in [*around, *imported_paths(stripped(path.read_text(encoding="utf-8")))]:
            add(other)
        found.append(name)

    for root in roots:
        add(root)
    return found


def imported_paths(source: str) -> list[str]:
    """The paths of our own modules that a module imports, with their packages."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in PACKAGES:
            parts = node.module.split(".")
            found += ["/".join([*parts[:depth], "__init__.py"]) for depth in range(1, len(parts) + 1)]
            found += ["/".join(parts) + ".py", *("/".join([*parts, alias.name]) + ".py" for alias in node.names)]
    return found


def engine_files() -> EngineFiles:
    """The engine in the reader's language."""
    found: EngineFiles = current_app.config["ENGINE"][language_code()]
    return found
