"""A person of the circle: the page, and whether they are left out of standings."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from sqlalchemy import update
from werkzeug import Response

from models.tables import Player
from models.transaction import write_transaction
from web.review.damaged_matches import damaged_links
from web.review.open_past import known_person, open_past
from web.review.person.own_rows import is_own, own_rows
from web.review.person.page import person_page
from web.routes import SCORE_CIRCLE, WATCH_CIRCLE, Pages

bp = Pages("person", __name__)


@bp.get("/review/p/<slug:player>", needs=WATCH_CIRCLE)
def show_person(player: str) -> str:
    """What a person did."""
    here = open_past()
    person = known_person(here.past, player)
    own = own_rows(here, person) if is_own(person) else None
    page = person_page(here, person)
    return render_template("review/person/person.html", page=page, own=own, damaged=damaged_links(here.damaged))


@bp.post("/review/p/<slug:player>/<any(out, back):way>", needs=SCORE_CIRCLE)
def leave_out(player: str, way: str) -> Response:
    """Leave a person out of standings, records and stories, or take them back in."""
    here = open_past()
    person = known_person(here.past, player)
    with write_transaction() as session:
        session.execute(update(Player).where(Player.id == person.id).values(unranked=way == "out"))
    return redirect(url_for("person.show_person", player=player), 303)
