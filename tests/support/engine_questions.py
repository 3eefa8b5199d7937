"""Questions to the phone's table in a match, golden ones and random ones: taps of every kind, its end, rulings."""

from __future__ import annotations

import os
from typing import Any

from scoring.deals import CONFIRMABLE_KINDS
from scoring.games import games
from scoring.match import deals_of
from scoring.words import Deal
from table.form_entry import entry_to_form
from tests.support.finished_matches import finished
from tests.support.random_sheets import golden_boards, matches, sheet_of, tables
from tests.support.sizes import FULL
from web.phone_bundle import phone_catalog

Form = dict[str, str]

RULINGS: list[Form] = [
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
    """A form as table/ reads it."""
    return {name: [text] for name, text in form.items()}


def ruling_questions(key: str, now: int) -> list[tuple[str, Any]]:
    """The forms seen, what each would change, with what was typed; then recorded and undone."""
    asked: list[tuple[str, Any]] = [("rulings", {"form": {}}), ("rulings", {"form": {"what": ["money"]}})]
    forms = [*RULINGS, *house_rules(key)[::2]]
    for number, form in enumerate(forms if FULL else forms[turn_of(key) % 3 :: 3]):
        asked.append(("rulings", {"form": listed(form)}))
        if number % 3 == 0:
            asked.append(("rulings", {"form": listed({**form, "again": "1"})}))
        asked.append(("record", {"where": "rulings", "uid": f"ruling{number}", "form": listed(form), "now": now}))
        asked.append(("draw", {"form": {}, "rows": True}))
        asked.append(("revert", {"keep": number % 2}))
    return [*asked, ("revert", {"keep": 0})]


MANY = max(int(os.environ.get("TALLYSTICK_MATCHES", "0")), 3)
GOLDEN = 1 if FULL else 60  # of how many golden boards one is looked at
PAGES = 4 if FULL else 1  # of how many matches all pages are looked at
CODES = ("en", "fa", "nl", "de")
PLACES = {"here": "/m/abc", "evening": "/e/def", "began": ["1795465080000", 1238]}


def games_told() -> list[list[Any]]:
    """Every game as the shell tells of it."""
    found: list[list[Any]] = []
    for game in games().values():
        words = [game.key, game.name, game.tagline, game.begin, list(game.seats), game.partners]
        found.append([*words, [game.pack, game.lowest_deals, game.dealer_after], game.presets])
    return found


GAMES = games_told()
SAVED = [{"game": "texas_42", "name": "Bob’s", "rules": {"target_marks": 9}}]
LAST = [{"game": "zwanzig_ab", "seats": ["Bob", "Ann", "Dee", "Cem"], "dealer": "Dee", "rules": {}}]
FOUR = {"game": ["boomke_wies"], "seat": ["", "Ann", "Bob", "Cem", "Dee"], "dealer": ["Bob"]}
TAPS = ("game:clobyosh", "game:none", "player:Ann", "player:Eve", "seat:2", "seat:9", "dealer:Dee", "preset:saved-0")
FORMS: list[dict[str, list[str]]] = [
    *({**FOUR, "tap": [tap]} for tap in (*TAPS, "draw:deal", "draw:partners", "what:is")),
    *({**FOUR, "held": [held], "tap": ["seat:1"]} for held in ("0", "1", "7")),
    *({**FOUR, "name": [name]} for name in ("", "Ann", "Fay", "x" * 41)),
    {**FOUR, "held": ["0"], "name": ["Fay"]},
    {**FOUR, "held": ["0"], "tap": ["player:Eve"]},
    {**FOUR, "card": ["2♣", "3♣", "Q♥", "A♠"], "drew": ["partners"]},
    {**FOUR, "card": ["2♣", "3♣", "Q♥", "no"], "drew": ["deal"]},
    {**FOUR, "game": ["clobyosh"], "seat": ["", "Ann", "Bob"], "card": ["7♣", "K♦"], "drew": ["deal"]},
    {**FOUR, "begin": ["1"]},
    {**FOUR, "seat": ["", "Ann", "Fay"], "begin": ["1"]},
    {**FOUR, "game": ["texas_42"], "tap": ["preset:saved-0"], "seat": ["", "Ann", "Fay", "Cem", "Dee"]},
    {
        **FOUR,
        "game": ["texas_42"],
        "rule.target_marks": ["۹"],
        "seat": ["", "Ann", "Fay", "Cem", "Dee"],
        "begin": ["1"],
    },
    {**FOUR, "rule.length": ["clock"], "rule.length_value.clock": ["22:30"], "begin": ["1"]},
    {**FOUR, "rule.length": ["points"], "rule.length_value.points": ["many"], "begin": ["1"]},
    {**FOUR, "rule.auction": ["no"], "rule.stake": ["0.255"], "begin": ["1"]},
    {"game": ["zwanzig_ab"], "begin": ["1"]},
    {"seat": [""], "game": ["knockout_whist"], "tap": ["draw:deal"], "evening": ["def"]},
    {"seat": ["", *"ABCDEFGHI"], "game": ["knockout_whist"]},
]
"""Forms of a new match as a phone without a network answers them."""


def questions(key: str) -> list[list[tuple[str, Any]]]:
    """Lists of questions about matches of a game, each beginning with its language and log; languages in turn."""
    asked = [asked_of(table, table["said"], table["pending"], [table["draft"]]) for table in tables(key)[:MANY]]
    asked += [asked_of(match, (), None, [deal.entry for deal in deals_of(match)[:5]]) for match in played(key)]
    asked += [shown(sheet, draft) for sheet, draft, _ in [*golden_boards(key)][::GOLDEN]]
    for one in asked[:PAGES]:
        one += pages(one[0][1], FORMS if FULL else FORMS[turn_of(key) % 3 :: 3])
    spoken = catalogs(key)
    return [[("set_language", spoken[number % len(spoken)]), *more] for number, more in enumerate(asked)]


def catalogs(key: str) -> list[Any]:
    """The catalogue of a game in each language; each game begins with another one, which is asked for most."""
    turn = turn_of(key) % len(CODES)
    return [phone_catalog(code, key) for code in (*CODES[turn:], *CODES[:turn])]


def turn_of(key: str) -> int:
    """The place of a game in their list: what is much alike is asked of each game in part."""
    return [*games()].index(key)


def played(key: str) -> list[dict[str, Any]]:
    """A few matches in which something was played."""
    return [match for match in matches(key) if match["deals"]][: MANY // 2]


def shown(sheet: Any, draft: Any) -> list[tuple[str, Any]]:
    """A sheet with a draft on its pad."""
    fields = games()[sheet.game].fields(sheet.standing)
    learnt = log_of(plain_match(sheet), sheet_deals(sheet), sheet.pending)
    return [("load_match", learnt), ("draw", {"form": formed(fields, draft)})]


def plain_match(sheet: Any) -> dict[str, Any]:
    """The match of a sheet as data."""
    table = sheet.standing.table
    return {
        "game": sheet.game,
        "players": table.players,
        "first_dealer": table.first_dealer,
        "rules": sheet.standing.rules,
    }


def sheet_deals(sheet: Any) -> tuple[Deal, ...]:
    """All that was said on a sheet."""
    return tuple(line.deal for line in sheet.lines)


def asked_of(match: dict[str, Any], said: Any, pending: Any, drafts: list[Any]) -> list[tuple[str, Any]]:
    """One match: its table as it stands; every draft half made, then said; undo and redo."""
    log = log_of(match, said, pending)
    asked = [("load_match", log), ("draw", {"form": {}}), ("draw", {"form": {"step": ["bid"]}})]
    asked += [("apply_updates", {"records": answers_to(log)}), ("draw_confirmations", {})]
    for number, draft in enumerate(drafts):
        if type(draft) is dict:
            asked += taps(match, draft, number)
    for where in ("undo", "undo", "redo"):
        asked += [("record", {"where": where, "uid": f"{where}{len(asked)}", "form": {}}), ("confirm", {"many": 1})]
    return [*asked, ("draw", {"form": {}})]


def pages(log: dict[str, Any], forms: list[dict[str, list[str]]] = FORMS) -> list[tuple[str, Any]]:
    """Pages that a phone draws by itself: of the match, for who scores and who watches, and what else it keeps."""
    told = {"uid": "abc", "game": log["game"], "title": "Ann, Bob", "state": "play"}
    ended = {**told, "uid": "ended", "state": "over", "title": ""}
    day = {"number": "۲۰", "month": "Nov", "year": "2025"}
    evening = {"uid": "def", "date": "2025-11-20", "place": "<The Plough>", "matches": [told, ended], "when": day}
    evening["closed"] = False
    nowhere = {**evening, "uid": "nowhere", "place": "", "closed": True, "when": {**day, "year": ""}}
    people = [{"uid": name.lower(), "name": name} for name in ("Ann", "Bob", "Cem", "Dee", "Eve")]
    home = {"people": people, "evenings": [evening, nowhere], "matches": [told, ended], "rules": SAVED, "last": LAST}
    tonight = {"uid": "tonight", "date": "2025-11-21", "place": "", "when": {**day, "year": ""}}
    begun = {"uid": "abc2", "game": log["game"], "people": people[:4], "dealer": 1, "rules": {}, "partners": True}
    begun |= {"evening": tonight, "sent": False}
    stored = {
        "home": home,
        "kept": ["/m/abc", "/m/abc2", "/m/abc3"],
        "seen": "20:14",
        "games": GAMES,
        "may_score": True,
    }
    stored |= {"begun": [begun, {**begun, "uid": "abc3", "evening": evening, "sent": True, "partners": False}]}
    stored |= {"chance": list(range(7, 67)), "minute": 21 * 60}
    asked: list[tuple[str, Any]] = [("page", {"path": "/m/abc", "stored": {"may_score": yes}}) for yes in (True, False)]
    paths = ("/", "/evenings", "/e/def", "/e/nowhere", "/e/other", "/e/tonight", "/new", "/circle")
    asked += [("page", {"path": path, "stored": stored}) for path in paths]
    asked += [("page", {"path": "/new", "stored": {**stored, "form": form}}) for form in forms]
    asked += [("page", {"path": path, "stored": {**stored, "may_score": False}}) for path in ("/", "/new")]
    return [*asked, ("page", {"path": "/", "stored": {}})]


def answers_to(log: dict[str, Any]) -> list[list[Any]]:
    """Answers of two seats to every other line, to a change of a line and to what is not there."""
    deals = [record[2] for record in log["records"] if record[0] in CONFIRMABLE_KINDS]
    said: list[tuple[str, Any]] = [("dispute", {"of": "none", "seat": 0})]
    for number, uid in enumerate(deals[::2]):
        said += [("agree", {"of": uid, "seat": 1}), ("dispute", {"of": uid, "seat": number % 2, "note": "۸, nicht 9"})]
    played = [record[2] for record in log["records"] if record[0] == "deal"]
    if played:
        said += [("amend", {"of": played[0], "entry": {}}), ("agree", {"of": played[0], "seat": 0})]
        said += [("strike", {"of": f"answer{len(said) - 2}"}), ("restore", {"of": f"answer{len(said) - 2}"})]
    first = log["version"] + 1
    return [[kind, body, f"answer{number}", first + number] for number, (kind, body) in enumerate(said)]


def taps(match: dict[str, Any], draft: dict[str, Any], number: int) -> list[tuple[str, Any]]:
    """A draft looked at, then said: the bid, which is once taken for lost, and the deal."""
    fields = games()[match["game"]].fields(sheet_of({**match, "deals": []}).standing)
    form = formed(fields, draft)
    bid = {"where": "say", "uid": f"bid{number}", "form": {**form, "step": ["bid"]}}
    deal = {"where": "say", "uid": f"deal{number}", "form": {**form, "step": ["play"]}}
    steps: list[tuple[str, Any]] = [("draw", {"form": form}), ("draw", {"form": {**form, "step": ["bid"]}})]
    steps += [("record", bid), ("revert", {"keep": 0}), ("record", bid), ("confirm", {"many": 1})]
    return [*steps, ("draw", {"form": form}), ("record", deal), ("confirm", {"many": 1}), ("draw", {"form": {}})]


def formed(fields: Any, draft: dict[str, Any]) -> dict[str, list[str]]:
    """A draft as a form holds it; what no form can hold is typed as it is written."""
    try:
        return entry_to_form(fields, draft)
    except (TypeError, AttributeError, KeyError):
        return {str(key): [str(draft[key])] for key in draft}


def log_of(match: dict[str, Any], said: Any, pending: Any) -> dict[str, Any]:
    """The log as the phone gets it."""
    records = [[deal.kind, deal.entry, deal.uid, 0] for deal in map(Deal._make, said)]
    if pending:
        records.append(["bid", pending, "pending", 0])
    for number, record in enumerate(records):
        record[3] = number + 1
    return {
        "game": match["game"],
        "table": {"players": list(match["players"]), "first_dealer": match.get("first_dealer") or 0},
        "rules": match.get("rules") or {},
        "version": len(records),
        "records": [record for record in records if type(record[1]) is dict],
        **PLACES,
    }


PLAYERS = ("Ann", "Bob & <co>", "علی", "Łucja", "Eve", "Fay", "Gus")
NOW = 1795465080000 + 47 * 60_000  # ms, when all of this is recorded
ENDED, RULED = (6, 2) if FULL else (1, 1)  # matches of a game
CIRCLE = [["ann", "Ann"], ["eve", "Eve"]]  # uid and name of those who could sit down


def end_questions(key: str) -> list[list[tuple[str, Any]]]:
    """Lists of questions about matches of a game, each beginning with its language and log; languages in turn."""
    spoken = catalogs(key)
    over = finished(key, ENDED, PLAYERS)
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
