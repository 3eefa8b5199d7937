"""The entry pad: the fields of the next step, filled with the draft, each problem beside its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import valid_part
from table.form_entry import first
from table.icons import LETTERS, mark
from table.node import node
from table.status import bid_in_play

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing, Values
    from table.form_entry import Form
    from table.language import MessageFormatter
    from table.node import Content, Node

COLUMNS = {7: 4, 8: 4, 9: 5, 10: 5}  # of so many numbers in a row


class Pad:
    """The base of every pad: fields by key, names and marks of seats, chosen values, problems.

    A game's pad is a subclass with draw() in table/pads/. here: the address of the table. step: the step that is
    drawn; it is bid again while the bid is being changed. amends: a deal of the sheet is filled in, and the last tap
    makes no record yet.
    """

    changeable: tuple[str, ...] = ()  # fields of the bid that can be changed beside the result
    late_questions: tuple[str, ...] = ()  # fields asked about last; their answers survive an amendment
    draft_prefixes: tuple[str, ...] = ()  # of form names: this part of a result's draft outlasts a change of the bid
    short_labels: dict[
        str, str
    ] = {}  # field, or field=value -> what Undo calls a tap, where the choice alone says too little

    def __init__(
        self,
        board: Values,
        standing: Standing,
        formatter: MessageFormatter,
        form: Form,
        problems: tuple[Problem, ...],
        here: str,
    ) -> None:
        self.board, self.standing, self.game, self.here = board, standing, formatter.game, here
        self.formatter, self.language, self.form = formatter, formatter.language, form
        self.step = board["step"]
        self.amends: bool = board.get("amends", False)
        bid = {} if self.step == "bid" else valid_part(self.game, standing, board["pending"]) or {}
        self.bid = {key: bid[key] for key in bid if key not in self.changeable}
        self.fields = {field["key"]: field for field in board["fields"]}
        self.dealer = standing.dealer
        self.seats = range(len(standing.table.players))
        self.seat_columns = 4 if len(self.seats) in (4, 7) else min(len(self.seats), 3)
        self._sides = {seat: side for side, seats in enumerate(standing.table.sides) for seat in seats}
        self.faults: dict[str, list[list[Content]]] = {}
        for found in problems:
            key = found.field if found.field in self.fields else ""
            self.faults.setdefault(key, []).append(self.problem_text(found))
        self._undrawn = [key for key in sorted(self.faults) if key]
        self.prepare()

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
        """The part of the entry that follows from taps of this pad; written is the rest of the entry."""
        return {}

    @staticmethod
    def has_open_question(standing: Standing, entry: Entry, before: Entry | None = None) -> bool:
        """Whether a complete deal leaves a question open that this pad asks before the deal is recorded.

        before: the entry that is amended; its questions are not asked again.
        """
        return False

    @staticmethod
    def with_earlier_answers(standing: Standing, entry: Entry, before: Entry) -> Entry:
        """An amended entry with those answers of the earlier entry that still hold."""
        return entry

    @staticmethod
    def tapped_fields(standing: Standing, form: Form) -> Form:
        """The form without default values: only what was tapped or typed."""
        return form

    @staticmethod
    def fill_form(standing: Standing, entry: Entry, form: Form) -> Form:
        """The form of a complete deal on this pad, where it is not filled in field by field."""
        return form

    def prepare(self) -> None:
        """Set the attributes of a game's own pad; called at the end of __init__."""

    def draw(self) -> list[Content]:
        """The pad of this step."""
        raise NotImplementedError

    @property
    def record_url(self) -> str:
        """The address of forms that make a record."""
        return self.here + "/say"

    @property
    def pending(self) -> Entry:
        """The bid of the deal in play."""
        return self.board["pending"] or {}

    @property
    def bid_summary(self) -> Values | None:
        """The bid of the deal in play, as bid_in_play() makes it."""
        return bid_in_play(self.formatter, self.board, self.dealer)

    @property
    def changing(self) -> bool:
        """Whether a recorded bid is being changed."""
        return bool(self.step != self.board["due"])

    def problem_text(self, found: Problem) -> list[Content]:
        """A problem as a sentence; of a field with a number a seat, one number is missing."""
        several = self.fields.get(found.field, {}).get("per") == "seat"
        if found.code == "missing" and several:
            return [self.language.gettext("A number is still missing")]
        return self.formatter.format({"code": found.code, "values": found.values})

    def take_faults(self, key: str) -> list[list[Content]]:
        """The problems of a field, which then count as drawn."""
        self._undrawn = [other for other in self._undrawn if other != key]
        return self.faults.get(key, [])

    def remaining_faults(self) -> list[list[Content]]:
        """The problems of fields that were not drawn."""
        return [fault for key in list(self._undrawn) for fault in self.take_faults(key)]

    def never_possible(self, key: str, choice: Values, seat: int | None) -> bool:
        """Whether a choice would be impossible even with nothing else chosen on this pad."""
        return self.game.refusal(self.standing, self.bid, key, choice["value"], seat) is not None

    def choices(self, key: str) -> list[Values]:
        """The choices of a field that has one value a deal."""
        found: list[Values] = self.fields[key]["choices"][0]
        return found

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return self._sides[seat]

    def letter(self, seat: int) -> str:
        """The house mark of a seat's side."""
        return LETTERS[self._sides[seat]]

    def name(self, seat: int) -> Node:
        """The player in a seat."""
        return self.formatter.name(seat)

    def marked_name(self, seat: int) -> Node:
        """The player in a seat behind the mark of the side."""
        return node("span", {"class": "row"}, mark(self.side(seat)), self.name(seat))

    def text(self, name: str) -> str:
        """The text of a form name; of several the first, which was tapped."""
        return first(self.form, name)

    def texts(self, name: str) -> list[str]:
        """All texts of a form name."""
        return self.form.get(name) or []

    def chosen(self, name: str, value: Any) -> bool:
        """Whether a form name has this value."""
        return str(value) in self.texts(name)

    def has_value(self, key: str) -> bool:
        """Whether a field has a value, of any seat."""
        return any(any(self.form[name]) for name in self.form if name == key or name.startswith(key + "."))

    def open(self, *keys: str) -> bool:
        """Whether a disclosure with these fields is open: one of them has a value or a problem."""
        return any(key in self.faults or self.has_value(key) for key in keys)

    def active(self, key: str) -> list[int]:
        """The seats that have a number to give in a field of rows."""
        return [seat for seat in self.seats if self.counts(key, seat)]

    def counts(self, key: str, seat: int) -> bool:
        """Whether a seat has a number to give; where seats may take no part, one that is possible at all."""
        field = self.fields[key]
        numbers = [choice for choice in field["choices"][seat] if choice["value"] is not None]
        return not field["gaps"] or any(
            not one["why_not"] or not self.never_possible(key, one, seat) for one in numbers
        )


def columns_of(choices: int) -> int:
    """How many numbers of a row stand side by side, none narrower than a finger and no line much shorter."""
    return COLUMNS.get(choices) or min(choices, 6)
