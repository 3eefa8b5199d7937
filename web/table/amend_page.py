"""The amend page as markup, and the preview of an amendment by a dry run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from flask import url_for
from markupsafe import Markup

from drawing import amend_page, amendment, preview
from drawing.amendment import Amendment
from models.log.dry_run import dry_run
from models.log.errors import SENTENCES, Refused
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from scoring.words import Problem, Record
from web.history import Words
from web.http.requests import readable
from web.i18n.locale import current_language
from web.rules import Preview
from web.table.match_log import log_of
from web.table.news import news_section
from web.tree_html import html

if TYPE_CHECKING:
    from drawing.form_entry import Form


def make_amendment(state: MatchState, record: Record, form: Form | None, forgotten: bool = False) -> Amendment:
    """A deal as recorded, or as a form or an address says; or one that was forgotten before it."""
    return amendment.make_amendment(log_of(state), record, form, forgotten)


def preview_change(state: MatchState, change: Amendment) -> tuple[Preview | None, tuple[Problem, ...]]:
    """The preview of an amendment, or its problems; neither while it is blank."""
    if change.blank:
        return None, ()
    try:
        return Preview(state, dry_run(state, change.kind, change.body)), ()
    except Refused as refused:
        return None, refused.problems


def form_in_address(text: str) -> Form:
    """The form in an address."""
    return parse_qs(readable(text), keep_blank_values=True)


class AmendPage:
    """What the template reads; form is the draft on the pad."""

    def __init__(
        self, match: GrantedMatch, state: MatchState, change: Amendment, form: Form, updates: Sequence[Words] = ()
    ) -> None:
        self.state, self.version, self.updates = state, state.version, updates
        here = url_for("table.show_table", uid=match.uid)
        self.drawn = amend_page.AmendPage(current_language(), here, change, form, self.try_out, SENTENCES)

    def try_out(self, change: Amendment) -> tuple[preview.preview.Preview | None, tuple[Problem, ...]]:
        """The preview of an amendment, as drawn."""
        found, problems = preview_change(self.state, change)
        return found.drawn if found else None, problems

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
