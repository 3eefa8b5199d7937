"""Who may drop out of a deal of Zwanzig ab, who must stay, and who has still to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.deal import maker_of, special
from scoring.games.zwanzig_ab.fields import in_play, written_tricks
from scoring.words import problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing

LOW = 5  # a player at this total or less may be held in (ZA-V7)


def must_stay(
    standing: Standing, trump: str | None, dropped: tuple[int, ...] | list[int]
) -> tuple[tuple[int, str], ...]:
    """The seats that may not drop out, in the order of their turns, each with the code of the first reason (ZA-D12).

    trump is None while it is not known; dropped are the seats that have dropped out of this deal so far.
    """
    found = [(maker_of(standing), "stay_maker")]
    for step in (2, 3, 4):
        seat = (standing.dealer + step) % 4
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
