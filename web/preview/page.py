"""Preview of a record before it is made, as markup."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from drawing.preview import preview
from models.log.match_state import MatchState
from scoring.deals import REVISING_KINDS
from web.history.entry_text import Words, ruling_words
from web.i18n.locale import gettext
from web.i18n.messages import formatter_at
from web.preview.rules_text import sentence_diff
from web.preview.sheet_diff import formatter_by_line
from web.tree_html import html

if TYPE_CHECKING:
    from drawing.node import Content


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
