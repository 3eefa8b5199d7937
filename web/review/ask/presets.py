"""Other questions: in words, each an address."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from flask import url_for

from web.i18n.locale import gettext

if TYPE_CHECKING:
    from models.review.past.matches import Past
    from web.review.ask.address import QuestionArgs


def presets(past: Past, args: QuestionArgs) -> list[tuple[str, str]]:
    """Other questions: their words and addresses; about a person where one plays most."""
    someone = args.who or most_often(past)
    found: list[tuple[str, dict[str, Any]]] = [
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
    if someone:
        name = someone.name
        found += [
            (gettext("With whom does {name} win?", name=name), {"metric": "win", "cut": "partner", "who": someone.uid}),
            (
                gettext("Whom does {name} beat, and to whom do they lose?", name=name),
                {"metric": "win", "cut": "opponent", "who": someone.uid},
            ),
            (
                gettext("Does {name} win more in the first match or the last?", name=name),
                {"metric": "win", "cut": "order", "who": someone.uid},
            ),
        ]
    links = [(words, url_for("ask.show_questions", **values)) for words, values in found]
    return [
        *links,
        (gettext("How much of our results is luck?"), url_for("ask.show_luck")),
        (gettext("Who never played together?"), url_for("ask.show_never_together")),
        (gettext("What would the table look like under the other house rule?"), url_for("ask.show_other_rule")),
    ]


def most_often(past: Past) -> Any:
    """The person in standings with most matches; None without any."""
    times = Counter(
        person
        for match in past.matches
        for seat in match.ended
        if (person := past.person(seat)) and not person.unranked
    )
    return max(times, key=lambda one: (times[one], -one.id), default=None)
