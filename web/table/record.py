"""Records what a form of the table says and renders the page that answers; reads the form's hidden fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import abort, jsonify, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from models.log.append import Receipt, append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch, read_granted
from models.log.state import MatchState
from scoring.sheet import bid_problems
from scoring.words import Record
from table.form_entry import parse_int
from table.taps import HIDDEN_NAMES, carried_pairs, is_incomplete
from web.auth.guard import granted_match, record_author
from web.i18n.locale import gettext, language_code
from web.markup import cached_page, fill_placeholders, render_fragment
from web.match_page import TablePage
from web.phone_log import DIFFERS, EngineCheck, compare_count
from web.table.conflict import OwnEntry, is_past_bid, parse_own_entry
from web.table.stale_entry import conflict_notice, update_notice

if TYPE_CHECKING:
    from scoring.words import Entry
    from table.form_entry import Form

SHORT_HASH = 16  # hex digits: enough to tell two logs apart
LONGEST_ADDRESS = 4000  # characters; servers refuse longer ones, without words


def record_entry(match: GrantedMatch, state: MatchState, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a record and show the table; a refused one comes back filled in, with the reasons."""
    step, after = request.form.get("step"), form_after(state)
    try:
        if kind == "bid" and not state.records_after(after):  # the log itself accepts half a bid
            faults = bid_problems(state.game, state.sheet.standing, body)
            if faults:
                raise Refused(faults)
        receipt = append(match, kind, form_uid(), body, after, **record_author(match))
    except Refused as refused:
        if is_incomplete(kind, refused.problems):
            return redirect_to(draft_address(match.uid))
        return filled_table(match, state, request.form, step=step, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        return show_conflict(match.uid, after, kind), 409
    rest = [] if receipt.state.sheet.outcome else draft_after(state, receipt.state.records[receipt.seq - 1])
    checked = compare_count(receipt) if is_script_request() else None
    if checked:
        return respond_to_engine(match, receipt, checked, rest)
    if is_script_request() and not rest and receipt.state.sheet.outcome is None:
        only_new = kind in ("bid", "deal") and version_header("X-Part") == state.version == receipt.state.version - 1
        return cached_table(match, receipt.state, True, len(state.sheet.lines) if only_new else None), 200
    return redirect_with_draft(state, rest) or redirect(url_for("table.show_table", uid=match.uid, recorded=1), 303)


def draft_after(state: MatchState, record: Record) -> list[tuple[str, str]]:
    """What of the form stays a draft or waits for Redo after this record, as names and texts."""
    return carried_pairs(state.game, state.sheet.standing, form_texts(request.form), record)


def redirect_with_draft(state: MatchState, rest: list[tuple[str, str]]) -> Response | None:
    """Redirect to the table with this draft; None without one."""
    return redirect(f"{url_for('table.show_table', uid=state.uid)}?{urlencode(rest)}", 303) if rest else None


def show_conflict(uid: str, after: int, kind: str) -> str:
    """The table with what others recorded since, and this phone's own entry still filled in."""
    match = granted_match(uid)
    state = read_granted(match)
    if kind not in ("bid", "deal"):
        return filled_table(match, state, MultiDict(), updates=update_notice(state, after))
    own = parse_own_entry(state, after, form_texts(request.form))
    return render_conflict(match, state, after, own, own.texts)


def render_conflict(match: GrantedMatch, state: MatchState, after: int, own: OwnEntry, half: Form) -> str:
    """The table with what others recorded since and the draft; a bid of a deal that is over is dropped."""
    notice = conflict_notice(state, after, own)
    if is_past_bid(state, after, own):
        return filled_table(match, state, MultiDict(), updates=notice)
    return filled_table(match, state, MultiDict(half), step=half["step"][0], updates=notice)


def cached_table(match: GrantedMatch, state: MatchState, recorded: bool, since: int | None) -> str:
    """The table of a version, rendered once for all who look at it; recorded: with what was recorded last.

    since: the first row that the asking page lacks, where only newer ones are wanted.
    """
    facts = (state.hash, language_code(), match.grant.right, match.waits, is_script_request(), recorded, since)
    page = cached_page(facts, lambda: render_table(TablePage(match, state, recorded=recorded, since=since)))
    return fill_placeholders(page, state.version)


def filled_table(match: GrantedMatch, state: MatchState, form: MultiDict[str, str], **more: Any) -> str:
    """The table with a draft filled in (with X-Part only what a tap changes), or the page of its result."""
    table_page = TablePage(match, state, form_texts(form), **more)
    return fill_placeholders(render_table(table_page), table_page.version)


def render_table(table_page: TablePage) -> str:
    """The result page, the table, or the parts of it that a tap changes."""
    if table_page.state.sheet.outcome:
        return render_fragment("result/result.html", table_page=table_page)
    return render_fragment("table/part.html" if is_script_request() else "table/table.html", table_page=table_page)


def respond_to_engine(
    match: GrantedMatch, receipt: Receipt, checked: EngineCheck, rest: list[tuple[str, str]]
) -> Response:
    """The answer to a phone that counted the record itself: version and hash, or the table where it differs.

    rest: the draft that goes on.
    """
    draft, state = MultiDict(rest), receipt.state
    if checked.same:
        answer = jsonify(version=state.version, hash=state.hash[:SHORT_HASH])
    else:
        differs = gettext("This phone had counted differently. What you see now is what was recorded.")
        words = differs if checked.engine == DIFFERS else ""
        page = filled_table(match, state, draft, step=draft.get("step"), recorded=not rest, updates=words)
        answer = make_response(page)
    if checked.engine:
        answer.headers["X-Engine"] = checked.engine
    return answer


def redirect_to(address: str) -> Response:
    """Redirect with 303; 413 when the address is longer than servers accept."""
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else abort(413)


def draft_address(uid: str, **more: list[str]) -> str:
    """The address of the table with the form as its draft; the play step is left out as the default."""
    draft = {
        name: [text for text in request.form.getlist(name) if text] for name in request.form if name not in HIDDEN_NAMES
    }
    if draft.get("step") != ["bid"]:
        draft.pop("step", None)
    return f"{url_for('table.show_table', uid=uid)}?{urlencode(draft | more, doseq=True)}"


def is_script_request() -> bool:
    """Whether script asks, which replaces parts of the page."""
    return "X-Part" in request.headers


def version_header(header: str) -> int | None:
    """The version in a header of script, None without one: X-Part the version shown, X-Began that of the draft.

    After a redirect a browser sends the same X-Part again, so its own record does not count as new.
    """
    version = parse_int(request.headers.get(header, ""))
    return version if type(version) is int else None


def form_texts(form: MultiDict[str, str]) -> Form:
    """A form as lists of texts by name."""
    return dict(form.lists())


def form_uid() -> str:
    """The uid of the record, made when its form was rendered."""
    return request.form.get("uid", "")


def form_after(state: MatchState) -> int:
    """The version that the form was made on; the present one for a form without.

    A form that names the record it was made behind counts as made there, whatever number that record has by now.
    """
    behind = request.form.get("behind")
    seq = next((record.seq for record in state.records if record.uid == behind), None) if behind else None
    if seq is not None:
        return seq
    after = parse_int(request.form.get("after", ""))
    return after if type(after) is int else state.version


def record_once(match: GrantedMatch, state: MatchState, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a record; a repeated request only shows the table."""
    return repeated_tap(state) or record_entry(match, state, kind, body)


def repeated_tap(state: MatchState) -> Response | None:
    """Redirect to the table if this form was recorded already; None the first time."""
    record = next((record for record in state.records if record.uid == form_uid()), None)
    if record is None:
        return None
    return redirect_with_draft(state, draft_after(state, record)) or redirect(
        url_for("table.show_table", uid=state.uid), 303
    )
