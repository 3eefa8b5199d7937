"""A scored deal of Knock-Out Whist in the sheet’s row: its head and its story."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.hints import fallen
from scoring.games.knockout_whist.turns import most_tricks
from scoring.words import Message

if TYPE_CHECKING:
    from scoring.words import Line, Values

HEADS = {
    "dog": "head_dog",
    "out": "head_out",
    "dog_out": "head_dog_out",
    "buy": "head_buy",
    "buy_out": "head_buy_out",
    "pay": "head_pay",
    "pay_out": "head_pay_out",
}
HEADS_BACK = {
    "": "head_back",
    "dog": "head_back_dog",
    "out": "head_back_out",
    "dog_out": "head_back_dog_out",
    "pay": "head_back_pay",
    "pay_out": "head_back_pay_out",
}
TOOK = ("", "", "took_2", "took_3", "took_4", "took_5", "took_6", "took_7")
TOOK_SOME = ("", "took_1_none", "took_2_none", "took_3_none", "took_4_none", "took_5_none", "took_6_none")


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    if line.deal.entry.get("rainbow") is not None:
        return Message("head_rainbow", {"seat": line.deal.entry["rainbow"]}), Message("rainbow", {})
    return head(line), cut_story(line, took_story(line))


def head(line: Line) -> Message:
    """Who fell, bought or came back; else who names trump next."""
    back = [given.side for given in line.awards if given.why == "back"]
    out = [given.side for given in line.awards if given.why == "knocked_out"]
    bought = [given.side for given in line.awards if "fee_money" in given.values]
    dogs = any(given.why == "bought_dogs_life" for given in line.awards)  # nothing else is sold in that deal
    low = bought or [given.side for given in line.awards if given.why == "dogs_life"]
    if sum(line.points) == 1:
        return Message("head_wins", {"seat": line.points.index(1)})
    falls = fallen(("buy" if dogs else "pay") if bought else "dog", low, out)
    if back or falls:
        values = {"back_seats": back, "low_seats": low, "out_seats": out}
        return Message((HEADS_BACK if back else HEADS)[falls], values)
    forgiven = [given.side for given in line.awards if given.why == "forgiven"]
    return Message("head_forgiven", {"seats": forgiven}) if forgiven else trump_head(line)


def trump_head(line: Line) -> Message:
    """Who names trump after a deal in which nobody failed."""
    most = most_tricks(line.deal.entry["tricks"])
    if len(most) == 1:
        return Message("head_names", {"seat": most[0]})
    chooser = line.deal.entry.get("chooser")
    return Message("head_turned", {"seats": most}) if chooser is None else Message("head_names", {"seat": chooser})


def cut_story(line: Line, took: Message) -> Message:
    """The story of a deal with the cut for trump behind it, where several won most tricks and cut."""
    chooser = line.deal.entry.get("chooser")
    if chooser is None:
        return took
    parts = [{"code": took.code, "values": took.values}]
    return Message("cut_story", {"took_parts": parts, "seats": most_tricks(line.deal.entry["tricks"]), "seat": chooser})


def took_story(line: Line) -> Message:
    """Everybody's tricks, the most first."""
    took = sorted([(-points, place) for place, points in enumerate(line.points) if points])
    values: Values = {"seats": [place for place, one in enumerate(line.deal.entry["tricks"]) if one == 0]}
    for rank, (points, place) in enumerate(took):
        values["abcdefg"[rank]] = -points
        values["abcdefg"[rank] + "_seat"] = place
    return Message((TOOK_SOME if values["seats"] else TOOK)[len(took)], values)
