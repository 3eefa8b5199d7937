"""What comes in with a request: readable text, files where one is asked for, whole bodies, bounded numbers and JSON.

And what goes out with an answer: compression, ETags, files in chunks, addresses.
"""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, NoReturn
from urllib.parse import urlencode

from flask import Flask, Request, Response, current_app, g, request
from flask_compress import Compress
from werkzeug.datastructures import ImmutableMultiDict, iter_multi_items
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge
from werkzeug.routing import BaseConverter, IntegerConverter

from scoring.words import message
from web.i18n.locale import gettext

IN_MEMORY = 1 << 20  # bytes of a file; a larger one is on the disk
LARGEST_JSON = 128 * 1024  # bytes
MOST_LEVELS = 20  # of JSON: a deal in a tail in a file has ten
MOST_DIGITS = 9  # of a number in an address: what every database takes
MAX_CLOCK = 2**53  # ms, the largest whole number of a phone
MOST_JSON_DIGITS = 16  # the largest whole number of a phone has so many
FILE_FIELDS = {"file"}

UNSEEN = "\ufffd"
LAST = "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
UNREADABLE = re.compile(f"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{LAST}]")
"""What no page may hold and some databases do not take; tabs and ends of lines stay."""


class InWords:
    """An HTTP error that tells in a sentence of its own what happened: words, in the reader's language."""

    sentence = ""

    @property
    def words(self) -> str:
        """The sentence for the error page."""
        return gettext(self.sentence)


class NotReadable(InWords, BadRequest):
    """A body that is not what this address takes: other data, or a file where our forms have a text."""

    sentence = message("What this phone sent cannot be read. Nothing was recorded.")


def readable(text: Any) -> Any:
    """The text with a mark in the place of each unreadable letter; a file as it is."""
    return UNREADABLE.sub(UNSEEN, text) if type(text) is str else text


class CleanDict(ImmutableMultiDict[str, str]):
    """The names and texts of a form or an address."""

    def __init__(self, mapping: Any = None) -> None:
        super().__init__([(readable(name), readable(text)) for name, text in iter_multi_items(mapping or ())])


class CleanRequest(Request):
    """A request whose form and query hold only readable text, and files only under the names of our file fields."""

    parameter_storage_class = CleanDict

    def _get_file_stream(self, *_: Any, **__: Any) -> IO[bytes]:
        """Where a file is kept while it is sent: in memory, a larger one without a name in the instance folder."""
        return tempfile.SpooledTemporaryFile(IN_MEMORY, dir=current_app.instance_path)

    def _load_form_data(self) -> None:
        super()._load_form_data()
        if set(self.__dict__["files"]) - FILE_FIELDS:
            raise NotReadable


class SlugConverter(BaseConverter):
    """`<slug:name>` in a route: the letters of all our uids, codes, secrets and keys; what else stands there is 404."""

    regex = "[A-Za-z0-9_-]{1,100}"


class NumberConverter(IntegerConverter):
    """`<int:name>` in a route: a number that every database takes."""

    regex = f"[0-9]{{1,{MOST_DIGITS}}}"


def init_requests(app: Flask) -> None:
    """Use these; call it before blueprints are registered."""
    app.request_class = CleanRequest
    app.url_map.converters |= {"slug": SlugConverter, "int": NumberConverter}


def sent_fields() -> Any:
    """The fields of the form that was sent: in the body, or in the address of a look."""
    return request.form if request.method == "POST" else request.args


def whole_number(text: str | None) -> int | None:
    """The number that a text of at most nine plain digits is; None for any other text."""
    return int(text) if text and len(text) <= MOST_DIGITS and text.isascii() and text.isdecimal() else None


def sent_json() -> Any:
    """The body of the request as data; NotReadable when it is no such JSON, 413 when it is too large."""
    if "sent_json" not in g:
        body = request.get_data()
        if len(body) > LARGEST_JSON:
            raise RequestEntityTooLarge
        try:
            g.sent_json = read_json(body)
        except ValueError:
            raise NotReadable from None
    return g.sent_json


def sent_token() -> str | None:
    """The form token in a JSON body: a page that is closing cannot send headers."""
    sent = sent_json()
    token = sent.get("token") if type(sent) is dict else None
    return token if type(token) is str else None


def read_json(text: str | bytes) -> Any:
    """The data of a JSON text, which can be written as JSON again; ValueError for what none of our scripts writes.

    That is: no JSON, more than MOST_LEVELS levels, a name twice in an object, NaN, a number beyond all, a text with
    letters that nobody can type.
    """
    text = text if isinstance(text, str) else text.decode()
    try:
        data = json.loads(text, object_pairs_hook=unique, parse_int=bounded, parse_float=finite, parse_constant=refused)
    except RecursionError:
        raise ValueError("too deep") from None
    check(data, MOST_LEVELS)
    return data


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these names and values; ValueError for a name that comes twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name comes twice")
    return dict(pairs)


def bounded(digits: str) -> int:
    """A whole number; ValueError for one of too many digits."""
    return int(digits) if len(digits.lstrip("-")) <= MOST_JSON_DIGITS else refused(digits)


def finite(digits: str) -> float:
    """A number with a point; ValueError for one beyond all."""
    return number if math.isfinite(number := float(digits)) else refused(digits)


def refused(text: str) -> NoReturn:
    """ValueError for a number that is none."""
    raise ValueError(text[:20])


def check(data: Any, levels: int) -> None:
    """ValueError for data of more levels, or with text that nobody can type."""
    if type(data) is str and UNREADABLE.search(data):
        raise ValueError("a text that nobody can type")
    if type(data) in (dict, list):
        if not levels:
            raise ValueError("too deep")
        for part in (*data, *data.values()) if type(data) is dict else data:
            check(part, levels - 1)


CHUNK = 1 << 16  # bytes
COMPRESSION = {
    "COMPRESS_MIMETYPES": ["text/html", "application/json", "text/javascript"],  # the last: the service worker
    "COMPRESS_ALGORITHM": ["gzip"],
    "COMPRESS_ALGORITHM_STREAMING": ["gzip"],
    "COMPRESS_LEVEL": 3,  # of 9: the next costs half as much again and saves one byte in twenty-five
    "COMPRESS_MIN_SIZE": 500,  # bytes; less is not worth it
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # views answer 304 themselves: unless_known()
}


def init_compression(app: Flask) -> None:
    """Compress every answer of text that is streamed or large; static files are compressed beforehand."""
    app.config.from_mapping(COMPRESSION)
    Compress(app)


def unless_known(version: str, make: Callable[[], Response]) -> Response:
    """The answer that is made, with this version as ETag; an empty 304 for whoever names it in If-None-Match."""
    known = request.if_none_match.contains_weak(version)
    answer = Response(status=304) if known else make()
    answer.set_etag(version, weak=True)
    return answer


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    """The file in chunks of CHUNK bytes, closed at its end."""
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


def address_with(path: str, query: Mapping[str, Any]) -> str:
    """A path with a query of these names and values, or lists of values; what is None is left out.

    url_for() takes names such as "_scheme" for its own: nothing that a request may hold is spread into it.
    """
    pairs = {name: value for name, value in query.items() if value is not None}
    text = urlencode(pairs, doseq=True)
    return f"{path}?{text}" if text else path
