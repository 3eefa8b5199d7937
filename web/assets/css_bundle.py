"""Style bundler: a style sheet with its imports as one file, without comments and indents."""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^@import "\./([\w-]+\.css)";\n', re.MULTILINE)
COMMENT = re.compile(r"\s*/\*[^*]*(?:\*(?!/)[^*]*)*\*/")
LINE_END = re.compile(r"(?<=[{};,])\s*\n\s*|;?\s*\n\s*(?=\})")


def bundle_style(path: Path) -> str:
    """The style sheet at this path with its imports in their places, without comments, indents and line ends."""
    source = path.read_text(encoding="utf-8")
    whole = IMPORT.sub(lambda found: path.with_name(found[1]).read_text(encoding="utf-8"), source)
    return LINE_END.sub("", COMMENT.sub("", whole)).strip() + "\n"


def imported_names(source: str) -> list[str]:
    """The names of the style sheets that one imports."""
    return IMPORT.findall(source)
