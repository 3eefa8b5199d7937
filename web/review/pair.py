"""Two people: what they won together, and who came out ahead when they sat on different sides."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models.review.people import Person
from models.review.scope import Scope
from models.review.share import wins_more
from models.review.wins import PlayedMatch, against_one, matches_of, share_of
from web.i18n.locale import gettext, marked
from web.review.lists import matches_address
from web.review.opened import open_review
from web.review.person import game_rows
from web.review.rows import ShareRow, names, notches_of, page_of
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("pair", __name__)
LATELY = 10  # matches


@bp.get("/review/p/<slug:one>/<slug:other>", needs=WATCH_CIRCLE)
def show_pair(one: str, other: str) -> ResponseReturnValue:
    """Two people, on one side and on two."""
    review = open_review()
    people, scope = review.people, Scope(review.circle.id)
    first, second = review.person(one), review.person(other)
    if first == second:
        return redirect(page_of((first,)), 303)
    played = {person: matches_of(scope, people, person) for person in (first, second)}
    together = [match for match in played[first] if match.mate == second]
    against = against_one(scope, people, played[first], second)
    side = people.side(first)
    all_rows = [
        ShareRow(page_of((person,)), names([person]), share_of(matches), people.side(person))
        for person, matches in played.items()
    ]
    return render_template(
        "review/pair.html",
        one=first,
        other=second,
        names=names,
        meetings=[
            (True, together, share_row(together, None), game_rows(together, who=one, partner=other)),
            (False, against, share_row(against, side), game_rows(against, side, who=one, against=other)),
        ],
        notches={True: notches_of(together[-LATELY:]), False: notches_of(against[-LATELY:])},
        lists={True: matches_address(who=one, partner=other), False: matches_address(who=one, against=other)},
        ends=ends(together),
        all_rows=all_rows,
        all_words=all_words(all_rows, (first, second)),
    )


def share_row(played: list[PlayedMatch], side: int | None) -> ShareRow:
    """What was won of some matches, to be drawn alone."""
    return ShareRow("", "", share_of(played), side)


def ends(together: list[PlayedMatch]) -> list[tuple[str, PlayedMatch]]:
    """The first match of two as partners, and the last where that is another; with where it is."""
    matches = together[:1] + together[1:][-1:]
    return [(url_for("table.show_table", uid=match.uid), match) for match in matches]


def all_words(rows: list[ShareRow], people: tuple[Person, Person]) -> Markup | str:
    """Which of two wins more over all matches, where that may be said; nothing of who stays out of standings."""
    if any(person.unranked for person in people):
        return ""
    more = wins_more([row.share for row in rows])
    if more is None:
        return gettext("No clear difference yet.")
    one, other = (rows[place].words for place in more)
    return marked("{one} wins more than {other}.", one=one, other=other)
