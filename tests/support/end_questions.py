"""Questions to the phone's table about matches that end: the last deal, undo and redo across the end, going on."""

from __future__ import annotations

from typing import Any

from scoring.games import games
from scoring.match import deals_of
from tests.support.engine_questions import catalogs, formed, log_of
from tests.support.finished_matches import finished
from tests.support.random_sheets import sheet_of
from tests.support.ruling_questions import ruling_questions
from tests.support.sizes import FULL

PLAYERS = ("Ann", "Bob & <co>", "علی", "Łucja", "Eve", "Fay", "Gus")
NOW = 1795465080000 + 47 * 60_000  # ms, when all of this is recorded
MANY, RULED = (6, 2) if FULL else (2, 1)  # matches of a game
CIRCLE = [["ann", "Ann"], ["eve", "Eve"]]  # uid and name of those who could sit down


def end_questions(key: str) -> list[list[tuple[str, Any]]]:
    """Lists of questions about matches of a game, each beginning with its language and log; languages in turn."""
    spoken = catalogs(key)
    over = finished(key, MANY, PLAYERS)
    return [[("set_language", spoken[n % len(spoken)]), *asked_about(match, n < RULED)] for n, match in enumerate(over)]


def asked_about(match: dict[str, Any], ruled: bool) -> list[tuple[str, Any]]:
    """One match: its end as loaded, closed and opened again; and its last deal recorded, undone and redone.

    ruled: before that deal also every ruling.
    """
    deals = deals_of(match)
    open_match = {**match, "closed": False}
    whole = {**log_of(open_match, deals, None), "ended": str(NOW), "times": [0, 90]}
    fields = games()[match["game"]].fields(sheet_of({**open_match, "deals": match["deals"][:-1]}).standing)
    last = {
        "where": "say",
        "uid": "last",
        "form": {**formed(fields, deals[-1].entry), "step": ["play"], "asked": ["1"]},
    }
    return [
        ("load_match", whole),
        ("draw", {"form": {}, "rows": True}),
        *acts("close", "undo", "redo", "reopen", "longer"),
        ("history", {"days": ["Mittwoch"]}),
        *amendments(match, fields),
        ("load_match", {**log_of(open_match, deals[:-1], None), "circle": CIRCLE}),
        *(ruling_questions(match["game"], NOW) if ruled else []),
        ("record", last),
        ("revert", {"keep": 0}),
        ("draw", {"form": {}, "rows": True}),
        ("record", last),
        ("confirm", {"many": 1}),
        *acts("undo", "redo", "close", "reopen", "undo"),
        ("history", {"before": 3}),
    ]


def amendments(match: dict[str, Any], fields: Any) -> list[tuple[str, Any]]:
    """The first deal amended to each of the others and recorded so, and one forgotten before; pages of deals."""
    first, *others = deals_of(match)[:4]
    asked: list[tuple[str, Any]] = [("amend", {"of": first.uid, "way": way}) for way in ("amend", "before")]
    for number, other in enumerate(others):
        form = formed(fields, other.entry)
        asked += [("amend", {"of": first.uid, "way": way, "entry": form}) for way in ("amend", "before")]
        asked += [("amend", {"of": first.uid, "way": "amend", "form": {**form, "step": ["bid"]}})]
        there = {"where": f"deal/{first.uid}/amend", "uid": f"amend{number}", "form": form, "now": NOW}
        asked += [("record", there), ("confirm", {"many": 1})]
        said = {"of": first.uid, "way": "amend", "form": form, "say": True}
        asked += [("amend", said)]
    asked += [("deal", {"of": deal.uid}) for deal in (first, *others)]
    for act in ("strike", "strike", "restore", "undo", "redo"):
        change = {"where": f"deal/{first.uid}/{act}", "uid": f"{act}{len(asked)}", "form": {}, "now": NOW}
        asked += [("record", change), ("deal", {"of": first.uid})]
    return asked


def acts(*places: str) -> list[tuple[str, Any]]:
    """Records without a form, each confirmed."""
    return [
        ask
        for place in places
        for ask in (("record", {"where": place, "uid": place, "form": {}, "now": NOW}), ("confirm", {"many": 1}))
    ]
