"""Where an app on the home screen starts: with the link that takes it in while that is open (models/grants/)."""

from __future__ import annotations

from flask import session, url_for

from models.db.transaction import circle_transaction
from models.grants.home_screen import create_way, find_way
from models.tables.grant import Grant
from web.auth.guard import GrantEnded, current_grant
from web.i18n.locale import gettext

KEY = "home screen"  # in the session: the secret of the link that was made last


def open_way() -> None:
    """Make a link for this browser's home screen; none for a stranger, nor for who came in by a spoken code.

    Raises GrantEnded.
    """
    grant = current_grant()
    if grant is None or grant.expires_at is not None:
        return
    with circle_transaction(grant.circle_id) as database:
        database.refresh(grant)
        if not grant.in_force:
            raise GrantEnded(grant)
        session[KEY] = create_way(grant, way_name(grant))


def way_name(grant: Grant) -> str:
    """What the circle's list calls a link made with a grant; one for a single phone already gives it its own name."""
    own = grant.name if grant.once else ""
    return own or gettext("Home screen of {name}", name=grant.name or grant.circle.name)


def is_open() -> bool:
    """Whether a link waits to be taken."""
    return isinstance(session.get(KEY), str) and find_way(session[KEY]) is not None


def start_address() -> str:
    """Where the app starts: with the link while it is open."""
    return url_for("install.come_in", once=session[KEY]) if is_open() else url_for("home.show_home")
