"""The phone engine's API: holds the log of a match in the worker, draws the table with a draft, scores a record.

answer() is all that the worker calls: the name of a call and its text (JSON) in, the answer as JSON out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from table.amend import amend_parts, amendment_of, entered
from table.deal import deal_parts
from table.engine_match import PhoneMatch, match_page
from table.form_entry import first, parse_int
from table.history import MatchHistory
from table.icons import add_emblems
from table.language import Language
from table.match import rematch
from table.match_rules import rules_parts, rulings_parts

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Values
    from table.form_entry import Form

OTHER_PAGES = "table.away"  # which a table does not read

_engine: dict[str, Any] = {}


def answer(what: str, text: str) -> str:
    """The answer to a call of the page."""
    values: Values = json.loads(text or "{}")
    if what == "set_language":
        values["ones"] = tuple(values.get("ones") or (1,))
        add_emblems(values.pop("emblems", {}))
        _engine["language"] = Language(**values)
    elif what == "load_match":
        _engine["match"] = PhoneMatch(_engine["language"], values)
    elif what == "page":
        return json.dumps(page_of(values["path"], values["stored"]))
    else:
        return json.dumps(answer_of(_engine["match"], what, values))
    return "null"


def page_of(path: str, stored: Values) -> Values | None:
    """The page at a path from what the phone keeps: of the match that is loaded, or another one; None for none."""
    if path.startswith("/m/"):
        return match_page_of(_engine["match"], path, stored)
    other: Values | None = __import__(OTHER_PAGES, None, None, ["page"]).page(_engine["language"], path, stored)
    return other


def match_page_of(match: PhoneMatch, path: str, stored: Values) -> Values | None:
    """The page of a match as it stands, and the version that it shows.

    For an address below it over is the page that lies over it, with what is recorded and unsent (tail); None where the
    match has no such page.
    """
    table = match.drawn_table({})
    drawn, version = match.drawn(table), len(match.current.records)
    if table.sheet.outcome is None:
        page = match_page(table, drawn, version, stored["may_score"])
    else:
        page = match.other_page(table, drawn, "")
        page["version"] = version
    if path == match.place.here:
        return page
    match.load_tail(stored["tail"])
    over = page_below(match, path[len(match.place.here) + 1 :], stored)
    if over is None:
        return None
    over["version"] = len(match.current.records)
    page["over"] = over
    return page


def page_below(match: PhoneMatch, rest: str, values: Values) -> Values | None:
    """Title and trees of the page at an address below that of a match.

    Its history, house rules, rulings, one of its records (deal/<uid>) or the pad of one (deal/<uid>/amend).
    """
    what, _, rest = rest.partition("/")
    of, _, way = rest.partition("/")
    values = dict(values, of=of, way=way)
    if what not in OVER or (what == "deal") != bool(of):
        return None
    if (way or what == "rulings") and not values["may_score"]:
        return None
    return (amend_of if way else OVER[what])(match, values)


def deal_of(match: PhoneMatch, values: Values) -> Values | None:
    """The page of the record of this uid (of) as its reader sees it, who may score unless may_score says no."""
    answers, may_score = match.current.confirmations, values.get("may_score", True)
    return deal_parts(match.language, match.place.here, match.log(), answers, values["of"], may_score)


def amend_of(match: PhoneMatch, values: Values) -> Values | None:
    """The page of a deal that is amended; None for a deal that is not there.

    of: its uid; way: amend, or before for a forgotten one; entry: the form in its address, if any; form: the draft.
    say: a button of the pad completed the draft, which goes into the entry where nothing of its bid is missing.
    """
    found = amendment_of(match.log(), values["of"], values["way"], values.get("entry"))
    if found is None:
        return None
    form: Form = values.get("form") or {}
    changed = entered(found, form) if values.get("say") else None
    found, form = (changed, {}) if changed else (found, form)
    return amend_parts(match.language, match.place.here, found, form)


def history_of(match: PhoneMatch, values: Values) -> Values:
    """The history of a match. days: the names of the days since it began, before: the seq that it ends before."""
    drawn = MatchHistory(
        match.language, match.place.here, match.game, match.table, match.rules, match.began, match.times
    )
    current = match.current
    return drawn.parts(current.records, current.confirmations, values.get("days", []), values.get("before"))


def rulings_of(match: PhoneMatch, values: Values) -> Values:
    """The page of rulings, or what one of them would change. form: as it was sent."""
    form: Form = values.get("form") or {}
    return rulings_parts(match.language, match.place.here, match.log(), match.circle, form, match.began)


def rules_of(match: PhoneMatch, values: Values) -> Values:
    """The house rules of a match: of the deal whose number is in the form, else those of now."""
    number = parse_int(first(values.get("form") or {}, "deal"))
    return rules_parts(match.language, match.place.here, match.log(), number if type(number) is int else None)


OVER = {"amend": amend_of, "deal": deal_of, "history": history_of, "rules": rules_of, "rulings": rulings_of}
"""What lies over the table, by the call that draws it."""


def answer_of(match: PhoneMatch, what: str, values: Values) -> Values | None:
    """The answer about a match that is loaded."""
    if what == "draw":
        return match.draw(values["form"], values.get("rows", False))
    if what == "record":
        return match.record(values["where"], values["uid"], values["form"], values.get("now"), values.get("chance"))
    if what == "apply_updates":
        return match.apply_updates(values["records"])
    if what == "draw_confirmations":
        return {"parts": match.draw_confirmations()}
    if what in OVER:
        found = OVER[what](match, values)
        return {"parts": found} if found else None
    if what == "rematch":
        return rematch(match.log(), match.people, match.place.evening, values["losers"])
    if what == "load_tail":
        return match.load_tail(values["records"])
    if what == "revert":
        match.revert(values["keep"], values.get("unseen", False))
    elif what == "confirm":
        match.confirm(values["many"])
    else:
        raise ValueError(what)
    return None
