"""Half-made deals of Clobyosh, and every deal that each of them can become."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from scoring.games import games
from scoring.sheet import extend, problems, start
from scoring.words import Deal, Sheet, Standing

GAME = games()["clobyosh"]
EQUAL = ("maker_zero", "held", "all_to_opponent", "both_keep")
RUNS = (
    [{"length": 3, "top": "K", "trump": True}],
    [{"length": 3, "top": "J", "trump": True}],
    [{"length": 4, "top": "Q", "trump": False}],
    [{"length": 3, "top": "9", "trump": False}, {"length": 3, "top": "A", "trump": False}],
)

Drafted = tuple[Standing, dict[str, Any]]


def drafts(seed: int, many: int) -> Iterator[Drafted]:
    """Drafts of a deal with a maker that can be finished, at totals from nothing to a point short of the target."""
    rng = Random(seed)
    while many:
        standing, draft = drafted(rng)
        if any(not problems(GAME, standing, entry) for entry in finished(draft)):
            many -= 1
            yield standing, draft


def drafted(rng: Random) -> Drafted:
    """Some of a deal, and where the match stands before it."""
    rules = {"equal_totals": rng.choice(EQUAL), "sequences_need_trick": rng.random() < 0.7}
    totals = tuple(rng.choice((0, rng.randint(300, 500), rng.randint(440, 500))) for _ in range(2))
    before = start(GAME, GAME.table(("Ann", "Bob"), rng.randrange(2)), rules)._replace(totals=totals)
    cards = [rng.choice((None, rng.randint(0, 80), rng.randint(30, 60))) for _ in range(2)]
    draft: dict[str, Any] = {"maker": rng.randrange(2), "turned": True}
    draft |= {"cards": cards} if cards != [None, None] else {}
    draft |= {"last_trick": rng.randrange(2)} if rng.random() < 0.5 else {}
    draft |= {"bela": rng.randrange(2)} if rng.random() < 0.3 else {}
    if rng.random() < 0.3:
        draft["sequence_points"] = rng.sample([rng.choice((20, 50, 70)), 0], 2)
    elif rng.random() < 0.4:
        draft["sequences"] = rng.sample([rng.choice(RUNS), []], 2)
    return before, draft


def finished(draft: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every way to finish a draft of which the card points of at least one seat are known; a few where neither is."""
    known = draft.get("cards") or [None, None]
    few = known == [None, None]
    each = [[one] if one is not None else range(0, 147, 18) if few else range(147) for one in known]
    lasts = [draft["last_trick"]] if "last_trick" in draft else [0, 1]
    for one, other, last, none in product(*each, lasts, (None, 0, 1)):
        if one + other <= 146 and none != last and (none is None or not (one, other)[none]):
            yield draft | {"cards": [one, other], "last_trick": last} | ({} if none is None else {"no_trick": none})


def scored(standing: Standing, entry: dict[str, Any]) -> Sheet:
    """The sheet with this deal alone, which must be legal."""
    assert not problems(GAME, standing, entry), entry
    return extend(GAME, Sheet("clobyosh", (), standing, None, None), (Deal("1", "deal", entry, None),))
