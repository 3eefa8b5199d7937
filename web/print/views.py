"""Score sheets to print: of a match, or of all matches of an evening."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, render_template

from models.log.errors import BrokenChain
from models.log.granted_match import GrantedMatch, read_granted
from web.auth.guard import granted_match, own_evening
from web.evening.match_summary import Played, played_in
from web.i18n.dates import day
from web.print.score_sheet import ScoreSheet
from web.result.page import ResultPage
from web.table.page import TablePage

bp = Blueprint("print", __name__)


class MatchSheet(NamedTuple):
    """A match of an evening on paper; without its score sheet when its log is damaged."""

    match: Played
    score_sheet: ScoreSheet | None
    result: ResultPage | None


@bp.get("/m/<slug:uid>/paper")
def print_match(uid: str) -> str:
    """The score sheet of a match."""
    found = granted_match(uid)
    evening = own_evening(found.evening_uid)
    score_sheet, result = sheet_and_result(found)
    return render_template(
        "print/match.html",
        score_sheet=score_sheet,
        result=result,
        evening=evening,
        when=day(evening.date, "named_year"),
    )


@bp.get("/e/<slug:uid>/paper")
def print_evening(uid: str) -> str:
    """The score sheets of an evening."""
    found = own_evening(uid)
    sheets = [match_sheet(match) for match in played_in([found.id])[found.id]]
    names = dict.fromkeys(name for sheet in sheets for name in sheet.match.names)
    when = day(found.date, "named_year")
    return render_template("print/evening.html", evening=found, sheets=sheets, names=list(names), when=when)


def match_sheet(match: Played) -> MatchSheet:
    """A match of an evening; a damaged one has no score sheet, so that the others can be printed."""
    try:
        return MatchSheet(match, *sheet_and_result(granted_match(match.uid)))
    except BrokenChain:
        return MatchSheet(match, None, None)


def sheet_and_result(match: GrantedMatch) -> tuple[ScoreSheet, ResultPage | None]:
    """The score sheet of a match, and its result when it is over."""
    state = read_granted(match)
    return ScoreSheet(match, state), ResultPage(TablePage(match, state)) if state.sheet.outcome else None
