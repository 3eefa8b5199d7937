"""The phone engine's API: holds the log of a match in the worker, draws the table with a draft, scores a record.

answer() is all that the worker calls: the name of a call and its text (JSON) in, the answer as JSON out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from drawing.engine_match import Match
from drawing.icons import add_emblems
from drawing.locale import Language
from drawing.match_again import rematch
from drawing.match_amend import amend_parts, amendment_of, entered
from drawing.match_history import MatchHistory
from drawing.match_rulings import rulings_parts
from drawing.offline.match_page import match_page

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from scoring.words import Values

PAGES = ("amend", "history", "rulings")  # over the table
OTHER_PAGES = "drawing.offline.pages"  # which a table does not read

_engine: dict[str, Any] = {}


def answer(what: str, text: str) -> str:
    """The answer to a call of the page."""
    values: Values = json.loads(text or "{}")
    if what == "set_language":
        values["ones"] = tuple(values.get("ones") or (1,))
        add_emblems(values.pop("emblems", {}))
        _engine["language"] = Language(**values)
    elif what == "load_match":
        _engine["match"] = Match(_engine["language"], values)
    elif what == "page":
        return json.dumps(page_of(values["path"], values["stored"]))
    else:
        return json.dumps(answer_of(_engine["match"], what, values))
    return "null"


def page_of(path: str, stored: Values) -> Values | None:
    """The page at a path from what the phone keeps: of the match that is loaded, or another one; None for none."""
    if path.startswith("/m/"):
        return match_page_of(_engine["match"], stored["may_score"])
    other: Values | None = __import__(OTHER_PAGES, None, None, ["page"]).page(_engine["language"], path, stored)
    return other


def match_page_of(match: Match, may_score: bool) -> Values:
    """The page of a match as it stands, and the version that it shows."""
    table = match.drawn_table({})
    drawn, version = match.drawn(table), len(match.current.records)
    if table.sheet.outcome is None:
        return match_page(table, drawn, version, may_score)
    page = match.other_page(table, drawn, "")
    page["version"] = version
    return page


def amend_of(match: Match, values: Values) -> Values | None:
    """The page of a deal that is amended; None for a deal that is not there.

    of: its uid; way: amend, or before for a forgotten one; entry: the form in its address, if any; form: the draft.
    say: a button of the pad completed the draft, which goes into the entry where nothing of its bid is missing.
    more: with the ways to what else can become of it.
    """
    found = amendment_of(match.log(), values["of"], values["way"], values.get("entry"))
    if found is None:
        return None
    form: Form = values.get("form") or {}
    changed = entered(found, form) if values.get("say") else None
    found, form = (changed, {}) if changed else (found, form)
    return {"parts": amend_parts(match.language, match.place.here, found, form, values.get("more", False))}


def history_of(match: Match, values: Values) -> Values:
    """The history of a match. days: the names of the days since it began, before: the seq that it ends before."""
    drawn = MatchHistory(
        match.language, match.place.here, match.game, match.table, match.rules, match.began, match.times
    )
    current = match.current
    return drawn.parts(current.records, current.confirmations, values.get("days", []), values.get("before"))


def page_beside(match: Match, what: str, values: Values) -> Values | None:
    """A page that is shown over the table; None where there is none."""
    if what == "amend":
        return amend_of(match, values)
    if what == "history":
        return {"parts": history_of(match, values)}
    return {"parts": rulings_parts(match.language, match.place.here, match.log(), match.circle, values["form"])}


def answer_of(match: Match, what: str, values: Values) -> Values | None:
    """The answer about a match that is loaded."""
    if what == "draw":
        return match.draw(values["form"], values.get("rows", False))
    if what == "record":
        return match.record(values["where"], values["uid"], values["form"], values.get("now"))
    if what == "apply_updates":
        return match.apply_updates(values["records"])
    if what == "draw_confirmations":
        return {"parts": match.draw_confirmations()}
    if what in PAGES:
        return page_beside(match, what, values)
    if what == "rematch":
        return rematch(match.log(), match.people, match.place.evening, values["losers"])
    if what == "load_tail":
        return match.load_tail(values["records"])
    if what == "revert":
        match.revert(values["keep"])
    else:
        match.confirm(values["many"])
    return None
