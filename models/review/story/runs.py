"""Beside the circle's past: runs that go on or end, firsts, returns, round numbers, more won than was due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any

from models.review.evening.matches import EveningMatches, Name
from models.review.past.match import PastMatch
from models.review.ratings.circle import rated
from models.review.statistics.runs import runs
from models.review.story.candidate import Candidate, sides_of, winning_side

RUN, DROUGHT = 4, 5  # matches in a row that are worth telling
AWAY = 120  # days
ABOVE = 1.3  # standard deviations above what was due
MEETINGS = 4  # matches lost to somebody before one is won
ROUND = 50


def people_now(night: EveningMatches) -> list[int]:
    """The ids of the circle's people of tonight."""
    return [name for name in night.people if isinstance(name, int)]


def results(matches: Sequence[PastMatch], person: int) -> list[bool]:
    """Whether a person won, match by match."""
    return [seat.won for match in matches if (seat := match.seat_of(person))]


def long_runs(night: EveningMatches) -> Iterator[Candidate]:
    """Runs of wins that went on tonight, and ended ones of losses and of wins."""
    for person in people_now(night):
        was, tonight = results(night.before_of(person), person), results(night.matches, person)
        before, now = runs(was), runs([*was, *tonight])
        values: dict[str, Any] = {"who": [person]}
        if now.now >= RUN and now.now > len(tonight):
            code = "run_own_best" if now.now > before.won and before.won >= RUN else "run"
            yield wide(code, "run", 0.8 * now.now, values | {"n": now.now}, person)
        if before.now <= -DROUGHT and any(tonight):
            yield wide("drought", "run", 0.6 * -before.now, values | {"n": -before.now}, person)
    yield from broken_runs(night)


def broken_runs(night: EveningMatches) -> Iterator[Candidate]:
    """Who ended somebody's run of wins."""
    for loser in people_now(night):
        before = runs(results(night.before_of(loser), loser)).now
        for match in night.matches:
            seat, side = match.seat_of(loser), winning_side(match)
            if seat is None:
                continue
            if seat.won:
                before += 1
                continue
            who = sides_of(night, match, side) if side is not None else []
            if before >= RUN and who:
                values = {"who": who, "whom": [loser], "n": before, "game": match.game}
                yield Candidate("run_ended", "run", 0.7 * before, values, tuple(who), match.uid, None, True, True)
            break


def wide(
    code: str, kind: str, weight: float, values: dict[str, Any], *about: Name, match: str | None = None
) -> Candidate:
    """A good thing that compares with other evenings."""
    return Candidate(code, kind, weight, values, about, match, wide=True)


def firsts(night: EveningMatches) -> Iterator[Candidate]:
    """First evenings, returns, first matches and wins of a game."""
    if not night.before:
        return
    for person in people_now(night):
        own = night.before_of(person)
        mine = [match for match in night.matches if match.seat_of(person)]
        if not own:
            yield wide("debut", "first", 3.0, {"who": [person]}, person)
            continue
        missed = night.before[-1].day > own[-1].day
        if missed and (night.evening.date - own[-1].day).days >= AWAY:
            yield wide("return", "first", 2.6, {"who": [person], "since": own[-1].day.isoformat()}, person)
        yield from first_wins(person, own, mine)
        total = len(own) + len(mine)
        if total // ROUND > len(own) // ROUND:
            nth = total // ROUND * ROUND
            yield wide("nth_match", "round", 2.0 + nth / 200, {"who": [person], "nth": nth}, person)


def first_wins(person: int, own: list[PastMatch], mine: list[PastMatch]) -> Iterator[Candidate]:
    """The first match of a game, and the first win in it after some matches."""
    for match in mine:
        seat, before = match.seat_of(person), [one for one in own if one.game == match.game]
        values: dict[str, Any] = {"who": [person], "game": match.game}
        if seat and seat.won and not any(won_by(one, person) for one in before):
            if len(before) >= MEETINGS:
                yield wide("first_win", "first", 2.0 + 0.2 * len(before), values | {"n": len(before) + 1}, person,
                           match=match.uid)  # fmt: skip
            elif not before:
                yield wide("first_try", "first", 2.4, values, person, match=match.uid)
            return


def won_by(match: PastMatch, person: int) -> bool:
    """Whether a person won a match."""
    seat = match.seat_of(person)
    return seat is not None and seat.won


def pairs(night: EveningMatches) -> Iterator[Candidate]:
    """Partners for the first time, and somebody beaten at last."""
    together = {pair for match in night.before for pair in pairs_of(night, match)}
    experienced = {name for match in night.before for name in night.names(match.ended)}
    for match in night.matches:
        for pair in pairs_of(night, match) - together:
            if pair <= experienced:
                won = any(night.name(seat) in pair and seat.won for seat in match.ended)
                names = sorted(pair)
                yield wide("first_together_won" if won else "first_together", "pair", 2.2 + won, {"who": names}, *names,
                           match=match.uid)  # fmt: skip
    yield from beaten_at_last(night)


def pairs_of(night: EveningMatches, match: PastMatch) -> set[frozenset[int]]:
    """The partners of a match."""
    sides = [[name for name in night.names(side) if isinstance(name, int)] for side in match.sides.values()]
    return {frozenset(side) for side in sides if len(side) == 2}


def beaten_at_last(night: EveningMatches) -> Iterator[Candidate]:
    """Who won against somebody to whom they had lost every match so far."""
    for match in night.matches:
        for winner in [seat for seat in match.ended if seat.won]:
            for loser in match.against(winner):
                who, whom = night.name(winner), night.name(loser)
                if not isinstance(who, int) or not isinstance(whom, int):
                    continue
                lost = meetings(night.before_of(who), who, whom)
                if lost >= MEETINGS:
                    values = {"who": [who], "whom": [whom], "n": lost + 1}
                    yield wide("beat_first", "pair", 1.5 + 0.5 * lost, values, who, match=match.uid)


def meetings(matches: Sequence[PastMatch], who: int, whom: int) -> int:
    """How often who lost against whom; 0 where who won once."""
    lost = 0
    for match in matches:
        mine, other = match.seat_of(who), match.seat_of(whom)
        if mine and other and mine.side != other.side:
            if mine.won:
                return 0
            lost += other.won
    return lost


def above_due(night: EveningMatches) -> Iterator[Candidate]:
    """Who won clearly more than their ratings said."""
    known = rated(night.past, night.evening.circle_id)
    for person in people_now(night):
        chances = []
        for match in night.matches:
            seat = match.seat_of(person)
            chance = known.chance_of(match, seat.side) if seat else None
            if seat and chance is not None:
                chances.append((seat.won, chance))
        if len(chances) < 3:
            continue
        due = sum(chance for _, chance in chances)
        more = sum(won for won, _ in chances) - due
        deviation = sqrt(sum(chance * (1 - chance) for _, chance in chances)) or 1.0
        if more / deviation >= ABOVE:
            values = {"who": [person], "n": round(due + more), "of": len(chances), "due": round(due)}
            yield wide("above_due", "evening", 1.2 * more / deviation, values, person)


def round_numbers(night: EveningMatches) -> Iterator[Candidate]:
    """The circle's hundredth match and the like."""
    was, now = len(night.before), len(night.before) + len(night.matches)
    if now // 100 > was // 100:
        nth = now // 100 * 100
        match = night.matches[nth - was - 1]
        yield Candidate(
            "circle_nth", "round", 3.0 + nth / 500, {"nth": nth, "game": match.game}, (), match.uid, wide=True
        )
