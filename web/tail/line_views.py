"""What a phone asks to learn whether it has a line, and what it keeps for an evening without one."""

from __future__ import annotations

from typing import Any

from flask_wtf.csrf import generate_csrf

from models.base import now, to_millis
from web.auth.guard import current_grant, page_grant, place_of
from web.auth.phone_key import held_mark
from web.http.security import unseen_by_others
from web.routes import PUBLIC, WATCH_LAST, Pages
from web.tail.home_json import home_json

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
