"""What is worked out once a match has ended, when its end is answered: so that nobody waits for it in review."""

from __future__ import annotations

from functools import partial

from flask import Flask
from sqlalchemy import select
from werkzeug import Response

from models.base import db
from models.log.append import ended_matches
from models.review.people import People
from models.review.ratings import rate
from models.review.win_chances import work_out_ended
from models.tables import Evening, Match
from models.transaction import is_transient


def init_after_match(app: Flask) -> None:
    """Work out the win chances of matches, and ratings, after the answer to the request that ended them."""

    @app.after_request
    def plan(response: Response) -> Response:
        if ended := ended_matches():
            response.call_on_close(partial(work_out, app, ended))
        return response


def work_out(app: Flask, ended: list[int]) -> None:
    """Do so; where the database cannot just now, whoever opens review does it."""
    try:
        with app.app_context():
            work_out_ended(ended)
            for circle_id in circles_of(ended):
                rate(circle_id, People(circle_id))
    except Exception as error:
        if not is_transient(error):
            raise


def circles_of(matches: list[int]) -> list[int]:
    """The ids of the circles that played these matches."""
    query = select(Evening.circle_id).join(Match, Match.evening_id == Evening.id).where(Match.id.in_(matches))
    return list(db.session.scalars(query.distinct()))
