"""Who never were partners, and who were least often."""

from __future__ import annotations

from heapq import nsmallest

from models.review.past.matches import Past
from models.review.people import Person
from models.review.statistics.tallies import Part
from models.review.statistics.wins import OF, Pairs, pair_sums, pairs_of
from web.i18n.locale import gettext, ngettext
from web.review.rate_rows import pair_address

LEAST_SHOWN, NEVER_SHOWN = 5, 100  # pairs


def never_partners_rows(past: Past) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The pairs that were never partners, and those that were least often: address, names, matches."""
    pairs, least = past.kept("never partners", lambda: never_and_least(past))
    never = [names_of(*pair) for pair in pairs.never[:NEVER_SHOWN]]
    left = pairs.of_never - len(never)
    never += [ngettext("and {num} pair more", "and {num} pairs more", left)] if left else []
    rows = [(pair_address(*pair), names_of(*pair), ngettext("{num} match", "{num} matches", n)) for pair, n in least]
    return never, rows


def never_and_least(past: Past) -> tuple[Pairs, list[tuple[tuple[Person, Person], int]]]:
    """The pairs of all matches, and those that were partners least often with their number of matches."""
    people, sums = past.people.persons, pair_sums(past, Part()).sums
    least = nsmallest(LEAST_SHOWN, ((found[OF], pair) for pair, found in sums.items()))
    pairs = [((people[one], people[other]), n) for n, (one, other) in least]
    return pairs_of(past, Part(), NEVER_SHOWN), pairs


def names_of(one: Person, other: Person) -> str:
    """Two people."""
    return gettext("{first} & {last}", first=one.name, last=other.name)
