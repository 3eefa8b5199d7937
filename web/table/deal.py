"""One deal, or another record of the sheet: its page with what can become of it; strike, restore, undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from drawing import deal_page
from drawing.match_log import last_amendment
from drawing.preview import preview
from models.log.append import append, dry_run
from models.log.errors import SENTENCES, DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.read import read
from models.log.state import MatchState
from scoring.words import Problem, Record
from web.auth.guard import granted_match, may_score, record_author
from web.history import Words, log_of
from web.i18n.locale import current_language
from web.markup import fill_placeholders, html
from web.preview import Preview
from web.routes import SCORE_MATCH, WATCH_MATCH, Pages
from web.table.record import form_after, form_uid
from web.table.stale_entry import entries_since

if TYPE_CHECKING:
    from scoring.words import Entry, Values


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

    def try_out(self, kind: str, body: Values) -> preview.Preview | None:
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


bp = Pages("deal", __name__)


@bp.get("/m/<slug:uid>/deal/<slug:of>", needs=WATCH_MATCH)
def show_deal(uid: str, of: str) -> str:
    """The page of a record."""
    match = granted_match(uid)
    state = read(match)
    return render_deal(match, state, find_record(state, of))


def render_deal(match: GrantedMatch, state: MatchState, record: Record, **more: Any) -> str:
    """The page of a record."""
    page = DealPage(match, state, record, **more)
    return fill_placeholders(render_template("table/deal.html", page=page), page.version)


@bp.post("/m/<slug:uid>/deal/<slug:of>/strike", needs=SCORE_MATCH)
def strike(uid: str, of: str) -> ResponseReturnValue:
    """Cross a deal out on the sheet: it did not happen."""
    match = granted_match(uid)
    return record_change(match, find_record(read(match), of), "strike", {"of": of, "crossed": True})


@bp.post("/m/<slug:uid>/deal/<slug:of>/restore", needs=SCORE_MATCH)
def restore(uid: str, of: str) -> ResponseReturnValue:
    """Restore a struck deal."""
    match = granted_match(uid)
    return record_change(match, find_record(read(match), of), "restore", {"of": of})


@bp.post("/m/<slug:uid>/deal/<slug:of>/undo", needs=SCORE_MATCH)
def undo(uid: str, of: str) -> ResponseReturnValue:
    """Undo the last amendment of a deal."""
    return toggle_amendment(uid, of, "strike")


@bp.post("/m/<slug:uid>/deal/<slug:of>/redo", needs=SCORE_MATCH)
def redo(uid: str, of: str) -> ResponseReturnValue:
    """Redo the amendment that was undone last."""
    return toggle_amendment(uid, of, "restore")


def toggle_amendment(uid: str, of: str, kind: str) -> ResponseReturnValue:
    """Strike or restore a deal's last amendment; a repeated request, or none to change, only shows the deal."""
    match = granted_match(uid)
    state = read(match)
    record = find_record(state, of)
    found = last_amendment(list(state.records), record.uid, struck=kind == "restore")
    if found is None or any(known.uid == form_uid() for known in state.records):
        return redirect(url_for("deal.show_deal", uid=uid, of=of), 303)
    return record_change(match, record, kind, {"of": found.uid})


def record_change(match: GrantedMatch, record: Record, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a record about this one and show its page; refused ones come back with the reasons."""
    state = read(match)
    try:
        append(match, kind, form_uid(), body, form_after(state), **record_author(match))
    except Refused as refused:
        return render_deal(match, state, record, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return render_deal(match, now, record, updates=entries_since(now, form_after(state))), 409
    return redirect(url_for("deal.show_deal", uid=match.uid, of=record.uid), 303)
