"""From a form to an entry: what was tapped or typed, as the plain values that scoring checks.

Nothing is judged here. What cannot be a number stays the text that was typed, so that the field's problem says so.
Form names are the field's key, or key.seat where each seat has its own; a dash stands for a seat that takes no part.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug.datastructures import MultiDict

    from scoring.words import Entry, Field

NO_PART = "-"
WHOLE = re.compile(r"-?[0-9]{1,9}")
RUNS = 3  # no nine cards hold more than three runs
ACE = "A"  # the top of a run of which nothing else is said


def entry_of(fields: tuple[Field, ...], form: MultiDict[str, str], players: int, base: Entry | None = None) -> Entry:
    """The entry that a form holds, on top of what was said before (the pending bid)."""
    entry = dict(base or {})
    for field in fields:
        value = field_value(field, form, players)
        if value is not None:
            entry[field.key] = value
        elif field.key in form:
            entry.pop(field.key, None)
    return entry


def field_value(field: Field, form: MultiDict[str, str], players: int) -> Any:
    """The value of one field, or None when the form says nothing of it."""
    if field.kind == "sequences":
        return sequences(form, players)
    if field.kind == "seats":
        return [whole(text) for text in form.getlist(field.key) if text] or None
    if field.kind == "calls":
        return [choice(field, text) for text in form.get("calls", "").split(",") if text] or None
    if field.per == "seat":
        return per_seat(field, form, players)
    return single(field, form.get(field.key, "").strip())


def single(field: Field, text: str) -> Any:
    """One value out of its text; empty is None."""
    if not text:
        return None
    if field.kind == "pick":
        return choice(field, text)
    if field.kind == "flag":
        return {"true": True, "false": False}.get(text, text)
    return whole(text)


def choice(field: Field, text: str) -> Any:
    """The choice whose value is written like this, or the text itself."""
    for known in field.choices:
        if str(known.value) == text:
            return known.value
    return text


def whole(text: str) -> Any:
    """A whole number out of its text (digits of any script), or the text itself."""
    digits = "".join(str(int(letter)) if letter.isdecimal() else letter for letter in text.replace("−", "-").strip())
    return int(digits) if WHOLE.fullmatch(digits) else text


def per_seat(field: Field, form: Mapping[str, str], players: int) -> list[Any] | None:
    """A list with one item a seat, or None where nothing was chosen; a total fills the last open seat in."""
    texts = [form.get(f"{field.key}.{seat}", "").strip() for seat in range(players)]
    values = fill_last([None if text == NO_PART else whole(text) if text else "" for text in texts], field.total)
    return None if all(value in ("", None) for value in values) else values


def fill_last(values: list[Any], total: int | None) -> list[Any]:
    """The same values with the one still open (empty text) filled in, where the others leave it no choice."""
    if (
        total is not None
        and values.count("") == 1
        and all(type(value) is int or value in ("", None) for value in values)
    ):
        rest = max(total - sum(value for value in values if type(value) is int), 0)  # too many show as the wrong sum
        return [rest if value == "" else value for value in values]
    return values


def sequences(form: Mapping[str, str], players: int) -> list[list[dict[str, Any]]] | None:
    """The declared runs of each seat, from sequences.<seat>.<n>.length/top/trump; None when nobody declared one."""
    runs = [[run for n in range(RUNS) if (run := run_of(form, f"sequences.{seat}.{n}."))] for seat in range(players)]
    return runs if any(runs) else None


def run_of(form: Mapping[str, str], prefix: str) -> dict[str, Any] | None:
    """One run, or None where no length was chosen."""
    length = form.get(prefix + "length", "")
    if not length:
        return None
    return {
        "length": whole(length),
        "top": form.get(prefix + "top") or ACE,
        "trump": form.get(prefix + "trump") == "on",
    }


def form_of(fields: tuple[Field, ...], entry: Entry) -> dict[str, Any]:
    """The other way round: form names with the texts that stand for an entry, to fill a form in."""
    filled: dict[str, Any] = {}
    for field in fields:
        value = entry.get(field.key)
        if value is None:
            continue
        if field.kind == "sequences":
            filled.update(form_of_runs(value))
        elif field.per == "seat":
            filled.update(
                {f"{field.key}.{seat}": NO_PART if item is None else str(item) for seat, item in enumerate(value)}
            )
        elif field.kind == "seats":
            filled[field.key] = [str(seat) for seat in value]
        elif field.kind == "calls":
            filled["calls"] = ",".join(str(call) for call in value)
        else:
            filled[field.key] = str(value).lower() if type(value) is bool else str(value)
    return filled


def form_of_runs(runs: list[list[dict[str, Any]]]) -> dict[str, str]:
    """Form names of declared runs."""
    filled = {}
    for seat, declared in enumerate(runs):
        for n, run in enumerate(declared):
            prefix = f"sequences.{seat}.{n}."
            filled.update({prefix + "length": str(run["length"]), prefix + "top": str(run["top"])})
            filled[prefix + "trump"] = "on" if run["trump"] else ""
    return filled
