"""A past whose people are called by their first letters only, for pictures that leave the house."""

from __future__ import annotations

from copy import copy

from models.review.past.match import PastMatch, past_match
from models.review.past.matches import Past
from web.review.picture.lettering import first_letter


def lettered(past: Past) -> Past:
    """The same past with letters for names."""
    people = copy(past.people)
    people.persons = {key: one._replace(name=first_letter(one.name)) for key, one in past.people.persons.items()}
    return past.of([lettered_match(match) for match in past.matches], people)


def lettered_match(match: PastMatch) -> PastMatch:
    """A match with letters for names."""
    seats = tuple(seat._replace(name=first_letter(seat.name)) for seat in match.seats)
    return past_match(tuple(match[: match._fields.index("seats")]), seats)
