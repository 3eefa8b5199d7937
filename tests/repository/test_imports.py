"""The borders: who may import whom, and that scoring/ is written in the Python that both interpreters share."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.server_only import server_only

ROOT = Path(__file__).parents[2]
ROOMS = {
    "scoring": {"scoring"},
    "table": {"scoring", "table"},
    "models": {"scoring", "models", "config"},
    "web": {"scoring", "table", "models", "web", "config"},
    "commands": {"scoring", "models", "commands", "config"},
}
ALL_ROOMS = {*ROOMS, "app", "config", "serve"}
SHARED = ("scoring", "table")  # what runs in the phone, too
SHARED_IMPORTS = {"scoring", "json", "typing", "__future__"}
EXCEPTIONS = {"scoring/__main__.py": {"sys"}}


# The Python that both interpreters share: what scoring/ may not write (docs/adding-a-game.md)

NAMES = set(
    "isinstance issubclass float round repr format vars ascii slice complex "
    "RecursionError TimeoutError ExceptionGroup NotImplemented".split()
)
ATTRIBUTES = set(
    "_replace _fields _asdict _make _field_defaults __dict__ __mro__ __subclasses__ __init_subclass__ __new__ __doc__ "
    "JSONDecodeError JSONEncoder title capitalize removeprefix removesuffix zfill ljust rjust casefold swapcase "
    "isalnum isdecimal isnumeric isdigit isidentifier isalpha isspace upper lower translate maketrans expandtabs "
    "bit_length bit_count real numerator popitem".split()
)
BUILTIN_TYPES = {"list", "dict", "tuple", "set", "frozenset", "type"}
ROUNDING = re.compile(r"\{[^{}]*:[^{}]*[.eEfFgGn%][^{}]*\}")


def always(_node: Any) -> bool:
    """True: the node itself is what is forbidden."""
    return True


def starred(node: Any) -> bool:
    """Whether a literal, not a target of an assignment, holds a star."""
    is_target = isinstance(getattr(node, "ctx", None), ast.Store)
    return not is_target and any(isinstance(item, ast.Starred) for item in node.elts)


def rounds(node: Any) -> bool:
    """Whether an f-string's format rounds."""
    parts = ast.walk(node.format_spec) if node.format_spec else ()
    words = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
    return ROUNDING.search("{:" + words + "}") is not None


FORBIDDEN: list[tuple[str, tuple[type[ast.AST], ...], Callable[[Any], bool]]] = [
    ("a match statement", (ast.Match,), always),
    ("except*", (ast.TryStar,), always),
    ("async", (ast.AsyncFunctionDef,), always),
    ("raise ... from", (ast.Raise,), lambda node: node.cause is not None),
    ("several bases", (ast.ClassDef,), lambda node: len(node.bases) > 1),
    ("positional-only /", (ast.FunctionDef, ast.Lambda), lambda node: bool(node.args.posonlyargs)),
    ("a float", (ast.Constant,), lambda node: type(node.value) in (float, complex)),
    ("a rounding format", (ast.Constant,), lambda node: type(node.value) is str and bool(ROUNDING.search(node.value))),
    ("a rounding format", (ast.FormattedValue,), rounds),
    ("a conversion such as !r", (ast.FormattedValue,), lambda node: node.conversion != -1),
    ("lambda in an f-string", (ast.JoinedStr,), lambda node: any(isinstance(n, ast.Lambda) for n in ast.walk(node))),
    ("a star inside a literal", (ast.List, ast.Tuple, ast.Set), starred),
    ("{**a}", (ast.Dict,), lambda node: None in node.keys),
    ("true division", (ast.BinOp, ast.AugAssign), lambda node: isinstance(node.op, ast.Div)),
    (
        "a percent format",
        (ast.BinOp,),
        lambda node: isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant | ast.JoinedStr),
    ),
    ("a slice with a step", (ast.Slice,), lambda node: node.step is not None),
    ("a built-in type with [...]", (ast.Subscript,), lambda node: getattr(node.value, "id", "") in BUILTIN_TYPES),
    ("a name that differs", (ast.Name,), lambda node: node.id in NAMES),
    ("an attribute that differs", (ast.Attribute,), lambda node: node.attr in ATTRIBUTES),
]


class RunTime(ast.NodeTransformer):
    """A tree without what is never run: annotations and blocks for the type checker."""

    def visit_If(self, node: ast.If) -> Any:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> Any:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def run_time(source: str) -> ast.AST:
    """The syntax tree of what is run."""
    return RunTime().visit(ast.parse(source))


def faults(source: str) -> list[str]:
    """What MicroPython would refuse, or read otherwise, as line and reason; ast.unparse says what it was."""
    return [
        f"line {node.lineno}: {reason}: {ast.unparse(node)}"
        for node in ast.walk(run_time(source))
        for reason, kinds, forbidden in FORBIDDEN
        if isinstance(node, kinds) and forbidden(node)
    ]


# Who may import whom


def sources(room: str) -> list[Path]:
    """The Python files of a room."""
    return sorted((ROOT / room).rglob("*.py"))


def phone_sources() -> list[Path]:
    """The Python files that run in the phone, too."""
    return [path for room in SHARED for path in sources(room) if not server_only(path.relative_to(ROOT))]


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the whole name of every import; a dot in front when it is relative."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


@pytest.mark.parametrize("room", ROOMS)
def test_imports_follow_the_arrows(room):
    for path in sources(room):
        for line, name in imported(ast.parse(path.read_text(encoding="utf-8"))):
            assert name.split(".")[0] not in ALL_ROOMS - ROOMS[room], f"{path}:{line}: {room} may not import {name}"


def test_only_config_reads_the_environment_and_nothing_writes_it():
    files = [*ROOT.glob("*.py"), *(path for room in ROOMS for path in sources(room))]
    reads = re.compile(r"\bos\.(environ|getenv|putenv)|import .*\b(environ|getenv)\b")
    assert [path.name for path in files if reads.search(path.read_text(encoding="utf-8"))] == ["config.py"]
    writes = re.compile(r"environ(\[[^]]*\] *=|\.(update|setdefault|pop|clear))|putenv")
    assert not writes.search((ROOT / "config.py").read_text(encoding="utf-8"))


def test_what_runs_in_the_phone_imports_nothing_from_outside():
    for path in phone_sources():
        room = path.relative_to(ROOT).parts[0]
        allowed = SHARED_IMPORTS | {room} | EXCEPTIONS.get(path.relative_to(ROOT).as_posix(), set())
        for line, name in imported(run_time(path.read_text(encoding="utf-8"))):
            assert name.split(".")[0] in allowed, f"{path}:{line}: {room} may not import {name}"
            on_phone = not server_only(Path(*name.split(".")).with_suffix(".py"))
            assert on_phone, f"{path}:{line}: {name} is not on the phone"


def test_what_only_the_server_runs_of_scoring_needs_no_more_than_python():
    for path in [path for path in sources("scoring") if server_only(path.relative_to(ROOT))]:
        for line, name in imported(ast.parse(path.read_text(encoding="utf-8"))):
            known = name.split(".")[0] in {"scoring", *sys.stdlib_module_names}
            assert known, f"{path}:{line}: scoring may not import {name}"


@pytest.mark.parametrize(
    "path",
    [path for path in phone_sources() if path.name != "__main__.py"],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_what_runs_in_the_phone_is_written_in_what_both_interpreters_share(path):
    assert faults(path.read_text(encoding="utf-8")) == []


SEEN = """
x = 1.0
x = a / b
x /= 2
x = f"{a:.1f}"
x = "{:.2f}".format(a)
x = "%d" % a
x = f"{a!r}"
x = a[::-1]
x = [*a]
x = (*a, 1)
x = {*a}
x = {**a}
x = "".zfill(2)
A = list[int]
float(a)
isinstance(a, int)
a._replace(b=1)
raise A from b
class A(B, C): pass
def f(a, /): pass
"""
LET_PASS = """
def f(a: list[int]) -> dict[str, int]: return {}
x: tuple[int, ...] = ()
a, *b = c
f(*a, **b)
x = f"{a:>3}"
x = -7 // 2 + a % 3
if TYPE_CHECKING: A = list[int]
"""


@pytest.mark.parametrize("source", [*SEEN.strip().splitlines(), "match a:\n    case 1: pass"])
def test_the_guard_sees(source):
    assert faults(source)


@pytest.mark.parametrize("source", LET_PASS.strip().splitlines())
def test_the_guard_lets_pass(source):
    assert faults(source) == []


def arrows() -> dict[str, set[str]]:
    """Which of our modules each of them imports, also inside functions and for type checkers only."""
    paths = {
        module_of(path): path for path in [*ROOT.glob("*.py"), *(path for room in ROOMS for path in sources(room))]
    }
    return {
        name: set(named(ast.parse(path.read_text(encoding="utf-8")), paths)) - {name} for name, path in paths.items()
    }


def module_of(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def named(tree: ast.AST, modules: Collection[str]) -> Iterator[str]:
    """Those of these modules that a source imports, whole or names of theirs."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module:
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in modules else node.module for name in full if {name, node.module} & set(modules))


def circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other, over any number of steps."""

    def reached(start: str) -> set[str]:
        found, waiting = set(), list(arrows[start])
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.add(here)
                waiting += arrows[here]
        return found

    far = {name: reached(name) for name in arrows}
    groups = {frozenset(other for other in far[name] if name in far[other]) for name in arrows if name in far[name]}
    return sorted(map(sorted, groups))


def test_no_files_or_packages_import_each_other_in_a_circle():
    files = arrows()
    assert circles(files) == []
    packages: dict[str, set[str]] = {package_of(name): set() for name in files}
    for name, imported in files.items():
        packages[package_of(name)] |= {package_of(other) for other in imported} - {package_of(name)}
    assert circles(packages) == []


def package_of(name: str) -> str:
    """The part of a room to which a module belongs: a folder of it, or a file beside the folders."""
    return ".".join(name.split(".")[:2])


def test_the_finder_of_circles_finds_them():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == [["a", "b", "c"]]
    tree = ast.parse("if TYPE_CHECKING:\n    from web import access\ndef f():\n    import models.log")
    assert list(named(tree, {"web.access", "models.log"})) == ["web.access", "models.log"]


def test_no_test_imports_from_another():
    """What two of them need stands in a file of its own."""
    for path in sources("tests"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^ *(?:from|import) tests.*\btest_", text, re.MULTILINE), path
