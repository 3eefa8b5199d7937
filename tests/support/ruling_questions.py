"""Questions to the phone's table about rulings: every form, right and wrong, looked at, recorded and undone."""

from __future__ import annotations

from typing import Any

from scoring.games import games

Form = dict[str, str]

FORMS: list[Form] = [
    {"what": "points", "points.0": "3", "note": "<i>reneged"},
    {"what": "points", "points.0": "+۴", "points.1": "−2"},
    {"what": "points", "points.0": "x"},
    {"what": "points"},
    {"what": "points", "points.1": "9999999", "note": "x" * 501},
    {"what": "dealer", "dealer": "1"},
    {"what": "dealer", "dealer": "9"},
    {"what": "dealer"},
    {"what": "player", "seat": "1", "player": "Fay"},
    {"what": "player", "seat": "0", "player": "Eve"},
    {"what": "player", "seat": "0", "player": "Bob"},
    {"what": "player", "player": "x" * 41},
    {"what": "player", "seat": "1"},
    {"what": "rules"},
    {"what": "result", "winner": "0"},
    {"what": "result", "total.0": "7", "total.1": "5", "winner": "0"},
    {"what": "result", "total.0": "x", "winner": "9"},
    {"what": "close"},
    {"what": "reopen"},
]


def house_rules(key: str) -> list[Form]:
    """For each option of a game a form with each of its values, and with what it cannot be."""
    found: list[Form] = []
    if any(option.key == "length" for option in games()[key].options):
        times = ("22:30", "۲۲:۳۰", "25:00", "90")
        found = [{"what": "rules", "rule.length": "clock", "rule.length_value.clock": time} for time in times]
    for option in games()[key].options:
        values = ["yes", "no"] if option.kind == "yes_no" else [str(one.value) for one in option.choices]
        values += ["3", "۰٫۲۵", "1,5", "<b>"] if option.kind in ("number", "money") else []
        found += [{"what": "rules", f"rule.{option.key}": value} for value in values]
    return found


def listed(form: Form) -> dict[str, list[str]]:
    """A form as drawing/ reads it."""
    return {name: [text] for name, text in form.items()}


def ruling_questions(key: str, now: int) -> list[tuple[str, Any]]:
    """The forms seen, what each would change, with what was typed; then recorded and undone."""
    asked: list[tuple[str, Any]] = [("rulings", {"form": {}}), ("rulings", {"form": {"what": ["money"]}})]
    for number, form in enumerate([*FORMS, *house_rules(key)[::2]]):
        asked.append(("rulings", {"form": listed(form)}))
        if number % 3 == 0:
            asked.append(("rulings", {"form": listed({**form, "again": "1"})}))
        asked.append(("record", {"where": "rulings", "uid": f"ruling{number}", "form": listed(form), "now": now}))
        asked.append(("draw", {"form": {}, "rows": True}))
        asked.append(("revert", {"keep": number % 2}))
    return [*asked, ("revert", {"keep": 0})]
