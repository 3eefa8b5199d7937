"""Who wins a match of Knock-Out Whist, how the others stand, and the pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import last_deal
from scoring.words import Message, Outcome

if TYPE_CHECKING:
    from scoring.words import Line, Sheet, Standing

DOGS_LIVES = ("dogs_life", "bought_dogs_life")
SPARED = DOGS_LIVES + ("bought_parish", "bought_blind_parish")


def outcome(standing: Standing, lines: list[Line]) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    status = standing.carry["status"]
    if len(status) - status.count("out") > 1:
        return None
    line = last_deal(lines)
    if line is not None and line.deal.entry.get("rainbow") is not None:
        return Outcome((line.deal.entry["rainbow"],), "rainbow", {}, None)
    why = "last_in" if standing.carry["hand"] else "last_trick"
    return Outcome(tuple(place for place, state in enumerate(status) if state != "out"), why, {}, None)


def ranks(sheet: Sheet) -> list[int]:
    """Whoever was knocked out later stands better, whoever never was the best."""
    return [-out_in(sheet, side) for side in range(len(sheet.standing.totals))]


def out_in(sheet: Sheet, side: int) -> int:
    """The number of the deal in which a side was knocked out; one that is in has the number of the next deal."""
    knocked = [
        line.number
        for line in sheet.lines
        if line.deal.kind == "deal" and any(given.why == "knocked_out" and given.side == side for given in line.awards)
    ]
    return knocked[-1] if knocked else sheet.standing.number


def left_words(sheet: Sheet, side: int) -> Message:
    """When a side was out of the match."""
    deal = out_in(sheet, side)
    return Message("left_in", {"n": deal}) if deal < sheet.standing.number else Message("stayed_in", {})


def comeback(lines: list[Line], winners: tuple[int, ...]) -> Message | None:
    """That a winner was once on a dog's life."""
    back = any(given.why in DOGS_LIVES and given.side in winners for line in lines for given in line.awards)
    return Message("back_from_dog", {}) if back else None


def spared(line: Line) -> tuple[int, ...]:
    """The sides that won no trick in a scored deal and stay in."""
    return tuple([given.side for given in line.awards if given.why in SPARED])


def settle(sheet: Sheet) -> tuple[int, ...]:
    """What each side receives (negative: pays) in minor units of money; empty when there is no money in it."""
    pot = sheet.standing.carry["pot"]
    if not sheet.outcome or not pot or sheet.outcome.why == "written_down":  # who bought in is not known there
        return ()
    fees = [0] * len(sheet.standing.totals)
    for line in sheet.lines:
        for given in line.awards if line.deal.kind == "deal" else ():
            fees[given.side] += given.values.get("fee_money", 0)
    return tuple(nets(pot, fees, sheet.outcome.winners[0]))


def nets(pot: int, fees: list[int], winner: int) -> list[int]:
    """What each seat has won or lost in minor units: the pot is everybody's first unit and the fees for buying on."""
    unit = (pot - sum(fees)) // len(fees)
    return [(pot if place == winner else 0) - unit - fee for place, fee in enumerate(fees)]
