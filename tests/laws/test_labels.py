"""Whatever can be tapped on a pad says what it enters: the words on every button and choice, and whose row it is.

The words are written from the rule book, not from the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from scoring.games import games
from scoring.sheet import replay
from scoring.words import Sheet
from table.form_entry import entry_to_form
from table.language import Language
from table.pads.registry import pad_of
from table.screen import Place, Table
from table.taps import open_questions, parse_record
from tests.support.random_sheets import GAMES, boards

WORDS = {
    "trump": {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "": "–"}
    | dict(zip("0123456", ("Blanks", "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes"), strict=True)),
    "contract": {"13": "Boom", "meetje": "Meetje", "suit": "A suit", "": "A suit", "doubles": "Doubles"}
    | {"no_trump": "No trump", "no_trump_low": "No trump, low", "nello": "Nello", "plunge": "Plunge"}
    | {"splash": "Splash", "sevens": "Sevens"},
    "made": {"true": "Made", "false": "Set"},
    "penalty": {"true": "Set by a penalty"},
    "best": {"": "None", "20": "Twenty", "50": "Fifty"},
    "top": {top: top for top in "KQJA9"} | {"10": "10"},
    "trumps": {"-": "neither"},
    "bela": {"": "nobody"},
    "claim": {"": "no claim"},
    "no_trick": {"0": "0 no trick", "1": "0 no trick"},
    "hundred": {"1": "100 +"},
    "early": {"1": "Claimed before the last trick"},
    "named": {"named": "named", "next": "next", "blind": "blind"},
    "redeal": {"true": "Redeal: three sevens and eights"},
}
WORDS["calls"] = WORDS["contract"] | {"pass": "Pass", "low_no": "Low-No"}
NAMES = {
    "boomke_wies": {"declarer", "contract", "calls", "also", "tricks", "trump"},
    "clobyosh": {"also", "trump", "best", "bela", "claim", "last_trick", "tens", "no_trick"},
    "knockout_whist": {"tricks", "won", "trump", "rainbow", "also", "dog", "chooser", "buys"},
    "texas_42": {"bidder", "bid", "calls", "contract", "made", "penalty", "trump", "also"},
    "zwanzig_ab": {"trump", "tricks", "named", "redeal"},
}
"""What is to be seen at least, by game."""
SELDOM: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {
    "knockout_whist": [
        ({"money": True}, {"tricks": [4, 3, 0, 0]}),
        ({"several_first": "one_by_cut"}, {"tricks": [4, 3, 0, 0]}),
    ],
    "zwanzig_ab": [({"first_packet": "three"}, {})],
}
"""Rules and drafts that random tables seldom come to."""
OTHERS = ("auction", "count", "asked", "cut", "points", "sequence_points", "ten", "counter", "took", "length", "back")
"""What leads to another form of the pad, and figures that are typed or counted."""


def drawn(piece: Any, around: tuple[Any, ...] = ()) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every node of a tree with those around it, the nearest last."""
    if type(piece) is tuple:
        yield piece, around
    inside = piece if type(piece) is list else piece[2] if type(piece) is tuple else ()
    for child in inside:
        yield from drawn(child, (*around, piece) if type(piece) is tuple else around)


def words(piece: Any) -> str:
    """The words of a part of a tree, with single blanks between them."""
    if type(piece) is str:
        return piece.strip()
    inside = piece if type(piece) is list else piece[2] if type(piece) is tuple else ()
    return " ".join(filter(None, map(words, inside)))


def label_of_all(players: tuple[str, ...], pairs: dict[str, str]) -> str:
    """What a button should say that enters several things at once."""
    if "turned" in pairs:
        how = "took the turned suit" if pairs["turned"] == "true" else "named another suit"
        return f"{players[int(pairs['maker'])]} {how}"
    if "calls" in pairs:
        last = pairs["calls"].split(",")[-1]
        return WORDS["calls"].get(last, last)
    who = players[int(pairs.get("declarer") or pairs["bidder"])]
    return f"{who} says Low-No" if pairs.get("contract") == "low_no" else who


def entered(node: Any, around: tuple[Any, ...]) -> tuple[str, str, str, list[str]]:
    """What a button or a choice enters: name, value, its words, and the headings it stands below."""
    said = words(next((one for one in reversed(around) if one[0] == "label"), node))
    legends = [child for one in around for child in one[2] if type(child) is tuple and child[0] == "legend"]
    return str(node[1].get("name", "")), str(node[1].get("value", "")), said, [words(legend) for legend in legends]


def forms(key: str) -> Iterator[tuple[Sheet, dict[str, list[str]]]]:
    """Tables that go on, with half-made forms; where the pad asks more before it records, with what it asks."""
    game = games()[key]
    table = game.table(("Ann", "Bob", "Cem", "Dee")[: game.seats[1]], 0)
    tables = [(replay(game, table, rules, ()), draft) for rules, draft in SELDOM.get(key, ())]
    tables += [(sheet, draft) for sheet, draft, shown in boards(key) if shown["step"] in ("bid", "play")]
    for sheet, draft in tables:
        with suppress(TypeError, AttributeError, KeyError):  # no form can hold what was typed
            early = {name: value for name, value in draft.items() if name not in pad_of(key).late_questions}
            form = entry_to_form(game.fields(sheet.standing), early)
            kind, entry = parse_record(game, sheet, {"step": ["play"], **form})
            yield sheet, open_questions(game, sheet, kind, entry, {"step": ["play"], **form}) or form


@pytest.mark.parametrize("key", GAMES)
def test_what_can_be_tapped_says_what_it_enters(key: str) -> None:
    seen = set()
    for sheet, form in forms(key):
        players = sheet.standing.table.players
        people = {field.key for field in games()[key].fields(sheet.standing) if field.kind in ("seat", "seats")}
        pad, _ = Table(Place("/m/1", "/e/1"), games()[key], sheet, Language(), form).pad_and_faults()
        for node, around in drawn(pad):
            name, value, said, headings = entered(node, around)
            name, _, seat = name.partition(".")
            typed = node[0] not in ("button", "input") or node[1].get("type") in ("hidden", "text")
            if typed or name in ("", *OTHERS) or said == "That is the bid":
                continue
            seen.add(name)
            boom = {"13": "Made", "": "Beaten"}.get(value, "–") if (key, name) == ("boomke_wies", "tricks") else "–"
            if name == "also" and value.startswith("tricks."):  # the last trick of Knock-Out Whist, by who wins it
                wanted = next((one for one in players if said.startswith(f"{one} ")), "nobody")
            elif name == "also":
                wanted = label_of_all(players, dict(pair.split("=") for pair in value.split("&")))
            elif name in (*people, "won") and value.isdigit() and name not in WORDS.keys() - {"bela", "claim"}:
                wanted = players[int(value)]
            elif (name, value) == ("tricks", "-"):
                wanted = players[int(seat)]  # drops out
            else:
                wanted = boom if said.startswith(boom) else WORDS.get(name, {}).get(value, value)
            assert f"{said} ".startswith(f"{wanted} "), (name, value, said)
            if seat and value != "-" and headings:
                assert headings[-1].startswith(players[int(seat)]), (name, seat, headings)
    assert seen >= NAMES.get(key, set()), key
