"""The shelf of pads: a file here that is named like a game holds the PAD of that game, made by hand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from drawing.fields import any_field
from drawing.pad import Pad
from drawing.parts import entry_form, last_button

if TYPE_CHECKING:
    from drawing.tree import Piece

_shelf: dict[str, type[Pad]] = {}


class PlainPad(Pad):
    """Every field of the step in its ordinary dress, for a game without a pad of its own."""

    def draw(self) -> list[Piece]:
        """The fields one below the other."""
        fields = [any_field(self, field) for field in self.board["fields"] if field["step"] == self.step]
        return [entry_form(self, self.step, fields, last_button(self, self.language.gettext("Record")))]


def pads() -> dict[str, type[Pad]]:
    """Every pad made by hand by the key of its game, found by reading this folder once."""
    if not _shelf:
        folder: str = __path__[0] if len(__path__[0]) > 1 else str(__path__)  # one interpreter has a text, not a list
        for file in sorted(os.listdir(folder)):
            if file.endswith(".py") and not file.startswith("_"):
                _shelf[file[:-3]] = __import__("drawing.pads." + file[:-3], None, None, ["PAD"]).PAD
    return _shelf


def pad_of(game: str) -> type[Pad]:
    """The pad of a game: its own, or the plain one."""
    return pads().get(game) or PlainPad
