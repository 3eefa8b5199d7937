"""Pages as a strict parser sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

import html5lib

if TYPE_CHECKING:
    from werkzeug.test import TestResponse


def parsed(response: TestResponse) -> Element:
    """The tree of a page; fails on anything that is not plain HTML as it should be written."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    return parser.parse(response.get_data(as_text=True))


def words(response: TestResponse) -> str:
    """What a page says: its text with single blanks, without head and script."""
    body = parsed(response).find("body")
    return " ".join("".join(body.itertext()).split())
