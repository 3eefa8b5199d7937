"""What else can stand in the place of a part of a question: only what makes sense."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from models.review.ask.catalog import CUTS, MATCH, METRICS, games_of, refusal
from models.review.ask.matches import rules_played
from scoring.games import games
from web.i18n.locale import gettext, in_digits
from web.review.ask.address import rule_of
from web.review.ask.words import cut_words, metric_words
from web.review.calendar_years import years_of
from web.table.sheet_rows import rule_value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.review.past.matches import Past
    from web.review.ask.address import Asked


def rule_words(game: str, text: str) -> str:
    """A house rule with its value."""
    found = rule_of(game, text)
    option = next(one for one in games()[game].options if found and one.key == found[0])
    return f"{gettext(option.label)}: {rule_value_text(option, found[1] if found else None)}"


def picks(past: Past, circle_id: int, asked: Asked) -> list[tuple[str, str, bool]]:
    """What else can stand in the place of a part: words, address, whether it is this one."""
    choose = {"metric": metrics, "cut": cuts, "game": game_picks, "who": people, "year": years}
    if asked.pick == "rule":
        return list(rule_picks(circle_id, asked))
    return list(choose[asked.pick](past, asked)) if asked.pick in choose else []


def metrics(_: Past, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """The metrics; with one that does not know the cut goes one that it knows."""
    for key, metric in METRICS.items():
        cut = asked.cut if asked.cut in metric.cuts else metric.cuts[0]
        known = games_of(metric)
        game = asked.game if asked.game in known else (known[0] if metric.one_game else None)
        who = None if refusal(metric, cut, game, True) == "of_match" else asked.who
        if refusal(metric, cut, game, who is not None) in ("somebody", "one_game"):
            cut = "game" if metric.grain == MATCH else "person" if "person" in metric.cuts else "opponent"
        yield metric_words(key), asked.address(metric=key, cut=cut, game=game, who=who, rule=None), key == asked.metric


def cuts(_: Past, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """The cuts that make sense here."""
    metric = METRICS[asked.metric]
    for key in CUTS:
        if refusal(metric, key, asked.game, asked.who is not None) is None:
            yield cut_words(key), asked.address(cut=key), key == asked.cut


def game_picks(_: Past, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """The games that make sense here."""
    metric, somebody = METRICS[asked.metric], asked.who is not None
    if refusal(metric, asked.cut, None, somebody) is None:
        yield gettext("All games"), asked.address(game=None, rule=None), asked.game is None
    for key in games_of(metric):
        if refusal(metric, asked.cut, key, somebody) is None:
            yield gettext(games()[key].name), asked.address(game=key, rule=None), key == asked.game


def people(past: Past, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """Everybody, and each who is in standings, where that makes sense."""
    metric = METRICS[asked.metric]
    if refusal(metric, asked.cut, asked.game, False) is None:
        yield gettext("Everybody"), asked.address(who=None), asked.who is None
    if refusal(metric, asked.cut, asked.game, True) is None:
        for one in past.people.persons.values():
            if not one.unranked:
                yield one.name, asked.address(who=one), one == asked.who


def years(past: Past, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """Ever, and each year."""
    yield gettext("Ever"), asked.address(year=None), asked.year is None
    for year in years_of(past):
        yield in_digits(str(year)), asked.address(year=year), year == asked.year


def rule_picks(circle_id: int, asked: Asked) -> Iterator[tuple[str, str, bool]]:
    """The values of disputed rules that this circle has played under."""
    if asked.game is None:
        return
    yield gettext("Whatever the rules"), asked.address(rule=None), asked.rule is None
    for key, values in rules_played(circle_id, asked.game).items():
        for value in values:
            text = f"{key}:{json.dumps(value)}"
            yield rule_words(asked.game, text), asked.address(rule=text), text == asked.rule
