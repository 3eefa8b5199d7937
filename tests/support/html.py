"""Pages read by a strict parser: the first fault of the markup fails the test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import html5lib
from werkzeug.test import TestResponse

from tests.support.form_filler import page_of


def parsed(response: TestResponse) -> Element:
    """The document of an answer, elements without a namespace; raises for markup that a browser would mend."""
    assert response.mimetype == "text/html"
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=False)
    return parser.parse(response.get_data(as_text=True))


SVG = "{http://www.w3.org/2000/svg}"
INLINE = ("bdi", "em", "strong")


def words(element: Element) -> Iterator[str]:
    """All that is written in an element; a blank parts what the page sets apart."""
    apart = "" if element.tag in INLINE else " "
    yield apart
    yield element.text or ""
    for child in element:
        yield from words(child)
        yield child.tail or ""
    yield apart


def text(element: Element) -> str:
    """All words of an element, with single blanks between them."""
    return " ".join("".join(words(element)).split())


SAID = re.compile(r"(?<=>)[^<&]+|(?<==\")[^\"&]+")  # what may be written otherwise while the markup is the same
sound: set[str] = set()  # the markup of pages that were parsed strictly


def main_of(response: TestResponse) -> str:
    """The words of a page's main part; strictly parsed the first time that there is a page of this markup."""
    markup = SAID.sub("", response.get_data(as_text=True))
    if markup not in sound:
        parsed(response)
        sound.add(markup)
    main = page_of(response).find(".//main")
    assert main is not None
    return text(main)


def form_of(document: Element, action: str) -> dict[str, str]:
    """What the form with this address would send untouched; of a name that stands several times the last."""
    form = next(form for form in document.iter("form") if form.get("action") == action)
    return {
        field.attrib["name"]: field.get("value", "on")
        for field in form.iter("input")
        if "name" in field.attrib and (field.get("type") not in ("radio", "checkbox") or "checked" in field.attrib)
    }
