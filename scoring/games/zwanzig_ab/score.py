"""The points of a deal of Zwanzig ab, who wins the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.deal import maker_of, times
from scoring.games.zwanzig_ab.fields import TRICKS
from scoring.words import Outcome, award, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Problem, Standing, Values


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if entry.get("redeal"):
        return (), standing.carry
    tricks = entry["tricks"]
    awards = awards_of(standing, tricks, times(standing, entry), entry.get("named") == "blind")
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker_of(standing)]
    return awards, {"dropped": dropped, "tied": tied_after(standing, awards)}


def awards_of(standing: Standing, tricks: list[Any], factor: int, blind: bool) -> tuple[Award, ...]:
    """A point off for each trick, five on for none, nothing for who dropped; all of it times a factor."""
    if tricks.count(None) >= 3:
        return alone_awards(maker_of(standing), factor, blind)
    awards = []
    for seat, took in enumerate(tricks):
        if took is None:
            awards.append(award(seat, 0, "dropped"))
        elif took:
            awards.append(times_award(seat, -took, "tricks", factor, blind, {"n": took}))
            if took == TRICKS and standing.rules["sweep_bonus"]:
                awards.append(times_award(seat, -standing.rules["sweep_bonus"], "sweep", factor, blind, {}))
        else:
            awards.append(times_award(seat, TRICKS, "no_trick", factor, blind, {"n": took}))
    return tuple(awards)


def times_award(seat: int, points: int, why: str, factor: int, blind: bool, values: Values) -> Award:
    """An award with the factor in its reason where there is one, and that trump was named blind."""
    if factor == 1:
        return award(seat, points, why, values)
    return award(seat, points * factor, why + ("_blind" if blind else "_times"), with_value(values, "times", factor))


def alone_awards(maker: int, factor: int, blind: bool) -> tuple[Award, ...]:
    """The maker is left alone and takes all five without play, with no bonus (ZA-D14)."""
    others = tuple(award((maker + step) % 4, 0, "dropped") for step in (1, 2, 3))
    return (times_award(maker, -TRICKS, "all_dropped", factor, blind, {}),) + others


def outcome(standing: Standing) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    totals = standing.totals
    if min(totals) > 0:
        return None
    can_win = able_to_win(standing)
    lowest = min([totals[seat] for seat in can_win])
    lows = tuple(seat for seat in can_win if totals[seat] == lowest)
    return Outcome(lows, "first_down", {"total": lowest}, None) if lowest <= 0 and len(lows) == 1 else None


def able_to_win(standing: Standing) -> list[int]:
    """The seats that can still win: all, or those of the first tie, which a ruling may have made (ZA-D4)."""
    if standing.rules["tie_break"] != "tied_only":
        return [0, 1, 2, 3]
    tied: list[int] = standing.carry["tied"] or tie_of(list(standing.totals))
    return tied or [0, 1, 2, 3]


def tied_after(standing: Standing, awards: tuple[Award, ...]) -> list[int]:
    """The seats that were equal lowest at nought or less for the first time: only they can still win (ZA-D4)."""
    if standing.rules["tie_break"] != "tied_only":
        return []
    known: list[int] = standing.carry["tied"] or tie_of(list(standing.totals))
    if known:
        return known
    totals = list(standing.totals)
    for given in awards:
        totals[given.side] += given.points
    return tie_of(totals)


def tie_of(totals: list[int]) -> list[int]:
    """The seats that are equal lowest at nought or less; empty when one is alone or all are above."""
    lowest = min(totals)
    lows = [seat for seat, total in enumerate(totals) if total == lowest]
    return lows if lowest <= 0 and len(lows) > 1 else []


def result_problems(winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
    """What is wrong with a result that is written down without its deals; totals count where has_totals."""
    if totals[winner] > 0:
        return (problem("winner", "not_down"),)
    alone = totals[winner] == min(totals) and totals.count(totals[winner]) == 1
    return () if alone else (problem("winner", "not_ahead"),)
