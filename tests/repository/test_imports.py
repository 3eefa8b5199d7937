"""The borders: who may import whom, and that scoring/ is written in the Python that both interpreters share."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tests.support.server_only import server_only
from tests.support.shared_python import faults, run_time

ROOT = Path(__file__).parents[2]
ROOMS = {
    "scoring": {"scoring"},
    "drawing": {"scoring", "drawing"},
    "models": {"scoring", "models", "config"},
    "web": {"scoring", "drawing", "models", "web", "config"},
    "commands": {"scoring", "models", "commands", "config"},
}
ALL_ROOMS = {*ROOMS, "app", "config", "serve"}
SHARED = ("scoring", "drawing")  # what runs in the phone, too
SHARED_IMPORTS = {"scoring", "json", "typing", "__future__"}
EXCEPTIONS = {
    "scoring/__main__.py": {"sys"},
}


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
