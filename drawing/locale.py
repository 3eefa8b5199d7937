"""A language: translations, digits and reading direction.

Catalogues are gettext's (translations/); the server reads them from there, the phone gets its part of them as JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.digits import LATIN, in_digits
from drawing.node import LTR, POP, node

if TYPE_CHECKING:
    from typing import Any

    from drawing.node import Content, Node

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
