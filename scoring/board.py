"""board(): all that a table screen shows, as one plain document, made on the server or on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games import games
from scoring.sheet import extend, plain, plain_line, problems
from scoring.words import Deal, Sheet

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Entry, Field, Line, Problem, Say, Standing, Values


def board(sheet: Sheet, draft: Entry | None = None) -> Values:
    """The document of a table screen; draft is what is written but not yet said, on top of the pending bid."""
    game = games()[sheet.game]
    standing = sheet.standing
    written = written_so_far(sheet, draft)
    data = plain(sheet)
    data["lines"] = [told_line(game, line) for line in sheet.lines]
    data["players"] = list(standing.table.players)
    data["sides"] = [list(seats) for seats in standing.table.sides]
    data["step"] = step_of(game, sheet, written)
    data["pending"] = sheet.pending
    data["written"] = written
    data["spoken"] = told(game.spoken(standing, sheet.pending)) if sheet.pending else None
    data["marks"] = game.marks(standing)
    data["stick"] = game.stick(standing)
    data["settle"] = list(game.settle(sheet))
    data["prompt"] = [told(said) for said in game.prompt(standing, sheet.pending)]
    data["needs"] = [{"side": n.side, "code": n.code, "values": n.values} for n in game.needs(standing, sheet.pending)]
    playing = data["step"] in ("bid", "play")
    data["fields"] = [field_now(game, standing, field, written) for field in game.fields(standing)] if playing else []
    data["preview"] = preview(game, standing, written) if playing else None
    return data


def written_so_far(sheet: Sheet, draft: Entry | None) -> Entry:
    """The pending bid with the draft on top."""
    written: Entry = {}
    written.update(sheet.pending or {})
    written.update(draft or {})
    return written


def step_of(game: Game, sheet: Sheet, written: Entry) -> str:
    """What is asked for next: bid, play, or nothing because the match is over or was closed (given up)."""
    if sheet.outcome:
        return "over"
    if sheet.standing.closed and not game.closing_decides(sheet.standing.rules):
        return "closed"
    return "play" if game.bid_done(sheet.standing, sheet.pending) else "bid"


def told(said: Say) -> Values:
    """A code with values, as plain data."""
    return {"code": said.code, "values": said.values}


def told_problem(found: Problem | None) -> Values | None:
    """A problem as plain data with its values, for wording in any language."""
    return {"field": found.field, "code": found.code, "values": found.values} if found else None


def told_line(game: Game, line: Line) -> Values:
    """A line with its uid, entry, head and story."""
    data = plain_line(game, line)
    data["uid"] = line.deal.uid
    data["kind"] = line.deal.kind
    data["entry"] = line.deal.entry
    data["problems"] = [told_problem(found) for found in line.problems]
    if line.deal.kind == "deal" and not line.problems:
        head, story = game.account(line)
        data["head"], data["story"] = told(head), told(story)
    return data


def field_now(game: Game, standing: Standing, field: Field, written: Entry) -> Values:
    """A field of the pad: its words, its value so far, and each choice with what is possible and what it would do."""
    seats: list[Any] = list(range(len(standing.table.players))) if field.per == "seat" else [None]
    data: Values = {
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
        "value": written.get(field.key),
    }
    if field.kind in ("count", "pick", "seat", "seats"):
        data["choices"] = [[choice_now(game, standing, field, written, pair, seat) for pair in values_of(field, standing)] for seat in seats]
    return data


def values_of(field: Field, standing: Standing) -> list[tuple[Any, str]]:
    """Every value of a field with its label; numbers and seats have none of their own."""
    if field.kind == "pick":
        return [(choice.value, choice.label) for choice in field.choices]
    if field.kind == "count":
        return [(value, "") for value in range(field.low, field.high + 1)]
    return [(seat, "") for seat in range(len(standing.table.players))]


def choice_now(game: Game, standing: Standing, field: Field, written: Entry, pair: tuple[Any, str], seat: int | None) -> Values:
    """One choice: whether it can be, and what it would do to the points when it finishes the entry."""
    value, label = pair
    why_not = game.refusal(standing, written, field.key, value, seat)
    hint = None if why_not else game.hint(standing, written, field.key, value, seat)
    return {"value": value, "label": label, "why_not": told_problem(why_not), "hint": told(hint) if hint else None}


def preview(game: Game, standing: Standing, entry: Entry) -> Values | None:
    """Points, totals and outcome if this entry were recorded now; None when it cannot be."""
    if problems(game, standing, entry):
        return None
    sheet = extend(game, _bare(game, standing), (Deal("", "deal", entry),))
    line = sheet.lines[0]
    return {"points": list(line.points), "totals": list(line.totals), "over": sheet.outcome is not None}


def _bare(game: Game, standing: Standing) -> Sheet:
    """A sheet that begins at this standing."""
    return Sheet(game.key, (), standing, None, None)
