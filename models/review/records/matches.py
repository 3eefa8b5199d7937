"""The records that every game has, over whole matches: comeback, turn, length, margin, runs of wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.games import games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from models.review.past.matches import Past, PastMatch, Seat
    from models.review.past.people import Person

LENGTHS = ("longest", "shortest")  # which are everybody's
EQUAL_SHOWN = 6  # of those who equalled a record


class Held(NamedTuple):
    """A record: its code and value, who holds it since when, how often it was equalled, and where it is.

    people: empty where it is everybody's; match: uid, uid: of the deal; evening: its id. Shares are in thousandths.
    others: the first of those who equalled it.
    """

    code: str
    game: str | None
    value: int
    people: tuple[Person, ...]
    day: date
    equalled: int
    match: str = ""
    uid: str = ""
    evening: int = 0
    others: tuple[Equal, ...] = ()


class Equal(NamedTuple):
    """Where a record was equalled: by whom, when, in which match and deal, or on which evening."""

    people: tuple[Person, ...]
    day: date
    match: str = ""
    uid: str = ""
    evening: int = 0


class Running(NamedTuple):
    """A run of wins that goes on, beside the longest there was."""

    person: Person
    game: str
    now: int
    record: int
    holder: Person
    day: date


def match_records(
    past: Past, matches: Sequence[PastMatch], game: str | None, units: Mapping[int, str] | None = None
) -> list[Held]:
    """The records of whole matches of a game, or of all; units: what totals count where it is not the usual."""
    found = [
        best(past, matches, game, "comeback", [(match, -match.low) for match in matches if match.low is not None]),
        best(past, matches, game, "turn", [(match, match.swing) for match in matches if match.swing is not None]),
        best(past, matches, game, "longest", [(match, match.deals) for match in matches]),
        best(past, matches, game, "shortest", [(match, -match.deals) for match in matches if match.deals]),
    ]
    if game:
        found += margin_records(past, matches, game, units or {})
    return [one for one in found if one]


def margin_records(
    past: Past, matches: Sequence[PastMatch], game: str, units: Mapping[int, str]
) -> Iterator[Held | None]:
    """The widest margin and the closest, for what the totals count by most rules, then for each other unit."""
    usual = games()[game].unit
    margins = [(match, margin) for match in matches if (margin := margin_of(match))]
    for unit in sorted({usual, *units.values()}, key=lambda unit: (unit != usual, unit)):
        known = [(match, margin) for match, margin in margins if units.get(match.id, usual) == unit]
        widest = best(past, matches, game, "widest", known)
        closest = best(past, matches, game, "closest", [(match, -margin) for match, margin in known])
        for one in (widest, closest):
            yield one._replace(code=f"{one.code}_{unit}") if one and unit != usual else one


def best(
    past: Past, matches: Sequence[PastMatch], game: str | None, code: str, values: Iterable[tuple[PastMatch, int]]
) -> Held | None:
    """The largest value, held by the winners of the match in which it was first reached."""
    known = [(match, value) for match, value in values if value and may_hold_record(past, match)]
    if not known:
        return None
    most = max(value for _, value in known)
    first, *others = [match for match, value in known if value == most]
    holds = held_by(past, code, first)
    equal = tuple(held_by(past, code, match) for match in others[:EQUAL_SHOWN])
    return Held(code, game, abs(most), holds.people, first.day, len(others), first.uid, holds.uid, others=equal)


def held_by(past: Past, code: str, match: PastMatch) -> Equal:
    """Who holds a record of a match, and where it is."""
    uid = (match.swing_uid or "") if code == "turn" else ""
    return Equal(() if code in LENGTHS else winners_of(past, match), match.day, match.uid, uid)


def may_hold_record(past: Past, match: PastMatch) -> bool:
    """Whether nobody among the winners stays out of records."""
    return not past.unranked or not any(seat.won and seat.person in past.unranked for seat in match.ended)


def winners_of(past: Past, match: PastMatch) -> tuple[Person, ...]:
    """Who won, guests left out."""
    return tuple(person for seat in match.ended if seat.won and (person := past.person(seat)))


def margin_of(match: PastMatch) -> int:
    """How far the winners were ahead; 0 where there are no totals."""
    game = games().get(match.game)
    if game is None or not game.has_totals:
        return 0
    sides: list[list[Seat]] = list(match.sides.values())
    won = [side[0].total for side in sides if side[0].won]
    others = [side[0].total for side in sides if not side[0].won]
    if len(won) != 1 or not others:
        return 0
    return won[0] - max(others) if game.high_wins else min(others) - won[0]


def evening_records(matches: Sequence[PastMatch]) -> list[Held]:
    """The evening with the most deals, and the one with the most matches."""
    deals: dict[int, int] = {}
    numbers: dict[int, int] = {}
    days: dict[int, date] = {}
    for match in matches:
        deals[match.evening_id] = deals.get(match.evening_id, 0) + match.deals
        numbers[match.evening_id] = numbers.get(match.evening_id, 0) + 1
        days.setdefault(match.evening_id, match.day)
    kinds = {"evening_deals": deals, "evening_matches": numbers}
    return [most_evening(code, values, days) for code, values in kinds.items() if days]


def most_evening(code: str, values: dict[int, int], days: dict[int, date]) -> Held:
    """The first evening with the largest value."""
    most = max(values.values())
    first, *others = [evening for evening, value in values.items() if value == most]
    equal = tuple(Equal((), days[evening], evening=evening) for evening in others[:EQUAL_SHOWN])
    return Held(code, None, most, (), days[first], len(others), evening=first, others=equal)


class Run(NamedTuple):
    """Wins in a row of a person: how many, when the last of them was, whether it goes on."""

    person: Person
    n: int
    match: PastMatch
    now: bool


def win_runs(past: Past, matches: Sequence[PastMatch]) -> list[Run]:
    """The longest run of each person, and the one that goes on."""
    going: dict[int, Run] = {}
    longest: dict[int, Run] = {}
    for match in matches:
        for seat in match.ended:
            person = past.person(seat)
            if person is None or person.unranked:
                continue
            before = going.get(person.id)
            n = (before.n if before else 0) + 1 if seat.won else 0
            run = going[person.id] = Run(person, n, match, True)
            if n > (longest[person.id].n if person.id in longest else 0):
                longest[person.id] = run
    return [run._replace(now=going[key] == run) for key, run in longest.items()] + [
        run for key, run in going.items() if run.n and run != longest.get(key)
    ]


def run_record(runs: Sequence[Run], game: str | None) -> Held | None:
    """The longest run of wins."""
    most = max((run.n for run in runs), default=0)
    if most < 2:
        return None
    first, *others = sorted((run for run in runs if run.n == most), key=lambda run: run.match.started_at)
    equal = tuple(Equal((run.person,), run.match.day, run.match.uid) for run in others[:EQUAL_SHOWN])
    return Held("run", game, most, (first.person,), first.match.day, len(others), first.match.uid, others=equal)


def waiting(runs: Sequence[Run], game: str, least: int) -> Running | None:
    """The longest run that goes on and is nearly the record, or has just become it."""
    record = run_record(runs, game)
    now = max((run for run in runs if run.now), key=lambda run: run.n, default=None)
    if record is None or now is None or now.n < max(least, record.value - 2):
        return None
    return Running(now.person, game, now.n, record.value, record.people[0], record.day)
