"""The rules of a game as sentences, so that two sets of house rules can be compared."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from scoring.game import Game
from web.fragment_cache import render_fragment

if TYPE_CHECKING:
    from scoring.words import Rules

BLOCK_TAGS = ("p", "li", "tr")
CELL_TAGS = ("td", "th")
SENTENCE_END = re.compile(r"(?<=[.!?؟])\s+")


class TextExtractor(HTMLParser):
    """The texts of paragraphs, list items and table rows of some HTML; cells are separated by a dot."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Begin a text, or separate a cell."""
        if tag in BLOCK_TAGS:
            self.inside = True
            self.texts.append("")
        elif tag in CELL_TAGS and self.texts[-1]:
            self.texts[-1] += " · "

    def handle_endtag(self, tag: str) -> None:
        """End a text."""
        self.inside = self.inside and tag not in BLOCK_TAGS

    def handle_data(self, text: str) -> None:
        """Add to the open text."""
        if self.inside:
            self.texts[-1] += text


def sentences(game: Game, rules: Rules) -> list[str]:
    """The rules of the game with these house rules, in the reader's language."""
    parts = TextExtractor()
    parts.feed(render_fragment(f"rules/{game.key}.html", rules=rules, game=game))
    parts.close()
    return [sentence for text in parts.texts for sentence in SENTENCE_END.split(" ".join(text.split())) if sentence]


def sentence_diff(game: Game, old: Rules, new: Rules) -> tuple[list[str], list[str]]:
    """The sentences only in the old rules, and those only in the new ones."""
    before, after = sentences(game, old), sentences(game, new)
    return [text for text in before if text not in after], [text for text in after if text not in before]
