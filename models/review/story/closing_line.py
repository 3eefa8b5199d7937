"""The last line: how long it was, where, and what that is beside other evenings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import select

from models.base import db
from models.review.evening.matches import EveningMatches
from models.review.evening.result import span_of
from models.review.story.candidate import Candidate
from models.tables import Evening

FEW = 6  # evenings that there must have been before one is the longest of them
PAUSE = timedelta(days=56)  # since the last evening, before that is told
ROUND = (10, 25, 50)  # and every hundred


def closing_lines(night: EveningMatches) -> Iterator[Candidate]:
    """What the last line can be; without comparing first."""
    values: dict[str, Any] = {"n": sum(match.deals for match in night.matches), "m": len(night.matches)}
    span = span_of((match.started_at, match.last_at) for match in night.matches)
    if span and span.length:
        values |= {"minutes": round(span.length.total_seconds() / 60)}
    yield Candidate("frame_length" if "minutes" in values else "frame", "frame", 0, values)
    yield from compared(night, values)


def compared(night: EveningMatches, values: dict[str, Any]) -> Iterator[Candidate]:
    """The same beside the evenings before."""
    lengths = evening_lengths(night)
    number = len(lengths) + 1
    day = night.evening.date
    if not lengths:
        yield framed("frame_first", 9, values)
        return
    if night.before and day - night.before[-1].day >= PAUSE:
        yield framed("frame_back", 7, values | {"since": night.before[-1].day.isoformat()})
    if "minutes" in values and number > FEW:
        if values["minutes"] > max(minutes for _, minutes in lengths):
            yield framed("frame_longest", 6, values)
        this_year = [minutes for year, minutes in lengths if year == day.year]
        if len(this_year) >= FEW and values["minutes"] > max(this_year):
            yield framed("frame_longest_year", 5, values | {"year": day.isoformat()})
    if number in ROUND or number % 100 == 0:
        yield framed("frame_nth", 4, values | {"nth": number})
    if is_new_place(night):
        yield framed("frame_place", 3, values | {"place": night.evening.place})


def framed(code: str, weight: float, values: dict[str, Any]) -> Candidate:
    """A frame that compares."""
    return Candidate(code, "frame", weight, values, wide=True)


def evening_lengths(night: EveningMatches) -> list[tuple[int, int]]:
    """Year and minutes of every evening before; 0 where the length is not known."""
    found = []
    ordered = sorted(night.before, key=lambda match: (match.day, match.evening_id, match.started_at))
    for (day, _), group in groupby(ordered, key=lambda match: (match.day, match.evening_id)):
        span = span_of((match.started_at, match.last_at) for match in group)
        known = span and span.length
        found.append((day.year, round(known.total_seconds() / 60) if known else 0))
    return found


def is_new_place(night: EveningMatches) -> bool:
    """Whether the circle never met there before."""
    place, ids = night.evening.place, {match.evening_id for match in night.before}
    if not place or not ids:
        return False
    here = Evening.circle_id == night.evening.circle_id, Evening.place == place, Evening.date < night.evening.date
    return not db.session.scalar(select(Evening.id).where(*here, Evening.hidden.is_(False)).limit(1))
