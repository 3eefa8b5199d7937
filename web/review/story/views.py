"""The story of an evening, and the picture of it to share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, g, redirect, render_template, request, url_for

from web.auth.guard import own_evening
from web.evening.views import matches_in
from web.review.damaged import damaged_links
from web.review.opened import opened
from web.review.picture.store import stored_picture
from web.review.story.page import StoryPage
from web.review.story.picture import card_of

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("story", __name__)


@bp.get("/e/<slug:uid>/story")
def show_story(uid: str) -> str:
    """The story; who may see this evening only is told nothing of others."""
    evening, here = own_evening(uid), opened()
    page, matches = StoryPage(evening, here.past, g.by.whole), matches_in(evening)
    damaged = damaged_links([match.uid for match in matches if match.uid in here.damaged])
    return render_template("review/story.html", page=page, evening=evening, matches=matches, damaged=damaged)


@bp.get("/e/<slug:uid>/story.png")
def show_picture(uid: str) -> ResponseReturnValue:
    """The picture, by day or by night, with names or their first letters; a file for who asks for one.

    Where there is no story yet the page that says so.
    """
    evening, here = own_evening(uid), opened()
    card = card_of(evening, here.past, g.by.whole, "letters" in request.args)
    if card is None:
        return redirect(url_for("story.show_story", uid=uid), 303)
    picture = stored_picture(Path(current_app.instance_path), card, "dark" in request.args)
    answer = Response(picture, mimetype="image/png")
    if "save" in request.args:
        answer.headers["Content-Disposition"] = f'attachment; filename="evening-{evening.date.isoformat()}.png"'
    answer.add_etag()
    return answer.make_conditional(request)
