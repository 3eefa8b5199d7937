"""Sentences on pages as markup."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from models.log.errors import SENTENCES, Refused
from scoring.words import Problem, Table
from table import language
from web.i18n.locale import current_language, gettext, language_code
from web.markup import html

SUITS = language.SUITS
LIMIT_CODES = ("circle_full", "evening_full")


def limit_words(refused: Refused) -> str:
    """The limit of a circle or an evening that was met, as a sentence; empty when it was none."""
    met = [found for found in refused.problems if found.code in LIMIT_CODES]
    return gettext(str(SENTENCES[met[0].code]), **met[0].values) if met else ""


class MarkupFormatter:
    """The sentences of one game in the reader's language as markup, with the names of one table."""

    def __init__(self, game: str, players: Iterable[str], sides: Iterable[Iterable[int]]) -> None:
        table = Table(tuple(players), tuple(tuple(seats) for seats in sides), 0)
        self.nodes = language.MessageFormatter(current_language(), game, table, SENTENCES)
        self.game, self.players, self.sides = self.nodes.game, table.players, table.sides

    def format(self, message: dict[str, Any]) -> Markup:
        """The sentence of {"code", "values"}, as markup."""
        return html(self.nodes.format(message))

    def value(self, key: str, value: Any) -> Markup:
        """One value as it is shown."""
        return html(self.nodes.value(key, value))

    def name(self, seat: int) -> Markup:
        """The player of a seat, with its direction isolated."""
        return html(self.nodes.name(seat))

    def side(self, side: int) -> Markup:
        """The names of a side: "Ann & Cem"."""
        return html(self.nodes.side(side))

    def side_text(self, side: int) -> str:
        """The names of a side as text."""
        return self.nodes.side_text(side)


def formatter_at(game: str, table: Table) -> MarkupFormatter:
    """The formatter of a game for a table, in the reader's language; cached."""
    return _formatter_at(language_code(), game, table)


@lru_cache(256)
def _formatter_at(code: str, game: str, table: Table) -> MarkupFormatter:
    return MarkupFormatter(game, table.players, table.sides)


def card_word(card: str) -> str:
    """A rank, a card or a domino as the reader writes it: "Q", "Q♥", "6-4"."""
    return language.card_face(current_language(), card)


def problem_messages(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Problems as {"field", "code", "values"}."""
    return [{"field": found.field, "code": found.code, "values": found.values} for found in problems]


def safe(text: str) -> Markup:
    """Text as markup: our own, or escaped already."""
    return Markup(text)  # noqa: S704


def format_safe(text: str, values: dict[str, Any]) -> Markup:
    """A sentence with its values; both are escaped here."""
    return safe(str(escape(text)).format(**{key: escape(value) for key, value in values.items()}))


def list_with_and(items: list[Any]) -> Markup:
    """Names as a list: "Ann, Bob and Cem"."""
    if len(items) < 2:
        return Markup("").join(items)
    first = escape(gettext(", ")).join(items[:-1])
    return format_safe(gettext("{first} and {last}"), {"first": first, "last": items[-1]})
