"""The reader's language: texts from the catalogues, with their values put in."""

from __future__ import annotations

from typing import Any

import flask_babel


def gettext(text: str, **values: Any) -> str:
    """The text in the reader's language."""
    return str(flask_babel.gettext(text, **values))


def ngettext(one: str, more: str, n: int, **values: Any) -> str:
    """The text for this number in the reader's language."""
    return str(flask_babel.ngettext(one, more, n, **values))


def language() -> str:
    """The code of the reader's language."""
    return str(flask_babel.get_locale() or "en")
