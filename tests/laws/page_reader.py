"""A person at the table without script, who knows nothing of a page but what can be read on it.

Whatever is tapped or chosen is found by its words: the name on a chip, the digit on a key, the heading of a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.form_filler import Tap, choose, named, page_of, send, taps_on, with_class, words_of


class Reader:
    """A reader of the table of one match; page is what lies open."""

    def __init__(self, client: FlaskClient, uid: str) -> None:
        self.client = client
        self.turn_to(client.get(f"/m/{uid}"))

    def turn_to(self, answer: TestResponse) -> None:
        """Read what came back; anything but a page of the table is a failure in the words of that page."""
        self.page, self.address = page_of(answer), answer.request.path
        assert answer.status_code == 200, [words_of(one) for one in with_class(self.page, "fault")] or answer

    @property
    def pad(self) -> Element:
        """The pad; the end of a match has none."""
        found = named(self.page, "pad")
        assert found is not None, words_of(self.page)
        return found

    @property
    def over(self) -> bool:
        """Whether the page says who won."""
        return bool(with_class(self.page, "won"))

    def sees(self, words: str) -> bool:
        """Whether there is something with these words to tap."""
        return not self.over and bool(self._buttons(words, self.pad))

    def tap(self, words: str, inside: str = "") -> None:
        """Tap the one thing that says this; inside names the class of the part of the pad where it lies."""
        place = with_class(self.pad, inside)[0] if inside else self.pad
        found = self._buttons(words, place)
        assert len(found) == 1, f"{words!r} {len(found)} times in {words_of(place)}"
        self.turn_to(send(self.client, found[0]))

    def _buttons(self, words: str, place: Element) -> list[Tap]:
        """What says this in a part of the pad; a way back to another step only where no button does."""
        within = set(place.iter())
        found = [tap for tap in taps_on(self.pad, self.address) if tap.button in within and says(tap.button, words)]
        return [tap for tap in found if tap.form is not None] or found

    def choose(self, words: str, under: str = "") -> None:
        """Choose the one thing that says this; under is the heading that it stands below."""
        found = [chip for place in self._places(under) for chip in chips_in(place) if says(chip[0], words)]
        assert len(found) == 1, f"{words!r} {len(found)} times under {under!r} in {words_of(self.pad)}"
        _label, button = found[0]
        if button.get("type") == "checkbox":
            button.set("checked", "")
            return
        group = [other for other in self.pad.iter("input") if other.get("name") == button.get("name")]
        form = next(form for form in self.pad.iter("form") if button in set(form.iter()))
        choose([other for other in group if other in set(form.iter())], button)

    def answer(self, words: str, under: str) -> None:
        """Tap the one thing that says this where that records it at once, unless it stands there; else choose it."""
        found = [tap for place in self._places(under) for tap in self._buttons(words, place)]
        if not found:
            return self.choose(words, under)
        assert len(found) == 1, f"{words!r} {len(found)} times under {under!r}"
        stands = found[0].button.get("aria-pressed") == "true"
        return None if stands else self.turn_to(send(self.client, found[0]))

    def _places(self, under: str) -> list[Element]:
        return [self.pad] if not under else [place for place in self.pad.iter("fieldset") if headed(place, under)]

    def asks(self, under: str) -> bool:
        """Whether something stands below this heading."""
        return not self.over and any(headed(place, under) for place in self.pad.iter("fieldset"))

    def reads(self, words: str) -> bool:
        """Whether this stands on the pad."""
        return not self.over and words in words_of(self.pad)

    def types_for(self, name: str) -> bool:
        """Whether the keys are for the number of this player."""
        slots = [] if self.over else [slot for slot in with_class(self.pad, "slot") if "now" in slot.get("class", "")]
        return any(name in words_of(slot) for slot in slots)


def headed(place: Element, words: str) -> bool:
    """Whether a group of choices has this heading."""
    heading = place.find("legend")
    return heading is not None and says(heading, words)


def chips_in(place: Element) -> Iterator[tuple[Element, Element]]:
    """What can be chosen in a part of a page, each with its button."""
    for label in place.iter("label"):
        for button in label.iter("input"):
            if "disabled" not in button.attrib and button.get("type") in ("radio", "checkbox"):
                yield label, button


def says(element: Element, words: str) -> bool:
    """Whether an element says this: in all its words, without what is written small, or in what is written boldest."""
    bold = [words_of(part) for part in element.findall("b")] if "verdict" in element.get("class", "") else []
    return words in (words_of(element), " ".join("".join(large(element)).split()), *bold)


def large(element: Element) -> Iterator[str]:
    """What is not written small, nor only read aloud."""
    yield element.text or ""
    for child in element:
        if child.tag != "small" and "unseen" not in child.get("class", "").split():
            yield from large(child)
        yield " " + (child.tail or "")
