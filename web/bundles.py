"""A script or a style sheet with its imports as one file, so that a page waits for one response; scripts minified.

All modules of a bundle share the scope of one function, whose names the minifier shortens: no two of them may define
the same name there. Scripts keep to what this understands: imports of names or of nothing, by relative path; exports in
front of a function, a class or a const. Other files are named by relative path in double quotes.

The minifier runs as a program of its own (this file), since its library brings the threads of another language, and a
server that has threads must not fork. The library is not there for every machine (requirements.txt): then scripts stay
as they are written.
"""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

IMPORT = re.compile(r'^import (?:\{\s*\w+(?:,\s*\w+)*,?\s*\} from )?"(\.{1,2}/[\w./-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
UNSUPPORTED = re.compile(r"^(?:import|export)\b(?!\().*", re.MULTILINE)
DEFINITION = re.compile(r"^(?:(?:async )?function\*?|class|const|let) (\w+)", re.MULTILINE)
REFERENCE = re.compile(r'(?<=")\.{1,2}/[\w./-]+\.\w+(?=")')

STYLE_IMPORT = re.compile(r'^@import "\./([\w-]+\.css)";\n', re.MULTILINE)
COMMENT = re.compile(r"\s*/\*[^*]*(?:\*(?!/)[^*]*)*\*/")
LINE_END = re.compile(r"(?<=[{};,])\s*\n\s*|;?\s*\n\s*(?=\})")


def bundle_style(path: Path) -> str:
    """The style sheet at this path with its imports in their places, without comments, indents and line ends."""
    source = path.read_text(encoding="utf-8")
    whole = STYLE_IMPORT.sub(lambda found: path.with_name(found[1]).read_text(encoding="utf-8"), source)
    return LINE_END.sub("", COMMENT.sub("", whole)).strip() + "\n"


def imported_names(root: Path, name: str) -> list[str]:
    """The names of the files that a script or a style sheet imports: they are bundled into it."""
    if name.endswith(".js"):
        return [f"{other}.js" for other in imported_paths(name, (root / name).read_text(encoding="utf-8"))]
    if name.endswith(".css"):
        found = STYLE_IMPORT.findall((root / name).read_text(encoding="utf-8"))
        return [posixpath.join(posixpath.dirname(name), other) for other in found]
    return []


def later_names(root: Path, name: str) -> list[str]:
    """The names of the files that a script fetches when it needs them, for itself or by import()."""
    if not name.endswith(".js"):
        return []
    inside = IMPORT.sub("", (root / name).read_text(encoding="utf-8"))
    return [resolve_path(name, other) for other in REFERENCE.findall(inside)]


def served_names(root: Path, names: list[str]) -> list[str]:
    """Those of the files that are served by themselves: nothing imports them, or a script fetches them later."""
    imported = {other for name in names for other in imported_names(root, name)}
    later = {other for name in names for other in later_names(root, name)}
    return [name for name in names if name not in imported or name in later]


def bundle_script(root: Path, name: str) -> str:
    """The script of this name (its path in the root folder) behind all that it imports, in one function.

    Raises ValueError for a script written in another way than this understands.
    """
    path = name.removesuffix(".js")
    modules = modules_of(root, path)
    inside = {other: without_borders(other, source) for other, source in modules.items()}
    refuse_twins(inside)
    whole = "".join(relocate_references(source, other, path) for other, source in inside.items())
    exported = ", ".join(found[1] for found in EXPORT.finditer(modules[path]))
    if not exported:
        return f"(() => {{\n{whole}}})();\n"
    return f"export const {{ {exported} }} = (() => {{\n{whole}return {{ {exported} }};\n}})();\n"


def modules_of(root: Path, path: str) -> dict[str, str]:
    """The sources of a script and of all that it imports, by their paths without suffix; imported ones come first."""
    modules: dict[str, str] = {}

    def add(path: str, way: tuple[str, ...]) -> None:
        source = (root / f"{path}.js").read_text(encoding="utf-8")
        for other in imported_paths(path, source):
            if other in way:
                raise ValueError(" imports ".join((*way, other)))
            if other not in modules:
                add(other, (*way, other))
        modules[path] = source

    add(path, (path,))
    return modules


def imported_paths(path: str, source: str) -> list[str]:
    """The paths of what a script imports, without suffix."""
    return [resolve_path(path, found[1]) for found in IMPORT.finditer(source)]


def resolve_path(path: str, relative: str) -> str:
    """The path that a relative one means in a script at this path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def without_borders(path: str, source: str) -> str:
    """A module without imports and without the word export, since what it takes and gives stands in the same scope."""
    inside = EXPORT.sub("", IMPORT.sub("", source))
    if other := UNSUPPORTED.search(inside):
        raise ValueError(f"{path}: {other[0]}")
    return inside


def defined_names(source: str) -> list[str]:
    """The names that a module defines outside of functions, one by one and not out of a pattern."""
    return [found[1] for found in DEFINITION.finditer(EXPORT.sub("", source))]


def refuse_twins(modules: dict[str, str]) -> None:
    """Raise ValueError where two modules define the same name; one out of a pattern the minifier refuses."""
    seen: dict[str, str] = {}
    for path, source in modules.items():
        for name in defined_names(source):
            if name in seen:
                raise ValueError(f"{name} is defined in {seen[name]} and in {path}")
            seen[name] = path


def relocate_references(source: str, path: str, bundle: str) -> str:
    """A module with its file references relative to the bundle's folder."""

    def seen(found: re.Match[str]) -> str:
        relative = posixpath.relpath(resolve_path(path, found[0]), posixpath.dirname(bundle) or ".")
        return relative if relative.startswith(".") else f"./{relative}"

    return REFERENCE.sub(seen, source)


MISSING = find_spec("minify") is None


def minify(scripts: dict[str, str]) -> dict[str, str]:
    """The scripts of these names, minified; raises ValueError where one is not well written."""
    if MISSING:
        return scripts
    command = [sys.executable, "-I", __file__]
    given = json.dumps(scripts)
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", check=False)  # noqa: S603  our own
    if done.returncode:
        raise ValueError(done.stderr)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def main() -> None:
    """Minify what standard input has as JSON, scripts by name."""
    from minify import string

    found = {name: string("application/javascript", script) for name, script in json.load(sys.stdin).items()}
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
