"""Texts, numbers and digits in the reader's language, and the messages of scoring in its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import SUIT_OF, TRICK_ORDER
from scoring.game import wording
from scoring.games import game_of
from scoring.words import message
from table.node import LTR, POP, between, node, text_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Table, Values, Wording
    from table.node import Content, Node

LATIN, PERSIAN = "0123456789", "۰۱۲۳۴۵۶۷۸۹"
ZEROS = ("0", "۰", "٠")  # of the digits that people type: Latin, Persian, Arabic


def in_digits(text: str, digits: str) -> str:
    """A text with its Latin digits changed to others."""
    return "".join([digits[ord(letter) - 48] if "0" <= letter <= "9" else letter for letter in text])


def latin_digit(letter: str) -> str:
    """The Latin digit that a letter stands for; empty when it is none."""
    for zero in ZEROS:
        if 0 <= ord(letter) - ord(zero) <= 9:
            return str(ord(letter) - ord(zero))
    return ""


MINUS = "−"


class Language:
    """Texts, numbers and sentences in one language.

    texts: English text → translated text, or a list of its forms (one, more); what is missing stays English.
    ones: the numbers that take the first form. digits: the ten digits. decimal: what stands before hundredths.
    """

    def __init__(
        self,
        code: str = "en",
        texts: dict[str, Any] | None = None,
        ones: tuple[int, ...] = (1,),
        digits: str = LATIN,
        decimal: str = ".",
        rtl: bool = False,
    ) -> None:
        self.code, self.texts, self.ones = code, texts or {}, ones
        self.digits, self.decimal, self.rtl = digits, decimal, rtl
        self.arrow = "←" if rtl else "→"  # from what was to what is

    def gettext(self, text: str, **values: Any) -> str:
        """A text with its values put in; numbers in the digits of the language."""
        words: str = self.texts.get(text) or text
        return words.format(**self._in_language(values)) if values else words

    def ngettext(self, one: str, more: str, n: int, **values: Any) -> str:
        """The form of a text that goes with a number."""
        forms = self.texts.get(one) or (one, more)
        words: str = forms[0 if n in self.ones else 1]
        return words.format(**self._in_language(values)) if values else words

    def _in_language(self, values: dict[str, Any]) -> dict[str, Any]:
        return {key: self.number(values[key]) if type(values[key]) is int else values[key] for key in values}

    def number(self, n: int) -> str:
        """A whole number with a true minus sign."""
        text = str(n if n >= 0 else -n)
        digits = text if self.digits == LATIN else self.in_digits(text)
        return digits if n >= 0 else self.apart(MINUS + digits)

    def apart(self, signed: str) -> str:
        """A number with its sign, isolated so that the sign keeps its place in right-to-left text."""
        return LTR + signed + POP if self.rtl else signed

    def in_digits(self, text: str) -> str:
        """A text with its Latin digits changed to those of the language."""
        return in_digits(text, self.digits)

    def signed(self, n: int) -> Node:
        """A gain or a loss with its sign, read from left to right in every language."""
        text = self.number(n if n >= 0 else -n)
        return node("bdi", {"dir": "ltr"}, ("+" if n > 0 else MINUS if n < 0 else "") + text)

    def money(self, amount: int) -> str:
        """Minor units of money as an amount with two decimals."""
        size = amount if amount >= 0 else -amount
        cents = str(100 + size % 100)[1:]
        digits = self.in_digits(str(size // 100) + self.decimal + cents)
        return digits if amount >= 0 else self.apart(MINUS + digits)


def fill_in(words: str, values: dict[str, Content]) -> list[Content]:
    """A sentence as content, its {names} replaced by values."""
    if "{" not in words:
        return [words]
    contents: list[Content] = []
    for part in words.split("{"):
        name, closed, rest = part.partition("}")
        if closed:
            contents.append(values[name])
            contents.append(rest)
        else:
            contents.append(part)
    return contents


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
