"""The page of rulings and the preview of one as markup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask import url_for
from markupsafe import Markup

from drawing.rulings.page import RulingPreview, RulingsPage
from models.log.errors import SENTENCES
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from scoring.words import Problem
from web.auth.guard import page_grant, place_of
from web.history import Words
from web.i18n.locale import current_language
from web.recent import sitters
from web.rules import Preview
from web.table.news import news_section
from web.tree_html import html

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from drawing.node import Content


class RulingView:
    """What the templates read: the forms with what is wrong, or the preview of the record in `after`.

    updates: what others recorded meanwhile.
    """

    def __init__(
        self,
        match: GrantedMatch,
        state: MatchState,
        form: Form,
        problems: tuple[Problem, ...] = (),
        after: MatchState | None = None,
        updates: Sequence[Words] = (),
    ) -> None:
        self.version, self.updates = state.version, updates
        here, table = url_for("table.show_table", uid=match.uid), state.sheet.standing.table
        known = sitters(place_of(page_grant()))
        others = tuple(player.name for player in known if player.name not in table.players)
        page = RulingsPage(current_language(), here, state.game, state.sheet, form, problems, others, SENTENCES)
        self.drawn = RulingPreview(page, *preview_parts(state, after)) if after else page

    @property
    def heading(self) -> str:
        """The title of the page."""
        return self.drawn.heading

    @property
    def bar(self) -> Markup:
        """The header."""
        return html(self.drawn.header())

    @property
    def main(self) -> Markup:
        """The page below its header."""
        return html(self.drawn.main(news_section(self.updates)))


def preview_parts(state: MatchState, after: MatchState) -> tuple[Content, Content]:
    """The record of a preview in words, and what it changes."""
    preview = Preview(state, after)
    return preview.record_words, preview.drawn.parts()
