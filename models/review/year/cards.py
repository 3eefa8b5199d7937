"""What the finished matches of a year tell: the ten cards of its review, each None where it has nothing to tell."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from itertools import combinations
from typing import NamedTuple

from models.review.past.match import PastMatch, Seat
from models.review.past.matches import Past
from models.review.people import Person
from models.review.ratings.circle import Rated
from models.review.statistics.tallies import Part
from models.review.statistics.wins import Won, pairs_of

LUCK_FROM = 8  # rated matches of a year


class YearEvening(NamedTuple):
    """An evening; swing: the sum of the largest swings of its matches, in thousandths."""

    evening_id: int
    day: date
    matches: int
    deals: int
    swing: int


class Rival(NamedTuple):
    """Two who met as opponents, and how often each came out ahead."""

    one: Person
    other: Person
    ahead: int
    behind: int


class Lucky(NamedTuple):
    """Somebody, the matches they won, and how many they should have won."""

    person: Person
    won: int
    due: float
    matches: int


class Year(NamedTuple):
    """A year. game: the key of the game with most deals; turn: the match with the largest swing."""

    matches: list[PastMatch]
    evenings: list[YearEvening]
    deals: int
    game: tuple[str, int] | None
    evening: YearEvening | None
    pair: Won | None
    turn: PastMatch | None
    rival: Rival | None
    lucky: Lucky | None


def year_of(past: Past, rated: Rated, first: date, last: date, person: Person | None = None) -> Year:
    """The year from a day to a day; person: whose rival is asked for, None for the closest two of the circle."""
    key = "year", first, last, rated.fixed
    found = past.kept_until(key, last, lambda: year_of_circle(past, rated, first, last))
    if person is None:
        return found
    mine = [match for match in past.by_person.get(person.id, []) if first <= match.day <= last]
    return found._replace(rival=rival_of(past, mine, person))


def year_of_circle(past: Past, rated: Rated, first: date, last: date) -> Year:
    """The year of everybody."""
    matches = past.played(None, first, last)
    evenings = evenings_of(matches)
    deals = Counter[str]()
    for match in matches:
        deals[match.game] += match.deals
    pairs = [won for won in pairs_of(past, Part(None, first, last)).surest if won.rate.low is not None]
    turns = [match for match in matches if match.swing and match.swing_uid and may_be_shown(past, match)]
    return Year(
        matches,
        evenings,
        deals.total(),
        max(deals.items(), key=lambda item: (item[1], item[0]), default=None),
        max(evenings, key=lambda evening: (evening.swing, evening.deals, evening.day), default=None),
        pairs[0] if pairs else None,
        max(turns, key=lambda match: match.swing or 0, default=None),
        rival_of(past, matches, None),
        lucky_of(past, rated, matches),
    )


def evenings_of(matches: list[PastMatch]) -> list[YearEvening]:
    """The evenings of these matches in their order."""
    found: dict[int, list[PastMatch]] = defaultdict(list)
    for match in matches:
        found[match.evening_id].append(match)
    return [
        YearEvening(
            evening_id,
            played[0].day,
            len(played),
            sum(match.deals for match in played),
            sum(match.swing or 0 for match in played),
        )
        for evening_id, played in found.items()
    ]


def may_be_shown(past: Past, match: PastMatch) -> bool:
    """Whether nobody in a match stays out of stories."""
    people = [past.person(seat) for seat in match.ended]
    return not any(person and person.unranked for person in people)


def rival_of(past: Past, matches: list[PastMatch], person: Person | None) -> Rival | None:
    """The two opponents of whom the one behind came out ahead most often; with a person theirs."""
    ahead = Counter[tuple[int, int]]()
    for match in matches:
        for one, other in combinations(known_seats(past, match), 2):
            if one.side != other.side and one.place != other.place:
                first, second = (one, other) if (one.place or 0) < (other.place or 0) else (other, one)
                ahead[first.person or 0, second.person or 0] += 1
    pairs = {(min(pair), max(pair)) for pair in ahead if person is None or person.id in pair}
    if not pairs:
        return None
    closest = max(pairs, key=lambda pair: (closeness(ahead, pair), pair))
    if person is not None and closest[1] == person.id:
        closest = closest[1], closest[0]
    people = past.people.persons
    return Rival(people[closest[0]], people[closest[1]], ahead[closest], ahead[closest[1], closest[0]])


def closeness(ahead: Counter[tuple[int, int]], pair: tuple[int, int]) -> tuple[int, int]:
    """How often the one behind came out ahead, then how often the other did."""
    both = ahead[pair], ahead[pair[1], pair[0]]
    return min(both), max(both)


def known_seats(past: Past, match: PastMatch) -> list[Seat]:
    """Those at the end who are in standings."""
    return [seat for seat in match.ended if (person := past.person(seat)) and not person.unranked]


def lucky_of(past: Past, rated: Rated, matches: list[PastMatch]) -> Lucky | None:
    """Who won most beyond what their ratings said before each match; nobody where nobody did."""
    won, due, played = Counter[int](), defaultdict[int, float](float), Counter[int]()
    for match in matches:
        for seat in known_seats(past, match):
            chance = rated.chance_of(match, seat.side)
            if chance is not None and seat.person:
                won[seat.person] += seat.won
                due[seat.person] += chance
                played[seat.person] += 1
    found = [Lucky(past.people.persons[one], won[one], due[one], n) for one, n in played.items() if n >= LUCK_FROM]
    best = max(found, key=lambda lucky: (lucky.won - lucky.due, -lucky.person.id), default=None)
    return best if best and best.won > best.due else None
