"""What a browser holds in its signed cookie: its grants, the current one first, and the seat that its owner claimed.

Of two phones that claim the same player the later one has the seat; the other is told. A phone that lost its cookie
gets back what it held by a key: a random secret in its IndexedDB (static/offline/key.js). Each time that a phone is
remembered it has made a new one, and the former one is worth nothing from then on.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import msgspec
from flask import session
from flask_wtf.csrf import generate_csrf
from msgspec import Meta, Struct
from sqlalchemy import bindparam, select
from werkzeug.exceptions import Conflict, Forbidden

from models.base import db, new_uid
from models.grants import claim_seat, claiming_phones, grants_of_phone, hash_secret, remember_phone
from models.log.state import MatchState
from models.tables import SCORE, Evening, Grant
from scoring.words import message
from web.auth.rate_limit import count_use, limited_guess
from web.http.requests import InWords, NotReadable, sent_json
from web.http.security import unseen_by_others
from web.i18n.dates import evening_words
from web.routes import PUBLIC, Pages

MAX_GRANTS = 16  # grants of one browser besides those of whole circles
MAX_CIRCLES = 48
MAX_HANDED_OVER = 8  # evenings where this browser only watches though it may score
DEVICE_LENGTH = 6  # letters


class TooManyCircles(InWords, Conflict):
    """409: this browser holds as many circles of its own as a cookie can."""

    sentence = message("This browser is in as many circles as it can hold. Use another browser for one more.")


def held_uids() -> list[str]:
    """The grants of this browser, the current one first, in force or not."""
    first = session.get("grant")
    return [] if first is None else [first, *session.get("other_grants", ())]


def held_grants() -> list[Grant]:
    """The grants of this browser as rows, in their order."""
    return find_grants(held_uids())


OF_UIDS = select(Grant).where(Grant.uid.in_(bindparam("uids", expanding=True)))  # asked with every request


def find_grants(uids: list[str]) -> list[Grant]:
    """The grants of these uids, in their order."""
    known = {grant.uid: grant for grant in db.session.scalars(OF_UIDS, {"uids": uids})} if uids else {}
    return [known[uid] for uid in uids if uid in known]


def current_grant() -> Grant | None:
    """The first grant of this browser, in force or not."""
    return next(iter(find_grants(held_uids()[:1])), None)


def add_grant(grant: Grant) -> None:
    """Put a grant first in the cookie; others are kept while they allow something more.

    Pages that are open go on: the token of forms stays. It and the device are chosen now, where there are none: two
    pages that are asked for side by side would each choose their own.
    """
    others = [other for other in held_grants() if other.in_force and not grant.does_all_of(other)]
    store_uids([held.uid for held in fit_in_cookie([grant, *others])])
    session.permanent = True
    for name in ("offered", "home screen"):  # these were of the circle before
        session.pop(name, None)
    device_id()
    generate_csrf()


def browser_secret() -> str:
    """A secret of this browser: repeated requests are recognised by it."""
    return session.get("csrf_token") or new_uid()


def check_room() -> None:
    """Raise TooManyCircles where this browser cannot hold one more circle: before anything is written."""
    circles = [grant for grant in find_grants(held_uids()) if grant.founding and grant.in_force]
    if len(circles) >= MAX_CIRCLES:
        raise TooManyCircles


def fit_in_cookie(grants: list[Grant]) -> list[Grant]:
    """The grants that fit in a cookie: no circle founded here is dropped for another, nor for evenings.

    Of the others those current longest ago go first; a whole circle goes after all evenings.
    """
    circles = [grant for grant in grants if grant.evening_id is None and grant.right == SCORE]
    lesser = [grant for grant in grants if grant not in circles][:MAX_GRANTS]
    while len(circles) > MAX_CIRCLES:
        circles.remove(next((grant for grant in reversed(circles[1:]) if not grant.founding), circles[0]))
    if grants[0] not in circles + lesser:
        raise TooManyCircles
    return [grant for grant in grants if grant in circles or grant in lesser]


def store_uids(grants: list[str]) -> None:
    """Store these grants in the cookie, the first one as the current one."""
    for name in ("grant", "other_grants"):
        session.pop(name, None)
    if grants:
        session["grant"] = grants[0]
    if grants[1:]:
        session["other_grants"] = grants[1:]


def make_current(grant: Grant) -> None:
    """Make a held grant the current one."""
    store_uids([grant.uid, *(other for other in held_uids() if other != grant.uid)])


def device_id() -> str:
    """Identifies this browser in logs; nothing else is known about it."""
    if "device" not in session:
        session["device"] = new_uid(DEVICE_LENGTH)
    return str(session["device"])


def phone_id() -> str:
    """Identifies this browser in claimed seats; it is shown to nobody."""
    if "phone" not in session:
        session["phone"] = new_uid()
    return str(session["phone"])


def is_handed_over(evening_uid: str) -> bool:
    """Whether this browser has handed scoring over for an evening."""
    return evening_uid in session.get("handed_over", ())


def set_handed_over(evening: Evening, down: bool) -> None:
    """Hand scoring over for an evening, or take it back."""
    others = [uid for uid in session.get("handed_over", ()) if uid != evening.uid]
    session["handed_over"] = [evening.uid, *others][:MAX_HANDED_OVER] if down else others


class OtherGrant(NamedTuple):
    """The circle and evening of another grant of this browser; no evening means the whole circle."""

    uid: str
    circle: str
    evening: str


def other_grants() -> list[OtherGrant]:
    """The grants in force besides the current one."""
    return [
        OtherGrant(held.uid, held.circle.name, evening_words(held.evening) if held.evening else "")
        for held in find_grants(held_uids()[1:])
        if held.in_force
    ]


MAX_EVENINGS = 8  # evenings that are remembered
NOBODY = ""  # just watching


class Owner(NamedTuple):
    """The seat of a phone's owner, None where they have none at this table; known: whether they have said who they are.

    lost: the seat they claimed that another phone has taken over.
    """

    seat: int | None
    known: bool
    lost: int | None = None


def seated_players(state: MatchState) -> list[str]:
    """By seat, the uid of its player now; the name of a player without one."""
    return [uid or name for uid, name in state.players_now]


def claim_player(evening: str, player: str) -> None:
    """Claim a player, or none, for an evening, whatever the seat or match; another phone loses the claim."""
    known = session.get("claimed_seats", {})
    others = [(uid, who) for uid, who in known.items() if uid != evening]
    session["claimed_seats"] = dict([*others, (evening, player)][-MAX_EVENINGS:])
    claim_seat(evening, player, phone_id())


def phone_owner(evening: str, state: MatchState) -> Owner:
    """The owner of this phone in this match."""
    claims, known = session.get("claimed_seats", {}), seated_players(state)
    player = claims.get(evening)
    if not player or player not in known:
        return Owner(None, evening in claims)
    seat = known.index(player)
    return Owner(None, True, seat) if is_taken_over(evening) else Owner(seat, True)


def reclaim_seat(evening: str) -> None:
    """Claim the owner's seat again where no phone has it any more."""
    player = session.get("claimed_seats", {}).get(evening)
    if player and player not in claiming_phones(evening):
        claim_seat(evening, player, phone_id())


def is_taken_over(evening: str) -> bool:
    """Whether another phone has claimed this phone's player since."""
    player = session.get("claimed_seats", {}).get(evening)
    return bool(player) and claiming_phones(evening).get(player, phone_id()) != phone_id()


def seats_of_other_phones(evening: str, state: MatchState) -> tuple[int, ...]:
    """The seats that other phones answer for."""
    held = claiming_phones(evening)
    others = {player for player, by in held.items() if by != phone_id()} if held else ()
    return tuple(seat for seat, player in enumerate(seated_players(state)) if player in others)


MARK = 12  # letters

bp = Pages("phone_key", __name__)


class SentKey(Struct):
    """What a phone sends: its key, of 32 bytes in base64 for addresses, and the one that this takes the place of."""

    key: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$")]
    former: Annotated[str, Meta(max_length=43)] = ""


class UnknownPhone(InWords, Forbidden):
    """403: a key that nothing is remembered of."""

    sentence = message("This phone is not known here any more. Open a link to your circle again.")


@bp.post("/line/key", needs=PUBLIC)
def show_key() -> dict[str, Any]:
    """Remember what this browser holds, or give it back to one that holds nothing."""
    unseen_by_others()
    try:
        sent = msgspec.convert(sent_json(), SentKey)
    except msgspec.ValidationError:
        raise NotReadable from None
    if held_uids():
        count_use("phone")
        remember_phone(sent.key, sent.former, [grant for grant in held_grants() if grant.in_force])
    else:
        for grant in reversed(limited_guess("link", lambda: grants_of_phone(sent.key) or None) or []):
            add_grant(grant)
        if not held_uids():
            raise UnknownPhone
    return {"held": held_mark()}


def held_mark() -> str:
    """What the cookie of this browser holds, as a short hash: a phone knows by it what was remembered; else empty."""
    held = held_uids()
    return hash_secret(" ".join(held))[:MARK] if held else ""
