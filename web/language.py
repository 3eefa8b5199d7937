"""The reader's language: texts from the catalogues, with their values put in. A text is looked up once a language."""

from __future__ import annotations

from typing import Any

import flask_babel
from markupsafe import Markup

from web.shelf import Shelf

_known: dict[tuple[str, str], tuple[str, Markup]] = {}
_counted: Shelf[str] = Shelf(1024)


def gettext(text: str, **values: Any) -> str:
    """The text in the reader's language."""
    words = translated(text)[0]
    return words % values if values else words


def marked(text: str, **values: Any) -> Markup:
    """The same for templates, where texts are markup of ours and values are made safe."""
    words = translated(text)[1]
    return words % values if values else words


def ngettext(one: str, more: str, n: int, **values: Any) -> str:
    """The text for this number in the reader's language."""
    if values:
        return str(flask_babel.ngettext(one, more, n, **values))
    key = (language(), one, more, n)
    return _counted.get(key) or _counted.put(key, str(flask_babel.ngettext(one, more, n)))


def translated(text: str) -> tuple[str, Markup]:
    """What the catalogue has for a text, plain and as markup, before any value is put in."""
    key = (language(), text)
    found = _known.get(key)
    if found is None:
        words = str(flask_babel.gettext(text))
        found = _known[key] = (words, Markup(words))  # noqa: S704  only our translators' words
    return found


def language() -> str:
    """The code of the reader's language: English is the only one so far."""
    return "en"
