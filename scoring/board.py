"""board(): everything a table screen shows as one JSON document, made on the server or on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import STRUCK
from scoring.games import game_of
from scoring.pad import PLAYING, merged_draft, pad, plain_message, plain_problem, step_of, valid_part
from scoring.sheet import plain_line, plain_standing

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Entry, Line, Sheet, Standing, Values


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
