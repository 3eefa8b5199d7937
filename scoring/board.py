"""A match as plain JSON data: its sheet for machines, and board(), all that a table screen shows, on server or phone.

The pad of a board has the fields of the deal to come, which choices are possible now, and what each would do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import STRUCK
from scoring.entry_shape import valid_values
from scoring.game import english
from scoring.games import game_of
from scoring.sheet import extend, problems
from scoring.words import Deal, Sheet, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Entry, Field, Line, Message, Outcome, Problem, Standing, Values

CHOSEN = ("count", "pick", "flag", "seat", "seats")  # kinds of fields that are chosen from chips
PLAYING = ("bid", "play")


def board(sheet: Sheet, draft: Entry | None = None, since: int = 0) -> Values:
    """The document of a table screen, with the lines from `since` on.

    draft is what is entered but not recorded yet, on top of the pending bid.
    """
    data = overview(sheet, draft, since)
    data.update(pad(sheet, draft))
    return data


def overview(sheet: Sheet, draft: Entry | None = None, since: int = 0) -> Values:
    """The board without its pad: standing, lines, prompt and needs."""
    game = game_of(sheet.game)
    standing = sheet.standing
    pending = valid_part(game, standing, sheet.pending)
    written = merged_draft(sheet, draft)
    step = step_of(game, sheet, pending)
    entry, bid = with_draft(game, standing, step, pending, written)
    data = plain_standing(game, sheet)
    data["lines"] = [board_line(game, line) for line in sheet.lines[since:]]
    data["players"] = list(standing.table.players)
    data["sides"] = [list(seats) for seats in standing.table.sides]
    data["step"] = step
    data["pending"] = sheet.pending
    data["spoken"] = plain_message(game.pending_bid(standing, bid)) if bid else None
    data["marks"] = game.marks(standing)
    data["stick"] = game.stick(standing)
    data["settle"] = list(game.settle(sheet))
    data["prompt"] = [plain_message(one) for one in game.prompt(standing, entry)] if step in PLAYING else []
    needs = game.needs(standing, entry) if step in PLAYING else ()
    data["needs"] = [{"side": need.side, "code": need.code, "values": need.values} for need in needs]
    return data


def with_draft(
    game: Game, standing: Standing, step: str, pending: Entry | None, written: Entry
) -> tuple[Entry | None, Entry | None]:
    """The entry so far, recorded bid and draft together, and the bid alone: in an auction the highest call so far."""
    draft = valid_part(game, standing, written) or {}
    calls = draft.get("calls")
    if step == "play" and calls == (pending or {}).get("calls"):
        entry = with_result(game, standing, pending, draft)
        return entry, entry if pending else None
    auction = game.auction(standing, calls) if calls and step in PLAYING else None
    if not auction:
        return pending, pending
    highest: Entry = auction["entry"]
    return highest if auction["over"] else {"calls": calls}, highest if len(highest) > 1 else pending


def with_result(game: Game, standing: Standing, pending: Entry | None, draft: Entry) -> Entry | None:
    """The pending bid with the draft's values for the result and for bid fields that are not recorded yet."""
    entry: Entry = {}
    entry.update(pending or {})
    entry.update(
        {
            field.key: draft[field.key]
            for field in game.fields(standing)
            if field.key in draft and (field.step == "play" or field.key not in entry)
        }
    )
    return entry or None


def board_line(game: Game, line: Line) -> Values:
    """A line as plain data with its uid, kind and entry; a deal that counts has head and story too."""
    data = plain_line(game, line)
    data["uid"] = line.deal.uid
    data["kind"] = line.deal.kind
    data["entry"] = line.deal.entry
    data["problems"] = [plain_problem(found) for found in line.problems]
    if line.deal.kind in ("deal", STRUCK) and not line.problems:
        head, story = game.sheet_row(line)
        data["head"], data["story"] = plain_message(head), plain_message(story)
    return data


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


def pad_field(game: Game, standing: Standing, field: Field, written: Entry, step: str) -> Values:
    """A field of the pad: its label, its value so far, and each choice: possible or not, and what it would do.

    choices has one list a seat where the field is per seat, else one list.
    """
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
    if field.kind in CHOSEN:
        pairs = field_values(field, standing)
        draft = valid_part(game, standing, written) or {}
        data["choices"] = [[pad_choice(game, standing, field, draft, pair, seat) for pair in pairs] for seat in seats]
    if step == "play" and field.step == "play" and field.per == "deal" and field.kind in ("count", "flag"):
        for found in data["choices"][0]:
            found["preview"] = preview(game, standing, with_value(written, field.key, found["value"]))
    return data


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
    sheet = extend(game, Sheet(game.key, (), standing, None, None), (Deal("", "deal", entry, None),))
    line = sheet.lines[0]
    return {"points": list(line.points), "totals": list(line.totals), "over": sheet.outcome is not None}


def plain_sheet(sheet: Sheet) -> Values:
    """The sheet as plain data for JSON, in the shape of *A scored match as data* in docs/rules."""
    game = game_of(sheet.game)
    data = plain_standing(game, sheet)
    data["lines"] = [plain_line(game, line) for line in sheet.lines]
    return data


def plain_standing(game: Game, sheet: Sheet) -> Values:
    """The sheet as plain data without its lines: standing and outcome."""
    standing = sheet.standing
    return {
        "game": sheet.game,
        "unit": game.unit_of(standing.rules),
        "rules": standing.rules,
        "standing": {
            "number": standing.number,
            "dealer": standing.dealer,
            "totals": list(standing.totals),
            "carry": standing.carry,
        },
        "outcome": plain_outcome(sheet.outcome),
    }


def plain_line(game: Game, line: Line) -> Values:
    """One line as plain data; only what is not a deal says its kind."""
    data: Values = {
        "number": line.number,
        "dealer": line.dealer,
        "points": list(line.points),
        "totals": list(line.totals),
        "awards": [{"side": a.side, "points": a.points, "why": a.why, "values": a.values} for a in line.awards],
        "problems": plain_problems(game, line.problems),
    }
    if line.deal.kind != "deal":
        data["kind"] = line.deal.kind
    return data


def plain_problems(game: Game | None, found: tuple[Problem, ...]) -> list[Values]:
    """Problems as plain data, each with its message in English."""
    return [{"field": p.field, "code": p.code, "message": english(game, p.code, p.values)} for p in found]


def plain_outcome(outcome: Outcome | None) -> Values | None:
    """Who won and why, with the payment when money was agreed."""
    if outcome is None:
        return None
    data: Values = {"winners": list(outcome.winners), "why": outcome.why}
    if outcome.payment is not None:
        data["payment"] = {"side": outcome.payment.side, "amount": outcome.payment.amount}
    return data


def plain_message(message: Message) -> Values:
    """A message as plain data."""
    return {"code": message.code, "values": message.values}


def plain_problem(found: Problem | None) -> Values | None:
    """A problem as plain data with its values, for wording in any language."""
    return {"field": found.field, "code": found.code, "values": found.values} if found else None
