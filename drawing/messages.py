"""Formats messages (codes with values) in the reader's language, as nodes in which names are isolated by <bdi>."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.locale import fill_in
from drawing.node import between, node, text_of
from scoring.cards import SUIT_OF, TRICK_ORDER
from scoring.game import wording
from scoring.games import game_of
from scoring.words import message

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.node import Content, Node
    from scoring.words import Table, Values, Wording

SEATS = {"seat", "dealer", "leader", "maker", "chooser", "other", "declarer", "bidder"}
COURT = {"A": message("A"), "K": message("K"), "Q": message("Q"), "J": message("J")}  # as they stand on cards
SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def rank_word(language: Language, rank: str) -> str:
    """A rank as it stands on the cards of those who speak this language."""
    return language.gettext(COURT[rank]) if rank in COURT else language.in_digits(rank)


def card_word(language: Language, text: str) -> str:
    """A rank or a card as the reader writes it: "Q", "J♠"; other texts in the digits of the language."""
    suit = SUIT_OF.get(text[-1:])
    if suit is not None and text[:-1] in TRICK_ORDER:
        return rank_word(language, text[:-1]) + SUITS[suit]
    return rank_word(language, text)


def card_face(language: Language, card: str) -> str:
    """A rank, a card as it is printed, or a domino, as the reader writes it: "Q", "Q♥", "6-4"."""
    printed = card[-1:] in SUITS.values()
    return rank_word(language, card[:-1]) + card[-1] if printed else rank_word(language, card)


class MessageFormatter:
    """Formats the messages of one game with the names of one table. more: wordings of codes beyond the game's own."""

    def __init__(self, language: Language, game: str, table: Table, more: dict[str, Wording] | None = None) -> None:
        self.language, self.game = language, game_of(game)
        self.players, self.sides = table.players, table.sides
        self.names = [node("bdi", {}, player) for player in table.players]
        self.side_names: dict[int, list[Content]] = {}
        self.more = more or {}

    def format(self, plain: Values) -> list[Content]:
        """The sentence of a message as plain data, {"code", "values"}."""
        values = plain["values"]
        words = self.more.get(plain["code"]) or wording(self.game, plain["code"])
        if type(words) is tuple:
            text = self.language.ngettext(words[0], words[1], values.get("n", 0))
        else:
            text = self.language.gettext(str(words))
        drawn = {key: values[key] for key in values if type(values[key]) is tuple}
        return fill_in(text, {key: drawn.get(key) or self.value(key, values[key]) for key in values})

    def mentions(self, code: str, key: str) -> bool:
        """Whether the sentence of a code names this value."""
        words = self.more.get(code) or wording(self.game, code)
        return "{" + key + "}" in (words[0] if type(words) is tuple else str(words))

    def value(self, key: str, value: Any) -> Content:
        """One value as it is shown: seats and sides as names, suits by their signs, numbers in the reader's digits.

        parts is a list of sentences within the sentence, each {"code", "values"}.
        """
        if value is None:
            return ""
        word = key.split("_")[-1]
        if key in SEATS or word == "seat":
            return self.name(value)
        if word == "note":
            return node("bdi", {}, value)
        if word == "seats":
            return self.listed([self.name(seat) for seat in value])
        if word == "parts":
            return self.listed([self.format(part) for part in value])
        if word == "side":
            return self.side(value)
        if word == "gain":
            return self.language.signed(value)
        if word == "money":
            return self.language.money(value)
        if type(value) is int:
            return self.language.number(value)
        return SUITS.get(value) or (self.language.gettext(value) if value else "")

    def name(self, seat: int) -> Node:
        """The player of a seat, isolated from the direction of the surrounding text."""
        return self.names[seat]

    def side(self, side: int) -> list[Content]:
        """The names of a side: "Ann & Cem"."""
        drawn = self.side_names.get(side)
        if drawn is None:
            names: list[Content] = [self.names[seat] for seat in self.sides[side]]
            both = self.language.gettext("{first} & {last}")
            drawn = names if len(names) < 2 else fill_in(both, {"first": names[0], "last": names[1:]})
            self.side_names[side] = drawn
        return drawn

    def side_text(self, side: int) -> str:
        """The names of a side as text."""
        return text_of(self.side(side))

    def listed(self, items: list[Content]) -> Content:
        """Names one after the other: "Ann, Bob and Cem"."""
        if len(items) < 2:
            return items
        first = between(items[:-1], self.language.gettext(", "))
        return fill_in(self.language.gettext("{first} and {last}"), {"first": first, "last": items[-1]})
