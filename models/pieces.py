"""JSON read a piece at a time from a stream of text, so that a large file is never in memory as a whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

CHUNK = 1 << 16  # characters
BLANK = " \t\r\n"


class Unreadable(Exception):  # noqa: N818
    """What comes next is not JSON, or more of it than is taken at once."""

    def __init__(self, too_large: bool = False) -> None:
        super().__init__("too large" if too_large else "not JSON")
        self.too_large = too_large


def _no_number(text: str) -> None:
    raise ValueError(text)


DECODER = json.JSONDecoder(parse_constant=_no_number)


class Pieces:
    """One object of a stream, taken member by member; most is how many characters one value may have."""

    def __init__(self, stream: TextIO, most: int) -> None:
        self.stream, self.most = stream, most
        self.text, self.at, self.over = "", 0, False

    def members(self) -> Iterator[str]:
        """The keys of an object; whoever asks takes the value of each before the next."""
        self._expect("{")
        if self._next() == "}":
            self._expect("}")
            return
        while True:
            key = self.value()
            if type(key) is not str:
                raise Unreadable
            self._expect(":")
            yield key
            if self._expect(",}") == "}":
                return

    def items(self) -> Iterator[Any]:
        """The values of a list, one after another."""
        self._expect("[")
        if self._next() == "]":
            self._expect("]")
            return
        while True:
            yield self.value()
            if self._expect(",]") == "]":
                return

    def value(self) -> Any:
        """The next value whole."""
        self._next()
        want = CHUNK
        while True:
            try:
                found, end = DECODER.raw_decode(self.text, self.at)
                if end < len(self.text) or self.over:
                    self.at = end
                    return found
            except (ValueError, RecursionError):
                if self.over:
                    raise Unreadable from None
            if len(self.text) - self.at > self.most:
                raise Unreadable(too_large=True)
            self._more(want)
            want *= 2

    def end(self) -> None:
        """Nothing but blanks may follow."""
        if self._next():
            raise Unreadable

    def _expect(self, letters: str) -> str:
        """The next letter, which must be one of these."""
        letter = self._next()
        if not letter or letter not in letters:
            raise Unreadable
        self.at += 1
        return letter

    def _next(self) -> str:
        """The next letter that is not blank, left where it is; nothing at the end."""
        while True:
            while self.at < len(self.text):
                if self.text[self.at] not in BLANK:
                    return self.text[self.at]
                self.at += 1
            if self.over:
                return ""
            self._more(CHUNK)

    def _more(self, size: int) -> None:
        try:
            read = self.stream.read(size)
        except UnicodeDecodeError:
            raise Unreadable from None
        self.text, self.at, self.over = self.text[self.at :] + read, 0, len(read) == 0
