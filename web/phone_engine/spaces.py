"""Takes the spaces and line ends out of Python source that nothing needs: a phone fetches every byte."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator
from tokenize import TokenInfo

# before Python 3.12 an f-string is one token
FORMAT_BEGINS, FORMAT_ENDS = (getattr(tokenize, name, -1) for name in ("FSTRING_START", "FSTRING_END"))
WORDS = {tokenize.NAME, tokenize.NUMBER, tokenize.STRING, FORMAT_BEGINS, FORMAT_ENDS} - {-1}


def without_spaces(source: str) -> str:
    """The same source without spaces between tokens of which one is no word."""
    lines = source.split("\n")
    for row, start, end in reversed(list(needless(source))):
        lines[row] = lines[row][:start] + lines[row][end:]
    return "\n".join(lines)


def needless(source: str) -> Iterator[tuple[int, int, int]]:
    """Line, first and last column of each needless gap, outside of f-strings."""
    before: TokenInfo | None = None
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if before and not depth and is_needless(before, token):
            yield token.start[0] - 1, before.end[1], token.start[1]
        if token.type in (FORMAT_BEGINS, FORMAT_ENDS):
            depth += 1 if token.type == FORMAT_BEGINS else -1
        before = token


def is_needless(before: TokenInfo, token: TokenInfo) -> bool:
    """Whether a line has a gap between two tokens that it does not need."""
    return before.end[0] == token.start[0] and not (before.type in WORDS and token.type in WORDS)


def on_fewer_lines(source: str) -> str:
    """The same source, indented by single spaces, with simple statements in a row on one line, or behind their head."""
    rows: list[str] = []
    for line in source.splitlines():
        if rows and is_simple(rows[-1]) and is_simple(line) and depth(rows[-1]) == depth(line):
            rows[-1] += f";{line.lstrip(' ')}"
        else:
            rows.append(line)
    found = ""
    for head, row, after in zip(["", *rows], rows, [*rows[1:], ""], strict=False):
        alone = is_simple(row) and not is_simple(head) and depth(head) < depth(row) and depth(after) <= depth(head)
        found = f"{found[:-1]}{row.lstrip(' ')}\n" if alone else f"{found}{row}\n"
    return found


def is_simple(row: str) -> bool:
    """Whether a row is no head of a block, and no decorator."""
    return not row.endswith(":") and not row.lstrip(" ").startswith("@")


def depth(row: str) -> int:
    """How deep a row is indented."""
    return len(row) - len(row.lstrip(" "))
