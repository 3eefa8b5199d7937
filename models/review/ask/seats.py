"""Cases that are somebody's match, or a match: what the finished matches in memory answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from models.review.ask.catalog import MATCH
from models.review.ask.matches import MatchInfo, match_keys
from models.review.ask.question import NOTHING, Cell, Question
from models.review.past.match import PastMatch, Seat
from models.review.past.matches import Past
from models.review.ratings.circle import Rated
from models.review.ratings.gains import gains
from scoring.games import games

Cells = dict[Hashable, Cell]
Owners = dict[str, int]


def seat_cells(past: Past, rated: Rated, question: Question, asked: dict[int, MatchInfo], owners: Owners) -> Cells:
    """The cells of a question about matches; owners: the person of a device that writes."""
    cells: Cells = defaultdict(lambda: NOTHING)
    keys = match_keys(question, asked)
    gained = gains(rated) if question.metric.key == "rating" else {}
    for match in past.matches if question.person is None else past.by_person.get(question.person.id, []):
        info = asked.get(match.id)
        if info is None:
            continue
        if question.metric.grain == MATCH:
            value = value_of_match(question.metric.key, info)
            add(cells, [keys[match.id]] if value is not None else [], value or 0.0)
            continue
        for seat in seats_of_question(past, question, match):
            if question.cut == "opponent" and question.metric.key == "win":
                beaten(past, match, seat, cells)
                continue
            value = value_of_seat(question.metric.key, match, seat, info, gained.get(match.id, {}))
            if value is not None:
                add(cells, list(keys_of(past, question, match, seat, info, keys, owners)), value)
    return once_each(question, cells)


def once_each(question: Question, cells: Cells) -> Cells:
    """Pairs were met by both of their people: each match of theirs counts once."""
    if question.cut != "partner" or question.person is not None:
        return dict(cells)
    return {key: Cell(cell.n // 2, cell.total / 2, cell.squares / 2) for key, cell in cells.items()}


def add(cells: Cells, keys: list[Hashable], value: float) -> None:
    """One more case for each of these keys."""
    for key in keys:
        cells[key] += Cell(1, value, value * value)


def seats_of_question(past: Past, question: Question, match: PastMatch) -> list[Seat]:
    """The seats whose matches are asked for: of a person, or of all who are in standings."""
    if question.person is not None:
        seat = match.seat_of(question.person.id)
        return [seat] if seat else []
    return [seat for seat in match.ended if (person := past.person(seat)) and not person.unranked]


def value_of_match(metric: str, info: MatchInfo) -> float | None:
    """The minutes of a match, or its largest swing in points of a hundred; None where that is not known."""
    if metric == "length":
        return info.seconds / 60 if info.seconds else None
    return None if info.swing is None else info.swing / 10


def value_of_seat(metric: str, match: PastMatch, seat: Seat, info: MatchInfo, gained: dict[int, float]) -> float | None:
    """What a match brought somebody; None where that is not known."""
    if metric == "win":
        return float(seat.won)
    if metric == "points":
        return lead(match, seat) / seat.deals if seat.deals else None
    if metric == "rating":
        return gained.get(seat.person or 0)
    return info.money[seat.side] / len(match.sides[seat.side]) if len(info.money) > seat.side else None


def keys_of(
    past: Past,
    question: Question,
    match: PastMatch,
    seat: Seat,
    info: MatchInfo,
    keys: dict[int, Hashable],
    owners: Owners,
) -> Iterator[Hashable]:
    """The keys of the cut that somebody's match belongs to."""
    if question.cut == "person":
        yield seat.person or 0
    elif question.cut in ("partner", "opponent"):
        others = match.mates_of(seat) if question.cut == "partner" else match.against(seat)
        for other in others:
            person = past.person(other)
            if person and not person.unranked:
                pair = tuple(sorted((person.id, seat.person or 0)))
                yield person.id if question.person else pair
    elif question.cut == "writer":
        owner = owners.get(info.writer or "")
        if owner is not None:
            yield owner != seat.person  # who writes comes first
    else:
        yield keys[match.id]


def beaten(past: Past, match: PastMatch, seat: Seat, cells: Cells) -> None:
    """One more match against each opponent: whether this one came out ahead; level ones do not count."""
    for other in match.against(seat):
        person = past.person(other)
        if person and not person.unranked and other.place != seat.place:
            add(cells, [person.id], float((seat.place or 0) < (other.place or 0)))


def lead(match: PastMatch, seat: Seat) -> float:
    """Points above the mean of the other sides."""
    others = {side: seats[0].total for side, seats in match.sides.items() if side != seat.side}
    if not others:
        return 0.0
    ahead = seat.total - sum(others.values()) / len(others)
    return ahead if games()[match.game].high_wins else -ahead
