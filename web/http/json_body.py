"""Requests whose body is JSON: the body, read once, and errors in words for whoever sent it."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import g, request
from werkzeug.exceptions import BadRequest, ClientDisconnected, RequestEntityTooLarge

from web.http.request import CutShort
from web.i18n.locale import gettext

LARGEST = 128 * 1024  # bytes


class NotReadable(BadRequest):
    """A body that is no JSON, or not what this address takes."""

    @property
    def words(self) -> str:
        """What the answer says."""
        return gettext("What this phone sent cannot be read. Nothing was recorded.")


def sent_json() -> Any:
    """The body of the request as data; NotReadable when it is no JSON, 413 when it is too large."""
    if "sent_json" not in g:
        try:
            g.sent_json = msgspec.json.decode(sent_bytes())
        except (msgspec.DecodeError, ValueError, RecursionError):
            raise NotReadable from None
    return g.sent_json


def sent_bytes() -> bytes:
    """The body; CutShort when it did not come whole, 413 when it is too large."""
    try:
        found = request.get_data()
    except (ClientDisconnected, TimeoutError, ConnectionError):
        raise CutShort from None
    if len(found) > LARGEST:
        raise RequestEntityTooLarge
    return found


def sent_token() -> str | None:
    """The form token in a JSON body: a page that is closing cannot send headers."""
    found = sent_json()
    token = found.get("token") if type(found) is dict else None
    return token if type(token) is str else None
