"""What a record would change in a match, as markup; changed house rules sentence by sentence."""

from __future__ import annotations

import re
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from markupsafe import Markup

from drawing.amendment import Amendment
from drawing.preview import preview
from models.log.append import dry_run
from models.log.errors import Refused
from models.log.state import MatchState
from scoring.deals import REVISING_KINDS, tables_by_uid
from scoring.game import Game
from scoring.words import Problem
from web.history import Words, ruling_words
from web.i18n.locale import gettext
from web.i18n.messages import formatter_at
from web.markup import html, render_fragment

if TYPE_CHECKING:
    from drawing.node import Content
    from drawing.preview.sheet_diff import FormatterOfLine
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


def formatter_by_line(state: MatchState) -> FormatterOfLine:
    """The formatter for the players at the time of a line."""
    tables, table, key = tables_by_uid(state.table, state.live.deals), state.sheet.standing.table, state.game.key
    return lambda line: formatter_at(key, tables.get(line.deal.uid, table)).nodes


class Preview:
    """Two states of a match, without a record and with it, compared; names are those of the table after it."""

    def __init__(self, before: MatchState, after: MatchState) -> None:
        self.after, self.old, self.game, self.record = after, before.sheet, before.game, after.records[-1]
        formatter = formatter_at(self.game.key, after.sheet.standing.table).nodes
        sheets = (before.sheet, after.sheet)
        rules = [sheet.standing.rules for sheet in sheets]
        prose: tuple[list[Content], list[Content]] = ([], [])
        if rules[0] != rules[1]:
            gone, new = sentence_diff(self.game, *rules)
            prose = ([*gone], [*new])
        self.drawn = preview.Preview(formatter, formatter_by_line(after), *sheets, self.record.uid, prose)

    @property
    def record_words(self) -> Words:
        """The record as text; empty when it is about another record."""
        if self.record.kind in REVISING_KINDS:
            return ""
        if self.record.kind == "rules":
            return gettext("House rules from here on")
        standing = self.old.standing
        return ruling_words(self.record, formatter_at(self.game.key, standing.table), standing.rules)

    @cached_property
    def parts(self) -> Markup:
        """All that would change."""
        return html(self.drawn.parts())


def preview_change(state: MatchState, change: Amendment) -> tuple[Preview | None, tuple[Problem, ...]]:
    """The preview of an amendment, or its problems; neither while it is blank."""
    if change.blank:
        return None, ()
    try:
        return Preview(state, dry_run(state, change.kind, change.body)), ()
    except Refused as refused:
        return None, refused.problems
