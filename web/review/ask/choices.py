"""What else can stand in the place of a part of a question: only what makes sense."""

from __future__ import annotations

import json
from collections.abc import Iterator

from models.review.ask.catalog import CUTS, MATCH, METRICS, games_of, refusal
from models.review.ask.matches import rules_played
from models.review.past.matches import Past
from scoring.games import games
from web.i18n.locale import gettext, in_digits
from web.review.ask.address import QuestionArgs, rule_of
from web.review.ask.words import cut_words, metric_words
from web.review.calendar_years import years_of
from web.sheet import rule_value_text


def rule_words(game: str, text: str) -> str:
    """A house rule with its value."""
    found = rule_of(game, text)
    option = next(one for one in games()[game].options if found and one.key == found[0])
    return f"{gettext(option.label)}: {rule_value_text(option, found[1] if found else None)}"


def choices(past: Past, circle_id: int, args: QuestionArgs) -> list[tuple[str, str, bool]]:
    """What else can stand in the place of a part: words, address, whether it is this one."""
    choose = {"metric": metrics, "cut": cuts, "game": game_choices, "who": people, "year": years}
    if args.pick == "rule":
        return list(rule_choices(past, circle_id, args))
    return list(choose[args.pick](past, args)) if args.pick in choose else []


def metrics(_: Past, args: QuestionArgs) -> Iterator[tuple[str, str, bool]]:
    """The metrics; with one that does not know the cut goes one that it knows."""
    for key, metric in METRICS.items():
        cut = args.cut if args.cut in metric.cuts else metric.cuts[0]
        known = games_of(metric)
        game = args.game if args.game in known else (known[0] if metric.one_game else None)
        who = None if refusal(metric, cut, game, True) == "of_match" else args.who
        if refusal(metric, cut, game, who is not None) in ("somebody", "one_game"):
            cut = "game" if metric.grain == MATCH else "person" if "person" in metric.cuts else "opponent"
        yield metric_words(key), args.address(metric=key, cut=cut, game=game, who=who, rule=None), key == args.metric


def cuts(_: Past, args: QuestionArgs) -> Iterator[tuple[str, str, bool]]:
    """The cuts that make sense here."""
    metric = METRICS[args.metric]
    for key in CUTS:
        if refusal(metric, key, args.game, args.who is not None) is None:
            yield cut_words(key), args.address(cut=key), key == args.cut


def game_choices(_: Past, args: QuestionArgs) -> Iterator[tuple[str, str, bool]]:
    """The games that make sense here."""
    metric, somebody = METRICS[args.metric], args.who is not None
    if refusal(metric, args.cut, None, somebody) is None:
        yield gettext("All games"), args.address(game=None, rule=None), args.game is None
    for key in games_of(metric):
        if refusal(metric, args.cut, key, somebody) is None:
            yield gettext(games()[key].name), args.address(game=key, rule=None), key == args.game


def people(past: Past, args: QuestionArgs) -> Iterator[tuple[str, str, bool]]:
    """Everybody, and each who is in standings, where that makes sense."""
    metric = METRICS[args.metric]
    if refusal(metric, args.cut, args.game, False) is None:
        yield gettext("Everybody"), args.address(who=None), args.who is None
    if refusal(metric, args.cut, args.game, True) is None:
        for one in past.people.persons.values():
            if not one.unranked:
                yield one.name, args.address(who=one), one == args.who


def years(past: Past, args: QuestionArgs) -> Iterator[tuple[str, str, bool]]:
    """Ever, and each year."""
    yield gettext("Ever"), args.address(year=None), args.year is None
    for year in years_of(past):
        yield in_digits(str(year)), args.address(year=year), year == args.year


def rule_choices(past: Past, circle_id: int, args: QuestionArgs) -> Iterator[tuple[str, str, bool]]:
    """The values of disputed rules that this circle has played under."""
    if args.game is None:
        return
    yield gettext("Whatever the rules"), args.address(rule=None), args.rule is None
    for key, values in rules_played(past, circle_id, args.game).items():
        for value in values:
            text = f"{key}:{json.dumps(value)}"
            yield rule_words(args.game, text), args.address(rule=text), text == args.rule
