"""A deal on the pad that amends it: filled in, it says what was written down, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from scoring.entry_shape import without_nulls
from scoring.game import Game
from scoring.games import games
from scoring.match import deals_of
from scoring.sheet import extend, problems
from scoring.words import Deal, Sheet
from table.amendment import amend_pad, amended_entry, bid_of
from table.form_entry import entry_to_form, parse_entry
from table.language import Language
from table.node import node
from table.taps import with_button_values
from tests.support.random_sheets import GAMES, matches, sheet_of

if TYPE_CHECKING:
    from scoring.words import Entry
    from table.form_entry import Form
    from table.node import Node

ENGLISH = Language()


def played(key: str) -> Iterator[tuple[Sheet, Entry]]:
    """The sheets before deals of random matches, and what was written down for each."""
    for match in matches(key, damaged=False):
        deals = deals_of(match)
        for number in range(min(len(deals), 4)):
            yield sheet_of(match, deals[:number]), without_nulls(deals[number].entry)


def forms_in(tree: Node) -> Iterator[Node]:
    if tree[0] == "form":
        yield tree
    for child in tree[2]:
        if type(child) is tuple:
            yield from forms_in(child)


def said_by(tree: Node, form: Form) -> Form:
    """What a form would say as it stands, with the buttons that are chosen; the first one in the form counts."""
    tag, said, children = tree
    if tag == "button":
        chosen = said.get("aria-pressed") == "true" or "calls=" in said.get("value", "")
    else:
        chosen = said.get("type") not in ("radio", "checkbox")
    if tag in ("input", "button") and "name" in said and (chosen or "checked" in said):
        form.setdefault(said["name"], []).append(said.get("value", "on"))
    for child in children:
        if type(child) is tuple:
            said_by(child, form)
    return form


def after(game: Game, before: Sheet, entry: Entry) -> tuple[Any, ...]:
    """What a deal comes to: its points, what the table knew before it was played, and where that leaves everybody."""
    sheet = extend(game, before, (Deal("", "deal", entry, None),))
    return sheet.lines[-1].points, sheet.lines[-1].problems, sheet.standing, said_first(game, before, entry)


def said_first(game: Game, before: Sheet, entry: Entry) -> Entry:
    """The bid of an entry, with what goes without saying left out."""
    bid = without_nulls(bid_of(game, before.standing, entry))
    return {key: value for key, value in bid.items() if value not in ("named", False) or key == "turned"}


@pytest.mark.parametrize("key", GAMES)
def test_filled_in_it_says_what_was_written_down(key: str) -> None:
    game, seen = games()[key], 0
    for before, entry in played(key):
        for step in ("play", "bid"):
            pad = amend_pad(game, before, entry, {"step": [step]}, ENGLISH, "/here")
            forms = [form for form in forms_in(node("div", {}, pad.draw())) if form[1]["action"] == "/here/say"]
            said = [amended_entry(game, before, entry, with_button_values(said_by(form, {})))[1] for form in forms]
            assert after(game, before, entry) in [after(game, before, one) for one in said], (entry, said)
            seen += 1
    assert seen > 20


TEXTS = ("", "x", "-", "9" * 50, "true", "0", "1", "7", "42", "pass,8", "K", "hearts", "meetje", "0:50", "on", "پ")


def junk(rng: Random, game: Game, before: Sheet) -> Form:
    """A form of any texts, for the fields of a game and what its pads ask besides."""
    seats = range(len(before.standing.table.players))
    fields = [field.key for field in game.fields(before.standing)]
    names = [name for key in fields for name in (key, *(f"{key}.{seat}" for seat in seats))]
    names += ["won", "won.0", "counted", "count", "sequence", "best.0", "best.1", "top.0", "top.1", "tens", "auction"]
    names += [f"sequences.0.0.{part}" for part in ("length", "top", "trump")] + ["also", "counter", "took", "cut.dog"]
    form = {name: [rng.choice(TEXTS)] for name in names if rng.random() < 0.3}
    return {**form, "step": [rng.choice(("bid", "play", "nobody"))]}


@pytest.mark.parametrize("key", GAMES)
def test_whatever_an_address_says_has_a_pad(key: str) -> None:
    """Nothing raises: what cannot be is told beside the pad, and never recorded."""
    rng, game = Random(key), games()[key]
    for before, _ in islice(played(key), 120):
        said = junk(rng, game, before)
        entry = parse_entry(game.fields(before.standing), said, len(before.standing.table.players))
        for form in ({}, {"step": ["bid"]}, junk(rng, game, before)):
            amend_pad(game, before, entry, form, ENGLISH, "/here").draw()
            _, found = amended_entry(game, before, entry, with_button_values(form))
            entry_to_form(game.fields(before.standing), found)
            problems(game, before.standing, found)
