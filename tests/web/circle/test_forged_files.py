"""Files whose sums and hashes fit, with one value damaged: refused in words, or every page can be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from pytest import param
from sqlalchemy import select

from models.base import db, new_uid, now
from models.circle_file.export import export_circle
from models.deletion import delete_circle
from models.grants import make_grant
from models.log.append import append
from models.log.errors import Refused
from models.log.read import read
from models.matches import start_match
from models.review.tables import Season
from models.tables import SCORE, Circle, Evening, HouseRules, Player
from models.transaction import snapshot, write_transaction
from scoring.game import complete
from scoring.games import games
from scoring.words import same
from tests.support.circle_files import bring, resealed, resummed
from tests.support.circles import late_tails, random_log, random_saying
from tests.support.html import main_of
from tests.support.random_matches import random_entry
from tests.support.sizes import FULL, one_in

GAMES = sorted(games())
Place = tuple[Any, ...]  # the keys and indexes that lead to a value
REMOVED, UNKNOWN = "removed", "unknown key"
RAW = {"@endless@": "1e999", "@nan@": "NaN", "@exponent@": "-1e3", "@half@": '"\\ud800"'}  # as they stand in the file
NUMBERS = (1.5, 0, -1, 99, -(10**9), 2**31, 2**63, 10**30, -(10**30))
TEXTS = ("", "7", "x", "bell\x07", "A\u202eB", "x" * 9999)
VALUES = (None, True, [], [[]], [None], [[[[1.5]]]], {}, {"a": {"b": []}}, REMOVED, UNKNOWN, *NUMBERS, *TEXTS, *RAW)
OF_MATCH = ("", "/history", "/version", "/follow", "/csv", "/paper", "/rules", "/rulings", "/across", "/log", "/both")
OF_EVENING = ("", "/csv", "/paper", "/story")
OF_CIRCLE = ("/", "/circle", "/circle/csv", "/circle/file", "/evenings", "/evenings/past", "/line/home", "/new")
OF_REVIEW = ("", "/matches", "/deals", "/records", "/export/matches.csv", "/export/seats.csv", "/export/deals.csv")
NO_HASH = (KeyError, TypeError, AttributeError, ValueError)  # of what is so broken that none can be computed


def file_of(game: str, seed: int) -> dict[str, Any]:
    """The file of a circle that played one match of this game, with everything that a table can say."""
    rng = Random(f"{game} {seed}")
    with write_transaction() as session:
        circle = Circle(name="Thursdays")
        circle.players = [Player(name=name) for name in ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Zoë")]
        evening = Evening(circle=circle, date=now().date(), place="The Plough", note="two\nlines", closed_at=now())
        session.add_all([circle, evening])
        session.flush()
        session.add(HouseRules(circle_id=circle.id, game=game, name="Ours", rules=complete(games()[game], {})))
        days = {"first": now().date(), "last": now().date(), "counts": "points"}
        session.add(Season(circle_id=circle.id, name="Cup", games=[game], **days))
        grant, _ = make_grant(circle, SCORE)
        match = start_match(evening, game, circle.players[: games()[game].seats[1]])
    random_log(rng, match, grant, most=14)
    for _ in range(3):
        entry = random_entry(rng, games()[game], read(match).sheet.standing)
        say_what_is_possible(match, "deal", entry)
    say_what_is_possible(match, *random_saying(rng, match))
    late_tails(match, grant)
    with snapshot(db.engine) as connection:
        told = json.loads("".join(export_circle(connection, circle.id)))
    delete_circle(circle)
    return told


def say_what_is_possible(match: Any, kind: str, body: Any) -> None:
    try:
        append(match, kind, new_uid(), body, read(match).version)
    except Refused:
        return


def places(told: Any, before: Place = ()) -> Iterator[Place]:
    """Every kind of place in a file: of lists the first item of each kind only."""
    yield before
    if type(told) is dict:
        for key in told:
            yield from places(told[key], (*before, key))
    elif type(told) is list:
        kinds: set[str] = set()
        for n, item in enumerate(told):
            kind = f"{type(item)} {item.get('kind')}" if type(item) is dict else str(type(item))
            if kind not in kinds:
                kinds.add(kind)
                yield from places(item, (*before, n))


def damaged(told: dict[str, Any], place: Place, value: Any) -> str | None:
    """The text of a file with another value at a place, hashes and sums as they fit; None if it is the same file."""
    whole = deepcopy(told)
    inside: Any = whole
    for key in place[:-1]:
        inside = inside[key]
    if value == REMOVED and place:
        del inside[place[-1]]
    elif value == UNKNOWN and type(inside[place[-1]] if place else whole) is dict:
        (inside[place[-1]] if place else whole)["__class__"] = 7
    elif not place or same(inside[place[-1]], value):
        return None
    else:
        inside[place[-1]] = value
    with suppress(*NO_HASH):
        for evening in whole["evenings"]:
            for match in evening["matches"]:
                resealed(match)
    with suppress(*NO_HASH):
        whole = resummed(whole)
    text = json.dumps(whole, ensure_ascii=False)
    for mark, raw in RAW.items():
        text = text.replace(f'"{mark}"', raw)
    return text


def pages(told: dict[str, Any]) -> list[str]:
    """The pages of everything in a file."""
    found = [*OF_CIRCLE, *(f"/review{page}" for page in OF_REVIEW)]
    found += [f"/review/p/{player['uid']}" for player in told["circle"]["players"][:2]]
    for evening in told["evenings"]:
        found += [f"/e/{evening['uid']}{page}" for page in OF_EVENING]
        for match in evening["matches"]:
            found += [f"/m/{match['uid']}{page}" for page in OF_MATCH] + [f"/review/g/{match['game']}"]
            found += [f"/m/{match['uid']}/deal/{said['uid']}" for said in match["records"] if said["kind"] == "deal"]
    return found


def statuses(phone: Any, pages: list[str]) -> dict[str, int]:
    return {page: phone.get(page).status_code for page in pages}


@pytest.fixture
def quick(app):
    """The app, which takes any number of files."""
    app.config["LIMIT_GUESSES"] = False
    return app


def emptied(app):
    with app.app_context():
        for circle in db.session.scalars(select(Circle)).all():
            delete_circle(circle)


@pytest.mark.parametrize("game", one_in(2, GAMES))
@pytest.mark.parametrize(("seed", "each"), [(0, 1), *(param(n, 6, marks=pytest.mark.full) for n in range(1, 5))])
def test_a_file_with_one_value_damaged_is_refused_in_words_or_can_be_read(quick, game, seed, each):
    with quick.app_context():
        told = file_of(game, seed)
    phone = quick.test_client()
    assert bring(phone, json.dumps(told).encode()).status_code == 303
    sound = statuses(phone, pages(told))
    assert {sound[page] for page in pages(told)} <= {200, 303, 404}
    assert [sound[f"/m/{told['evenings'][0]['matches'][0]['uid']}{page}"] for page in OF_MATCH[:9]] == [200] * 9
    emptied(quick)
    rng, taken = Random(f"{game} {seed} damage"), 0
    damageable = [*places(told)]
    for place in damageable if FULL else rng.sample(damageable, len(damageable) // 2):
        for value in rng.sample(VALUES, each):
            text = damaged(told, place, value)
            if text is None:
                continue
            phone = quick.test_client()
            answer = bring(phone, text.encode())
            assert answer.status_code in (303, 422), (place, value)
            if answer.status_code == 422:
                assert "file" in main_of(answer)
                continue
            taken += 1
            there = pages(json.loads(text))
            seen = statuses(phone, there if FULL else rng.sample(there, len(there) // 4))
            assert {page: status for page, status in seen.items() if status != sound.get(page, 200)} == {}, (
                place,
                value,
            )
            emptied(quick)
    assert taken
