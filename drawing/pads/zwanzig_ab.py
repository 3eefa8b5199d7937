"""Zwanzig ab: trump; then who drops and the tricks of the rest, the last number filled in by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.fields import back, chips, entry_form, faults, hidden, other_faults, rows, send_chips, steps
from drawing.pad import Pad
from drawing.tree import SEAL, node

if TYPE_CHECKING:
    from drawing.tree import Piece

TRICKS = 5


class ZwanzigPad(Pad):
    """The rules of the first packet decide what the maker may say."""

    def draw(self) -> list[Piece]:
        """Trump, or the tricks."""
        return self._trump() if self.step == "bid" else self._tricks()

    def _trump(self) -> list[Piece]:
        three = self.board["rules"]["first_packet"] == "three"
        named = chips(self, "named", columns=3, usual="named") if three else None
        return [
            entry_form(self, "bid", named, send_chips(self, "trump"), other_faults(self)),
            self._redeal() if three else None,
            back(self.here, self.language.gettext("Leave trump as it is")) if self.changing else None,
        ]

    def _redeal(self) -> list[Piece]:
        words = self.language.gettext("Redeal: three sevens and eights")
        button = node("button", {"class": "go quiet wide", "name": "redeal", "value": "true"}, words)
        said = {"method": "post", "action": self.saying}
        return [node("form", said, SEAL, hidden("step", "redeal"), button), faults(self, "redeal")]

    def _tricks(self) -> list[Piece]:
        language = self.language
        asked = [
            steps(self, language.gettext("Tricks"), left=TRICKS),
            rows(self, "tricks", gap=language.gettext("out")),
            other_faults(self),
            node("button", {"class": "go"}, language.gettext("Record")),
        ]
        return [entry_form(self, "play", asked, total=TRICKS)]


PAD = ZwanzigPad
