"""The shape of a circle's file: what must stand in each part, and where it does not."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any
from unicodedata import category

from models.checks import UID
from models.folds import CLOSED, OVER, PLAY
from models.limits import MATCHES, PLAYERS, RECORDS
from models.readable import DIRECTIONS, FILLERS, JOINERS, MARK
from scoring.game import allowed

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.game import Game

    Check = Callable[[Any], bool]

HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
UNSEEN = ("Cc", "Cs", "Zl", "Zp")
LATEST = 32_503_680_000_000  # the year 3000 in milliseconds since 1970
YEARS = range(1900, 3000)
FAR = 2**62


class Many:
    """A list of at most so many."""

    def __init__(self, of: Any, most: int) -> None:
        self.of, self.most = of, most


def uid(value: Any) -> bool:
    """A public name."""
    return type(value) is str and UID.fullmatch(value) is not None


def digest(value: Any) -> bool:
    """A hash."""
    return type(value) is str and HASH.fullmatch(value) is not None


def name(most: int) -> Check:
    """A line of at most so many characters that can be seen, one of them a letter, a number or a sign."""
    return lambda value: (
        type(value) is str
        and len(value) <= most
        and (value.isprintable() or all(map(seen, value)))
        and MARK not in value
        and any(category(letter)[0] in "LNSP" and letter not in FILLERS for letter in value)
    )


def note(most: int) -> Check:
    """A text of at most so many characters."""
    return lambda value: (
        type(value) is str
        and len(value) <= most
        and (value.isprintable() or all(letter == "\n" or letter in DIRECTIONS or seen(letter) for letter in value))
        and MARK not in value
    )


def seen(letter: str) -> bool:
    """Whether a letter can be seen, or joins those that can."""
    return letter in JOINERS or category(letter) not in (*UNSEEN, "Cf")


def flag(value: Any) -> bool:
    """Yes or no."""
    return type(value) is bool


def unturned(value: str) -> bool:
    """Whether nothing in a text turns the direction of its neighbours round; logs of before may hold other signs."""
    return value.isprintable() or all(category(letter) != "Cf" or letter in JOINERS + DIRECTIONS for letter in value)


def whole(low: int, high: int) -> Check:
    """A whole number in these bounds."""
    return lambda value: type(value) is int and low <= value <= high


def day(value: Any) -> bool:
    """A day like 2026-11-20."""
    try:
        return type(value) is str and len(value) == 10 and date.fromisoformat(value).year in YEARS
    except ValueError:
        return False


def entry(value: Any) -> bool:
    """Keys with values."""
    return type(value) is dict


def state(value: Any) -> bool:
    """What a match can have come to."""
    return type(value) is str and value in (PLAY, OVER, CLOSED)


def is_possible(game: Game, rules: Any) -> bool:
    """Whether these are rules of this game, each with a value that it can have; how they go together is for a match."""
    options = {option.key: option for option in game.options}
    return type(rules) is dict and all(key in options and allowed(options[key], rules[key]) for key in rules)


moment = whole(0, LATEST)
loose = whole(-FAR, FAR)  # what a phone's clock says
PERSON = {"uid": uid, "name": name(100), "retired": flag, "merged_into?": uid, "created_at": moment}
HOUSE_RULES = {"game": name(40), "name": name(200), "rules": entry, "created_at": moment}
CIRCLE: dict[str, Any] = {"uid": uid, "name": name(2000), "created_at": moment, "sum": digest}
CIRCLE |= {"players": Many(PERSON, PLAYERS), "house_rules": Many(HOUSE_RULES, 10_000)}
RECORD = {"uid": uid, "kind": name(20), "body": entry, "grant?": name(64), "device?": name(64)}
RECORD |= {"made_at?": loose, "at": moment, "hash": digest}
TYPED = {"player": name(100), "note": unturned}  # what people type into a record
MATCH: dict[str, Any] = {"uid": uid, "game": name(40), "edition": whole(1, 10**6), "rules": entry}
MATCH |= {"first_dealer": whole(0, 99), "started_at": moment, "state": state, "ended_at?": moment, "seal": digest}
MATCH |= {"seats": Many({"player": uid, "name": name(100)}, 99), "records": Many(RECORD, RECORDS)}
EVENING: dict[str, Any] = {
    "uid": uid,
    "date": day,
    "place": note(500),
    "note": note(5000),
    "created_at": moment,
    "sum": digest,
}
EVENING |= {"closed_at?": moment, "hidden?": flag, "matches": Many(MATCH, MATCHES)}


def wrong(value: Any, shape: Any, where: str) -> str:
    """The first place that does not have this shape, like "evening.matches.seats"; empty when there is none."""
    if isinstance(shape, Many):
        if type(value) is not list or len(value) > shape.most:
            return where
        return next((found for item in value if (found := wrong(item, shape.of, where))), "")
    if type(shape) is not dict:
        return "" if shape(value) else where
    if type(value) is not dict:
        return where
    keys = {key.rstrip("?"): key for key in shape}
    here = [key for key in keys if key in value or not keys[key].endswith("?")]
    if not keys.keys() >= value.keys():
        return where
    return next((found for key in here if (found := wrong(value.get(key), shape[keys[key]], f"{where}.{key}"))), "")
