"""Script bundler: a script and all that it imports as one file, so that a page waits for one answer instead of several.

Each imported module keeps a scope of its own, named after its path. The scripts are written in the part of the language
that this understands: imports of names or of nothing, by relative path; exports in front of a function, a class or a
const; no text over more than one line. Other files are named by relative path in double quotes.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[\w./-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
REFERENCE = re.compile(r'(?<=")\.{1,2}/[\w./-]+\.\w+(?=")')
COMMENT = re.compile(
    r"""^\ *(?://.*|/\*\*[^*]*(?:\*(?!/)[^*]*)*\*/)\n  # lines that are nothing else
      | (?<=[;{},()\[\]])\ //\ [^"'`\n]*$  # behind code, unless it may be part of a text
      | ^\n | ^\ +""",
    re.MULTILINE | re.VERBOSE,
)
LONG_TEXT = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)


def bundle_script(root: Path, name: str) -> str:
    """The script of this name (its path in the root folder) behind all that it imports, without comments and indents.

    Raises ValueError for a script written in another way than this understands.
    """
    path = name.removesuffix(".js")
    modules: dict[str, str] = {}
    own = content(root, path, modules, (path,))
    whole = COMMENT.sub("", "".join(relocated(text, module, path) for module, text in modules.items()) + own)
    if long := LONG_TEXT.search(whole):
        raise ValueError(f"{name}: {long[0]}")
    return whole


def content(root: Path, path: str, modules: dict[str, str], way: tuple[str, ...]) -> str:
    """A script whose imports are taken from the modules before it; adds those that are not among them yet."""
    source = (root / f"{path}.js").read_text(encoding="utf-8")
    for other in imported(path, source):
        if other in way:
            raise ValueError(" imports ".join((*way, other)))
        if other not in modules:
            modules[other] = enclosed(other, content(root, other, modules, (*way, other)))
    return IMPORT.sub(lambda found: taken(found, path), source)


def imported(path: str, source: str) -> list[str]:
    """The paths of what a script imports, without their ending."""
    return [target(path, found[2]) for found in IMPORT.finditer(source)]


def target(path: str, relative: str) -> str:
    """The path that a script at this path means by a relative one."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def variable(path: str) -> str:
    """What the exports of a module are called in the bundle: $net$request."""
    return "$" + re.sub(r"\W", "$", path)


def taken(found: re.Match[str], path: str) -> str:
    """An import as names taken from a module that stands before."""
    names = (found[1] or "").replace(" as ", ": ")
    return f"const {{{names}}} = {variable(target(path, found[2]))};\n" if names.strip() else ""


def enclosed(path: str, source: str) -> str:
    """A module in a scope of its own, which returns what it exports."""
    exported = ", ".join(found[1] for found in EXPORT.finditer(source))
    inside = EXPORT.sub("", source)
    other = OTHER.search(inside)
    if other:
        raise ValueError(f"{path}: {other[0]}")
    return f"const {variable(path)} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"


def relocated(source: str, path: str, bundle: str) -> str:
    """A module that names other files as they are seen from the folder of the bundle."""

    def seen(found: re.Match[str]) -> str:
        relative = posixpath.relpath(target(path, found[0]), posixpath.dirname(bundle) or ".")
        return relative if relative.startswith(".") else f"./{relative}"

    return REFERENCE.sub(seen, source)
