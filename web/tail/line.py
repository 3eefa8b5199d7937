"""What a phone asks to learn whether it has a line, and what its home needs on an evening without one."""

from __future__ import annotations

from typing import Any

from flask_wtf.csrf import generate_csrf
from sqlalchemy import select

from models.base import db, now, to_millis
from models.circle_file.export import has_valid_rules
from models.log.read import read
from models.log.state import PLAY
from models.tables import Circle, Evening, HouseRules, Match
from scoring.games import games
from web.assets import engine_files
from web.auth.browser import held_mark
from web.auth.guard import current_grant, page_grant, place_of
from web.evening.summary import ListedMatch, standing_in
from web.http.security import unseen_by_others
from web.recent import LASTS, Place, inside, last_match, names_now, sitters
from web.routes import PUBLIC, WATCH_LAST, Pages

EVENINGS, MATCHES = 20, 60


def home_json(place: Place) -> dict[str, Any]:
    """A circle, or the one evening (only) that is open to this browser, as its phones keep it."""
    circle, only = (place.circle, place.uid) if isinstance(place, Evening) else (place, "")
    latest = select(Evening).where(inside(place)).order_by(Evening.date.desc(), Evening.id.desc()).limit(EVENINGS)
    evenings = db.session.scalars(latest).all()
    shown = standing_in([evening.id for evening in evenings], (PLAY,))
    heads = match_heads(place)
    return {
        "circle": {"uid": circle.uid, "name": circle.name},
        "only": only,
        "people": [{"uid": player.uid, "name": player.name} for player in sitters(place)],
        "rules": [] if only else saved_rules(circle),
        "evenings": [evening_json(evening, shown[evening.id], heads) for evening in evenings],
        "matches": [head for match in newest(shown) if (head := match_json(match, heads))],
        "last": last_matches(place),
    }


def last_matches(place: Place) -> list[dict[str, Any]]:
    """The last match of each game, newest first: who sat where, who would deal next, the house rules at its end."""
    found = [match for game in games() if (match := last_match(place, game))]
    found.sort(key=lambda match: (match.evening.date, match.id), reverse=True)
    return [told for match in found if (told := last_json(match))]


def last_json(match: Match) -> dict[str, Any] | None:
    """A match as the next one of its game begins; None of a damaged one."""
    seats = names_now(match)
    if not seats:
        return None
    standing = read(match).sheet.standing
    return {"game": match.game, "seats": seats, "dealer": seats[standing.dealer], "rules": standing.rules}


def open_until(evening: Evening) -> int | None:
    """Until when matches go on in an evening, in milliseconds; None of one that is closed or was entered afterwards."""
    local = evening.created_at.astimezone().date()
    return to_millis(evening.created_at + LASTS) if evening.closed_at is None and evening.date >= local else None


def newest(shown: dict[int, list[ListedMatch]]) -> list[ListedMatch]:
    """The last matches of the evenings, newest first."""
    return sorted((match for found in shown.values() for match in found), key=lambda one: -one.id)[:MATCHES]


def saved_rules(circle: Circle) -> list[dict[str, Any]]:
    """The house rules that the circle saved."""
    rows = db.session.scalars(
        select(HouseRules).where(HouseRules.circle_id == circle.id).order_by(HouseRules.game, HouseRules.name)
    )
    return [
        {"game": row.game, "name": row.name, "rules": row.rules} for row in rows if has_valid_rules(row.game, row.rules)
    ]


def match_heads(place: Place) -> dict[int, tuple[int, str]]:
    """By id the version and hash of the newest matches of a place."""
    query = select(Match.id, Match.last_seq, Match.last_hash).join(Match.evening).where(inside(place))
    rows = db.session.execute(query.order_by(Match.id.desc()).limit(1000))
    return {number: (version, last) for number, version, last in rows}


def evening_json(evening: Evening, shown: list[ListedMatch], heads: dict[int, tuple[int, str]]) -> dict[str, Any]:
    """An evening with its matches."""
    matches = [found for match in shown if (found := match_json(match, heads))]
    known = {"uid": evening.uid, "date": evening.date.isoformat(), "place": evening.place}
    closed = evening.closed_at is not None
    return known | {"until": open_until(evening), "closed": closed, "matches": matches}


def match_json(match: ListedMatch, heads: dict[int, tuple[int, str]]) -> dict[str, Any] | None:
    """The head of a match; None of a damaged one."""
    if match.damaged or match.id not in heads:
        return None
    version, last = heads[match.id]
    known = {"uid": match.uid, "game": match.game.key, "edition": engine_files().edition}
    title = " – ".join(side.words.striptags() for side in match.sides)
    return known | {"version": version, "hash": last, "state": match.state, "title": title}


bp = Pages("line", __name__)


@bp.get("/line", needs=PUBLIC)
def show_line() -> dict[str, Any]:
    """Answer that the server is there: its time, a form token, this phone's right.

    held is for the key of a phone (static/offline/key.js).
    """
    unseen_by_others()
    grant = current_grant()
    return {
        "now": to_millis(now()),
        "token": generate_csrf(),
        "grant": grant.right if grant else None,
        "held": held_mark(),
    }


@bp.get("/line/home", needs=WATCH_LAST)
def show_home_data() -> dict[str, Any]:
    """What the home page of the circle, or of the one evening of this browser, needs on a phone without a network."""
    unseen_by_others()
    return home_json(place_of(page_grant()))
