"""How much is luck, and who never played together, for their pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from models.review.statistics.luck import MATCHES_NEEDED, skill
from models.review.statistics.wins import never_partners
from scoring.games import games
from web.i18n.locale import gettext, ngettext
from web.review.charts.band import Band, Scale, band
from web.review.rate_rows import pair_address
from web.tree_html import html

if TYPE_CHECKING:
    from models.review.past.matches import Past
    from models.review.past.people import Person

LEAST_SHOWN = 5


class LuckRow(NamedTuple):
    """A game: its key ("" for all), name, drawing, and what can be said in words."""

    game: str
    name: str
    drawing: Any
    words: str


def luck_rows(past: Past) -> list[LuckRow]:
    """All games, then each that was played."""
    played = {match.game for match in past.matches}
    found = [luck_row(past, "", gettext("All games"))]
    return found + [luck_row(past, game.key, gettext(game.name)) for game in games().values() if game.key in played]


def luck_row(past: Past, game: str, name: str) -> LuckRow:
    """The share of skill in the matches of a game."""
    matches = past.played(game or None)
    people: dict[int, list[bool]] = defaultdict(list)
    for match in matches:
        for seat in match.ended:
            person = past.person(seat)
            if person and not person.unranked:
                people[person.id].append(seat.won)
    found = skill([(sum(won), len(won)) for won in people.values()], len(matches))
    if found is None:
        more = ngettext("{num} match", "{num} matches", len(matches))
        return LuckRow(
            game, name, "", gettext("Not yet: {more}, {n} are needed among four people.", more=more, n=MATCHES_NEEDED)
        )
    if round(100 * found.share) == 0:
        words = gettext("How much of it is skill cannot be seen yet: so far you differ no more than chance makes you.")
        return LuckRow(game, name, "", words)
    values = {"n": round(100 * found.share), "low": round(100 * found.low), "high": round(100 * found.high)}
    words = gettext(
        "Of the differences between you {n} in 100 ({low} to {high}) are skill. The rest is cards.", **values
    )
    shown = Band(100 * found.share, 100 * found.low, 100 * found.high)
    return LuckRow(game, name, html(band(shown, Scale(0, 100), words)), words)


def never_partners_rows(past: Past) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The pairs that were never partners, and those that were least often: address, names, matches."""
    never = [names_of(*pair) for pair in never_partners(past, past.matches)]  # type: ignore[arg-type]
    times: Counter[tuple[Person, Person]] = Counter()
    for match in past.matches:
        for side in match.sides.values():
            people = sorted(one for seat in side if (one := past.person(seat)) and not one.unranked)
            times.update(combinations(people, 2))
    least = sorted(times.items(), key=lambda item: (item[1], item[0]))[:LEAST_SHOWN]
    rows = [(pair_address(*pair), names_of(*pair), ngettext("{num} match", "{num} matches", n)) for pair, n in least]
    return never, rows


def names_of(one: Person, other: Person) -> str:
    """Two people."""
    return gettext("{first} & {last}", first=one.name, last=other.name)
