"""The pad as plain data: the fields of a deal, which choices are possible now, and what each would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import valid_values
from scoring.games import game_of
from scoring.sheet import extend, problems
from scoring.words import Deal, Sheet, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Entry, Field, Message, Problem, Standing, Values

CHOSEN = ("count", "pick", "flag", "seat", "seats")  # kinds of fields that are chosen from chips
PLAYING = ("bid", "play")


def pad(sheet: Sheet, draft: Entry | None = None) -> Values:
    """The entry so far, every field with its choices, and a preview of recording it now."""
    game, standing = game_of(sheet.game), sheet.standing
    written = merged_draft(sheet, draft)
    step = step_of(game, sheet, valid_part(game, standing, sheet.pending))
    return {
        "written": written,
        "fields": [pad_field(game, standing, field, written, step) for field in game.fields(standing)],
        "preview": preview(game, standing, written) if step == "play" else None,
    }


def merged_draft(sheet: Sheet, draft: Entry | None) -> Entry:
    """The pending bid with the draft on top."""
    written: Entry = {}
    written.update(sheet.pending or {})
    written.update(draft or {})
    return written


def step_of(game: Game, sheet: Sheet, pending: Entry | None) -> str:
    """The step of a match: bid, play, over, or closed (given up)."""
    if sheet.outcome:
        return "over"
    if sheet.standing.closed and not game.closing_decides(sheet.standing.rules):
        return "closed"
    return "play" if game.bid_done(sheet.standing, pending) else "bid"


def valid_part(game: Game, standing: Standing, entry: Entry | None) -> Entry | None:
    """The values of a draft that are valid by themselves; None when there are none."""
    if not entry:
        return None
    return valid_values(game.fields(standing), entry, len(standing.table.players), len(standing.table.sides)) or None


def nothing_chosen(game: Game, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """The problem of an empty entry in a game where that means nobody bid: it must be entered explicitly."""
    if entry or problems(game, standing, entry):
        return ()
    return (problem(game.fields(standing)[0].key, "nothing_chosen"),)


def plain_message(message: Message) -> Values:
    """A message as plain data."""
    return {"code": message.code, "values": message.values}


def plain_problem(found: Problem | None) -> Values | None:
    """A problem as plain data with its values, for wording in any language."""
    return {"field": found.field, "code": found.code, "values": found.values} if found else None


def pad_field(game: Game, standing: Standing, field: Field, written: Entry, step: str) -> Values:
    """A field of the pad: its label, its value so far, and each choice: possible or not, and what it would do.

    choices has one list a seat where the field is per seat, else one list.
    """
    seats: list[Any] = list(range(len(standing.table.players))) if field.per == "seat" else [None]
    data = plain_field(field)
    data["value"] = written.get(field.key)
    if field.kind in CHOSEN:
        pairs = field_values(field, standing)
        draft = valid_part(game, standing, written) or {}
        data["choices"] = [[pad_choice(game, standing, field, draft, pair, seat) for pair in pairs] for seat in seats]
    if step == "play" and field.step == "play" and field.per == "deal" and field.kind in ("count", "flag"):
        for found in data["choices"][0]:
            found["preview"] = preview(game, standing, with_value(written, field.key, found["value"]))
    return data


def plain_field(field: Field) -> Values:
    """A field's own attributes, without value and choices."""
    return {
        "key": field.key,
        "label": field.label,
        "kind": field.kind,
        "per": field.per,
        "step": field.step,
        "low": field.low,
        "high": field.high,
        "total": field.total,
        "optional": field.optional,
        "gaps": field.gaps,
        "help": field.help,
    }


def field_values(field: Field, standing: Standing) -> list[tuple[Any, str]]:
    """Every value of a field with its label; numbers and seats have none of their own, a gap is null."""
    if field.kind == "pick":
        return [(choice.value, choice.label) for choice in field.choices]
    if field.kind == "flag":
        return [(True, ""), (False, "")]
    if field.kind == "count":
        numbers: list[tuple[Any, str]] = [(value, "") for value in range(field.low, field.high + 1)]
        return numbers + [(None, "")] if field.gaps else numbers
    return [(seat, "") for seat in range(len(standing.table.players))]


def pad_choice(
    game: Game, standing: Standing, field: Field, written: Entry, pair: tuple[Any, str], seat: int | None
) -> Values:
    """One choice: why_not when it is not possible, else a hint of what it would do."""
    value, label = pair
    why_not = game.refusal(standing, written, field.key, value, seat)
    hint = None if why_not else game.hint(standing, written, field.key, value, seat)
    return {
        "value": value,
        "label": label,
        "why_not": plain_problem(why_not),
        "hint": plain_message(hint) if hint else None,
        "preview": None,
    }


def preview(game: Game, standing: Standing, entry: Entry) -> Values | None:
    """Points, totals and whether the match is over if this entry were recorded now; None when it has problems."""
    if problems(game, standing, entry):
        return None
    sheet = extend(game, _bare(game, standing), (Deal("", "deal", entry, None),))
    line = sheet.lines[0]
    return {"points": list(line.points), "totals": list(line.totals), "over": sheet.outcome is not None}


def _bare(game: Game, standing: Standing) -> Sheet:
    """A sheet that begins at this standing."""
    return Sheet(game.key, (), standing, None, None)
