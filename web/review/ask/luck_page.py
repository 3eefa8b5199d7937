"""How much is luck, and who never played together, for their pages."""

from __future__ import annotations

from heapq import nsmallest
from typing import Any, NamedTuple

from models.review.circle.summary import skill_of
from models.review.past.matches import Past
from models.review.past.people import Person
from models.review.statistics.luck import MATCHES_NEEDED
from models.review.statistics.tallies import Part
from models.review.statistics.wins import OF, Pairs, pair_sums, pairs_of, wins_of_people
from scoring.games import games
from web.i18n.locale import gettext, ngettext
from web.review.rate_rows import pair_address
from web.review.skill_band import skill_band, skill_words

LEAST_SHOWN, NEVER_SHOWN = 5, 100  # pairs


class LuckRow(NamedTuple):
    """A game: its key ("" for all), name, drawing, and what can be said in words."""

    game: str
    name: str
    drawing: Any
    words: str


def luck_rows(past: Past) -> list[LuckRow]:
    """All games, then each that was played."""
    played = past.by_game
    found = [luck_row(past, "", gettext("All games"))]
    return found + [luck_row(past, game.key, gettext(game.name)) for game in games().values() if game.key in played]


def luck_row(past: Past, game: str, name: str) -> LuckRow:
    """The share of skill in the matches of a game."""
    matches = past.by_game.get(game, []) if game else past.matches
    [found] = past.kept(("skill", game), lambda: [skill_of(wins_of_people(past, Part(game or None)), len(matches))])
    if found is None:
        more = ngettext("{num} match", "{num} matches", len(matches))
        return LuckRow(
            game, name, "", gettext("Not yet: {more}, {n} are needed among four people.", more=more, n=MATCHES_NEEDED)
        )
    if round(100 * found.share) == 0:
        words = gettext("How much of it is skill cannot be seen yet: so far you differ no more than chance makes you.")
        return LuckRow(game, name, "", words)
    return LuckRow(game, name, skill_band(found), skill_words(found))


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
