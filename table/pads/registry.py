"""The pad of each game: made by hand, or the plain one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.pads.fields import any_field
from table.pads.pad import Pad
from table.pads.parts import entry_form, last_button

if TYPE_CHECKING:
    from table.node import Content

KEYS = ("boomke_wies", "clobyosh", "knockout_whist", "texas_42", "zwanzig_ab")


class PlainPad(Pad):
    """Every field of the step in its ordinary dress, for a game without a pad of its own."""

    def draw(self) -> list[Content]:
        """The fields one below the other."""
        fields = [any_field(self, field) for field in self.board["fields"] if field["step"] == self.step]
        return [entry_form(self, self.step, fields, last_button(self, self.language.gettext("Record")))]


def pad_of(game: str) -> type[Pad]:
    """The pad of a game; only its own modules are imported: a phone holds no other game's."""
    if game not in KEYS:
        return PlainPad
    pad: type[Pad] = __import__("table.pads." + game, None, None, ["PAD"]).PAD
    return pad
