"""Paper: a match, or an evening with all its matches, as a score sheet to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import Blueprint, render_template

from models.log.errors import BrokenChain
from models.log.granted_match import read_granted
from web.auth.guard import opened_here, own_evening
from web.evening.match_summary import played_in
from web.i18n.dates import day
from web.print.score_sheet import Leaf
from web.result.page import Ending
from web.table.page import Screen

if TYPE_CHECKING:
    from models.log.granted_match import GrantedMatch
    from web.evening.match_summary import Played

bp = Blueprint("paper", __name__)


class Sheet(NamedTuple):
    """A match of an evening on paper; without its leaf when its record is damaged."""

    match: Played
    leaf: Leaf | None
    ending: Ending | None


@bp.get("/m/<slug:uid>/paper")
def match(uid: str) -> str:
    """The score sheet of a match."""
    opened = opened_here(uid)
    evening = own_evening(opened.evening_uid)
    leaf, ending = written(opened)
    return render_template(
        "print/match.html", leaf=leaf, ending=ending, evening=evening, when=day(evening.date, "named_year")
    )


@bp.get("/e/<slug:uid>/paper")
def evening(uid: str) -> str:
    """The score sheets of an evening."""
    found = own_evening(uid)
    sheets = [sheet_of(match) for match in played_in([found.id])[found.id]]
    names = dict.fromkeys(name for sheet in sheets for name in sheet.match.names)
    when = day(found.date, "named_year")
    return render_template("print/evening.html", evening=found, sheets=sheets, names=list(names), when=when)


def sheet_of(match: Played) -> Sheet:
    """A match of an evening; a damaged one is named, so that the others can be printed."""
    try:
        return Sheet(match, *written(opened_here(match.uid)))
    except BrokenChain:
        return Sheet(match, None, None)


def written(opened: GrantedMatch) -> tuple[Leaf, Ending | None]:
    """A match on paper, and its end when it is over."""
    state = read_granted(opened)
    outcome = state.sheet.outcome
    return Leaf(opened, state), Ending(Screen(opened, state), outcome) if outcome else None
