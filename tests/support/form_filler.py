"""A thumb without script: the forms and links of a served page as a browser offers them, filled in at random."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode, urljoin
from xml.etree.ElementTree import Element, TreeBuilder

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

EMPTY = {"input", "meta", "link", "br", "hr", "img", "col", "wbr", "source"}
Pairs = list[tuple[str, str]]


class Tap(NamedTuple):
    """What can be tapped: a button of a form with what it would send untouched, or a link (no form)."""

    words: str
    address: str
    form: Element | None
    button: Element


class _Builder(HTMLParser):
    """Builds a tree out of a page whose elements are all closed; TreeBuilder raises for one that is not."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tree = TreeBuilder()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        if tag in EMPTY:
            self.tree.end(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, dict(attrs))
        self.tree.end(tag)

    def handle_endtag(self, tag: str) -> None:
        self.tree.end(tag)

    def handle_data(self, data: str) -> None:
        self.tree.data(data)


def page_of(answer: TestResponse) -> Element:
    """The document of an answer, read quickly."""
    builder = _Builder()
    builder.tree.start("page", {})
    builder.feed(answer.get_data(as_text=True))
    builder.tree.end("page")
    return builder.tree.close()


def words_of(element: Element) -> str:
    """All words of an element with single blanks between them."""
    return " ".join(" ".join(element.itertext()).split())


def named(page: Element, name: str) -> Element | None:
    """The element with this id."""
    return page.find(f".//*[@id='{name}']")


def with_class(page: Element, name: str) -> list[Element]:
    """The elements of this class."""
    return [element for element in page.iter() if name in element.get("class", "").split()]


def taps_on(place: Element, address: str) -> Iterator[Tap]:
    """Every enabled button and every link in a part of the page at this address."""
    buttons = list(place.iter("button"))
    for form in place.iter("form"):
        ours = [button for button in form.iter("button") if "form" not in button.attrib]
        for button in ours + [button for button in buttons if button.get("form", "") == form.get("id", None)]:
            if "disabled" not in button.attrib:
                action = button.get("formaction") or form.get("action") or address
                yield Tap(words_of(button), urljoin(address, action), form, button)
    for link in place.iter("a"):
        yield Tap(words_of(link), urljoin(address, link.attrib["href"]), None, link)


def turns(tap: Tap) -> bool:
    """Whether a tap is Undo or Redo."""
    return any(way in tap.button.get("class", "").split() for way in ("undo", "redo"))


def groups_of(form: Element) -> dict[str, list[Element]]:
    """The enabled radios of a form by name."""
    groups: dict[str, list[Element]] = {}
    for radio in form.iter("input"):
        if radio.get("type") == "radio" and "disabled" not in radio.attrib:
            groups.setdefault(radio.attrib["name"], []).append(radio)
    return groups


def typed_in(form: Element) -> list[Element]:
    """The fields of a form that are typed."""
    return [field for field in form.iter("input") if field.get("type") == "text"]


def complete(form: Element) -> bool:
    """Whether a form asks nothing more: a choice stands in every group, nothing is to be typed or listed."""
    groups = groups_of(form).values()
    chosen = all(any("checked" in radio.attrib for radio in group) for group in groups)
    return chosen and not typed_in(form) and not any(form.iter("select"))


def fill(rng: Random, form: Element) -> None:
    """Choose, type and list in a form as a person might, mostly to the end and mostly sensibly."""
    for group in groups_of(form).values():
        optional = any("checked" in radio.attrib for radio in group)
        if rng.random() < (0.15 if optional else 0.97):
            choose(group, rng.choice(group))
    for field in typed_in(form):
        if rng.random() < (0.15 if field.get("name", "").startswith("sequence_points") else 0.95):
            field.set("value", str(rng.choice((rng.randint(0, 42), rng.randint(0, 73), 20))))
    for box in form.iter("input"):
        if box.get("type") == "checkbox" and rng.random() < 0.3:
            box.set("checked", "")
    for listing in form.iter("select"):
        if rng.random() < 0.05:
            pick_from(listing, rng)


def choose(group: list[Element], chosen: Element) -> None:
    """Check one radio of a group."""
    for radio in group:
        radio.attrib.pop("checked", None)
    chosen.set("checked", "")


def pick_from(listing: Element, rng: Random) -> None:
    """Choose one line of a list."""
    options = list(listing.iter("option"))
    for option in options:
        option.attrib.pop("selected", None)
    rng.choice(options).set("selected", "")


def sent_by(form: Element, button: Element) -> Pairs:
    """What a browser sends when this button of the form is tapped."""
    pairs = [pair for field in form.iter() for pair in said_by(field)]
    return pairs + ([(button.attrib["name"], button.get("value", ""))] if "name" in button.attrib else [])


def said_by(field: Element) -> Pairs:
    """What a field of a form sends."""
    name = field.get("name")
    if name is None or "disabled" in field.attrib or field.tag not in ("input", "select"):
        return []
    if field.tag == "select":
        options = list(field.iter("option"))
        chosen = next((option for option in options if "selected" in option.attrib), options[0])
        return [(name, chosen.get("value", words_of(chosen)))]
    if field.get("type") in ("radio", "checkbox") and "checked" not in field.attrib:
        return []
    return [(name, field.get("value", "on"))]


def send(client: FlaskClient, tap: Tap) -> TestResponse:
    """What comes of a tap, redirects followed."""
    if tap.form is None:
        return client.get(tap.address, follow_redirects=True)
    pairs = sent_by(tap.form, tap.button)
    if tap.form.get("method") == "post":
        data: dict[str, list[str]] = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        return client.post(tap.address, data=data, follow_redirects=True)
    return client.get(f"{tap.address}?{urlencode(pairs)}", follow_redirects=True)
