"""The value types of scoring, all plain data: options, fields, deals, awards, problems, messages, sheets, records.

Seats count clockwise from 0. Points, marks and tricks are whole numbers; money is in minor units (cents).
A sentence is a code with values (Message, Problem, Need). `sentences` of the game, or COMMON in scoring/game.py, holds
its English wording; other languages are made from the same wordings by gettext, outside this folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

    Entry = dict[str, Any]
    Rules = dict[str, Any]
    Values = dict[str, Any]
    Carry = dict[str, Any]
    Wording = str | tuple[str, str]


Choice = NamedTuple("Choice", [("value", "Any"), ("label", "str"), ("help", "str")])
"""One value that an option or a field can take."""

Option = NamedTuple(
    "Option",
    [
        ("key", "str"),
        ("label", "str"),
        ("kind", "str"),  # number, yes_no, one_of, money
        ("default", "Any"),
        ("low", "int"),
        ("high", "int"),
        ("choices", "tuple[Choice, ...]"),
        ("help", "str"),
        ("disputed", "bool"),  # tables disagree about it: it is open at set-up, not in a disclosure
    ],
)
"""A house rule that can be chosen."""

Field = NamedTuple(
    "Field",
    [
        ("key", "str"),
        ("label", "str"),
        ("kind", "str"),  # count, points, pick, seat, seats, flag, calls, sequences
        ("per", "str"),  # deal, seat, side
        ("step", "str"),  # bid, play
        ("low", "int"),
        ("high", "int"),
        ("choices", "tuple[Choice, ...]"),
        ("total", "int | None"),  # what a group must add up to
        ("optional", "bool"),
        ("gaps", "bool"),  # a seat's item may be null: that seat takes no part
        ("help", "str"),
        ("offers", "dict[Any, bool]"),  # the values of the choices, to be looked up
    ],
)
"""One thing the table writes down for a deal."""

Table = NamedTuple(
    "Table", [("players", "tuple[str, ...]"), ("sides", "tuple[tuple[int, ...], ...]"), ("first_dealer", "int")]
)
"""Who sits where, clockwise, and which seats make a side."""

Deal = NamedTuple("Deal", [("uid", "str"), ("kind", "str"), ("entry", "Entry"), ("dealer", "int | None")])
"""A record with a place on the sheet. kind: deal, struck (a removed deal), result, adjust, rules, seat, close, reopen.

dealer is the seat that dealt a deal; None means the seat whose turn it was.
"""

Award = NamedTuple("Award", [("side", "int"), ("points", "int"), ("why", "str"), ("values", "Values")])
Problem = NamedTuple("Problem", [("field", "str"), ("code", "str"), ("values", "Values")])
Message = NamedTuple("Message", [("code", "str"), ("values", "Values")])
"""A sentence for the screen as a code with values: what happens now, or what a tap would do."""

Need = NamedTuple("Need", [("side", "int"), ("code", "str"), ("values", "Values")])
Payment = NamedTuple("Payment", [("side", "int"), ("amount", "int")])
Outcome = NamedTuple(
    "Outcome", [("winners", "tuple[int, ...]"), ("why", "str"), ("values", "Values"), ("payment", "Payment | None")]
)

Standing = NamedTuple(
    "Standing",
    [
        ("table", "Table"),
        ("rules", "Rules"),
        ("number", "int"),
        ("dealer", "int"),
        ("totals", "tuple[int, ...]"),
        ("carry", "Carry"),
        ("closed", "bool"),
    ],
)
"""The state of a match before a deal. closed: the table has ended the match (time is up)."""

Line = NamedTuple(
    "Line",
    [
        ("deal", "Deal"),
        ("number", "int"),
        ("dealer", "int"),
        ("awards", "tuple[Award, ...]"),
        ("points", "tuple[int, ...]"),
        ("totals", "tuple[int, ...]"),
        ("problems", "tuple[Problem, ...]"),
    ],
)
Sheet = NamedTuple(
    "Sheet",
    [
        ("game", "str"),
        ("lines", "tuple[Line, ...]"),
        ("standing", "Standing"),
        ("outcome", "Outcome | None"),
        ("pending", "Entry | None"),
    ],
)
"""Every scored line, the standing after them, the outcome once somebody has won, and the bid of the deal in play."""


Record = NamedTuple("Record", [("seq", "int"), ("uid", "str"), ("kind", "str"), ("body", "Values")])
"""One row of a match's log; seq counts from 1."""

LogState = NamedTuple(
    "LogState",
    [("deals", "tuple[Deal, ...]"), ("pending", "Entry | None"), ("undo", "str | None"), ("redo", "str | None")],
)
"""A log without what was struck: deals as last amended, the open bid, the uids Undo would strike and Redo restore."""


OPEN = ""
"""An item of a per-seat list that is not entered yet; null is a seat that takes no part."""

LARGEST = 999_999_999
"""The largest number, or amount in minor units, that a table can choose or type: nine digits."""


def message(text: str) -> str:
    """Mark a text for translation; returns it unchanged (gettext's N_)."""
    return text


def plural_message(one: str, more: str) -> tuple[str, str]:
    """Mark the singular and plural of a sentence for translation; its value `n` chooses between them."""
    return (one, more)


def choice(value: Any, label: str, help: str = "") -> Choice:
    """A choice with its label and, where needed, a help text."""
    return Choice(value, label, help)


def number(key: str, label: str, default: int, low: int, high: int, help: str, disputed: bool = False) -> Option:
    """A house rule that is a whole number from low to high."""
    return Option(key, label, "number", default, low, high, (), help, disputed)


def money(key: str, label: str, default: int, help: str) -> Option:
    """A house rule that is an amount of money in minor units, from nothing up."""
    return Option(key, label, "money", default, 0, LARGEST, (), help, False)


def yes_no(key: str, label: str, default: bool, help: str, disputed: bool = False) -> Option:
    """A house rule that is on or off."""
    return Option(key, label, "yes_no", default, 0, 1, (), help, disputed)


def one_of(key: str, label: str, choices: tuple[Choice, ...], help: str, disputed: bool = False) -> Option:
    """A house rule with named values; the first is the default."""
    return Option(key, label, "one_of", choices[0].value, 0, 0, choices, help, disputed)


def count(
    key: str,
    label: str,
    high: int,
    per: str = "deal",
    total: int | None = None,
    low: int = 0,
    optional: bool = False,
    gaps: bool = False,
    step: str = "play",
    help: str = "",
) -> Field:
    """A number of tricks, cards or the like, small enough for a chip each."""
    return Field(key, label, "count", per, step, low, high, (), total, optional, gaps, help, {})


def points(
    key: str,
    label: str,
    high: int,
    per: str = "deal",
    low: int = 0,
    optional: bool = False,
    step: str = "play",
    help: str = "",
    total: int | None = None,
) -> Field:
    """A number too large for a chip each: it is typed or summed. total: what the points of a deal add up to."""
    return Field(key, label, "points", per, step, low, high, (), total, optional, False, help, {})


def pick(
    key: str,
    label: str,
    choices: tuple[Choice, ...],
    step: str,
    optional: bool = False,
    per: str = "deal",
    help: str = "",
) -> Field:
    """One of some named values."""
    offers = {choice.value: True for choice in choices}
    return Field(key, label, "pick", per, step, 0, 0, choices, None, optional, False, help, offers)


def seat(key: str, label: str, step: str, optional: bool = False, help: str = "") -> Field:
    """One of the seats."""
    return Field(key, label, "seat", "deal", step, 0, 0, (), None, optional, False, help, {})


def seats(key: str, label: str, step: str, help: str = "") -> Field:
    """Any number of different seats; may be left out."""
    return Field(key, label, "seats", "deal", step, 0, 0, (), None, True, False, help, {})


def flag(key: str, label: str, step: str, help: str = "") -> Field:
    """Yes or no; may be left out."""
    return Field(key, label, "flag", "deal", step, 0, 1, (), None, True, False, help, {})


def calls(label: str, choices: tuple[Choice, ...], help: str = "") -> Field:
    """The auction call by call, from the left of the dealer; may be left out."""
    offers = {choice.value: True for choice in choices}
    return Field("calls", label, "calls", "deal", "bid", 0, 0, choices, None, True, False, help, offers)


def sequences(label: str, help: str = "") -> Field:
    """The runs of cards that each seat declared; may be left out."""
    return Field("sequences", label, "sequences", "seat", "play", 0, 0, (), None, True, False, help, {})


def problem(field: str, code: str, values: Values | None = None) -> Problem:
    """Something wrong with an entry, and the field it belongs to."""
    return Problem(field, code, {} if values is None else values)


def award(side: int, points: int, why: str, values: Values | None = None) -> Award:
    """Points to a side with a reason; a penalty is a negative award."""
    return Award(side, points, why, {} if values is None else values)


def with_value(entry: Entry, key: str, value: Any) -> Entry:
    """A copy of an entry or draft with one value set."""
    more: Entry = {}
    more.update(entry)
    more[key] = value
    return more


def same(one: Any, other: Any) -> bool:
    """Whether both are the same value of the same type: true and 1 differ, and so do 7 and 7.0."""
    return type(one) is type(other) and bool(one == other)


def side_of(table: Table, seat: int) -> int:
    """The side that this seat plays for."""
    for side, seats in enumerate(table.sides):
        if seat in seats:
            return side
    raise ValueError("no such seat")


SUITS = (
    Choice("clubs", message("Clubs"), ""),
    Choice("diamonds", message("Diamonds"), ""),
    Choice("hearts", message("Hearts"), ""),
    Choice("spades", message("Spades"), ""),
)
