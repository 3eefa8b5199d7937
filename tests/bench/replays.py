"""The fold: 40 deals of each game scored in memory, and read from the log with every hash checked."""

from __future__ import annotations

import time
from collections.abc import Callable

from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match
from scoring.games import games
from scoring.sheet import extend, replay
from scoring.words import Deal
from tests.bench.deals import dealt, names_for
from tests.bench.scorer import Scorer

N = 40


def seconds(work: Callable[[], object], rounds: int) -> float:
    """Processor time of some work in that of so many rounds in which it was disturbed least."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def folded(key: str, rounds: int) -> tuple[float, float]:
    """Seconds to score 40 deals from the start, and one deal onto what is known of those before."""
    game = games()[key]
    table = game.table(names_for(game), 0)
    told = [tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries)) for entries in dealt(key, N)]
    known = [(replay(game, table, {}, deals[:-1]), deals[-1:]) for deals in told]
    cold = seconds(lambda: [replay(game, table, {}, deals) for deals in told], rounds)
    warm = seconds(lambda: [extend(game, sheet, last) for sheet, last in known], rounds)
    return cold, warm / len(told)


def read_from_log(scorer: Scorer, key: str, rounds: int) -> float:
    """Seconds to read 40 deals out of the database, check their chain and score them, nothing being remembered."""
    with scorer.app.app_context():
        stored = [find_match(uid) for uid in scorer.logs[key]]

        def work() -> None:
            state_cache.clear()
            for match in stored:
                read(match)

        return seconds(work, rounds)
