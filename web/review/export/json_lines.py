"""Exported lines as JSON lines, a batch at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from models.review.export.lines import Line
from models.review.export.plain import plain


def json_text(batches: Iterable[list[Line]]) -> Iterator[bytes]:
    """A line of JSON for each, with the names of its columns."""
    for lines in batches:
        yield "".join(f"{json_line(line)}\n" for line in lines).encode()


def json_line(line: Line) -> str:
    """A line as a JSON object."""
    return json.dumps({name: plain(value) for name, value in line._asdict().items()}, ensure_ascii=False)
