"""The review of a circle: who wins, which pairs, the last evenings."""

from __future__ import annotations

from flask import render_template, url_for

from models.base import db
from models.review.people import People
from models.review.ratings import ratings_of
from models.review.scope import EveningPlayed, newest, played_in, totals
from models.review.season import seasons_of
from models.review.wins import WonMatches, wins_in, won_on
from models.tables import Evening
from web.i18n.dates import year_number
from web.i18n.locale import gettext
from web.review.opened import Counted, OpenReview, counted, open_review
from web.review.rows import ShareRow, more_words, names, page_of, rating_words, won_row
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("review", __name__)
EVENINGS, SEASONS, NEVER = 3, 3, 6  # at most of each


@bp.get("/review", needs=WATCH_CIRCLE)
def show_review() -> str:
    """All that was played, or what the filters leave of it."""
    review = open_review()
    shown = counted(review)
    played = played_in(review.played, shown.scope)
    wins = wins_in(shown.scope, review.people)
    people, sums = people_rows(review, shown, wins.people), totals(played)
    return render_template(
        "review/circle.html",
        circle=review.circle,
        shown=shown,
        totals=sums,
        games=shown.games(url_for("review.show_review"), review.played),
        times=shown.times(url_for("review.show_review"), review.played),
        seasons=seasons_of(review.circle.id)[:SEASONS],
        first_words=more_words(people, shown.game is not None),
        people=people,
        pairs=[won_row(review.people, won, page_of(won.people, shown.filters)) for won in wins.pairs],
        never=[] if shown.values or len(wins.never) > NEVER else [names(pair) for pair in wins.never],
        evenings=last_evenings(played, review.people, shown.scope.game),
        year=year_number(sums.last) if sums.last else None,
        names=names,
    )


def people_rows(review: OpenReview, shown: Counted, won: list[WonMatches]) -> list[ShareRow]:
    """What each person won, with their rating where all time is counted."""
    ratings = {} if shown.time else ratings_of(review.circle.id, review.people, shown.scope.game)
    rows = []
    for row in won:
        rating = ratings.get(row.people[0].id)
        small = gettext("rating {n}", n=rating_words(rating)) if rating else ""
        rows.append(won_row(review.people, row, page_of(row.people, shown.filters), small))
    return rows


def last_evenings(
    played: list[EveningPlayed], people: People, game: str | None
) -> list[tuple[str, Evening, list[WonMatches]]]:
    """The last evenings with who won there: the address of the story, the evening, winners with how many."""
    ids = newest(played, EVENINGS)
    won = {evening: [unit for unit in units if unit.share.made] for evening, units in won_on(ids, people, game).items()}
    evenings = {evening.id: evening for evening in db.session.query(Evening).where(Evening.id.in_(ids))}
    return [
        (url_for("story.show_story", uid=evenings[number].uid), evenings[number], won.get(number, [])[:3])
        for number in ids
    ]
