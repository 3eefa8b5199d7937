"""Request class and URL converter that let no text in which nobody can type: no control character, no half letter."""

from __future__ import annotations

import re
import tempfile
from typing import IO, Any

from flask import Flask, Request, current_app, request
from werkzeug.datastructures import ImmutableMultiDict, iter_multi_items
from werkzeug.exceptions import ClientDisconnected
from werkzeug.routing import BaseConverter

from web.http.file_stream import IN_MEMORY
from web.i18n.locale import gettext

UNSEEN = "\ufffd"
LAST = "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
UNREADABLE = re.compile(f"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{LAST}]")
"""What no page may hold and some databases do not take; tabs and ends of lines stay."""


def readable(text: Any) -> Any:
    """The text with a mark in the place of each of these; a file as it is."""
    return UNREADABLE.sub(UNSEEN, text) if type(text) is str else text


class CleanDict(ImmutableMultiDict[str, str]):
    """The names and texts of a form or an address."""

    def __init__(self, mapping: Any = None) -> None:
        super().__init__([(readable(name), readable(text)) for name, text in iter_multi_items(mapping or ())])


class CutShort(ClientDisconnected):
    """A body that did not come whole."""

    @property
    def words(self) -> str:
        """What the page says."""
        return gettext("Not all of it arrived. Nothing was recorded; send it again.")


class CleanRequest(Request):
    """A request whose form and query hold only readable text."""

    parameter_storage_class = CleanDict

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        """Where a file is kept while it is sent: in memory, a larger one without a name in the instance folder."""
        return tempfile.SpooledTemporaryFile(IN_MEMORY, dir=current_app.instance_path)

    def _load_form_data(self) -> None:
        try:
            super()._load_form_data()
        except (ClientDisconnected, TimeoutError, ConnectionError):
            raise CutShort from None


class SlugConverter(BaseConverter):
    """`<slug:name>` in a route: the letters of all our uids, codes, secrets and keys; what else stands there is 404."""

    regex = "[A-Za-z0-9_-]{1,100}"


def init_requests(app: Flask) -> None:
    """Use both; call it before blueprints are registered."""
    app.request_class = CleanRequest
    app.url_map.converters["slug"] = SlugConverter


def sent_fields() -> Any:
    """The fields of the form that was sent: in the body, or in the address of a look."""
    return request.form if request.method == "POST" else request.args
