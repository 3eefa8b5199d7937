"""The table: the screen people live in, and every saying that is made there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, jsonify, make_response, redirect, request, url_for
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from drawing.form_action import carried, passes, questions, saying, unfinished
from drawing.form_entry import whole
from drawing.taps import half_made as says_something
from drawing.undo import turn_of
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import read_granted
from models.tables.grant import WATCH
from scoring.pad import nothing_chosen
from scoring.sheet import spoken_problems
from web.auth.guard import opened_here, writer
from web.fragment_cache import kept_page, rendered, sealed
from web.i18n.locale import gettext, language
from web.live.views import followed
from web.new_match.card_draw import draw
from web.phone_engine.bundle import DIFFERS, verdict
from web.result.page import Ending
from web.table.clock import longer
from web.table.own_entry import of_past_deal, own_entry
from web.table.page import Screen
from web.table.replay_steps import sheet_at
from web.table.stale_entry import beside, news

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from drawing.undo import Step
    from models.log.append import Receipt
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.words import Entry, Record, Sheet
    from web.phone_engine.bundle import Verdict
    from web.table.own_entry import Own

Answer = Response | tuple[str, int]
SEALS = ("csrf_token", "uid", "after", "behind", "cut", "ago")
LONGEST_ADDRESS = 4000  # characters; servers refuse longer ones, without words

bp = Blueprint("table", __name__)


@bp.get("/m/<slug:uid>")
def table(uid: str) -> str:
    """The table screen, with what the address says is half tapped; for who may only watch the follow screen."""
    match = opened_here(uid)
    if match.right == WATCH:
        return followed(match)
    state, said, began = read_granted(match), "said" in request.args, version_in("X-Began")
    since = len(state.sheet.lines) if version_in("X-Part") == state.version else None
    if len(request.args) == said:
        return told(match, state, said, since)
    if began is not None and state.records_after(began):
        return looked_late(match, state, began)
    return shown(match, state, request.args, step=request.args.get("step"), said=said, since=since)


@bp.post("/m/<slug:uid>")
def tap(uid: str) -> Response:
    """A tap that records nothing yet: what is half made goes into the address, the form's own secrets do not."""
    opened_here(uid)
    if "back" in request.form:  # Undo and Redo know the whole address
        back = parse_qsl(request.form["back"])
        return led_to(url_for("table.table", uid=uid) + ("?" + urlencode(back) if back else ""))
    return led_to(half_made(uid))


@bp.post("/m/<slug:uid>/cut")
def cut(uid: str) -> Response:
    """Draw a card for every seat, to settle what the form asks; what else it says stays half made."""
    match = opened_here(uid)
    state = read_granted(match)
    cards = draw(state.game.key, len(state.sheet.standing.table.players))
    return led_to(half_made(uid, **{"cut." + request.form.get("cut", ""): cards}))


def led_to(address: str) -> Response:
    """Lead there, if the address is not longer than servers take."""
    return redirect(address, 303) if len(address) <= LONGEST_ADDRESS else abort(413)


@bp.app_template_global()
def half_made(uid: str, **more: list[str]) -> str:
    """The address of the table with what the form says so far; that the deal is played goes without saying."""
    said = {name: [text for text in request.form.getlist(name) if text] for name in request.form if name not in SEALS}
    if said.get("step") != ["bid"]:
        said.pop("step", None)
    return f"{url_for('table.table', uid=uid)}?{urlencode(said | more, doseq=True)}"


def told(match: GrantedMatch, state: MatchState, said: bool, since: int | None) -> str:
    """The table as it stands, drawn once for all who look at it; said: with what was recorded last.

    since: the rows from there on are enough for the page that asks.
    """
    facts = (state.hash, language(), match.grant.right, in_place(), said, since)
    page = kept_page(facts, lambda: drawn(Screen(match, state, said=said, since=since)))
    return sealed(page, state.version)


def shown(match: GrantedMatch, state: MatchState, form: MultiDict[str, str], **more: Any) -> str:
    """The table with what is half made filled in (with X-Part only what a tap changes), or the page of its end."""
    screen = Screen(match, state, texts(form), **more)
    return sealed(drawn(screen), screen.version)


def drawn(screen: Screen) -> str:
    """The page of a screen: the end, the table, or the parts of it that a tap changes."""
    outcome = screen.state.sheet.outcome
    if outcome:
        return rendered("result/result.html", screen=screen, ending=Ending(screen, outcome))
    return rendered("table/part.html" if in_place() else "table/table.html", screen=screen)


def in_place() -> bool:
    """Whether script asks, which puts the changed parts of the page in place."""
    return "X-Part" in request.headers


def version_in(header: str) -> int | None:
    """The version that script tells: X-Part has the one that the page shows, X-Began the one that a look was begun on.

    A browser that is led on from what it said sends the same X-Part along: what it said itself is no news.
    """
    version = whole(request.headers.get(header, ""))
    return version if type(version) is int else None


def texts(form: MultiDict[str, str]) -> Form:
    """A form as names with all their texts, as tapped."""
    return dict(form.lists())


@bp.post("/m/<slug:uid>/say")
def say(uid: str) -> Answer:
    """Record the bid, or the deal when the form is of another step; a deal of the play step includes the bid."""
    match = opened_here(uid)
    state = read_granted(match)
    sheet, form = as_known(state), texts(request.form)
    kind, entry = saying(state.game, sheet, form)
    silent = nothing_chosen(state.game, sheet.standing, entry) if kind == "deal" and not passes(form) else ()
    if silent:
        return shown(match, state, MultiDict(), problems=silent), 422
    asked = questions(state.game, sheet, kind, entry, form)
    if asked:
        return led_to(f"{url_for('table.table', uid=uid)}?{urlencode(sorted(asked.items()), doseq=True)}")
    return recorded(match, state, kind, entry)


def as_known(state: MatchState) -> Sheet:
    """The sheet that the form was made on, so that a form which comes a second time says the same again."""
    after = form_after(state)
    return sheet_at(state, after) if state.records_after(after) else state.sheet


def recorded(match: GrantedMatch, state: MatchState, kind: str, body: Entry) -> Answer:
    """Append a saying and show the table; what is refused comes back filled in, with the reasons."""
    step, after = request.form.get("step"), form_after(state)
    try:
        if kind == "bid" and not state.records_after(after):
            checked_bid(state, body)
        receipt = append(match, kind, form_uid(), body, after, **writer(match))
    except Refused as refused:
        if unfinished(kind, refused.problems):
            return led_to(half_made(match.uid))
        return shown(match, state, request.form, step=step, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        return overtaken(match.uid, after, kind), 409
    goes_on = led_on(state, receipt.state.records[receipt.seq - 1])
    if goes_on and receipt.state.sheet.outcome is None:
        return goes_on
    checked = verdict(receipt)
    if in_place() and receipt.state.sheet.outcome is None:
        if checked:
            return told_counter(match, receipt, checked)
        only_new = kind in ("bid", "deal") and version_in("X-Part") == state.version == receipt.state.version - 1
        return told(match, receipt.state, True, len(state.sheet.lines) if only_new else None), 200
    return redirect(url_for("table.table", uid=match.uid, said=1), 303)


def led_on(state: MatchState, record: Record) -> Response | None:
    """Lead on to what stays half made or waits for Redo when this is recorded; None when nothing does."""
    rest = carried(state.game, state.sheet.standing, texts(request.form), record)
    return redirect(f"{url_for('table.table', uid=state.uid)}?{urlencode(rest)}", 303) if rest else None


def overtaken(uid: str, after: int, kind: str) -> str:
    """The table with what others wrote meanwhile, and with what this phone wanted to say still filled in."""
    match = opened_here(uid)
    state = read_granted(match)
    if kind not in ("bid", "deal"):
        return shown(match, state, MultiDict(), news=news(state, after))
    own = own_entry(state, after, texts(request.form))
    return beside_own(match, state, after, own, own.texts)


def beside_own(match: GrantedMatch, state: MatchState, after: int, own: Own, half: Form) -> str:
    """The table with what others wrote since, and what is half made; the bid of a deal that is over fits no more."""
    told = beside(state, after, own)
    if of_past_deal(state, after, own):
        return shown(match, state, MultiDict(), news=told)
    return shown(match, state, MultiDict(half), step=half["step"][0], news=told)


def looked_late(match: GrantedMatch, state: MatchState, after: int) -> str:
    """The same for a look: what is half made was begun on this version."""
    form, step = texts(request.args), request.args.get("step")
    if not says_something(form):
        return shown(match, state, request.args, step=step, news=news(state, after))
    own = own_entry(state, after, form)
    return beside_own(match, state, after, own, {**own.texts, **form})


def told_counter(match: GrantedMatch, receipt: Receipt, checked: Verdict) -> Response:
    """To a phone that counted the saying itself: only that it is recorded, or the sheet as it is where that differs."""
    if checked.same:
        answer = jsonify(version=receipt.state.version)
    elif checked.engine == DIFFERS:
        words = gettext("This phone had counted differently. What you see now is what was recorded.")
        answer = make_response(shown(match, receipt.state, MultiDict(), said=True, news=words))
    else:
        answer = make_response(told(match, receipt.state, True, None))
    if checked.engine:
        answer.headers["X-Engine"] = checked.engine
    return answer


def checked_bid(state: MatchState, bid: Entry) -> None:
    """Refuse a bid that no deal could be written down with; the log itself takes half of one."""
    found = spoken_problems(state.game, state.sheet.standing, bid)
    if found:
        raise Refused(found)


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
    after = whole(request.form.get("after", ""))
    return after if type(after) is int else state.version


@bp.post("/m/<slug:uid>/undo")
def undo(uid: str) -> Answer:
    """Take back what was done last."""
    match = opened_here(uid)
    state = read_granted(match)
    return turned(match, state, turn_of(list(state.records)).undo)


@bp.post("/m/<slug:uid>/redo")
def redo(uid: str) -> Answer:
    """Do again what was taken back last."""
    match = opened_here(uid)
    state = read_granted(match)
    return turned(match, state, turn_of(list(state.records)).redo)


@bp.post("/m/<slug:uid>/close")
def close(uid: str) -> Answer:
    """End the match as it stands, where that decides it; where totals are level one more deal does."""
    match = opened_here(uid)
    return recorded_once(match, read_granted(match), "close", {})


@bp.post("/m/<slug:uid>/reopen")
def reopen(uid: str) -> Answer:
    """Go on with a match that was ended or given up."""
    match = opened_here(uid)
    return recorded_once(match, read_granted(match), "reopen", {})


@bp.post("/m/<slug:uid>/longer")
def lengthen(uid: str) -> Answer:
    """Give a match on the clock 15 minutes more."""
    match = opened_here(uid)
    state = read_granted(match)
    minutes = longer(state.game, state.sheet.standing.rules, match.started_at)
    if minutes is None:
        abort(400)
    return recorded_once(match, state, "rules", {"rules": {"length_value": minutes}})


def recorded_once(match: GrantedMatch, state: MatchState, kind: str, body: Entry) -> Answer:
    """Append a record; the same tap twice only shows the table."""
    return twice(state) or recorded(match, state, kind, body)


def twice(state: MatchState) -> Response | None:
    """The way to the table after a tap that was recorded already; None for one that comes for the first time."""
    known = next((record for record in state.records if record.uid == form_uid()), None)
    if known is None:
        return None
    return led_on(state, known) or redirect(url_for("table.table", uid=state.uid), 303)


def turned(match: GrantedMatch, state: MatchState, step: Step | None) -> Answer:
    """Strike or restore; the same tap twice, or nothing to turn, only shows the table."""
    if step is None:
        return twice(state) or redirect(url_for("table.table", uid=match.uid), 303)
    return recorded_once(match, state, step.kind, step.body)
