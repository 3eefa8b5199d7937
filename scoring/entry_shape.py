"""The first layer of checking: whether an entry has the shape that the game's fields ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import OPEN, problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Field, Problem


def without_nulls(entry: Entry) -> Entry:
    """The entry without keys whose value is null: a null counts as left out. What is no entry stays as it is."""
    for value in entry.values() if type(entry) is dict else ():
        if value is None:
            return {key: entry[key] for key in entry if entry[key] is not None}
    return entry


def shape_problems(
    fields: tuple[Field, ...], entry: Entry, players: int, sides: int, idle: tuple[str, ...] = ()
) -> list[Problem]:
    """What is wrong with the shape of an entry: unknown keys, missing keys, values of another type or range.

    A null counts as left out, also for an idle key; any other unknown key is a problem whatever its value.
    """
    found = []
    known = 0
    for field in fields:
        key = field.key
        value = entry.get(key)
        if value is not None:
            known += 1
            code = fault(field, value, players, sides)
            if code:
                found.append(problem(key, code, {"low": field.low, "high": field.high}))
            continue
        if key in entry:
            known += 1
        if not field.optional:
            found.append(problem(key, "missing"))
    if known < len(entry):
        keys = [field.key for field in fields] + [key for key in idle if entry.get(key) is None]
        found.extend([problem(key, "unknown_key") for key in sorted(entry) if key not in keys])
    return found


def sum_problems(fields: tuple[Field, ...], entry: Entry) -> tuple[Problem, ...]:
    """Points of an entry of the right shape, nulls dropped, that do not add up to what a deal is known to hold."""
    summed = [field for field in fields if field.kind == "points" and field.total is not None and field.key in entry]
    wrong = [field for field in summed if sum(entry[field.key]) != field.total]
    return tuple([problem(field.key, "points_sum", {"n": field.total}) for field in wrong])


def valid_values(fields: tuple[Field, ...], entry: Entry, players: int, sides: int) -> Entry:
    """The values of a draft that have the right shape; in a list of seats, wrong items become open ones."""
    found: Entry = {}
    for field in fields:
        value = entry.get(field.key)
        if value is None:
            continue
        if not fault(field, value, players, sides):
            found[field.key] = value
        elif field.per != "deal" and fault(field, value, players, sides) != "list_length" and field.kind != "sequences":
            found[field.key] = [valid_item(field, item, players) for item in value]
    return found


def valid_item(field: Field, item: Any, players: int) -> Any:
    """One item of a half-made list; one that is open is null where null means nothing else."""
    if item is None or item_fault(field, item, players):
        return OPEN if field.gaps and item is not None else None
    return item


def fault(field: Field, value: Any, players: int, sides: int) -> str:
    """The code of what is wrong with one value, or an empty string."""
    if field.per == "deal" or field.kind in ("calls", "sequences"):
        return item_fault(field, value, players)
    if type(value) is not list or len(value) != (players if field.per == "seat" else sides):
        return "list_length"
    for item in value:
        if item is None and field.gaps:
            continue
        if item == OPEN:
            return "missing"
        code = item_fault(field, item, players)
        if code:
            return code
    return ""


def item_fault(field: Field, value: Any, players: int) -> str:
    """The code of what is wrong with a single value, or an empty string."""
    kind = field.kind
    if kind == "count" or kind == "points":
        return "" if type(value) is int and field.low <= value <= field.high else "number_range"
    if kind == "seat":
        return "" if type(value) is int and 0 <= value < players else "no_such_seat"
    if kind == "pick":
        return "" if offered(field, value) else "not_offered"
    if kind == "flag":
        return "" if type(value) is bool else "yes_or_no"
    if type(value) is not list:
        return "not_a_list"
    if kind == "seats":
        return seats_fault(value, players)
    if kind == "calls":
        return "" if all(offered(field, call) for call in value) else "no_such_call"
    return ""


def offered(field: Field, value: Any) -> bool:
    """Whether a field has this value among its choices; they are texts and whole numbers, and true is no 1."""
    kind = type(value)
    return (kind is str or kind is int) and value in field.offers


def seats_fault(value: list[Any], players: int) -> str:
    """Seats are whole numbers of the table, each at most once."""
    for index, seat in enumerate(value):
        if type(seat) is not int or not 0 <= seat < players:
            return "no_such_seat"
        if seat in value[:index]:
            return "twice"
    return ""
