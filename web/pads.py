"""The entry pad: the fields of the next step, filled with what was tapped, each problem beside its field."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from markupsafe import Markup, escape

from scoring.pad import known
from web.language import gettext
from web.wording import SUITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Choice, Standing
    from web.wording import Speaker

LETTERS = "abcdefg"


class Pad:
    """What the templates of a pad ask: fields by key, names and marks of seats, what is chosen, what is wrong."""

    suits = SUITS
    loose: tuple[str, ...] = ()  # what of the bid can still be changed beside the result

    def __init__(
        self,
        board: dict[str, Any],
        standing: Standing,
        speaker: Speaker,
        filled: Mapping[str, Any],
        problems: list[dict[str, Any]],
    ) -> None:
        self.board, self.standing, self.game = board, standing, speaker.game
        said = {} if board["step"] == "bid" else known(self.game, standing, board["pending"]) or {}
        self.said = {key: said[key] for key in said if key not in self.loose}
        self.speaker = speaker
        self.filled = filled
        self.fields = {field["key"]: field for field in board["fields"]}
        self.dealer = board["standing"]["dealer"]
        self.seats = range(len(board["players"]))
        self.seat_columns = 4 if len(self.seats) in (4, 7) else min(len(self.seats), 3)
        self.faults = self.worded(problems)
        self._untold = [key for key in self.faults if key]
        self._sides = {seat: side for side, seats in enumerate(board["sides"]) for seat in seats}
        self.prepare()

    @property
    def calls(self) -> list[Any]:
        """The auction as far as it was tapped; nothing of one that holds what is no call."""
        written = known(self.game, self.standing, self.board["written"]) or {}
        return written.get("calls") or []

    @cached_property
    def auction(self) -> dict[str, Any] | None:
        """Where the auction stands, when it is being tapped call by call."""
        return self.game.auction(self.standing, self.calls) if self.filled.get("auction") else None

    def called(self, more: list[Any]) -> str:
        """Calls as a form writes them."""
        return ",".join(str(call) for call in more)

    def bid_address(self) -> str:
        """The bid that the auction came to, written like an address."""
        entry = self.auction["entry"] if self.auction else {}
        return urlencode({key: self.called(value) if key == "calls" else value for key, value in entry.items()})

    def call_word(self, call: Any) -> str:
        """A call in words."""
        return next((gettext(word.label) for word in self.call_choices if word.value == call), str(call))

    @property
    def call_choices(self) -> tuple[Choice, ...]:
        """Every call of the game."""
        return next(field.choices for field in self.game.fields(self.standing) if field.key == "calls")

    def prepare(self) -> None:
        """What a game's own pad reads out of what is filled in; nothing by default."""

    def worded(self, problems: list[dict[str, Any]]) -> dict[str, list[Markup]]:
        """The sentences of problems by the field they belong to; those of no field here are under an empty key."""
        faults: dict[str, list[Markup]] = {}
        for problem in problems:
            key = problem["field"] if problem["field"] in self.fields else ""
            faults.setdefault(key, []).append(self.sentence(problem))
        return faults

    def sentence(self, problem: dict[str, Any]) -> Markup:
        """A problem in words; of numbers for every seat it is somebody's that is missing."""
        several = self.fields.get(problem["field"], {}).get("per") == "seat"
        if problem["code"] == "missing" and several:
            return escape(gettext("Somebody’s number is still missing"))
        return self.say(problem)

    def say(self, said: dict[str, Any]) -> Markup:
        """A code with values in words."""
        return self.speaker.say(said)

    def told(self, key: str) -> list[Markup]:
        """What is wrong with a field, which is thereby told."""
        self._untold = [other for other in self._untold if other != key]
        return self.faults.get(key, [])

    def untold(self) -> list[Markup]:
        """What is wrong with fields that were not drawn."""
        return [fault for key in list(self._untold) for fault in self.told(key)]

    def never(self, field: dict[str, Any], choice: dict[str, Any], seat: int | None) -> bool:
        """Whether a choice that cannot be now could not be either if all else on this pad were taken back."""
        return self.game.refusal(self.standing, self.said, field["key"], choice["value"], seat) is not None

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return self._sides[seat]

    def letter(self, seat: int) -> str:
        """The house mark of a seat's side."""
        return LETTERS[self._sides[seat]]

    def name(self, seat: int) -> Markup:
        """The player in a seat."""
        return self.speaker.name(seat)

    def marked(self, seat: int) -> Markup:
        """The player in a seat behind the mark of the side."""
        return Markup('<span class="row"><i class="mark {}"></i>{}</span>').format(self.letter(seat), self.name(seat))

    def chosen(self, name: str, value: Any) -> bool:
        """Whether a value is filled in under a form name."""
        filled = self.filled.get(name)
        return str(value) in filled if isinstance(filled, list) else filled == str(value)

    def text(self, name: str) -> str:
        """What is filled in under a form name; of several the first, which is the one that was tapped."""
        found = self.filled.get(name, "")
        return str(found[0] if isinstance(found, list) else found)

    def says(self, key: str) -> bool:
        """Whether anything is filled in for a field, of whatever seat."""
        return any(
            text not in ("", []) for name, text in self.filled.items() if name == key or name.startswith(key + ".")
        )

    def open(self, *keys: str) -> bool:
        """Whether a fold with these fields is to stand open: something is said in it, or wrong with it."""
        return any(key in self.faults or self.says(key) for key in keys)

    def active(self, field: dict[str, Any]) -> list[int]:
        """The seats that have a number to give in a field of rows."""
        return [seat for seat in self.seats if not field["gaps"] or self._can_count(field, seat)]

    def inactive(self, field: dict[str, Any]) -> list[int]:
        """The seats that take no part."""
        return [seat for seat in self.seats if field["gaps"] and not self._can_count(field, seat)]

    def row_columns(self, choices: list[Any]) -> int:
        """How many numbers of a row stand side by side, none narrower than a finger and no line much shorter."""
        return {7: 4, 8: 4, 9: 5, 10: 5}.get(len(choices), min(len(choices), 6))

    def _can_count(self, field: dict[str, Any], seat: int) -> bool:
        return any(choice["value"] is not None and not choice["why_not"] for choice in field["choices"][seat])
