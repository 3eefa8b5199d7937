"""Recording what a form of the table says, and the page that answers; what such a form carries beside the entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import abort, jsonify, make_response, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from drawing.form_action import carried_pairs, is_incomplete
from drawing.form_entry import parse_int
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import read_granted
from scoring.sheet import bid_problems
from web.auth.guard import opened_here, writer
from web.fragment_cache import kept_page, rendered, sealed
from web.i18n.locale import gettext, language
from web.phone_engine.bundle import DIFFERS, verdict
from web.result.page import Ending
from web.table.own_entry import of_past_deal, own_entry
from web.table.page import Screen
from web.table.stale_entry import beside, news

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from drawing.form_entry import Form
    from models.log.append import Receipt
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.words import Entry, Record
    from web.phone_engine.bundle import Verdict
    from web.table.own_entry import Own

SEALS = ("csrf_token", "uid", "after", "behind", "cut", "ago")
LONGEST_ADDRESS = 4000  # characters; servers refuse longer ones, without words


def record_entry(match: GrantedMatch, state: MatchState, kind: str, body: Entry) -> ResponseReturnValue:
    """Append a saying and show the table; what is refused comes back filled in, with the reasons."""
    step, after = request.form.get("step"), form_after(state)
    try:
        if kind == "bid" and not state.records_after(after):
            checked_bid(state, body)
        receipt = append(match, kind, form_uid(), body, after, **writer(match))
    except Refused as refused:
        if is_incomplete(kind, refused.problems):
            return redirect_to(half_made(match.uid))
        return filled_page(match, state, request.form, step=step, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        return conflict(match.uid, after, kind), 409
    goes_on = redirect_on(state, receipt.state.records[receipt.seq - 1])
    if goes_on and receipt.state.sheet.outcome is None:
        return goes_on
    checked = verdict(receipt)
    if in_place() and receipt.state.sheet.outcome is None:
        if checked:
            return answer_counted(match, receipt, checked)
        only_new = kind in ("bid", "deal") and version_in("X-Part") == state.version == receipt.state.version - 1
        return cached_page(match, receipt.state, True, len(state.sheet.lines) if only_new else None), 200
    return redirect(url_for("table.table", uid=match.uid, said=1), 303)


def redirect_on(state: MatchState, record: Record) -> Response | None:
    """Lead on to what stays half made or waits for Redo when this is recorded; None when nothing does."""
    rest = carried_pairs(state.game, state.sheet.standing, texts(request.form), record)
    return redirect(f"{url_for('table.table', uid=state.uid)}?{urlencode(rest)}", 303) if rest else None


def conflict(uid: str, after: int, kind: str) -> str:
    """The table with what others wrote meanwhile, and with what this phone wanted to say still filled in."""
    match = opened_here(uid)
    state = read_granted(match)
    if kind not in ("bid", "deal"):
        return filled_page(match, state, MultiDict(), news=news(state, after))
    own = own_entry(state, after, texts(request.form))
    return conflict_with_own(match, state, after, own, own.texts)


def conflict_with_own(match: GrantedMatch, state: MatchState, after: int, own: Own, half: Form) -> str:
    """The table with what others wrote since, and what is half made; the bid of a deal that is over fits no more."""
    told = beside(state, after, own)
    if of_past_deal(state, after, own):
        return filled_page(match, state, MultiDict(), news=told)
    return filled_page(match, state, MultiDict(half), step=half["step"][0], news=told)


def cached_page(match: GrantedMatch, state: MatchState, said: bool, since: int | None) -> str:
    """The table as it stands, drawn once for all who look at it; said: with what was recorded last.

    since: the rows from there on are enough for the page that asks.
    """
    facts = (state.hash, language(), match.grant.right, in_place(), said, since)
    page = kept_page(facts, lambda: draw_page(Screen(match, state, said=said, since=since)))
    return sealed(page, state.version)


def filled_page(match: GrantedMatch, state: MatchState, form: MultiDict[str, str], **more: Any) -> str:
    """The table with what is half made filled in (with X-Part only what a tap changes), or the page of its end."""
    screen = Screen(match, state, texts(form), **more)
    return sealed(draw_page(screen), screen.version)


def draw_page(screen: Screen) -> str:
    """The page of a screen: the end, the table, or the parts of it that a tap changes."""
    outcome = screen.state.sheet.outcome
    if outcome:
        return rendered("result/result.html", screen=screen, ending=Ending(screen, outcome))
    return rendered("table/part.html" if in_place() else "table/table.html", screen=screen)


def answer_counted(match: GrantedMatch, receipt: Receipt, checked: Verdict) -> Response:
    """To a phone that counted the saying itself: only that it is recorded, or the sheet as it is where that differs."""
    if checked.same:
        answer = jsonify(version=receipt.state.version)
    elif checked.engine == DIFFERS:
        words = gettext("This phone had counted differently. What you see now is what was recorded.")
        answer = make_response(filled_page(match, receipt.state, MultiDict(), said=True, news=words))
    else:
        answer = make_response(cached_page(match, receipt.state, True, None))
    if checked.engine:
        answer.headers["X-Engine"] = checked.engine
    return answer


def checked_bid(state: MatchState, bid: Entry) -> None:
    """Refuse a bid that no deal could be written down with; the log itself takes half of one."""
    found = bid_problems(state.game, state.sheet.standing, bid)
    if found:
        raise Refused(found)


def redirect_to(address: str) -> Response:
    """Lead there, if the address is not longer than servers take."""
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else abort(413)


def half_made(uid: str, **more: list[str]) -> str:
    """The address of the table with what the form says so far; that the deal is played goes without saying."""
    said = {name: [text for text in request.form.getlist(name) if text] for name in request.form if name not in SEALS}
    if said.get("step") != ["bid"]:
        said.pop("step", None)
    return f"{url_for('table.table', uid=uid)}?{urlencode(said | more, doseq=True)}"


def in_place() -> bool:
    """Whether script asks, which puts the changed parts of the page in place."""
    return "X-Part" in request.headers


def version_in(header: str) -> int | None:
    """The version that script tells: X-Part has the one that the page shows, X-Began the one that a look was begun on.

    A browser that is led on from what it said sends the same X-Part along: what it said itself is no news.
    """
    version = parse_int(request.headers.get(header, ""))
    return version if type(version) is int else None


def texts(form: MultiDict[str, str]) -> Form:
    """A form as names with all their texts, as tapped."""
    return dict(form.lists())


def form_uid() -> str:
    """The saying's own id, made when its form was drawn."""
    return request.form.get("uid", "")


def form_after(state: MatchState) -> int:
    """The version that the form was made on; a form without one is taken to be of now.

    A form that says behind which saying it was made stands there, whatever number that one has come to have.
    """
    behind = request.form.get("behind")
    known = next((record.seq for record in state.records if record.uid == behind), None) if behind else None
    if known is not None:
        return known
    after = parse_int(request.form.get("after", ""))
    return after if type(after) is int else state.version
