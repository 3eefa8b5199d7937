"""Parses a form into an entry, the plain values that scoring checks, and writes an entry as a form.

Nothing is validated here. A text that is no number stays a text, so that the field gets the problem. A form maps names
to lists of texts. A name is the field's key, or key.seat for a value of each seat; "-" is a seat that takes no part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import LARGEST
from table.language import latin_digit

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Field

    Form = dict[str, list[str]]

NO_PART = "-"
RUNS = 3  # no nine cards hold more than three runs
ACE = "A"  # the default top of a run
MOST_DIGITS = len(str(LARGEST))
HEX = "0123456789ABCDEF"
PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._:,"


def encode_query(pairs: list[tuple[str, str]]) -> str:
    """Names and texts as a query string."""
    return "&".join([name + "=" + percent_encoded(text) for name, text in pairs])


def pairs_with_prefix(prefixes: tuple[str, ...], form: Form) -> list[tuple[str, str]]:
    """Names and texts of a form whose names begin with one of the prefixes, sorted by name."""
    names = [name for name in sorted(form) if any(name.startswith(prefix) for prefix in prefixes)]
    return [(name, text) for name in names for text in form[name] if text]


def percent_encoded(text: str) -> str:
    """A text percent-encoded for a query string."""
    return "".join([chr(byte) if byte in PLAIN else "%" + HEX[byte // 16] + HEX[byte % 16] for byte in text.encode()])


def first(form: Form, name: str) -> str:
    """The text under a name, the first where there are several; empty where there is none."""
    texts = form.get(name)
    return texts[0].strip() if texts else ""


def parse_entry(
    fields: tuple[Field, ...], form: Form, players: int, base: Entry | None = None, done: bool = True
) -> Entry:
    """The entry of a form, on top of base (the pending bid).

    done: the form is complete, so the one open number of a group with a total is filled in.
    """
    entry: Entry = {}
    entry.update(base or {})
    for field in fields:
        value = parse_field(field, form, players, done)
        if value is not None:
            entry[field.key] = value
        elif field.key in form:
            entry.pop(field.key, None)
    return entry


def parse_field(field: Field, form: Form, players: int, done: bool) -> Any:
    """The value of one field; None when the form does not have it."""
    if field.kind == "sequences":
        return parse_sequences(form, players)
    if field.kind == "seats":
        return [parse_int(text) for text in form[field.key] if text] if field.key in form else None
    if field.kind == "calls":
        return [parse_choice(field, text) for text in first(form, "calls").split(",") if text] or None
    if field.per == "seat":
        return parse_seats(field, form, players, done)
    return parse_value(field, first(form, field.key))


def parse_value(field: Field, text: str) -> Any:
    """The value of a text; None when it is empty."""
    if not text:
        return None
    if field.kind == "pick":
        return parse_choice(field, text)
    if field.kind == "flag":
        return True if text == "true" else False if text == "false" else text
    return parse_int(text)


def parse_choice(field: Field, text: str) -> Any:
    """The value of the choice with this text, or the text itself."""
    for known in field.choices:
        if str(known.value) == text:
            return known.value
    return text


def parse_int(text: str) -> Any:
    """A whole number of at most nine Latin, Persian or Arabic digits, or the text itself when it is none."""
    sign, digits = ("-", text[1:]) if text[:1] in ("-", "−") else ("", text)
    latin = "".join([latin_digit(letter) for letter in digits])
    return int(sign + latin) if 0 < len(latin) == len(digits) <= MOST_DIGITS else text


def parse_seats(field: Field, form: Form, players: int, done: bool) -> list[Any] | None:
    """A list with one item a seat; None where nothing was chosen. done: as in parse_entry()."""
    texts = [first(form, f"{field.key}.{seat}") for seat in range(players)]
    values = [None if text == NO_PART else parse_int(text) if text else "" for text in texts]
    values = fill_last(values, field.total) if done else values
    return values if any(texts) else None


def fill_last(values: list[Any], total: int | None) -> list[Any]:
    """The values with the only open one (empty text) filled in from the total."""
    sound = all(type(value) is int or value in ("", None) for value in values)
    if total is None or values.count("") != 1 or not sound:
        return values
    rest = max(total - sum([value for value in values if type(value) is int]), 0)  # too many show as the wrong sum
    return [rest if value == "" else value for value in values]


def parse_sequences(form: Form, players: int) -> list[list[dict[str, Any]]] | None:
    """The declared runs of each seat, from sequences.<seat>.<n>.length/top/trump; None when nobody declared one."""
    found = [[parse_run(form, f"sequences.{seat}.{n}.") for n in range(RUNS)] for seat in range(players)]
    runs = [[run for run in seat if run] for seat in found]
    return runs if any(runs) else None


def parse_run(form: Form, prefix: str) -> dict[str, Any] | None:
    """One run, or None where no length was chosen."""
    length = first(form, prefix + "length")
    if not length:
        return None
    top, trump = first(form, prefix + "top") or ACE, first(form, prefix + "trump") == "on"
    return {"length": parse_int(length), "top": top, "trump": trump}


def entry_to_form(fields: tuple[Field, ...], entry: Entry) -> Form:
    """The form of an entry, the inverse of parse_entry()."""
    filled: Form = {}
    for field in fields:
        value = entry.get(field.key)
        if value is not None:
            filled.update(field_to_form(field, value))
    return filled


def field_to_form(field: Field, value: Any) -> Form:
    """Form names and texts of one field's value."""
    if field.kind == "sequences":
        return runs_to_form(value)
    if field.per == "seat":
        return {f"{field.key}.{seat}": [NO_PART if item is None else str(item)] for seat, item in enumerate(value)}
    if field.kind == "seats":
        return {field.key: [str(seat) for seat in value] or [""]}
    if field.kind == "calls":
        return {"calls": [",".join([str(call) for call in value])]}
    return {field.key: [("true" if value else "false") if type(value) is bool else str(value)]}


def runs_to_form(runs: list[list[dict[str, Any]]]) -> Form:
    """Form names of declared runs."""
    filled: Form = {}
    for seat, declared in enumerate(runs):
        for n, run in enumerate(declared):
            prefix = f"sequences.{seat}.{n}."
            filled.update({prefix + "length": [str(run["length"])], prefix + "top": [str(run["top"])]})
            filled[prefix + "trump"] = ["on"] if run["trump"] else []
    return filled
