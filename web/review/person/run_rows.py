"""The runs of a person: the longest of wins and of losses, and the one that goes on, each with its matches."""

from __future__ import annotations

from typing import NamedTuple

from models.review.past.match import PastMatch
from models.review.people import Person
from models.review.person.summary import RunMatches
from web.i18n.dates import day
from web.i18n.locale import gettext, num
from web.review.matches.address import matches_address

MOST_LISTED = 60  # matches that an address names


class RunRow(NamedTuple):
    """A run of wins or losses: where its matches are, what it is, when that was, how long it is."""

    address: str
    words: str
    small: str
    figure: str


def run_rows(runs: RunMatches, person: Person) -> list[RunRow]:
    """The longest runs, and the one that goes on."""
    now = gettext("Won in a row just now") if runs.is_won else gettext("Lost in a row just now")
    found = ((runs.won, gettext("Longest run won")), (runs.lost, gettext("Longest run lost")), (runs.now, now))
    return [run_row(matches, words, person) for matches, words in found if matches]


def run_row(matches: list[PastMatch], words: str, person: Person) -> RunRow:
    """One of them."""
    first, last = (day(match.day, "short_year") for match in (matches[0], matches[-1]))
    address = matches_address(who=person.uid, match=[match.uid for match in matches[-MOST_LISTED:]])
    small = first if first == last else gettext("{low} to {high}", low=first, high=last)
    return RunRow(address, words, small, num(len(matches)))
