"""Zwanzig ab: what kind of deal it is, what it counts, and the marks of a tally."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.rules import TRICKS
from scoring.words import Outcome, award, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Problem, Standing, Values


def maker_of(standing: Standing) -> int:
    """The seat left of the dealer, which names trump, stays in and leads."""
    return (standing.dealer + 1) % 4


def special(standing: Standing) -> bool:
    """Whether hearts are trump in this deal without anybody's choice (ZA-V8, ZA-D1)."""
    return special_deal(standing.rules["special_deals"], standing.number)


def special_deal(rule: str, deal: int) -> bool:
    """The same by the option and the number of the deal."""
    return (deal == 9 and rule == "ninth_only") or (deal > 8 and rule == "ninth_on")


def times(standing: Standing, entry: Entry) -> int:
    """What the points of this deal are multiplied by: twice for hearts, twice for blind, and both by the option."""
    hearts = entry.get("trump") == "hearts" or special(standing)
    if entry.get("named") != "blind":
        return 2 if hearts else 1
    return int(standing.rules["blind_hearts"]) if hearts else 2


def trump_known(standing: Standing, draft: Entry) -> bool:
    """Whether it is known what the points of this deal are multiplied by."""
    return special(standing) or "trump" in draft


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


DRAWN = 120  # strokes; with a larger total on the board none are drawn


def marks(standing: Standing) -> Values:
    """The tally that the game is known for, as data for drawing: `kind` and what that kind needs."""
    start = standing.rules["start"]
    drawn = max(start, max(standing.totals)) <= DRAWN
    return {"kind": "five_bar_gates", "start": start} if drawn else {"kind": "none"}


def stick(standing: Standing) -> Values:
    """What the stick shows: `kind` cuts (a cut a deal) or slots (a match of known length)."""
    rule, now = standing.rules["special_deals"], standing.number - 1
    slots = [str(deal) for deal in range(1, 9)] + ([] if rule == "off" else ["♥"])
    if rule == "ninth_on":
        return {"kind": "slots", "slots": slots, "now": min(now, 8)}
    return {"kind": "slots", "slots": slots + [str(deal) for deal in range(len(slots) + 1, now + 2)], "now": now}
