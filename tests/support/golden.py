"""Reading the golden files: cases written as card players read them, never regenerated from the code.

A case is {"id", "says", "match", "expect"}; expect is a part of the scored match, with "last" for the last line. Where
lists stand they are whole; where objects stand only the named keys count. A case about cards or dominoes alone is
{"id", "says", "call": "scoring.games.texas_42.rules:taken", "args": […], "expect": value}.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "golden"


def cases(game: str = "*") -> list[dict[str, Any]]:
    """Every golden case of a game, or of all games."""
    found: list[dict[str, Any]] = []
    for file in sorted(FOLDER.glob(game + ".json")):
        found.extend(json.loads(file.read_text(encoding="utf8")))
    return found


def differences(expected: Any, got: Any, where: str = "") -> list[str]:
    """Where a scored match differs from the part that is expected of it."""
    if isinstance(expected, dict) and isinstance(got, dict):
        return [text for key in expected for text in differences(expected[key], got.get(key), f"{where}.{key}")]
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [text for i, item in enumerate(expected) for text in differences(item, got[i], f"{where}[{i}]")]
    return [] if json.dumps(expected) == json.dumps(got) else [f"{where}: expected {expected}, got {got}"]
