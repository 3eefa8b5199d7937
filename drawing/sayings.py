"""What a tap on the pad says: the bid, or the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.entries import entry_of, first, kept_of
from drawing.pads import pad_of
from scoring.shape import tidy

if TYPE_CHECKING:
    from drawing.entries import Form
    from scoring.game import Game
    from scoring.words import Entry, Problem, Sheet


def saying(game: Game, sheet: Sheet, form: Form) -> tuple[str, Entry]:
    """Kind and body: the bid, or the deal if the form is of another step; a deal of the play step includes the bid."""
    standing, step, whole = sheet.standing, first(form, "step"), with_also(form)
    fields, players = game.fields(standing), len(standing.table.players)
    if step == "bid":
        return "bid", entry_of(tuple([field for field in fields if field.step == "bid"]), whole, players)
    entry = entry_of(fields, whole, players, sheet.pending if step == "play" else None)
    entry.update(pad_of(game.key).tapped(standing, whole, entry))
    return "deal", tidy(entry)


def carried(game: Game, form: Form) -> list[tuple[str, str]]:
    """What a form of the bid carries along of the result, which stays half made when the bid is recorded."""
    return kept_of(pad_of(game.key).kept, form) if first(form, "step") == "bid" else []


def unfinished(kind: str, found: tuple[Problem, ...]) -> bool:
    """Whether a bid only lacks something, which is then asked for: nothing is wrong with it yet."""
    return kind == "bid" and bool(found) and all(problem.code == "missing" for problem in found)


def with_also(form: Form) -> Form:
    """A form whose button says several things at once, written like an address in `also`, taken apart."""
    whole: Form = {}
    whole.update(form)
    for part in first(form, "also").split("&"):
        name, told, text = part.partition("=")
        if told and text:
            whole[name] = [text]
    return whole
