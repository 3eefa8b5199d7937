"""The records that every game has, over whole matches: comeback, turn, length, margin, runs of wins."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from models.review.past.match import PastMatch, Seat
from models.review.past.matches import Past, order_of
from models.review.people import Person
from models.review.statistics.tallies import Part, evening_sums
from scoring.games import KEYS, game_of

Matches = Sequence[PastMatch]
Values = Callable[[Matches], Iterable[Iterable[tuple[str, int]]]]  # of each match its records with their values

CODES = ("comeback", "turn", "longest", "shortest", "widest", "closest")
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


class RunningWins(NamedTuple):
    """A run of wins that goes on, beside the longest there was."""

    person: Person
    game: str
    now: int
    record: int
    holder: Person
    day: date


class Leaders(NamedTuple):
    """The largest value of a record, and the matches that have it in their order; values are negative for the least."""

    value: int
    matches: list[PastMatch]


def match_records(
    past: Past, matches: Sequence[PastMatch], game: str | None, units: Mapping[int, str] | None = None
) -> list[Held]:
    """The records of whole matches of a game, or of all; units: what totals count where it is not the usual."""
    return held_by_leaders(past, game, leaders_among(past, {}, matches, values_in(game, units)))


def all_match_records(past: Past, game: str | None, units: Mapping[int, str] | None = None) -> list[Held]:
    """The same over all matches of a past, carried on from the one before."""
    return held_by_leaders(past, game, leaders_of(past, game, "match records", values_in(game, units)))


def leaders_of(past: Past, game: str | None, key: Hashable, values: Values) -> dict[str, Leaders]:
    """Who leads over all matches of a game, carried on from the past before; key: names these values."""

    def begin() -> dict[str, Leaders]:
        return leaders_among(past, {}, past.played(game), values)

    def carry_on(known: dict[str, Leaders], gone: Matches, fresh: Matches) -> dict[str, Leaders]:
        led = {match.id for leaders in known.values() for match in leaders.matches} if gone else set()
        if any(match.id in led for match in gone):
            return begin()
        return leaders_among(past, known, [match for match in fresh if game in (None, match.game)], values)

    return past.carried((key, game), begin, carry_on)


def leaders_among(past: Past, known: dict[str, Leaders], matches: Matches, values: Values) -> dict[str, Leaders]:
    """Who leads in each record after more matches."""
    found = dict(known)
    lists: dict[str, list[PastMatch]] = {}
    able = [match for match in matches if may_hold_record(past, match)]
    for match, entries in zip(able, values(able), strict=True):
        for code, value in entries:
            before = found.get(code)
            if before is None or value > before.value:
                lists[code] = [match]
                found[code] = Leaders(value, lists[code])
            elif value == before.value:
                if code not in lists:
                    lists[code] = list(before.matches)
                    found[code] = Leaders(value, lists[code])
                insort(lists[code], match, key=order_of)
    return found


def values_in(game: str | None, units: Mapping[int, str] | None) -> Values:
    """What matches of a game, or of all, may be records by; units: what totals count where it is not the usual."""
    return lambda matches: (values_of(match, game, units or {}) for match in matches)


def values_of(match: PastMatch, game: str | None, units: Mapping[int, str]) -> Iterator[tuple[str, int]]:
    """The values that a match may be a record by; margins by what totals count, where that is not the usual."""
    if match.low:
        yield "comeback", -match.low
    if match.swing:
        yield "turn", match.swing
    if match.deals:
        yield "longest", match.deals
        yield "shortest", -match.deals
    if game and (margin := margin_of(match)):
        unit = units.get(match.id)
        yield f"widest_{unit}" if unit else "widest", margin
        yield f"closest_{unit}" if unit else "closest", -margin


def held_by_leaders(past: Past, game: str | None, known: dict[str, Leaders]) -> list[Held]:
    """The records, held by the winners of the match in which a value was first reached."""
    codes = sorted(known, key=lambda code: (code.partition("_")[2], CODES.index(code.partition("_")[0])))
    return [held_by_first(past, game, code, known[code]) for code in codes]


def held_by_first(past: Past, game: str | None, code: str, known: Leaders) -> Held:
    """A record with the first who reached its value, and the first of those who equalled it."""
    first, equal = known.matches[0], known.matches[1 : EQUAL_SHOWN + 1]
    holds, others = held_by(past, code, first), tuple(held_by(past, code, match) for match in equal)
    return Held(
        code,
        game,
        abs(known.value),
        holds.people,
        first.day,
        len(known.matches) - 1,
        first.uid,
        holds.uid,
        others=others,
    )


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
    game = game_of(match.game) if match.game in KEYS else None
    if game is None or not game.has_totals:
        return 0
    sides: list[list[Seat]] = list(match.sides.values())
    won = [side[0].total for side in sides if side[0].won]
    others = [side[0].total for side in sides if not side[0].won]
    if len(won) != 1 or not others:
        return 0
    return won[0] - max(others) if game.high_wins else min(others) - won[0]


def evening_records(past: Past) -> list[Held]:
    """The evening with the most deals, and the one with the most matches."""
    known = evening_sums(past, Part())
    return [
        most_evening(past, code, known, at) for at, code in enumerate(("evening_deals", "evening_matches")) if known
    ]


def most_evening(past: Past, code: str, known: Mapping[int, tuple[int, ...]], at: int) -> Held:
    """The first evening with the largest of the numbers at a place."""
    most = max(numbers[at] for numbers in known.values())
    days = [(past.by_evening[one][0].day, one) for one, numbers in known.items() if numbers[at] == most]
    (day, first), *others = sorted(days)
    equal = tuple(Equal((), day, evening=evening) for day, evening in others[:EQUAL_SHOWN])
    return Held(code, None, most, (), day, len(others), evening=first, others=equal)


class Run(NamedTuple):
    """Wins in a row of a person: how many, when the last of them was, whether it goes on."""

    person: Person
    n: int
    match: PastMatch
    now: bool


def win_runs(past: Past, game: str | None) -> list[Run]:
    """The longest run of each person in a game, or in all, and the one that goes on."""

    def begin() -> dict[int, list[Run]]:
        return {person: runs_of(past, person, game) for person in past.by_person}

    def carry_on(
        known: dict[int, list[Run]], gone: Sequence[PastMatch], fresh: Sequence[PastMatch]
    ) -> dict[int, list[Run]]:
        touched = {seat.person for match in (*gone, *fresh) for seat in match.ended if game in (None, match.game)}
        return known | {person: runs_of(past, person, game) for person in touched if person is not None}

    known = past.carried(("runs", game), begin, carry_on)
    return [run for person in sorted(known) for run in known[person]]


def runs_of(past: Past, person_id: int, game: str | None) -> list[Run]:
    """The longest run of wins of a person, and the one that goes on; nothing of who stays out of standings."""
    person = past.people.persons.get(person_id)
    matches = past.by_person.get(person_id, [])
    if person is None or person.unranked or not matches:
        return []
    longest = now = Run(person, 0, matches[0], True)
    for match in matches:
        seat = match.seat_of(person_id) if game in (None, match.game) else None
        if seat:
            now = Run(person, now.n + 1 if seat.won else 0, match, True)
            longest = now if now.n > longest.n else longest
    found = [] if now is longest else [now]
    return [run for run in (longest._replace(now=now is longest), *found) if run.n]


def run_record(runs: Sequence[Run], game: str | None) -> Held | None:
    """The longest run of wins."""
    most = max((run.n for run in runs), default=0)
    if most < 2:
        return None
    first, *others = sorted((run for run in runs if run.n == most), key=lambda run: order_of(run.match))
    equal = tuple(Equal((run.person,), run.match.day, run.match.uid) for run in others[:EQUAL_SHOWN])
    return Held("run", game, most, (first.person,), first.match.day, len(others), first.match.uid, others=equal)


def waiting(runs: Sequence[Run], game: str, least: int) -> RunningWins | None:
    """The longest run that goes on and is nearly the record, or has just become it."""
    record = run_record(runs, game)
    now = max((run for run in runs if run.now), key=lambda run: run.n, default=None)
    if record is None or now is None or now.n < max(least, record.value - 2):
        return None
    return RunningWins(now.person, game, now.n, record.value, record.people[0], record.day)
