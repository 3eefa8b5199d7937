"""The reader's language: texts from the catalogues, with their values put in. A text is looked up once a language."""

from __future__ import annotations

from typing import Any

import flask_babel
from flask import g

_known: dict[tuple[str, str], str] = {}


def gettext(text: str, **values: Any) -> str:
    """The text in the reader's language."""
    key = (language(), text)
    words = _known.get(key)
    if words is None:
        words = _known[key] = str(flask_babel.gettext(text))
    return words % values if values else words


def ngettext(one: str, more: str, n: int, **values: Any) -> str:
    """The text for this number in the reader's language."""
    return str(flask_babel.ngettext(one, more, n, **values))


def language() -> str:
    """The code of the reader's language, found once a request."""
    try:
        return g.language  # type: ignore[no-any-return]
    except AttributeError:
        g.language = str(flask_babel.get_locale() or "en")
        return g.language
