"""The made-up circle as a circle file: the same for the same seed and last day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from commands.demo.play import DEALS
from models.base import ALPHABET, canonical_json, to_millis
from models.circle_file.export import drop_nulls
from models.circle_file.format import FORMAT, VERSION, Part, with_checksum
from models.log.hash_chain import Opening, Trace, genesis_hash, head_seal, record_hash
from models.log.match_state import OVER, MatchState, advance, empty_state
from scoring.deals import with_dealer
from scoring.game import complete
from scoring.games import games
from scoring.sheet import problems
from scoring.words import Record

if TYPE_CHECKING:
    from scoring.words import Rules

SEED = 42
YEARS = 2
LONGEST = 60  # deals of a match
TRIES = 200
MINUTE = 60_000  # ms
PLACES = ("The Plough", "Ann’s kitchen", "خانهٔ زیبا", "Bei Jürgen", "De Ploeg", "")


class Friend(NamedTuple):
    """Somebody in the circle; skill: above or below the others; often: how likely they come."""

    uid: str
    name: str
    skill: float
    often: float


NAMES = (
    ("Ann", 0.8, 0.95),
    ("Bob", -0.3, 0.9),
    ("Cem", 0.2, 0.8),
    ("Dee", 0.6, 0.85),
    ("Gül", -0.1, 0.45),
    ("زیبا", 0.3, 0.6),
    ("Jürgen", -0.5, 0.5),
    ("Marijke", 0.1, 0.35),
)
RULES: dict[str, tuple[Rules, ...]] = {
    "boomke_wies": ({"length": "deals", "length_value": 12}, {"length": "points", "length_value": 12}),
    "clobyosh": ({},),
    "knockout_whist": ({"dogs_life": "one_per_player"}, {}),
    "texas_42": ({},),
    "zwanzig_ab": ({},),
}
FAVOURITES = {"boomke_wies": 4, "texas_42": 5, "zwanzig_ab": 3, "knockout_whist": 2, "clobyosh": 1}


def demo_file(last: date, seed: int = SEED) -> str:
    """The text of the file; last: the day of the newest evening."""
    rng = Random(seed)
    friends = [Friend(uid_of(rng), *name) for name in NAMES]
    days = evening_days(rng, last)
    created = to_millis(datetime.combine(days[0], time(17), UTC))
    circle = {"uid": uid_of(rng), "name": "The Friday table", "created_at": created, "house_rules": []}
    circle["players"] = [{"uid": one.uid, "name": one.name, "retired": False, "created_at": created} for one in friends]
    parts = [with_checksum("", circle)]
    for day in days:
        parts.append(with_checksum(parts[-1]["sum"], evening_part(rng, day, friends)))
    whole = {"format": FORMAT, "version": VERSION, "circle": parts[0], "evenings": parts[1:], "sum": parts[-1]["sum"]}
    return canonical_json(whole)


def uid_of(rng: Random) -> str:
    """An id like those of the app."""
    return "".join(rng.choice(ALPHABET) for _ in range(12))


def evening_days(rng: Random, last: date) -> list[date]:
    """The days of the evenings, the last one last."""
    days = [last]
    while days[0] > last - timedelta(days=365 * YEARS):
        days.insert(0, days[0] - timedelta(days=rng.choice((7, 7, 7, 7, 9, 14, 21))))
    return days


def evening_part(rng: Random, day: date, friends: list[Friend]) -> Part:
    """An evening with its matches."""
    began = to_millis(datetime.combine(day, time(18, rng.randrange(60)), UTC))
    there = [one for one in friends if rng.random() < one.often]
    there = there if len(there) >= 4 else friends[:4]
    at, matches = began + 10 * MINUTE, []
    while at < began + 3 * 60 * MINUTE:
        played, at = match_part(rng, at, there)
        matches.append(played)
        at += rng.randint(5, 15) * MINUTE
    place = rng.choice(PLACES)
    part = {"uid": uid_of(rng), "date": day.isoformat(), "place": place, "note": "", "created_at": began}
    return part | {"closed_at": at, "matches": matches}


def match_part(rng: Random, at: int, there: list[Friend]) -> tuple[Part, int]:
    """A match from its first deal to its winner, and when it was over."""
    key = rng.choices(list(FAVOURITES), weights=list(FAVOURITES.values()))[0]
    game = games()[key]
    seated = rng.sample(there, min(rng.randint(*game.seats), len(there)))
    rules = canonical_json(complete(game, rng.choice(RULES[key])))
    seats = tuple((one.uid, one.name) for one in seated)
    opening = Opening(uid_of(rng), key, game.edition, rules, rng.randrange(len(seated)), at, seats)
    state, at = played_out(rng, empty_state(opening, genesis_hash(opening)), seated, at)
    part: dict[str, Any] = opening._asdict() | {"rules": complete(game, {}) | state.rules}
    part["seats"] = [{"player": uid, "name": name} for uid, name in seats]
    ended = at if state.status == OVER else None
    part |= {"state": state.status, "ended_at": ended}
    part["seal"] = head_seal(state.first, state.version, state.hash, state.status, ended)
    part["records"] = record_parts(state)
    return drop_nulls(part), at


def played_out(rng: Random, state: MatchState, seated: list[Friend], at: int) -> tuple[MatchState, int]:
    """The state at the end of a match, and when that was."""
    skills = [one.skill for one in seated]
    while state.status != OVER and state.version < LONGEST:
        at += round(rng.lognormvariate(0.9, 0.4) * MINUTE)
        entry = with_dealer(legal_entry(rng, state, skills), state.sheet.standing.dealer)
        trace = Trace(None, seated[0].uid, at, at)
        seq, uid, text = state.version + 1, uid_of(rng), canonical_json(entry)
        last = record_hash(state.hash, seq, uid, "deal", text, trace)
        state = advance(state, (Record(seq, uid, "deal", entry),), (trace,), last)
    return state, at


def legal_entry(rng: Random, state: MatchState, skills: list[float]) -> Any:
    """A deal that can be recorded."""
    standing = state.sheet.standing
    for _ in range(TRIES):
        entry = DEALS[state.game.key](rng, standing, skills)
        if not problems(state.game, standing, entry):
            return entry
    raise AssertionError(f"no deal of {state.game.key} that can be recorded")


def record_parts(state: MatchState) -> list[Part]:
    """The records of a match with their hashes."""
    found, before = [], state.first
    for record, trace in zip(state.records, state.traces, strict=True):
        text = canonical_json(record.body)
        before = record_hash(before, record.seq, record.uid, record.kind, text, trace)
        part = {"uid": record.uid, "kind": record.kind, "body": record.body, "hash": before}
        found.append(drop_nulls(part | trace._asdict()))
    return found
