"""A script and all that it imports as one file, so that a page waits for one answer where it would wait for several.

Each imported script stays in a scope of its own. They are written in the part of the language that this understands:
imports of names or of nothing, from the same folder; exports in front of a function, a class or a const; no text goes
over more than one line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
NOTE = re.compile(r"^ *(?://.*|/\*\*[^*]*(?:\*(?!/)[^*]*)*\*/)\n|^\n|^ +", re.MULTILINE)
LONG_TEXT = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)
STYLE_NOTE = re.compile(r"(?:\s*/\*[^*]*(?:\*(?!/)[^*]*)*\*/)+\s*|\n\s+")


def joined(path: Path) -> str:
    """The script at this path with all that it imports in front of it, without the notes and indents for people.

    Raises ValueError for one that says it in another way than this understands.
    """
    imported: dict[str, str] = {}
    own = scope(path, imported, (path.stem,))
    whole = NOTE.sub("", "".join(imported.values()) + own)
    if long := LONG_TEXT.search(whole):
        raise ValueError(f"{path.stem}: {long[0]}")
    return whole


def scope(path: Path, imported: dict[str, str], way: tuple[str, ...]) -> str:
    """The content of a script that takes its imports from what was joined before it; adds those that were not yet."""
    content = path.read_text(encoding="utf-8")
    for name in [found[2] for found in IMPORT.finditer(content)]:
        if name in way:
            raise ValueError(" imports ".join((*way, name)))
        if name not in imported:
            inner = scope(path.with_name(f"{name}.js"), imported, (*way, name))
            imported[name] = enclosed(name, inner)
    return IMPORT.sub(taken, content)


def taken(found: re.Match[str]) -> str:
    """An import as names taken from what was joined before."""
    names = (found[1] or "").replace(" as ", ": ")
    return f"const {{{names}}} = ${found[2]};\n" if names.strip() else ""


def enclosed(name: str, content: str) -> str:
    """A script in a scope of its own, which gives away what it exports."""
    exported = ", ".join(found[1] for found in EXPORT.finditer(content))
    inside = EXPORT.sub("", content)
    other = OTHER.search(inside)
    if other:
        raise ValueError(f"{name}: {other[0]}")
    return f"const ${name} = (() => {{\n{inside}return {{ {exported} }};\n}})();\n"


def style(path: Path) -> str:
    """A style sheet without what only people read: notes and indents."""
    return STYLE_NOTE.sub("\n", path.read_text(encoding="utf-8")).lstrip()
