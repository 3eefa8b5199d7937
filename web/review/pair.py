"""Two people: what they won together, and who came out ahead when they sat on different sides."""

from __future__ import annotations

from typing import NamedTuple

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.review.wins import PlayedMatch, against_one, matches_of, share_of
from web.review.lists import matches_address
from web.review.opened import Counted, counted, open_review
from web.review.person import game_rows
from web.review.rows import Notch, ShareRow, more_words, names, notches_of, page_of
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("pair", __name__)
LATELY = 10  # matches


@bp.get("/review/p/<slug:one>/<slug:other>", needs=WATCH_CIRCLE)
def show_pair(one: str, other: str) -> ResponseReturnValue:
    """Two people, on one side and on two."""
    review = open_review()
    people, shown = review.people, counted(review)
    first, second = review.person(one), review.person(other)
    if first == second:
        return redirect(page_of((first,), shown.filters), 303)
    played = {person: matches_of(shown.scope, people, person) for person in (first, second)}
    together = [match for match in played[first] if match.mate == second]
    against = against_one(shown.scope, people, played[first], second)
    over_all = [
        ShareRow(page_of((person,), shown.filters), names([person]), share_of(matches), people.side(person))
        for person, matches in played.items()
        if matches
    ]
    return render_template(
        "review/pair.html",
        one=first,
        other=second,
        names=names,
        shown=shown,
        games=shown.games(request.path, review.played),
        times=shown.times(request.path, review.played),
        meetings=[
            meeting(together, shown, None, who=one, partner=other),
            meeting(against, shown, people.side(first), who=one, against=other),
        ],
        ends=[(url_for("table.show_table", uid=match.uid), match) for match in together[:1] + together[1:][-1:]],
        all_rows=over_all,
        all_words="" if first.unranked or second.unranked else more_words(over_all, shown.game is not None),
    )


class Meeting(NamedTuple):
    """Matches of two people: all together to be drawn alone, by game, the last of them, and where they all are."""

    played: list[PlayedMatch]
    row: ShareRow
    games: list[ShareRow]
    notches: list[Notch]
    address: str


def meeting(played: list[PlayedMatch], shown: Counted, side: int | None, **whose: str) -> Meeting:
    """The matches of two; whose: of whom they are, as the address of the list of matches says it."""
    row, address = ShareRow("", "", share_of(played), side), matches_address(**shown.filters, **whose)
    return Meeting(played, row, game_rows(played, shown, side, **whose), notches_of(played[-LATELY:]), address)
