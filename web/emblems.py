"""The emblem of each game, drawn in templates/emblems."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from table.node import Content

EMBLEMS = Path(__file__).parents[1] / "templates" / "emblems"


@cache
def game_emblems() -> dict[str, list[Content]]:
    """The parts of the emblem of each game that has a drawing of its own, by the key of the game."""
    return {path.stem: parts_of(ET.parse(path).getroot()) for path in sorted(EMBLEMS.glob("*.svg"))}  # noqa: S314  ours


def parts_of(element: Any) -> list[Content]:
    """What is in an element, as nodes."""
    text = (element.text or "").strip()
    parts: list[Content] = [text] if text else []
    return parts + [(child.tag.rpartition("}")[2], dict(child.attrib), parts_of(child)) for child in element]
