"""What phones of past versions kept and sent, as it was recorded: a file a version in tests/old_phones.

A file has stored, what was in the database of the phone without a network ({ version, unsent, matches }); sent, the
requests that its scripts then made of that ([path, body]); and totals, those of each match by its path. The match that
the server had before is left out. The evening of tests/browser writes one into the file that TALLYSTICK_RECORD names.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask import Flask

from tests.support.tables import sheet_of

FOLDER = Path(__file__).parents[1] / "old_phones"
NAMES = sorted(path.name for path in FOLDER.glob("*.json"))


def old_phone(name: str, circle: str) -> dict[str, Any]:
    """A recorded phone, as one of the circle with this uid."""
    found: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    for _, body in found["sent"]:
        if "circle" in body:
            body["circle"] = circle
    for row in found["stored"]["unsent"]:
        if "begin" in row:
            row["begin"]["circle"] = circle
    return found


def totals_of(app: Flask, paths: list[str]) -> dict[str, list[int]]:
    """The totals of matches by their paths."""
    return {path: list(sheet_of(app, path.rpartition("/")[2]).standing.totals) for path in paths}
