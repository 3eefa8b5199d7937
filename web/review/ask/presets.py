"""Other questions: in words, each an address."""

from __future__ import annotations

from typing import Any

from flask import url_for

from models.review.past.matches import Past
from models.review.people import Person
from web.http.requests import address_with
from web.i18n.locale import gettext
from web.review.ask.address import QuestionArgs

Question = tuple[str, dict[str, Any]]
"""Its words, and the arguments of its address."""


def presets(past: Past, args: QuestionArgs) -> list[tuple[str, str]]:
    """Other questions: their words and addresses; about a person where one plays most."""
    someone = args.who or most_often(past)
    found = [*about_everybody(), *(about_person(someone) if someone else [])]
    links = [(words, address_with(url_for("ask.show_questions"), values)) for words, values in found]
    return [
        *links,
        (gettext("Who never played together?"), url_for("ask.show_never_together")),
        (gettext("What would the table look like under the other house rule?"), url_for("ask.show_other_rule")),
    ]


def about_everybody() -> list[Question]:
    """Questions about the whole circle."""
    return [
        (gettext("Who wins most?"), {"metric": "win", "cut": "person"}),
        (gettext("Which pair wins most?"), {"metric": "win", "cut": "partner"}),
        (gettext("Does the one who writes win more?"), {"metric": "win", "cut": "writer"}),
        (gettext("Whose bids are made?"), {"metric": "made", "cut": "person"}),
        (gettext("Which trump is made most?"), {"metric": "made", "cut": "trump", "game": "boomke_wies"}),
        (gettext("Which bids gain in Boomke Wies?"), {"metric": "own", "cut": "bid", "game": "boomke_wies"}),
        (gettext("Does it go worse late in the evening?"), {"metric": "made", "cut": "order"}),
        (gettext("Which game takes longest?"), {"metric": "length", "cut": "game"}),
        (
            gettext("Who survives in Knock-Out Whist?"),
            {"metric": "survived", "cut": "person", "game": "knockout_whist"},
        ),
    ]


def about_person(person: Person) -> list[Question]:
    """Questions about one person."""
    name, values = person.name, {"metric": "win", "who": person.uid}
    return [
        (gettext("With whom does {name} win?", name=name), values | {"cut": "partner"}),
        (gettext("Whom does {name} beat, and to whom do they lose?", name=name), values | {"cut": "opponent"}),
        (gettext("Does {name} win more in the first match or the last?", name=name), values | {"cut": "order"}),
    ]


def most_often(past: Past) -> Person | None:
    """The person in standings with most matches; None without any."""
    ranked = [one for one in past.people.persons.values() if not one.unranked and one.id in past.by_person]
    return max(ranked, key=lambda one: (len(past.by_person[one.id]), -one.id), default=None)
