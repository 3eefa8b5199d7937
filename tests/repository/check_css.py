"""Forbids physical directions and what WebKit does not read in style sheets, style and script inside templates."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PHYSICAL = re.compile(
    r"""(?<![\w.#-])(?:
        (?:scroll-)?(?:margin|padding)-(?:left|right|top|bottom)\s*:
      | border-(?:left|right|top|bottom)(?:-(?:color|style|width))?\s*:
      | border-(?:top|bottom)-(?:left|right)-radius\s*:
      | (?:left|right|top|bottom)\s*:
      | (?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)
    )""",
    re.VERBOSE,
)
NOT_IN_WEBKIT = re.compile(
    r"""(?<![\w-])(?:
        text-decoration\s*:[^;}]*[^;}\s]\s+[^;}\s][^;}]*  # with more than its line
      | (?P<name>user-select|box-decoration-break)\s*:(?![^{}]*-webkit-(?P=name)\s*:)
    )""",
    re.VERBOSE,
)
INLINE = re.compile(
    r"""<style\b|\s(?:style|on[a-z]+)\s*=\s*["'{]|<script\b(?![^>]*\ssrc=)|javascript:""", re.IGNORECASE
)
COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}|<!--.*?-->", re.DOTALL)
DATA = re.compile(r"""<script\b[^>]*\stype=["']application/json["'][^>]*>""")


def blanked(match: re.Match[str]) -> str:
    """As many line ends as the text had, so that line numbers stay true."""
    return "\n" * match.group().count("\n")


def faults(text: str, forbidden: re.Pattern[str]) -> list[tuple[int, str]]:
    """The line numbers and words that are forbidden, comments left out."""
    text = DATA.sub(blanked, COMMENT.sub(blanked, text))
    return [(text.count("\n", 0, hit.start()) + 1, hit.group().strip()) for hit in forbidden.finditer(text)]


def found(root: Path = ROOT) -> list[str]:
    """Every fault under a root as file:line: words."""
    styles = sorted((root / "static").rglob("*.css"))
    files = [(path, forbidden) for path in styles for forbidden in (PHYSICAL, NOT_IN_WEBKIT)]
    files += [(path, INLINE) for path in sorted((root / "templates").rglob("*.html"))]
    return [
        f"{path.relative_to(root)}:{line}: {words}"
        for path, forbidden in files
        for line, words in faults(path.read_text(encoding="utf-8"), forbidden)
    ]


if __name__ == "__main__":
    print("\n".join(found()) or "styles and templates: nothing forbidden")
    sys.exit(1 if found() else 0)
