"""The page of the other house rule: game, rule and value in the address, the table under it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from flask import abort, request, url_for

from models.review.game.other_rule import IMPOSSIBLE, KEPT, OPEN, OTHER, SAME, OtherRule, Replayed, other_rule
from models.review.past.matches import Past
from scoring.game import Game
from scoring.games import games
from scoring.words import Option
from web.i18n.dates import day
from web.i18n.locale import gettext, ngettext, num
from web.review.ask.address import rule_of
from web.sheet import rule_value_text

MOST_SHOWN = 20  # matches with another winner that are listed


class OtherRulePage(NamedTuple):
    """What the page shows; found: None while no rule is chosen.

    games and rules: links (words, address, whether it is this one); sums: sentences; changed: matches that would have
    another winner: address, words, small words.
    """

    games: list[tuple[str, str, bool]]
    rules: list[tuple[str, list[tuple[str, str, bool]]]]
    chosen: str
    sums: list[str]
    rows: list[list[str]]
    changed: list[tuple[str, str, str]]


def other_rule_page(past: Past) -> OtherRulePage:
    """The page that the address asks for; 404 for a game or a rule that is none."""
    key, text = request.args.get("game") or None, request.args.get("rule") or None
    if key is not None and key not in games():
        abort(404)
    played = past.by_game
    key = key or next((game for game in games() if game in played), next(iter(games())))
    game = games()[key]
    links = [
        (gettext(one.name), url_for("ask.show_other_rule", game=one.key), one.key == key)
        for one in games().values()
        if one.key in played or one.key == key
    ]
    rules = [(gettext(option.label), values_of(game, option, text)) for option in game.options if option.disputed]
    if text is None:
        return OtherRulePage(links, rules, "", [], [], [])
    rule = rule_of(key, text)
    option = next((one for one in game.options if rule and one.key == rule[0]), None)
    if rule is None or option is None or not is_value(option, rule[1]):
        abort(404)
    found = other_rule(past, key, *rule)
    chosen = f"{gettext(option.label)}: {rule_value_text(option, rule[1])}"
    return OtherRulePage(links, rules, chosen, sums(found), table(found), changed(past, found))


def values_of(game: Game, option: Option, text: str | None) -> list[tuple[str, str, bool]]:
    """The values of a rule as links; a number has its default and its neighbours in fifties."""
    found = []
    for value in choices_of(option):
        code = f"{option.key}:{json.dumps(value)}"
        address = url_for("ask.show_other_rule", game=game.key, rule=code)
        found.append((str(rule_value_text(option, value)), address, code == text))
    return found


def choices_of(option: Option) -> list[Any]:
    """The values that are offered."""
    if option.kind == "yes_no":
        return [True, False]
    if option.kind == "one_of":
        return [choice.value for choice in option.choices if isinstance(choice.value, (bool, int, str))]
    around = {option.default // 2, option.default, option.default * 2}
    return sorted(value for value in around if option.low <= value <= option.high)


def is_value(option: Option, value: Any) -> bool:
    """Whether a rule can have this value."""
    if option.kind in ("yes_no", "one_of"):
        return any(type(one) is type(value) and one == value for one in choices_of(option))
    return type(value) is int and option.low <= value <= option.high


SENTENCES: dict[str, Callable[[int], str]] = {
    KEPT: lambda n: ngettext("{num} match was played so already.", "{num} matches were played so already.", n),
    SAME: lambda n: ngettext(
        "{num} match would have had the same winner.", "{num} matches would have had the same winner.", n
    ),
    OTHER: lambda n: ngettext(
        "{num} match would have had another winner.", "{num} matches would have had another winner.", n
    ),
    OPEN: lambda n: ngettext(
        "{num} match would not have been over yet; it counts in no sum.",
        "{num} matches would not have been over yet; they count in no sum.",
        n,
    ),
    IMPOSSIBLE: lambda n: ngettext(
        "{num} match cannot be replayed so; it counts in no sum.",
        "{num} matches cannot be replayed so; they count in no sum.",
        n,
    ),
}


def sums(found: OtherRule) -> list[str]:
    """How many matches came out how, each kind in a sentence."""
    said = [words(found.count(kind)) for kind, words in SENTENCES.items() if found.count(kind)]
    if found.left_out:
        said.append(
            ngettext(
                "{num} older match was not looked at: the newest {most} are enough.",
                "{num} older matches were not looked at: the newest {most} are enough.",
                found.left_out, most=num(len(found.matches)),
            )
        )  # fmt: skip
    return said


def table(found: OtherRule) -> list[list[str]]:
    """A row a person: name, won, would have won, of how many."""
    return [[one.person.name, num(one.won), num(one.would), num(one.of)] for one in found.table]


def changed(past: Past, found: OtherRule) -> list[tuple[str, str, str]]:
    """The matches that would have another winner."""
    return [row for one in found.matches if one.outcome == OTHER and (row := changed_row(past, one))][:MOST_SHOWN]


def changed_row(past: Past, one: Replayed) -> tuple[str, str, str]:
    """One of them: who won, who would have."""
    sides = one.match.sides
    won = names([side for side, seats in sides.items() if seats[0].won], sides)
    would = names(list(one.winners), sides)
    words = gettext("{other} instead of {one}", one=won, other=would)
    return url_for("table.show_table", uid=one.match.uid), words, day(one.match.day, "named_year")


def names(won: list[int], sides: Any) -> str:
    """The names of some sides."""
    return gettext(", ").join(seat.name for side in won for seat in sides.get(side, []))
