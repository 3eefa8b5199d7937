"""What a seat of Zwanzig ab still needs to come down to zero, and whether that wins the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.deal import times, trump_known
from scoring.games.zwanzig_ab.dropping import drop_refusal, left_alone, may_be_alone
from scoring.games.zwanzig_ab.fields import TRICKS, tricks_left_for, with_tricks, written_tricks
from scoring.games.zwanzig_ab.score import able_to_win
from scoring.words import OPEN, Need

if TYPE_CHECKING:
    from scoring.words import Entry, Standing


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """What each side still needs, in this deal and in the match."""
    draft = pending or {}
    found = [need_of(standing, draft, seat) for seat in able_to_win(standing)]
    return tuple(need for need in found if need)


def need_of(standing: Standing, draft: Entry, seat: int) -> Need | None:
    """How many tricks take a seat to zero, where it can still take so many, and whether the match is won with them.

    Before trump is named the tricks are those of a deal that counts once; doubled, fewer do.
    """
    total, factor = standing.totals[seat], times(standing, draft)
    if total <= 0:
        return Need(seat, "need_alone", {"seat": seat})
    tricks = (total + factor - 1) // factor
    swept = tricks > TRICKS and total <= (TRICKS + standing.rules["sweep_bonus"]) * factor
    tricks = TRICKS if swept else tricks
    took = written_tricks(draft)[seat]
    if took is None or tricks > (tricks_left_for(draft, seat) if took == OPEN else took):
        return None
    if not trump_known(standing, draft):
        return (
            None if swept else Need(seat, "need_tricks" if tricks == 1 else "need_single", {"n": tricks, "seat": seat})
        )
    alone = may_be_alone(standing, draft, seat)
    if swept and alone and left_alone(standing, draft):
        return None
    code = "need_sweep" if swept and alone else "need_tricks"
    won = wins_with(standing, draft, seat, tricks, swept or not alone)
    return Need(seat, code + "_wins" if won else code, {"n": tricks, "seat": seat})


def wins_with(standing: Standing, draft: Entry, seat: int, tricks: int, played: bool) -> bool:
    """Whether a seat with so many tricks, or more, is alone lowest whatever the others do.

    played: five tricks would be won in play, with their bonus. The worst is that one other takes all that is left, or
    stays where it is when nothing is.
    """
    took, factor = written_tricks(draft), times(standing, draft)
    if took[seat] != OPEN:
        tricks = took[seat]
    elif took.count(OPEN) == 1:
        tricks = tricks_left_for(draft, seat)
    bonus = standing.rules["sweep_bonus"] if tricks == TRICKS and played else 0
    after = standing.totals[seat] - (tricks + bonus) * factor
    left = tricks_left_for(draft, seat) - tricks
    return all(
        standing.totals[other] + lowest_gain(standing, draft, other, left) > after
        for other in able_to_win(standing)
        if other != seat
    )


def lowest_gain(standing: Standing, draft: Entry, seat: int, left: int) -> int:
    """The least that a seat can be given in this deal when so many tricks are left for all who are still open."""
    took, factor = written_tricks(draft)[seat], times(standing, draft)
    if (
        took == OPEN
        and left == 0
        and not drop_refusal(standing, draft.get("trump"), with_tricks(draft, None, seat), seat)
    ):
        return 0
    tricks = left if took == OPEN else took
    if tricks is None:
        return 0
    return int((-tricks if tricks else TRICKS) * factor)
