"""A scored deal of Zwanzig ab in the sheet’s row: its head and its story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import Message

if TYPE_CHECKING:
    from scoring.words import Line, Values

STORIES = {  # winners of tricks, whether some stayed without one, whether some dropped
    (1, True, False): "story_1_none",
    (1, True, True): "story_1_none_dropped",
    (2, False, True): "story_2_dropped",
    (2, True, False): "story_2_none",
    (2, True, True): "story_2_none_dropped",
    (3, False, True): "story_3_dropped",
    (3, True, False): "story_3_none",
    (4, False, False): "story_4",
}


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    if line.deal.entry.get("redeal"):
        return Message("head_redeal", {}), Message("story_redeal", {"dealer": line.dealer})
    return head(line), story(line)


def head(line: Line) -> Message:
    """What everybody won or lost, who came down most first."""
    moved = sorted([(points, seat) for seat, points in enumerate(line.points) if points])
    values: Values = {}
    for rank, (points, seat) in enumerate(moved):
        values["abcd"[rank] + "_seat"] = seat
        values["abcd"[rank] + "_gain"] = points
    return Message("head_" + str(len(moved)), values)


def story(line: Line) -> Message:
    """Trump, everybody's tricks, the most first, and who dropped."""
    tricks, maker = line.deal.entry["tricks"], (line.dealer + 1) % 4
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    values: Values = {"trump_parts": [trump_part(line)], "seats": dropped, "maker": maker}
    if len(dropped) == 3:
        return Message("story_alone", values)
    took = sorted([(-tricks[seat], seat) for seat in range(4) if tricks[seat]])
    values["none_seats"] = [seat for seat, number in enumerate(tricks) if number == 0]
    for rank, (points, seat) in enumerate(took):
        values["abcd"[rank]] = -points
        values["abcd"[rank] + "_seat"] = seat
    return Message(STORIES[(len(took), bool(values["none_seats"]), bool(dropped))], values)


def trump_part(line: Line) -> Values:
    """Trump with what the points counted and that it was named blind: a code with values of its own."""
    trump = line.deal.entry.get("trump") or "hearts"
    found = [(given.why, given.values["times"]) for given in line.awards if "times" in given.values]
    if not found:
        return {"code": "trump_plain", "values": {"trump": trump}}
    why, factor = found[0]
    code = "trump_blind" if why.endswith("_blind") else "trump_times"
    return {"code": code, "values": {"trump": trump, "times": factor}}
