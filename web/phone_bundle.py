"""What the phone engine fetches: one bundle with the Python of every game, and the catalogue of each language."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scoring.games import games
from table.language import Language
from web import emblems
from web.i18n import catalog
from web.i18n.catalog import CONVENTIONS, NAMES, of_tree, read_catalog, translations_of

ROOT = Path(__file__).parents[1]
PACKAGES = ("scoring", "table")
SHIMS = ROOT / "static" / "engine" / "shims"
ENTRY = "table/engine_api.py"
SHELL = "shell"  # beside the games: pages that a phone draws by itself and that are no table
SHELL_ENTRY = "table/away.py"
GAME_FOLDERS = ("scoring/games", "table/pads")  # a game's own files are named like it there


class Source(NamedTuple):
    """A file as phones run it, the paths of our own files that it imports and that exist, and its English texts."""

    text: str
    imports: tuple[str, ...]
    texts: tuple[str, ...]


def engine_sources() -> list[Path]:
    """Every file that bundle and catalogues are made of, and the code that makes them."""
    rooms = [path for room in (*PACKAGES, "translations") for path in (ROOT / room).rglob("*.p[oy]")]
    return [*rooms, Path(catalog.__file__), Path(emblems.__file__), Path(__file__), *emblems.EMBLEMS.glob("*.svg")]


def engine_contents() -> Iterator[tuple[str, bytes]]:
    """The bundle and the catalogue of each language, with their names among the static files; the largest first."""
    yield "engine/tables.jsonl", bundled()
    for code in NAMES:
        yield words_name(code), canonical_json(catalogue(code))


def words_name(code: str) -> str:
    """What the catalogue of a language is called."""
    return f"engine/words.{code}.json"


def bundled() -> bytes:
    """JSON lines: [path, source, places] for each file, in the order of files_of(), and last [""]: it is whole.

    places: the games whose tables alone need the file, or the shell; empty when all do.
    """
    lines = [[name, source_of(path).text, places_needing(name)] for name, path in files_of().items()]
    return b"".join(canonical_json(line) + b"\n" for line in [*lines, [""]])


def catalogue(code: str) -> dict[str, Any]:
    """The catalogue of a language: texts that every table and the shell need, and those of each game apart."""
    found = phone_catalog(code)
    own: dict[str, dict[str, Any]] = {game: phone_catalog(code, game)["texts"] for game in games()}
    for texts in own.values():
        for one in found["texts"].keys() & texts.keys():
            del texts[one]
    return {**found, "games": own}


def phone_catalog(code: str, game: str = SHELL) -> dict[str, Any]:
    """Data of a phone's Language: the texts of all that tables of a game, or the shell, run; and all emblems.

    The help of house rules is left out: only pages of the server show it.
    """
    manner = CONVENTIONS.get(code, {})
    language = Language(code, **manner)
    needed = texts_of(game)
    messages = [message for message in read_catalog(code) if message.one in needed] if manner else []
    return {
        "code": code,
        "texts": translations_of(messages, language.rtl),
        "ones": list(language.ones),
        "digits": language.digits,
        "decimal": language.decimal,
        "rtl": language.rtl,
        "emblems": emblems.game_emblems(),
    }


@cache
def texts_of(place: str) -> set[str]:
    """The English texts of all files that tables of a game, or the shell, run, without the help of house rules."""
    files = [path for name, path in files_of().items() if not (needing := places_needing(name)) or place in needing]
    texts = {text for path in files for text in source_of(path).texts}
    options = games()[place].options if place in games() else ()
    return texts - {text for option in options for text in (option.help, *(choice.help for choice in option.choices))}


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
def closure(*roots: str) -> list[str]:
    """The paths of these files, where they exist, and of all that they import; imported ones come first."""
    found: list[str] = []
    begun: set[str] = set()

    def add(name: str) -> None:
        if name in begun:
            return
        begun.add(name)
        around = (f"{folder}/__init__.py" for folder in reversed(Path(name).parents))
        for other in (*(path for path in around if (ROOT / path).exists()), *source_of(ROOT / name).imports):
            add(other)
        found.append(name)

    for root in roots:
        if (ROOT / root).exists():
            add(root)
    return found


@cache
def source_of(path: Path) -> Source:
    """A file as phones run it."""
    return stripped(path.read_text(encoding="utf-8"))


def stripped(source: str) -> Source:
    """A source as phones run it."""
    strip, tree = Strip(), ast.parse(source)
    texts = tuple(text for text, _ in of_tree(tree))
    text = ast.unparse(strip.visit(tree))
    return Source(text, tuple(name for name in strip.imported if (ROOT / name).exists()), texts)


class Strip(ast.NodeTransformer):
    """Takes out what is never run, so that the rest means the same: docstrings, annotations, imports for types.

    imported: the paths that our own modules would have which are imported, with their packages.
    """

    def __init__(self) -> None:
        self.imported: list[str] = []

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit the statements within a statement; expressions stay as they are."""
        for name in ("body", "orelse", "handlers", "finalbody"):
            inside = getattr(node, name, [])
            if inside:
                setattr(node, name, [child for child in map(self.visit, inside) if child])
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Remove docstrings."""
        return None if isinstance(node.value, ast.Constant) and type(node.value.value) is str else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        """Remove imports that only types need."""
        return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """Remove the import of what another interpreter knows nothing of; note what is ours."""
        if node.module and node.module.split(".")[0] in PACKAGES:
            parts = node.module.split(".")
            self.imported += ["/".join([*parts[:depth], "__init__.py"]) for depth in range(1, len(parts) + 1)]
            self.imported += ["/".join(parts) + ".py", *("/".join([*parts, one.name]) + ".py" for one in node.names)]
        return None if node.module == "__future__" else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Remove annotations of names."""
        return ast.Assign([node.target], node.value, lineno=node.lineno) if node.value else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Remove the annotations of what a function takes and returns."""
        node.returns = None
        for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg):
            if arg:
                arg.annotation = None
        return self.visit_ClassDef(node)

    def visit_ClassDef(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        """Leave no body empty."""
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
