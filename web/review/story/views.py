"""The story of an evening, and the picture of it to share."""

from __future__ import annotations

from flask import Blueprint, g, render_template

from web.auth.guard import own_evening
from web.evening.views import matches_in
from web.review.opened import opened
from web.review.story.page import StoryPage

bp = Blueprint("story", __name__)


@bp.get("/e/<slug:uid>/story")
def show_story(uid: str) -> str:
    """The story; who may see this evening only is told nothing of others."""
    evening, here = own_evening(uid), opened()
    page = StoryPage(evening, here.past, g.by.whole)
    matches = matches_in(evening)
    return render_template("review/story.html", page=page, evening=evening, matches=matches)
