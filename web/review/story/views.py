"""The story of an evening, and the pictures of it and of a match to share."""

from __future__ import annotations

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.auth.guard import granted_match, own_evening
from web.evening.views import matches_in
from web.review.damaged_matches import damaged_links
from web.review.open_past import open_past
from web.review.picture.answer import answer_with
from web.review.story.page import StoryPage
from web.review.story.picture import card_of, match_card_of
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
    """The picture, by day or by night, with names or their first letters; a file for who asks for one.

    Where there is no story yet the page that says so.
    """
    evening, here = own_evening(uid), open_past()
    card = card_of(evening, here.past, g.by.whole, "letters" in request.args)
    if card is None:
        return redirect(url_for("story.show_story", uid=uid), 303)
    return answer_with(card, f"evening-{evening.date.isoformat()}.png")


@bp.get("/m/<slug:uid>/picture.png", needs=WATCH_MATCH)
def show_match_picture(uid: str) -> ResponseReturnValue:
    """The picture of a match; where it is not over the table."""
    evening, here = own_evening(granted_match(uid).evening_uid), open_past()
    card = match_card_of(evening, here.past, uid, g.by.whole, "letters" in request.args)
    if card is None:
        return redirect(url_for("table.show_table", uid=uid), 303)
    return answer_with(card, f"match-{evening.date.isoformat()}.png")
