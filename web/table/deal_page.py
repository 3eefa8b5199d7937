"""The page of one record of the sheet as markup, with a dry run of what can become of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask import abort, url_for
from markupsafe import Markup

from drawing import deal_page, preview
from models.log.dry_run import dry_run
from models.log.errors import SENTENCES, Refused
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from scoring.words import Problem, Record
from web.auth.guard import may_score
from web.history import Words
from web.i18n.locale import current_language
from web.rules import Preview
from web.table.match_log import log_of
from web.tree_html import html

if TYPE_CHECKING:
    from scoring.words import Values


class DealPage:
    """What the template reads. problems: why the record could not be changed; updates: what others have recorded."""

    def __init__(
        self,
        match: GrantedMatch,
        state: MatchState,
        record: Record,
        problems: tuple[Problem, ...] = (),
        updates: Sequence[Words] = (),
    ) -> None:
        self.uid, self.of, self.version, self.state = match.uid, record.uid, state.version, state
        self.problems, self.updates = problems, updates
        here, given = url_for("table.show_table", uid=match.uid), state.answers.get(record.uid, ())
        language, scores = current_language(), may_score()
        self.drawn = deal_page.DealPage(
            language, here, log_of(state), record, given, self.try_out, scores, scores, SENTENCES
        )

    def try_out(self, kind: str, body: Values) -> preview.preview.Preview | None:
        """The preview of a record, as drawn; None where it is refused."""
        try:
            return Preview(self.state, dry_run(self.state, kind, body)).drawn
        except Refused:
            return None

    @property
    def heading(self) -> str:
        """The title of the page."""
        return self.drawn.heading

    @property
    def struck(self) -> bool:
        """Whether the record does not count any more."""
        return self.drawn.struck

    @property
    def bar(self) -> Markup:
        """The header."""
        return html(self.drawn.header())

    @property
    def above(self) -> Markup:
        """The page as far as what was answered to the record."""
        formatter = self.drawn.formatter
        return html(
            self.drawn.above([formatter.format({"code": one.code, "values": one.values}) for one in self.problems])
        )

    @property
    def below(self) -> Markup:
        """What can become of it."""
        return html(self.drawn.below())


def find_record(state: MatchState, of: str) -> Record:
    """The record of this uid; 404 when the match has none that has a page."""
    return deal_page.find_record(list(state.records), of) or abort(404)
