"""Zwanzig ab: what kind of deal it is, who may drop out, what a deal may say and counts, and the marks of a tally."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.rules import NO_TRICK, TRICKS, in_play, with_tricks, written_tricks
from scoring.words import OPEN, Outcome, award, problem, with_value

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
        maker = maker_of(standing)  # takes all five without play, with no bonus (ZA-D14)
        others = tuple(award((maker + step) % 4, 0, "dropped") for step in (1, 2, 3))
        return (times_award(maker, -TRICKS, "all_dropped", factor, blind, {}),) + others
    awards = []
    for seat, took in enumerate(tricks):
        if took is None:
            awards.append(award(seat, 0, "dropped"))
        elif took:
            awards.append(times_award(seat, -took, "tricks", factor, blind, {"n": took}))
            if took == TRICKS and standing.rules["sweep_bonus"]:
                awards.append(times_award(seat, -standing.rules["sweep_bonus"], "sweep", factor, blind, {}))
        else:
            awards.append(times_award(seat, NO_TRICK, "no_trick", factor, blind, {"n": took}))
    return tuple(awards)


def times_award(seat: int, points: int, why: str, factor: int, blind: bool, values: Values) -> Award:
    """An award with the factor in its reason where there is one, and that trump was named blind."""
    if factor == 1:
        return award(seat, points, why, values)
    return award(seat, points * factor, why + ("_blind" if blind else "_times"), with_value(values, "times", factor))


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


LOW = 5  # a player at this total or less may be held in (ZA-V7)


def must_stay(
    standing: Standing, trump: str | None, dropped: tuple[int, ...] | list[int]
) -> tuple[tuple[int, str], ...]:
    """The seats that may not drop out, in the order of their turns, each with the code of the first reason (ZA-D12).

    trump is None while it is not known; dropped are the seats that have dropped out of this deal so far.
    """
    found = [(maker_of(standing), "stay_maker")]
    for seat in others_in_turn(standing):
        why = reason_to_stay(standing, seat, trump, dropped)
        if why:
            found.append((seat, why))
    return tuple(found)


def reason_to_stay(standing: Standing, seat: int, trump: str | None, dropped: tuple[int, ...] | list[int]) -> str:
    """Why a seat that did not make trump may not drop out; empty when it may."""
    rules, dealer = standing.rules, standing.dealer
    if trump == rules["all_stay_suit"]:
        return "stay_suit"
    if special(standing):
        return "stay_special"
    if standing.totals[seat] <= LOW and not rules["low_score_may_drop"]:
        return "stay_low"
    if seat in standing.carry["dropped"] and not rules["drop_twice"]:
        return "stay_twice"
    others_dropped = (dealer + 2) % 4 in dropped and (dealer + 3) % 4 in dropped
    return "stay_two" if rules["two_active"] and seat == dealer and others_dropped else ""


def others_in_turn(standing: Standing) -> list[int]:
    """The seats that decide whether they stay, in turn: opposite the dealer, the dealer's right, the dealer."""
    return [(standing.dealer + step) % 4 for step in (2, 3, 4)]


def dropped_out(standing: Standing, draft: Entry) -> list[int]:
    """The seats that have dropped out of this deal so far, in the order of their turns."""
    took = written_tricks(draft)
    return [seat for seat in others_in_turn(standing) if took[seat] is None]


def undecided(standing: Standing, draft: Entry) -> list[int]:
    """The seats that have still to decide, in turn; whoever sits before one that dropped out stayed.

    None once tricks are written: then the cards are played.
    """
    if in_play(draft):
        return []
    turns, dropped = others_in_turn(standing), dropped_out(standing, draft)
    held = [seat for seat, _why in must_stay(standing, draft.get("trump"), dropped)]
    over = turns.index(dropped[-1]) + 1 if dropped else 0
    return [seat for seat in turns[over:] if seat not in held]


def left_alone(standing: Standing, draft: Entry) -> bool:
    """Whether all but the maker have dropped out."""
    return len(dropped_out(standing, draft)) == 3


def may_be_alone(standing: Standing, draft: Entry, seat: int) -> bool:
    """Whether this seat is the maker and may yet take all five because all the others drop out."""
    took, others = written_tricks(draft), others_in_turn(standing)
    if seat in others or any(type(took[other]) is int for other in others):
        return False
    return len(must_stay(standing, draft.get("trump"), others)) == 1


def dropped_problems(standing: Standing, trump: str | None, tricks: list[Any]) -> list[Problem]:
    """Who dropped out (no number) though held in."""
    dropped = [seat for seat in others_in_turn(standing) if tricks[seat] is None]
    held = must_stay(standing, trump, dropped) if dropped else ()
    return [problem("tricks", why, {"seat": seat}) for seat, why in held if seat in dropped]


def drop_refusal(standing: Standing, trump: str | None, took: list[Any], seat: int) -> Problem | None:
    """Why a seat may not drop out: it is held in, or two must play and all others have dropped."""
    alone = all(took[other] is None for other in others_in_turn(standing))
    for held, why in must_stay(standing, trump, others_in_turn(standing) if alone else ()):
        if held == seat or why == "stay_two":
            return problem("tricks", why, {"seat": held})
    return None


def entry_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
    if entry.get("redeal"):
        return redeal_problems(standing, entry)
    found = []
    if "named" in entry:
        found.extend(named_problems(standing))
    found.extend(trump_problems(standing, entry.get("trump")))
    if "tricks" not in entry:
        found.append(problem("tricks", "missing"))
    else:
        found.extend(tricks_problems(standing, entry))
    return tuple(found)


def redeal_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """A redeal stands alone and belongs to the three-card packet (ZA-V2)."""
    found = []
    if special(standing):
        found.append(problem("redeal", "redeal_special"))
    elif standing.rules["first_packet"] == "two":
        found.append(problem("redeal", "redeal_none"))
    if len(entry) > 1:
        found.append(problem("redeal", "redeal_alone"))
    return tuple(found)


def named_problems(standing: Standing) -> list[Problem]:
    """How trump was made is written down only where there is a choice of ways."""
    if special(standing):
        return [problem("named", "named_special")]
    return [problem("named", "named_two")] if standing.rules["first_packet"] == "two" else []


def trump_problems(standing: Standing, trump: str | None) -> list[Problem]:
    """Trump is needed but in a special deal, where it can only be hearts."""
    if special(standing):
        return [] if trump is None or trump == "hearts" else [problem("trump", "trump_special")]
    return [problem("trump", "missing")] if trump is None else []


def tricks_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """Five tricks among those who stayed, none of whom was free to drop; the maker's five may be left out."""
    tricks, maker = entry["tricks"], maker_of(standing)
    together = sum([took for took in tricks if took is not None])
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    found = []
    if tricks[maker] is None and len(dropped) < 3:
        found.append(problem("tricks", "stay_maker", {"seat": maker}))
    elif together != TRICKS and tricks[maker] is not None:
        found.append(problem("tricks", "tricks_sum"))
    return found + dropped_problems(standing, entry.get("trump"), tricks)


def refusal(standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
    """Why this value of this field (of this seat, where it is per seat) cannot be, given what is written so far."""
    found: list[Problem] = []
    if key == "redeal":
        found = list(redeal_problems(standing, with_value(draft, key, True))) if value else []
    elif draft.get("redeal"):
        found = [problem(key, "redeal_alone")]
    elif key == "tricks" and seat is not None:
        return tricks_refusal(standing, draft, value, seat)
    elif key == "trump":
        found = trump_problems(standing, value) or dropped_problems(standing, value, written_tricks(draft))
    elif key == "named":
        found = named_problems(standing)
    return found[0] if found else None


def tricks_refusal(standing: Standing, draft: Entry, value: Any, seat: int) -> Problem | None:
    """Why a seat cannot have so many tricks, given what the others have, or may not drop out (no number).

    The last seat of which nothing is written takes all that is left; one that is written already may be lowered.
    """
    took = with_tricks(draft, value, seat)
    left = TRICKS - sum([tricks for tricks in took if type(tricks) is int])
    if value is None:
        held = drop_refusal(standing, draft.get("trump"), took, seat)
        if held:
            return held
    elif left < 0:
        return problem("tricks", "tricks_left", {"n": max(left + value, 0)})
    last = OPEN not in took and written_tricks(draft)[seat] == OPEN
    return problem("tricks", "tricks_sum") if last and left else None
