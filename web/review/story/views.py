"""The story of an evening, and the pictures of it and of a match to share."""

from __future__ import annotations

from flask import g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from web.auth.guard import granted_match, own_evening
from web.evening.views import matches_in
from web.review.damaged_matches import damaged_links
from web.review.open_past import open_past
from web.review.opened import open_review
from web.review.picture import evening_picture, match_picture
from web.review.render import shown
from web.review.story.page import StoryPage
from web.routes import WATCH_EVENING, WATCH_MATCH, Pages

bp = Pages("story", __name__)


@bp.get("/e/<slug:uid>/story", needs=WATCH_EVENING)
def show_story(uid: str) -> str:
    """The story; who may see this evening only is told nothing of others."""
    evening, here = own_evening(uid), open_past()
    page, matches = StoryPage(evening, here.past, g.by.whole), matches_in(evening)
    damaged = damaged_links([match.uid for match in matches if match.uid in here.damaged])
    return render_template("review/story/story.html", page=page, evening=evening, matches=matches, damaged=damaged)


@bp.get("/e/<slug:uid>/story.png", needs=WATCH_EVENING)
def show_picture(uid: str) -> ResponseReturnValue:
    """The picture of an evening; where there is no story yet the page that says so."""
    evening = own_evening(uid)
    picture = evening_picture(open_review(), evening)
    if picture is None:
        return redirect(url_for("story.show_story", uid=uid), 303)
    return shown(picture, f"evening-{evening.date.isoformat()}.png")


@bp.get("/m/<slug:uid>/picture.png", needs=WATCH_MATCH)
def show_match_picture(uid: str) -> ResponseReturnValue:
    """The picture of a match; where it is not over the table."""
    evening = own_evening(granted_match(uid).evening_uid)
    open_review()
    picture = match_picture(evening, uid)
    if picture is None:
        return redirect(url_for("table.show_table", uid=uid), 303)
    return shown(picture, f"match-{evening.date.isoformat()}.png")
