"""Sentences on pages: what the table's speaker says, as markup."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from drawing import messages
from models.log.errors import SENTENCES
from scoring.words import Table
from web.i18n.locale import gettext, language, speaking
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Iterable

    from models.log.errors import Refused
    from scoring.words import Problem

SUITS = messages.SUITS
LIMITS = ("circle_full", "evening_full")


def limit_words(refused: Refused) -> str:
    """Which limit of a circle or an evening was met, in a sentence; empty when it was none."""
    met = [found for found in refused.problems if found.code in LIMITS]
    return gettext(str(SENTENCES[met[0].code]), **met[0].values) if met else ""


class Speaker:
    """Says codes of one game in the reader's language, for the people who sit at one table."""

    def __init__(self, game: str, players: Iterable[str], sides: Iterable[Iterable[int]]) -> None:
        table = Table(tuple(players), tuple(tuple(seats) for seats in sides), 0)
        self.voice = messages.MessageFormatter(speaking(), game, table, SENTENCES)
        self.game, self.players, self.sides = self.voice.game, table.players, table.sides

    def say(self, said: dict[str, Any]) -> Markup:
        """The sentence of {"code", "values"}, ready for a page."""
        return html(self.voice.format(said))

    def value(self, key: str, value: Any) -> Markup:
        """One value as it is shown."""
        return html(self.voice.value(key, value))

    def name(self, seat: int) -> Markup:
        """The player of a seat, kept apart from the direction of the text around."""
        return html(self.voice.name(seat))

    def side(self, side: int) -> Markup:
        """The names of a side: "Ann & Cem"."""
        return html(self.voice.side(side))

    def side_text(self, side: int) -> str:
        """The names of a side as text."""
        return self.voice.side_text(side)


def speaker_at(game: str, table: Table) -> Speaker:
    """The speaker of a game for those who sit at a table, in the reader's language."""
    return _speaker_at(language(), game, table)


@lru_cache(256)
def _speaker_at(code: str, game: str, table: Table) -> Speaker:
    return Speaker(game, table.players, table.sides)


def card_word(card: str) -> str:
    """A rank, a card or a domino as the reader writes it: "Q", "Q♥", "6-4"."""
    face = card.rstrip("♣♦♥♠")
    return messages.rank_word(speaking(), face) + card[len(face) :]


def plain_problems(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Problems with their values, for wording."""
    return [{"field": found.field, "code": found.code, "values": found.values} for found in problems]


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
    first = escape(gettext(", ")).join(items[:-1])
    return filled(gettext("{first} and {last}"), {"first": first, "last": items[-1]})
