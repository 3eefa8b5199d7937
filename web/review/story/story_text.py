"""Says the codes of stories in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from markupsafe import Markup, escape

from models.review.evening.matches import Name
from models.review.past.matches import Past
from scoring.games import games
from scoring.review import review_of
from web.i18n.dates import day, is_this_year, length_words
from web.i18n.locale import gettext, money, ngettext, num, partners
from web.i18n.messages import format_safe, list_with_and
from web.review.story.past_sentences import PAST
from web.review.story.result_sentences import RESULT
from web.review.story.tonight_sentences import TONIGHT

SENTENCES = RESULT | TONIGHT | PAST
OF_GAMES = ("feat", "escaped")  # whose sentences are the game's own


class StoryText:
    """Says stories about the people of one circle."""

    def __init__(self, past: Past) -> None:
        self.persons = past.people.persons

    def line(self, told: dict[str, Any]) -> Markup:
        """The sentence of a told candidate."""
        values = told["values"]
        return format_safe(gettext(sentence(told)), self.words(values))

    def words(self, values: dict[str, Any]) -> dict[str, Markup | str]:
        """The values in words, and what is composed of several."""
        found: dict[str, Markup | str] = {key: self.value(key, value) for key, value in values.items()}
        if "who" in values:
            found["both"] = found["who"]
        if "kind" in values:
            found["what"] = gettext(str(review_of(values["game"]).wordings[values["kind"]]))
        if "minutes" in values:
            found["length"] = length_words(values["minutes"])
        count = values.get("n", 0) if type(values.get("n", 0)) is int else 0
        found["deals"] = ngettext("{num} deal", "{num} deals", count)
        matches = values.get("m", count) if type(values.get("m", count)) is int else count
        found["matches"] = ngettext("{num} match", "{num} matches", matches)
        return found

    def value(self, key: str, value: Any) -> Markup | str:
        """One value."""
        kind: Callable[[Any], Markup | str] | None = self.kinds.get(key)
        if kind:
            return kind(value)
        return num(value) if type(value) is int else str(value)

    @property
    def kinds(self) -> dict[str, Callable[[Any], Markup | str]]:
        """How values are said that are no bare numbers, by key."""
        return {
            "who": self.side,
            "whom": self.side,
            "by": self.side,
            "people": self.people,
            "game": lambda key: gettext(str(games()[key].name)),
            "score": score_words,
            "since": short_day,
            "year": lambda text: day(date.fromisoformat(text), "year"),
            "place": lambda text: Markup("<bdi>{}</bdi>").format(text),
            "money": money,
        }

    def name(self, name: Name) -> Markup:
        """One person or guest."""
        known = self.persons.get(name) if isinstance(name, int) else None
        text = known.name if known else str(name) if isinstance(name, str) else gettext("somebody")
        return Markup("<bdi>{}</bdi>").format(text)

    def side(self, names: Iterable[Name]) -> Markup:
        """Who played together: "Ann & Cem"."""
        said = [self.name(name) for name in names]
        return partners(said) if len(said) < 3 else list_with_and(said)

    def people(self, names: Iterable[Name]) -> Markup:
        """Several people: "Ann, Bob and Cem"."""
        return list_with_and([self.name(name) for name in names])


def sentence(told: dict[str, Any]) -> str:
    """The sentence in English: the turn of phrase that was chosen, for one person or for several."""
    values, code = told["values"], told["code"]
    if code in OF_GAMES:
        review = review_of(values["game"])
        return str((review.feats if code == "feat" else review.narrow)[values["kind"]])
    turns = SENTENCES[code]
    turn = turns[told["turn"] % len(turns)]
    if isinstance(turn, str):
        return turn
    one, several = (str(text) for text in turn)
    return several if len(values["who"]) > 1 else one


def score_words(score: list[int]) -> Markup:
    """A result: "7–5"."""
    first, second = (num(total) for total in score)
    return escape(gettext("{first}–{second}", first=first, second=second))


def short_day(text: str) -> str:
    """A day, with the year unless it is this one."""
    found = date.fromisoformat(text)
    return day(found, "short" if is_this_year(found) else "short_year")
