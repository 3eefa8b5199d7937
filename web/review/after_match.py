"""What is worked out once a match has ended, when its end is answered: so that nobody waits for it in review."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from models.db.transient_errors import is_transient
from models.review.stored.win_chances import ended_matches, work_out_ended

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug import Response


def init_after_match(app: Flask) -> None:
    """Work out the win chances of matches after the answer to the request that ended them."""

    @app.after_request
    def plan(response: Response) -> Response:
        if ended := ended_matches():
            response.call_on_close(partial(work_out, app, ended))
        return response


def work_out(app: Flask, ended: list[int]) -> None:
    """Work out the chances; where the database cannot just now, whoever opens review does it."""
    try:
        with app.app_context():
            work_out_ended(ended)
    except Exception as error:
        if not is_transient(error):
            raise
