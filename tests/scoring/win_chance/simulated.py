"""Whole matches at random, and how well the chances told of them what came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from scoring.games import game_of
from scoring.sheet import if_closed, replay
from scoring.win_chance import win_chance_of
from scoring.words import Deal, Sheet
from tests.support.random_matches import NAMES, random_deals

MOST = 80  # deals of a match: one that is longer is left out


class Told(NamedTuple):
    """The chances between two tenths: how many, what they said on average, and how often it came so."""

    cases: int
    said: float
    was: float


def simulated(key: str, rules: dict[str, Any], n: int, seed: int, players: int | None = None) -> list[Sheet]:
    """So many finished matches of a game."""
    rng, found = Random(f"{seed} {key} {rules}"), []
    while len(found) < n:
        sheet = one_match(rng, key, rules, players or rng.randint(*game_of(key).seats))
        if sheet.outcome:
            found.append(sheet)
    return found


def one_match(rng: Random, key: str, rules: dict[str, Any], players: int) -> Sheet:
    """A match from its first deal to its end; on the clock the table closes it after 10 to 20 deals."""
    game, clock = game_of(key), rules.get("length") == "clock"
    match = {"game": key, "players": NAMES[:players], "rules": rules}
    deals = random_deals(rng, game, match, rng.randint(10, 20) if clock else MOST, hurt=False)
    sheet = replay(
        game, game.table(NAMES[:players], 0), rules, tuple(Deal(str(n), "deal", e, None) for n, e in enumerate(deals))
    )
    return sheet._replace(outcome=game.outcome(if_closed(sheet).standing, list(sheet.lines))) if clock else sheet


def past_of_all(key: str, sheets: Iterable[Sheet]) -> dict[str, int]:
    """The past of a circle that played these matches."""
    past: Counter[str] = Counter()
    for sheet in sheets:
        past.update(win_chance_of(key).past_of(sheet))
    return dict(past)


def tenths(key: str, past: dict[str, int], sheets: Iterable[Sheet]) -> list[Told]:
    """Of every chance told before a match was over: said against was, by the tenth it lies in."""
    bins = [(0, 0.0, 0.0)] * 10
    for sheet in sheets:
        *told, came = win_chance_of(key).chances(sheet, past)
        for now in told:
            for chance, result in zip(now, came, strict=True):
                cases, said, was = bins[at := min(9, int(chance * 10))]
                bins[at] = cases + 1, said + chance, was + result
    return [Told(cases, said / max(1, cases), was / max(1, cases)) for cases, said, was in bins]
