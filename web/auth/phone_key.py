"""A phone shows its key: with its cookie it is remembered, without one it gets back what it was remembered for.

The key is a random secret in the phone's IndexedDB (static/offline/key.js). Each time that a phone is remembered it has
made a new one, and the former one is worth nothing from then on.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from werkzeug.exceptions import Forbidden

from models.grants import grants_of_phone, hash_secret, remember_phone
from web.auth import session_grants
from web.auth.rate_limit import count_use, limited_guess
from web.http.requests import NotReadable, sent_json
from web.http.security import unseen_by_others
from web.i18n.locale import gettext
from web.routes import PUBLIC, Pages

MARK = 12  # letters

bp = Pages("phone_key", __name__)


class SentKey(Struct):
    """What a phone sends: its key, of 32 bytes in base64 for addresses, and the one that this takes the place of."""

    key: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$")]
    former: Annotated[str, Meta(max_length=43)] = ""


class UnknownPhone(Forbidden):
    """403: a key that nothing is remembered of."""

    @property
    def words(self) -> str:
        """What the answer says."""
        return gettext("This phone is not known here any more. Open a link to your circle again.")


@bp.post("/line/key", needs=PUBLIC)
def show_key() -> dict[str, Any]:
    """Remember what this browser holds, or give it back to one that holds nothing."""
    unseen_by_others()
    try:
        sent = msgspec.convert(sent_json(), SentKey)
    except msgspec.ValidationError:
        raise NotReadable from None
    if session_grants.held_uids():
        count_use("phone")
        remember_phone(sent.key, sent.former, [grant for grant in session_grants.held_grants() if grant.in_force])
    else:
        for grant in reversed(limited_guess("link", lambda: grants_of_phone(sent.key) or None) or []):
            session_grants.add_grant(grant)
        if not session_grants.held_uids():
            raise UnknownPhone
    return {"held": held_mark()}


def held_mark() -> str:
    """What the cookie of this browser holds, as a short hash: a phone knows by it what was remembered; else empty."""
    held = session_grants.held_uids()
    return hash_secret(" ".join(held))[:MARK] if held else ""
