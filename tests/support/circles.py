"""Circles with a past: evenings of every game, with everything in their logs that a table can say."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from random import Random
from typing import Any

from models.base import new_uid, now
from models.grants import make_grant
from models.log.append import append
from models.log.errors import Refused
from models.log.read import read
from models.matches import start_match
from models.people import merge_players
from models.review.season import COUNTS
from models.review.tables import Season
from models.tables import SCORE, Circle, Evening, Grant, HouseRules, Match, Player
from models.tail.branches import TailRecord
from models.tail.receive import Tail, receive
from models.transaction import write_transaction
from scoring.game import Game
from scoring.games import games
from tests.support.random_matches import random_entry, random_rules

NAMES = ("Ann", "Bob", "Cem", "Zoë", "علی", "Łucja", "=Gül+1", "<b>Eve</b>")
PLACES = ("", "The Plough", "خانه", '"At Cem’s", upstairs')


def random_circle(rng: Random, evenings: int = 3, matches: int = 3) -> Circle:
    """A circle with so many evenings of at most so many matches each."""
    with write_transaction() as session:
        circle = Circle(name="Thursdays & Фрайтаг")
        circle.players = [Player(name=name, retired=rng.random() < 0.1, unranked=rng.random() < 0.1) for name in NAMES]
        session.add(circle)
        session.flush()
        for key in rng.sample(sorted(games()), 2):
            rules = random_rules(rng, games()[key], games()[key].seats[0])
            session.add(HouseRules(circle_id=circle.id, game=key, name=f"our {key}", rules=rules))
            days = {"first": date(2026, 9, 1), "last": date(2026, 12, rng.randint(1, 31))}
            chosen = {"games": rng.choice(([], [key])), "counts": rng.choice(COUNTS)}
            session.add(Season(circle_id=circle.id, name=f"Cup of {key}", **days, **chosen))
        grant, _ = make_grant(circle, SCORE, "phone")
    for number in range(evenings):
        evening = random_evening(rng, circle, number)
        for _ in range(rng.randint(0, matches)):
            match = random_start(rng, evening)
            random_log(rng, match, grant)
            late_tails(match, grant)
    if rng.random() < 0.5:
        merge_players(circle.players[3], circle.players[0])
    return circle


def late_tails(match: Match, grant: Grant) -> None:
    """What two phones send that knew only the beginning of a match: it is in branches, some of it in the log."""
    state = read(match)
    for device, player in (("left", "Eve"), ("right", "Ann")):
        said = (("seat", {"seat": 0, "player": player}), ("adjust", {"points": [1] * len(state.table.sides)}))
        tail = [TailRecord(new_uid(), kind, body, 5) for kind, body in said]
        receive(match, Tail(0, state.first, tail), grant=grant.uid, device=device)


def random_evening(rng: Random, circle: Circle, number: int) -> Evening:
    """An evening, one day after the one before."""
    with write_transaction() as session:
        day = date(2026, 11, 20) + timedelta(days=number)
        evening = Evening(circle=circle, date=day, place=rng.choice(PLACES), note=rng.choice(("", "two\nlines")))
        evening.closed_at, evening.hidden = rng.choice((None, now())), rng.random() < 0.5
        session.add(evening)
    return evening


def random_start(rng: Random, evening: Evening) -> Match:
    """A match of any game."""
    game = games()[rng.choice(sorted(games()))]
    sitting = rng.sample(evening.circle.players, rng.randint(*game.seats))
    with write_transaction():
        return start_match(
            evening, game.key, sitting, random_rules(rng, game, len(sitting)), rng.randrange(len(sitting))
        )


def random_log(rng: Random, match: Match, grant: Any, most: int = 14) -> None:
    """Let the table say at most so much."""
    for number in range(rng.randint(0, most)):
        state = read(match)
        kind, body = random_saying(rng, match)
        by = {"grant": grant, "device": rng.choice((None, "kitchen")), "made_at": rng.choice((None, now()))}
        try:
            append(match, kind, f"{match.uid}-{number}", body, state.version, **by)
        except Refused:
            continue


def random_saying(rng: Random, match: Match) -> tuple[str, Any]:
    """Something that may well be said now."""
    state = read(match)
    entry = random_entry(rng, state.game, state.sheet.standing) or {}
    said = [record.uid for record in state.records if record.kind in ("deal", "bid", "adjust", "result")]
    spoken = [field.key for field in state.game.fields(state.sheet.standing) if field.step == "bid"]
    sides = len(state.table.sides)
    others: list[tuple[str, Any]] = [
        ("bid", {key: entry[key] for key in spoken if key in entry}),
        ("adjust", {"points": [1] + [0] * (sides - 1), "note": "بوم\u0000"}),
        ("result", result_in(state.game, rng.randrange(sides), sides)),
        ("seat", {"seat": 0, "player": "Fay"}),
        (rng.choice(("close", "reopen")), {}),
    ]
    if said:
        of = rng.choice(said)
        others += [("strike", {"of": of}), ("restore", {"of": of}), ("amend", {"of": of, "entry": entry})]
        answer = {"of": of, "seat": rng.randrange(len(state.table.players))}
        others += [("agree", answer), ("dispute", answer | {"note": "هشت، نه نه"})]
    return ("deal", entry) if rng.random() < 0.6 else rng.choice(others)


def result_in(game: Game, winner: int, sides: int) -> dict[str, Any]:
    """A result as it is written down of a match without its deals."""
    best, other = (9, 4) if game.high_wins else (-1, 6)
    totals = {"totals": [best if side == winner else other for side in range(sides)]} if game.has_totals else {}
    return {"winner": winner} | totals


def begun(rng: Random, evening: Evening, players: list[Player]) -> Match:
    """A match of any game by some of these."""
    game = games()[rng.choice(sorted(games()))]
    sitting = rng.sample(players, rng.randint(*game.seats))
    with write_transaction():
        return start_match(evening, game.key, sitting, random_rules(rng, game, len(sitting)), 0)


def end(rng: Random, match: Match) -> None:
    """Let a match have an end, if it can."""
    state = read(match)
    sides = len(state.table.sides)
    with suppress(Refused):
        append(match, "result", new_uid(), result_in(state.game, rng.randrange(sides), sides), state.version)
