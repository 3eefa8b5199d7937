"""What a record would change in a match, as markup; changed house rules sentence by sentence."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from models.log.append import dry_run
from models.log.errors import Refused
from models.log.state import MatchState
from scoring.deals import tables_by_uid
from scoring.game import Game
from table.preview import Preview
from web.i18n.messages import formatter_at
from web.markup import render_fragment

if TYPE_CHECKING:
    from scoring.words import Entry, Line, Rules
    from table.language import MessageFormatter
    from table.node import Content


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


def preview_of(before: MatchState, after: MatchState) -> Preview:
    """Two states of a match, without its last record and with it, compared; each line has the names of its time."""
    game, old, new = before.game, before.sheet.standing, after.sheet.standing
    gone: list[Content] = []
    come: list[Content] = []
    if old.rules != new.rules:
        were, are = sentences(game, old.rules), sentences(game, new.rules)
        gone, come = [text for text in were if text not in are], [text for text in are if text not in were]
    tables = tables_by_uid(after.table, after.live.deals)

    def formatter_then(line: Line) -> MessageFormatter:
        return formatter_at(game.key, tables.get(line.deal.uid, new.table)).nodes

    formatter, uid = formatter_at(game.key, new.table).nodes, after.records[-1].uid
    return Preview(formatter, formatter_then, before.sheet, after.sheet, uid, (gone, come))


def try_record(state: MatchState, kind: str, body: Entry) -> MatchState | None:
    """The match with one more record that is not stored; None where it is refused."""
    try:
        return dry_run(state, kind, body)
    except Refused:
        return None
