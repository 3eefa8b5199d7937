"""How matches went: the turn, the comeback, the end that was open until the last deal, the one that never was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.review.evening.matches import EveningMatches
from models.review.past.match import PastMatch
from models.review.statistics.runs import swings
from models.review.story.candidate import Candidate, bits, score, sides_of, winning_side
from models.review.tables import DealFact
from scoring.review import review_of

BEHIND = 200  # thousandths: a winner who was below came back
TURN = 250  # thousandths that a deal must turn to be told
STEP = 150  # thousandths that the deal after the lowest point must bring for its player to be named
OPEN = (250, 650)  # chance of the winner before a last deal that decided
AHEAD = 450  # thousandths below which a winner who was never behind never fell
MANY = 6  # deals that such a match must have
CLOSE, BIG = 0.1, 0.55  # of the totals: a narrow margin, a wide one


def courses(night: EveningMatches) -> Iterator[Candidate]:
    """What can be told of every match."""
    for match in night.matches:
        side = winning_side(match)
        if side is None or not sides_of(night, match, side):
            continue
        yield from by_chance(night, match, side)
        yield from by_margin(night, match, side)


def by_chance(night: EveningMatches, match: PastMatch, side: int) -> Iterator[Candidate]:
    """What the win chances tell."""
    curve = night.rows[match.id].curve or []
    facts, who = night.facts[match.id], sides_of(night, match, side)
    if len(curve) < 3 or len(facts) != len(curve) - 1 or side >= len(curve[0]):
        return
    values: dict[str, Any] = {"game": match.game, "who": who}
    own = [chances[side] for chances in curve]
    turn = max((one for one in swings([tuple(now) for now in curve]) if one.side == side), key=lambda one: one.gain)
    fact = facts[turn.deal]
    low, before_last = min(own), own[-2]
    if low <= BEHIND:
        at = own.index(low)
        yield comeback(night, match, facts[at], values | {"chance": hundredths(low)}, low, own[at + 1] - low)
    elif turn.gain >= TURN and turn.deal < len(facts) - 1:
        values |= {"chance": hundredths(own[turn.deal]), "now": hundredths(own[turn.deal + 1])}
        yield turned(night, match, fact, values | {"deal": turn.deal + 1}, turn.gain)
    if OPEN[0] <= before_last <= OPEN[1]:
        weight = 2.5 - abs(before_last - 500) / 200
        values_of_end = {"chance": hundredths(before_last), "deal": len(facts)}
        yield Candidate("open_end", "end", weight, values | values_of_end, tuple(who), match.uid, facts[-1].uid)
    if low >= AHEAD and len(facts) >= MANY and len(curve[0]) == 2:
        yield Candidate("ahead", "end", 1.5, values | {"n": len(facts)}, tuple(who), match.uid)


def comeback(
    night: EveningMatches, match: PastMatch, fact: DealFact, values: dict[str, Any], low: int, gain: int
) -> Candidate:
    """A winner who was as good as beaten; with the player whose deal turned it, where the next one (fact) did."""
    weight = bits(low / 1000)
    named = hero(night, fact, values["who"]) if gain >= STEP else None
    if named is None:
        return Candidate("comeback", "course", weight, values, tuple(values["who"]), match.uid, fact.uid)
    code = "comeback_by_bid" if fact.kind == "bid" else "comeback_by"
    values |= {"by": [named], "kind": fact.kind, "bid": fact.bid}
    return Candidate(code, "course", weight + 0.5, values, (named,), match.uid, fact.uid)


def turned(night: EveningMatches, match: PastMatch, fact: DealFact, values: dict[str, Any], gain: float) -> Candidate:
    """The deal that turned a match most, towards the later winner."""
    named, weight = hero(night, fact, values["who"]), bits(1 - min(gain, 990) / 1000) + 0.5
    if named is None:
        return Candidate("turn", "course", weight, values, tuple(values["who"]), match.uid, fact.uid)
    code = "turn_by_bid" if fact.kind == "bid" else "turn_by"
    values |= {"by": [named], "kind": fact.kind, "bid": fact.bid}
    return Candidate(code, "course", weight, values, (named,), match.uid, fact.uid)


def hero(night: EveningMatches, fact: DealFact, who: list[Any]) -> int | str | None:
    """Who declared the deal and made it, where that is one of these and the contract has a name or a number."""
    name = night.player(fact.who_id)
    named = fact.kind in review_of(fact.game).rare or (fact.kind == "bid" and fact.bid is not None)
    return name if fact.made and named and name in who else None


def hundredths(chance: int) -> int:
    """A chance in thousandths as it is told: in 100, one at least."""
    return max(1, round(chance / 10))


def by_margin(night: EveningMatches, match: PastMatch, side: int) -> Iterator[Candidate]:
    """What the totals of two sides tell."""
    others = [other for other in match.sides if other != side]
    if len(others) != 1:
        return
    won, lost = score(match, side, others[0])
    whole, who = abs(won) + abs(lost), sides_of(night, match, side)
    if not whole or not match.deals:
        return
    values: dict[str, Any] = {"game": match.game, "who": who, "score": [won, lost], "n": abs(won - lost)}
    share = abs(won - lost) / whole
    if won > 0 and lost == 0:
        yield Candidate("to_nothing", "margin", 3.0, values, tuple(who), match.uid)
    elif share <= CLOSE:
        yield Candidate("narrow", "end", 2.6 - 5 * share, values, tuple(who), match.uid)
    elif share >= BIG and won > lost:
        yield Candidate("wide_margin", "margin", 2.0 * share, values, tuple(who), match.uid)
