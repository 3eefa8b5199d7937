"""Who may create circles on this server, and whether this browser is the host's; the form that asks for the host's key.

A server that only its own machine can reach asks nothing of whoever sits there, as long as nothing was chosen.
"""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address
from typing import Any

from flask import current_app, request, session
from wtforms.validators import ValidationError

from models.grants import hash_secret
from models.host import host_setting
from models.tables import HostSetting
from web.auth.rate_limit import limited_guess
from web.forms import LONGEST_TYPED, Form, text_field
from web.i18n.locale import gettext

FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")


def on_own_machine() -> bool:
    """True when the server listens to this machine alone, and the browser here asks it by a name of this machine.

    What a proxy or a tunnel brings is somebody else's; so is a page of another name that leads its visitors here (DNS
    rebinding), which is seen by the Host that it asks for.
    """
    return (
        bool(current_app.config.get("OWN_MACHINE"))
        and is_loopback(request.remote_addr or "")
        and is_loopback(name_of(request.host))
        and not any(header in request.headers for header in FORWARDED)
    )


def is_loopback(name: str) -> bool:
    """Whether a name or an address always means the machine itself."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def name_of(host: str) -> str:
    """The name in a Host header, without its port and without the brackets of an IPv6 address."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


ANYBODY, WITH_KEY, MINE, NOT_YET = "anybody", "key", "mine", "not yet"
KNOWN = 16  # letters of a hash that the host's cookie holds


def creation_policy() -> str:
    """Who may create a circle: ANYBODY; WITH_KEY, who has the host's key; nobody until the host chooses.

    Then MINE for the host's browser, NOT_YET for others.
    """
    row = host_setting()
    if current_app.config["CIRCLES"] == ANYBODY or (row and row.anybody):
        return ANYBODY
    if row is None or row.anybody is None:
        if on_own_machine():
            return ANYBODY
        return MINE if row and is_host(row) else NOT_YET
    return ANYBODY if is_host(row) else WITH_KEY


def is_host(row: HostSetting) -> bool:
    """Whether this browser opened the host's address, or knew the key, and neither was replaced since."""
    proof = session.get("host", "")
    return any(known is not None and proof == known[:KNOWN] for known in (row.door_hash, row.key_hash))


def by_address(row: HostSetting | None) -> bool:
    """Whether this browser opened the host's address, and that is valid: it sees more than who has the key."""
    return row is not None and row.door_hash is not None and session.get("host") == row.door_hash[:KNOWN]


def host_here() -> bool:
    """Whether this browser is the host's: who only has the key may be anybody who was given it."""
    return by_address(host_setting())


def guessed(secret: str, right: str | None, what: str = "key") -> str | None:
    """The hash of the right secret if this is it, else None; a wrong one is counted."""
    return limited_guess(what, lambda: right if right and compare_digest(hash_secret(secret), right) else None)


def is_host_key(_: Any, field: Any) -> None:
    """Validator: the host's key; wrong ones are counted, and 429 is raised after too many."""
    row, letters = host_setting(), "".join(letter for letter in field.data.lower() if letter.isalnum())
    if guessed(letters, row.key_hash if row else None) is None:
        raise ValidationError(gettext("This is not the host’s key."))


def key_field() -> Any:
    """Text input for the key; what was typed is not drawn again."""
    html = {"maxlength": LONGEST_TYPED, "autocapitalize": "none", "spellcheck": "false", "value": ""}
    return text_field(is_host_key, read=str, **html)


class KeyForm(Form):
    """The host's key alone."""

    key = key_field()
