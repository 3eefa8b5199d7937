"""An evening: its matches, what it came to, its day, place and note; closed, hidden, deleted."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flask import abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlalchemy import select
from werkzeug import Response
from wtforms import TextAreaField
from wtforms.validators import ValidationError
from wtforms.widgets import DateInput

from models.base import db, now, today
from models.deletion import delete_evening, delete_match, is_empty
from models.log.state import OVER, PLAY
from models.review.money import debts_of, tick
from models.review.people import People
from models.review.tables import MatchReview
from models.review.wins import tally
from models.spoken_code import current_code, expire_code
from models.tables import Evening, Match, Player
from models.tail.branches import waiting_matches
from models.transaction import circle_transaction, write_transaction
from web.auth.guard import may_score, own_evening
from web.auth.links import server_key
from web.evening.summary import ListedMatch, standing_in
from web.forms import AtMost, Form, plain_text, text_field
from web.http.requests import whole_number
from web.i18n.dates import evening_words, hours_words, long_day
from web.i18n.locale import filled, gettext, list_of, num, partners
from web.i18n.messages import list_with_and
from web.routes import DELETE_EVENING, RUN_EVENING, SCORE_EVENING, WATCH_EVENING, Pages

FIRST = datetime.date(1900, 1, 1)
NAME = Markup("<bdi>{name}</bdi>")
LONGEST_PLACE, LONGEST_NOTE = 60, 500  # characters


def day_fault(text: str) -> str:
    """What is wrong with a day of an evening, in a sentence; empty when it is one from 1900 to today."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return gettext("This is not a day. Write it like 2026-11-20.")
    return "" if FIRST <= day <= today() else gettext("This day is not one that has been.")


class PastEveningForm(Form):
    """Day and place of an evening that is entered afterwards."""

    date = text_field(read=str, widget=DateInput(), autocomplete=False)
    place = text_field(AtMost(LONGEST_PLACE))

    def validate_date(self, field: Any) -> None:
        """Refuse what is no day from 1900 to today."""
        fault = day_fault(field.data)
        if fault:
            raise ValidationError(fault)

    @property
    def day(self) -> datetime.date | None:
        """The valid day; None where it was left out."""
        return datetime.date.fromisoformat(self.date.data) if self.date.data else None


class EveningForm(PastEveningForm):
    """The same of one that is there, with a note; without a day it keeps its own."""

    note = TextAreaField(
        filters=[lambda text: plain_text(text or "")], validators=[AtMost(LONGEST_NOTE)], render_kw={"rows": 3}
    )

    def validate_date(self, field: Any) -> None:
        """Refuse what is no day, but for nothing."""
        if field.data:
            super().validate_date(field)


class EveningFigures(NamedTuple):
    """result: "Bob & Dee 4, Ann & Cem 2"; hours: "19:05 to 22:10, 3 h 5"; each may be empty.

    got: by the id of a match for money what its winners got, in minor units.
    """

    result: Markup | str
    hours: str
    got: dict[int, int]


def counted_matches(matches: Iterable[ListedMatch]) -> list[ListedMatch]:
    """Those of an evening's matches that have a result."""
    return [match for match in matches if match.state == OVER and not match.damaged and match.sides]


def figures_of(evening: Evening, over: Sequence[ListedMatch]) -> EveningFigures:
    """The figures of an evening from its matches that have a result."""
    if not over:
        return EveningFigures("", "", {})
    rows = rows_of([match.id for match in over])
    got = {match_id: max(row.money) for match_id, row in rows.items() if row.money}
    hours = hours_words((row.started_at, row.last_at) for row in rows.values())
    return EveningFigures(result_words(over, unranked(evening.circle_id)), hours, got)


def rows_of(matches: Sequence[int]) -> dict[int, MatchReview]:
    """The rows of review of these matches."""
    rows = db.session.scalars(select(MatchReview).where(MatchReview.match_id.in_(matches)))
    return {row.match_id: row for row in rows}


def unranked(circle_id: int) -> set[str]:
    """The names of those of a circle who stay out of standings."""
    query = select(Player.name).where(Player.circle_id == circle_id, Player.unranked)
    return set(db.session.scalars(query))


def result_words(matches: Iterable[ListedMatch], out: set[str]) -> Markup:
    """How many matches each side or person won."""
    wins = tally([[(side.names, side.won) for side in match.sides] for match in matches], out)
    return list_of([Markup("{}&nbsp;{}").format(unit_words(names), num(share.made)) for names, share in wins])


def unit_words(names: Iterable[int | str]) -> Markup:
    """A person, or a side: "Ann & Cem"."""
    said = [filled(NAME, {"name": name}) for name in names]
    return partners(said) if len(said) < 3 else list_with_and(said)


bp = Pages("evening", __name__)


@bp.get("/e/<slug:uid>", needs=WATCH_EVENING)
def show_evening(uid: str) -> str:
    """The evening as it stands."""
    evening = own_evening(uid)
    return evening_page(evening, EveningForm(formdata=None, obj=evening))


def evening_page(evening: Evening, form: EveningForm, settled_anew: bool = False) -> str:
    """The page of an evening with its form; settled_anew: what somebody ticked is no longer to be paid."""
    matches, people = matches_in(evening), People(evening.circle_id)
    over = counted_matches(matches)
    figures = figures_of(evening, over)
    return render_template(
        "evening/evening.html",
        evening=evening,
        form=form,
        matches=matches,
        waiting=waiting_matches(db.session.connection(), [match.id for match in matches]),
        figures=figures,
        got=figures.got,
        debts=debts_of(evening, people, [match.id for match in over]),
        names=people.names,
        settled_anew=settled_anew,
        when=long_day(evening.date),
        words=evening_words(evening),
        empty=is_empty(evening),
        latest=today().isoformat(),
        code=current_code(evening, server_key()) if may_score() else "",
    )


def matches_in(evening: Evening) -> list[ListedMatch]:
    """The evening's matches in order: with results, or with the totals of now where they go on."""
    return standing_in([evening.id], (PLAY,))[evening.id]


@bp.post("/e/<slug:uid>", needs=SCORE_EVENING)
def save_evening(uid: str) -> ResponseReturnValue:
    """Save day, place and note."""
    evening, form = own_evening(uid), EveningForm()
    if not form.validate():
        return evening_page(evening, form), 422
    with write_transaction():
        evening.place, evening.note = form.place.data, form.note.data
        evening.date = form.day or evening.date
    return redirect(url_for("evening.show_evening", uid=uid), 303)


@bp.post("/e/<slug:uid>/payments", needs=SCORE_EVENING)
def tick_payment(uid: str) -> ResponseReturnValue:
    """Note that a debt is paid, or with no amount that it is not; 409 with the page where it is another one by now."""
    evening = own_evening(uid)
    amount = whole_number(request.form.get("amount"))
    if amount is None:
        abort(400)
    pair = request.form.get("payer", ""), request.form.get("payee", "")
    over = [match.id for match in counted_matches(matches_in(evening))]
    with circle_transaction(evening.circle_id):
        ticked = tick(evening, People(evening.circle_id), over, pair, amount)
    if not ticked:
        return evening_page(evening, EveningForm(formdata=None, obj=evening), settled_anew=True), 409
    page = "story.show_story" if request.form.get("page") == "story" else "evening.show_evening"
    return redirect(url_for(page, uid=uid, _anchor="money"), 303)


@bp.post("/e/<slug:uid>/<any(close, reopen):what>", needs=SCORE_EVENING)
def close_or_reopen(uid: str, what: str) -> ResponseReturnValue:
    """Close the evening, or let it go on. Sent again, as by a phone that had no network, it changes nothing."""
    evening = own_evening(uid)
    with circle_transaction(evening.circle_id):
        if (evening.closed_at is None) == (what == "close"):
            evening.closed_at = now() if what == "close" else None
            expire_code(evening)
    return redirect(url_for("evening.show_evening", uid=uid), 303)


@bp.post("/e/<slug:uid>/matches/<slug:match>/delete", needs=SCORE_EVENING)
def delete_empty_match(uid: str, match: str) -> Response:
    """The match of the evening is gone, unless something was recorded in it meanwhile."""
    asked = Match.uid == match, Match.evening_id == own_evening(uid).id
    empty = db.session.scalar(select(Match).where(*asked))
    if empty and not delete_match(empty):
        abort(409)
    return redirect(url_for("evening.show_evening", uid=uid), 303)


@bp.post("/e/<slug:uid>/delete", needs=DELETE_EVENING)
def delete_empty_evening(uid: str) -> Response:
    """The evening is gone, unless there is something in it; who deletes it twice is led home twice."""
    if not delete_evening(g.evening):
        abort(409)
    return redirect(url_for("home.show_home"), 303)


@bp.post("/e/<slug:uid>/hide", needs=RUN_EVENING)
def hide_evening(uid: str) -> Response:
    """The evening is left out of the lists; an empty one can be deleted and is not hidden."""
    evening = own_evening(uid)
    if is_empty(evening):
        abort(409)
    with write_transaction():
        evening.hidden = True
    return redirect(url_for("home.show_home", hidden=uid), 303)


@bp.post("/e/<slug:uid>/show", needs=RUN_EVENING)
def unhide_evening(uid: str) -> Response:
    """The evening is in the lists again."""
    evening = own_evening(uid)
    with write_transaction():
        evening.hidden = False
    return redirect(url_for("evening.show_evening", uid=uid), 303)
