"""Half-made deals of Zwanzig ab, and every deal that each of them can become."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from scoring.game import complete
from scoring.games.zwanzig_ab import GAME
from scoring.sheet import problems
from scoring.words import OPEN, Standing
from tests.support.random_matches import random_rules

if TYPE_CHECKING:
    from scoring.words import Entry

NAMES = ("Ann", "Bob", "Cem", "Dee")
SUITS = ("clubs", "diamonds", "hearts", "spades")
PATTERNS = [
    [a, b, c, d]
    for a in (*range(6), None)
    for b in (*range(6), None)
    for c in (*range(6), None)
    for d in (*range(6), None)
    if sum(took or 0 for took in (a, b, c, d)) == 5
]


def a_standing(rng: Random) -> Standing:
    """Where a match may stand: any rules, any deal, totals near the end, some of them equal at zero or below."""
    rules = complete(GAME, random_rules(rng, GAME, 4))
    totals = [rng.choice((rng.randint(1, 12), rng.randint(1, 30))) for _ in range(4)]
    tied: list[int] = []
    if rng.random() < 0.2:
        tied, low = sorted(rng.sample(range(4), rng.choice((2, 2, 3)))), rng.choice((0, -1, -3))
        totals = [low if seat in tied else max(total, 1) for seat, total in enumerate(totals)]
        tied = tied if rules["tie_break"] == "tied_only" else []
    carry = {"dropped": sorted(rng.sample(range(4), rng.choice((0, 0, 1)))), "tied": tied}
    number = rng.choice((1, 3, 9, 10))
    table = GAME.table(NAMES, 0)
    return Standing(table, rules, number, rng.randrange(4), tuple(totals), carry, False)


def a_draft(rng: Random, standing: Standing) -> Entry:
    """Some of a deal: perhaps trump, perhaps how it was made, some drops and some numbers; always one that can be."""
    while True:
        draft: Entry = {}
        if rng.random() < 0.85:
            draft["trump"] = rng.choice(SUITS)
        if rng.random() < 0.3:
            draft["named"] = rng.choice(("named", "next", "blind"))
        if rng.random() < 0.7:
            kept = rng.choice((0.1, 0.4, 0.7))
            draft["tricks"] = [took if rng.random() < kept else OPEN for took in rng.choice(PATTERNS)]
        if completions(standing, draft):
            return draft


def completions(standing: Standing, draft: Entry) -> list[Entry]:
    """Every deal that can be recorded and says what the draft says; a redeal is none."""
    return [entry for entry in all_entries(draft) if not problems(GAME, standing, entry)]


def all_entries(draft: Entry) -> list[Entry]:
    """The draft with every trump, where none is named, and every pattern of tricks and drops that it leaves open."""
    suits = [draft["trump"]] if "trump" in draft else [None, *SUITS]
    written = draft.get("tricks") or [OPEN] * 4
    fits = [pattern for pattern in PATTERNS if all(w in (OPEN, took) for w, took in zip(written, pattern, strict=True))]
    more = {"named": draft["named"]} if "named" in draft else {}
    return [with_trump(suit, {"tricks": pattern} | more) for suit in suits for pattern in fits]


def with_trump(suit: Any, entry: Entry) -> Entry:
    """The entry with a trump, where one is named."""
    return entry if suit is None else {"trump": suit} | entry


def gains(standing: Standing, entry: Entry) -> list[int]:
    """What a deal brings each seat."""
    points = [0] * 4
    for given in GAME.score(standing, entry)[0]:
        points[given.side] += given.points
    return points
