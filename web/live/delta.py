"""The follow screen as JSON text, cached for each version; a newer version is sent as a delta to an older one.

A delta is raw deflate data with the older text as its dictionary: it is little longer than what is new.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

from models.cache import Cache, text_size
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from web.i18n.locale import language_code
from web.live.content import FollowContent

WINDOW = 32 * 1024  # bytes that deflate looks back at most
RAW_DEFLATE = -15  # zlib's wbits for a stream without a header

_text_cache: Cache[bytes] = Cache(4 << 20, text_size)
_delta_cache: Cache[bytes] = Cache(1 << 20, text_size)


def content_json(match: GrantedMatch, state: MatchState, version: str) -> bytes:
    """The content of this version as JSON text in the reader's language, cached."""
    key = (match.uid, version, language_code())
    return _text_cache.get(key) or _text_cache.put(key, to_json(FollowContent(match, state).document()))


def to_json(document: list[Any]) -> bytes:
    """Data as compact JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def content_delta(uid: str, known: str, version: str) -> bytes | None:
    """The text of a version as a delta to that of another; None when this process has not both."""
    key = (uid, known, version, language_code())
    before, after = (_text_cache.get((uid, one, language_code())) for one in (known, version))
    found = _delta_cache.get(key)
    if found or before is None or after is None:
        return found
    return _delta_cache.put(key, compress_delta(before, after))


def compress_delta(before: bytes, after: bytes) -> bytes:
    """A text deflated with another as its dictionary."""
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, zlib.Z_DEFAULT_STRATEGY, before[-WINDOW:])
    return packer.compress(after) + packer.flush()
