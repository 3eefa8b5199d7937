"""The records of a circle, by game and over all, kept in memory while its past stays as it is."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from models.base import db
from models.cache import Cache
from models.review.deals.scope import DealScope
from models.review.match_rules import readable_rules
from models.review.past.matches import Past
from models.review.records.deals import game_records
from models.review.records.matches import (
    Held,
    RunningWins,
    all_match_records,
    evening_records,
    run_record,
    waiting,
    win_runs,
)
from models.review.stored.count_cache import Sums, added_up
from models.review.tables import MatchReview
from models.tables import Match
from scoring.game import complete
from scoring.games import games
from scoring.review import review_of

OVER_ALL = ("comeback", "turn")  # what matches of several games can be compared by
NEARLY = 3  # wins in a row from which a run may break a record
BYTES = 10_000  # that the records of a game take in memory, about
MAX_CACHE_BYTES = 8 << 20


class Records(NamedTuple):
    """The records of a game, its own first, or over all games; running: a run that may break the record of runs."""

    version: int
    held: list[Held]
    running: RunningWins | None


_records: Cache[Records] = Cache(MAX_CACHE_BYTES, lambda _: BYTES)


def records_of(past: Past, circle_id: int, game: str | None = None) -> Records:
    """The records of a game, or over all."""
    known = _records.get((circle_id, game))
    if known is None or known.version != past.version:
        found = over_all(past) if game is None else of_game(past, circle_id, game)
        known = _records.put((circle_id, game), found)
    return known


def over_all(past: Past) -> Records:
    """The records over all games, and of evenings."""
    held = [one for one in all_match_records(past, None) if one.code in OVER_ALL]
    run = run_record(win_runs(past, None), None)
    return Records(past.version, [*held, *([run] if run else []), *evening_records(past)], None)


def other_units(scope: DealScope) -> dict[int, str]:
    """By match id what totals count, of a game's matches whose rules say something else than is usual in it."""
    return {match_id: unit for match_id, (unit,) in units_of(scope).items()}


@added_up
def units_of(scope: DealScope) -> Sums:
    """The same, each by itself."""
    game = scope.game or ""
    known = games()[game]
    query = select(MatchReview.match_id, Match.rules_text).join(Match, Match.id == MatchReview.match_id)
    query = query.where(MatchReview.circle_id == scope.circle_id, MatchReview.game == game)
    query = query.where(MatchReview.day >= scope.first) if scope.first else query
    query = query.where(MatchReview.day <= scope.last) if scope.last else query
    by_rules: dict[str, str] = {}
    found: Sums = {}
    for match_id, rules in db.session.execute(query):
        if rules not in by_rules:
            by_rules[rules] = known.unit_of(complete(known, readable_rules(game, rules)))
        if by_rules[rules] != known.unit:
            found[match_id] = (by_rules[rules],)
    return found


def of_game(past: Past, circle_id: int, game: str) -> Records:
    """The records of a game; of its shortest match only where none of its own says the same."""
    own = review_of(game).records
    scope = DealScope(circle_id, game, version=past.version_of(game))
    runs = win_runs(past, game)
    run = run_record(runs, game)
    fewest = any(record.about == "fewest" for record in own)
    common = [
        one for one in all_match_records(past, game, other_units(scope)) if not (fewest and one.code == "shortest")
    ]
    held = [*game_records(past, scope, own), *([run] if run else []), *common]
    return Records(past.version, held, waiting(runs, game, NEARLY))
