"""The words of a question: metrics, cuts, and the keys that rows have."""

from __future__ import annotations

from typing import Any

from models.review.ask.matches import LATE
from models.review.past.matches import Past
from scoring.games import games
from scoring.review import review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, money, num
from web.i18n.messages import SUITS
from web.review.code_words import bid_words


def metric_words(key: str) -> str:
    """How a metric asks."""
    return {
        "win": lambda: gettext("How often is a match won"),
        "points": lambda: gettext("How many points a deal above the others"),
        "made": lambda: gettext("How often is a bid made"),
        "own": lambda: gettext("What does an own bid gain"),
        "tricks": lambda: gettext("What does the declaring side take"),
        "survived": lambda: gettext("How often is a deal survived"),
        "none": lambda: gettext("How often does one stay in and take no trick"),
        "sets": lambda: gettext("How often is a bid of the others set"),
        "length": lambda: gettext("How many minutes of deals has a match"),
        "swing": lambda: gettext("How far does the deciding deal swing the chances, in 100,"),
        "rating": lambda: gettext("How much rating does a match bring, in 100,"),
        "money": lambda: gettext("How much money does a match bring"),
    }[key]()


def cut_words(key: str) -> str:
    """By what a question is cut."""
    return {
        "bid": lambda: gettext("by bid"),
        "seat": lambda: gettext("by seat from the dealer"),
        "person": lambda: gettext("by person"),
        "partner": lambda: gettext("by partner"),
        "opponent": lambda: gettext("by opponent"),
        "game": lambda: gettext("by game"),
        "month": lambda: gettext("by month"),
        "order": lambda: gettext("by order in the evening"),
        "place": lambda: gettext("by place"),
        "stake": lambda: gettext("by stake"),
        "trump": lambda: gettext("by trump"),
        "writer": lambda: gettext("by who writes"),
    }[key]()


def key_words(past: Past, cut: str, key: Any, game: str | None) -> str:
    """What a row is called; game: of the question."""
    if cut == "bid" and game:
        return bid_words(game, key)
    if cut in ("person", "partner", "opponent"):
        people = [past.people.persons[one].name for one in (key if isinstance(key, tuple) else (key,))]
        return people[0] if len(people) == 1 else gettext("{first} & {last}", first=people[0], last=people[1])
    if cut == "game":
        return gettext(games()[key].name)
    if cut == "month":
        return f"{day(key, 'month')} {day(key, 'year')}"
    if cut == "order":
        return gettext("match {n} and later", n=key) if key == LATE else gettext("match {n}", n=key)
    if cut == "place":
        return str(key) or gettext("place not written down")
    if cut == "stake":
        return money(key) if key else gettext("without money")
    if cut == "writer":
        return gettext("who did not write") if key else gettext("who wrote")
    return trump_words(str(key)) if cut == "trump" else num(key)


def trump_words(key: str) -> str:
    """A trump as it was written down: a suit, a pip, or what stands in its place."""
    if key in SUITS or key.isdecimal():
        return SUITS.get(key) or num(int(key))
    wordings = [review_of(game).wordings.get(key) for game in games()]
    return next((gettext(str(words)) for words in wordings if words), key)


def refusal_words(code: str, metric: str, cut: str, game: str | None) -> str:
    """Why a question makes no sense."""
    name = gettext(games()[game].name) if game else ""
    if code == "game":
        return gettext(
            "{metric}: this cannot be asked of {game} so. Choose another game.", metric=metric_words(metric), game=name
        )
    if code == "one_game":
        return gettext("{metric}: each game counts otherwise, so choose one.", metric=metric_words(metric))
    if code == "somebody":
        return gettext("Over everybody what one wins another loses, so this says nothing. Choose a person first.")
    if code == "of_match":
        return gettext("This is about whole matches and not about a person. Ask it of everybody.")
    return gettext(
        "{metric}, {cut}: that makes no sense. Choose another cut.", metric=metric_words(metric), cut=cut_words(cut)
    )
