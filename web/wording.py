"""Sentences: a code with values in the reader's language, names kept apart from the text around them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from models.refusals import SENTENCES
from scoring.games import games
from scoring.wording import wording
from web.language import gettext, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.words import Table

SEATS = {"seat", "dealer", "leader", "maker", "chooser", "other", "declarer", "bidder"}
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
MINUS = "−"


class Speaker:
    """Says codes of one game in words, for the people who sit at one table."""

    def __init__(self, game: str, players: Iterable[str], sides: Iterable[Iterable[int]]) -> None:
        self.game = games()[game]
        self.players = list(players)
        self.sides = [list(seats) for seats in sides]
        self.names = [safe(f"<bdi>{escape(player)}</bdi>") for player in self.players]

    def say(self, said: dict[str, Any]) -> Markup:
        """The sentence of {"code", "values"}, ready for a page."""
        values = said["values"]
        words = SENTENCES.get(said["code"]) or wording(self.game, said["code"])
        text = ngettext(*words, values.get("n", 0)) if isinstance(words, tuple) else gettext(words)
        return filled(text, {key: self.value(key, value) for key, value in values.items()})

    def plain(self, said: dict[str, Any]) -> str:
        """The sentence as text without markup, for titles and screen readers."""
        return self.say(said).striptags()

    def value(self, key: str, value: Any) -> Any:
        """One value as it is shown: seats and sides as names, suits by their signs, numbers with a true minus."""
        if value is None:
            return ""
        word = key.rsplit("_", 1)[-1]
        if key in SEATS or word == "seat":
            return self.name(value)
        if word == "seats":
            return listed([self.name(seat) for seat in value])
        if word == "side":
            return self.side(value)
        if word == "gain":
            return signed(value)
        if word == "money":
            return money(value)
        if type(value) is int:
            return num(value)
        return SUITS.get(value, escape(value)) if isinstance(value, str) else value

    def name(self, seat: int) -> Markup:
        """The player of a seat, kept apart from the direction of the text around."""
        return self.names[seat]

    def side(self, side: int) -> Markup:
        """The names of a side: "Ann & Cem"."""
        return Markup(" &amp; ").join(self.name(seat) for seat in self.sides[side])

    def side_text(self, side: int) -> str:
        """The names of a side as text."""
        return " & ".join(self.players[seat] for seat in self.sides[side])


@lru_cache(256)
def speaker_at(game: str, table: Table) -> Speaker:
    """The speaker of a game for those who sit at a table."""
    return Speaker(game, table.players, table.sides)


def safe(text: str) -> Markup:
    """Markup that was put together from our own and from what was made safe."""
    return Markup(text)  # noqa: S704


def filled(text: str, values: dict[str, Any]) -> Markup:
    """A sentence with its values put in; both are made safe here."""
    return safe(str(escape(text)).format(**{key: escape(value) for key, value in values.items()}))


def listed(items: list[Any]) -> Markup:
    """Names one after the other: "Ann, Bob and Cem"."""
    if len(items) < 2:
        return Markup("").join(items)
    return filled(gettext("{first} and {last}"), {"first": Markup(", ").join(items[:-1]), "last": items[-1]})


def signed(number: int) -> Markup:
    """A gain or a loss with its sign, read from left to right in every language."""
    sign = "+" if number > 0 else MINUS if number < 0 else ""
    return safe(f'<bdi dir="ltr">{sign}{abs(number)}</bdi>')


def num(number: int) -> str:
    """A total, with a true minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def money(amount: int) -> str:
    """Minor units of money as an amount with two decimals."""
    return f"{MINUS if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02d}"
