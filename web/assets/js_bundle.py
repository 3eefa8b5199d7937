"""Script bundler: a script with its imports as one file, so that a page waits for one response.

Each imported module has a scope of its own, named after its path. Scripts keep to what this understands: imports of
names or of nothing, by relative path; exports in front of a function, a class or a const; no text over more than one
line. Other files are named by relative path in double quotes.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[\w./-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
UNSUPPORTED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
REFERENCE = re.compile(r'(?<=")\.{1,2}/[\w./-]+\.\w+(?=")')
COMMENT = re.compile(
    r"""^\ *(?://.*|/\*\*[^*]*(?:\*(?!/)[^*]*)*\*/)\n  # lines that are nothing else
      | (?<=[;{},()\[\]])\ //\ [^"'`\n]*$  # behind code, unless it may be part of a text
      | ^\n | ^\ +""",
    re.MULTILINE | re.VERBOSE,
)
MULTILINE_TEXT = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)


def bundle_script(root: Path, name: str) -> str:
    """The script of this name (its path in the root folder) behind all that it imports, without comments and indents.

    Raises ValueError for a script written in another way than this understands.
    """
    path = name.removesuffix(".js")
    modules: dict[str, str] = {}
    own = inline_imports(root, path, modules, (path,))
    whole = COMMENT.sub("", "".join(relocate_references(text, module, path) for module, text in modules.items()) + own)
    if long := MULTILINE_TEXT.search(whole):
        raise ValueError(f"{name}: {long[0]}")
    return whole


def inline_imports(root: Path, path: str, modules: dict[str, str], way: tuple[str, ...]) -> str:
    """A script whose imports read from the modules before it; adds the missing ones to modules."""
    source = (root / f"{path}.js").read_text(encoding="utf-8")
    for other in imported_paths(path, source):
        if other in way:
            raise ValueError(" imports ".join((*way, other)))
        if other not in modules:
            modules[other] = wrap_module(other, inline_imports(root, other, modules, (*way, other)))
    return IMPORT.sub(lambda found: import_statement(found, path), source)


def imported_paths(path: str, source: str) -> list[str]:
    """The paths of what a script imports, without suffix."""
    return [resolve_path(path, found[2]) for found in IMPORT.finditer(source)]


def resolve_path(path: str, relative: str) -> str:
    """The path that a relative one means in a script at this path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))


def module_variable(path: str) -> str:
    """The name of a module's exports in the bundle: $net$request."""
    return "$" + re.sub(r"\W", "$", path)


def import_statement(found: re.Match[str], path: str) -> str:
    """An import as a destructuring of a module's exports."""
    names = (found[1] or "").replace(" as ", ": ")
    return f"const {{{names}}} = {module_variable(resolve_path(path, found[2]))};\n" if names.strip() else ""


def wrap_module(path: str, source: str) -> str:
    """A module as a function called at once, which returns its exports."""
    exported = ", ".join(found[1] for found in EXPORT.finditer(source))
    inside = EXPORT.sub("", source)
    other = UNSUPPORTED.search(inside)
    if other:
        raise ValueError(f"{path}: {other[0]}")
    return f"const {module_variable(path)} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"


def relocate_references(source: str, path: str, bundle: str) -> str:
    """A module with its file references relative to the bundle's folder."""

    def seen(found: re.Match[str]) -> str:
        relative = posixpath.relpath(resolve_path(path, found[0]), posixpath.dirname(bundle) or ".")
        return relative if relative.startswith(".") else f"./{relative}"

    return REFERENCE.sub(seen, source)
