"""The follow screen: a match for those who only look on, on a phone or a television, and what is new of it."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING

from flask import Blueprint, Response, request

from models.log.granted_match import read_granted
from models.log.match_state import PLAY
from models.log.next_match import next_match
from web.auth.claimed_seat import taken_over
from web.auth.guard import opened_here, put_down_here
from web.fragment_cache import kept_page, rendered
from web.http.addresses import address
from web.http.etag import unless_known
from web.i18n.locale import language
from web.live.page import Followed, packed, text_of
from web.result.page import Ending
from web.table.confirm_page import PLACE, block
from web.table.page import Screen
from web.tree_html import html

if TYPE_CHECKING:
    from markupsafe import Markup

    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState

SINCE = secrets.token_bytes(8)  # this start of the server: what an older one drew may look otherwise

bp = Blueprint("follow", __name__)


@bp.get("/m/<uid>/follow")
def follow(uid: str) -> str:
    """The match as it stands, without anything to tap in; with tv in the address large, for a television."""
    return followed(opened_here(uid))


def followed(match: GrantedMatch) -> str:
    """The page, drawn once for all who look at it."""
    television = "tv" in request.args
    state, later = read_granted(match), later_of(match)
    facts = (state.hash, language(), "follow", television, later, match.grant.right, put_down_here())
    page = kept_page(facts, lambda: rendered("live/follow.html", page=FollowPage(match, state, later, television)))
    return str.replace(page, PLACE, block(match, state)) if PLACE in page else page


class FollowPage:
    """What the page says; later: the match that came after this one."""

    def __init__(self, match: GrantedMatch, state: MatchState, later: str | None, television: bool) -> None:
        self.match, self.state, self.television = match, state, television
        self.uid, self.game, self.seen = match.uid, state.game, Followed(match, state)
        self.version = version_of(match, later)
        self.title = self.seen.table.heading
        self.next = self.place("follow.follow", later) if later else ""
        self.asks = PLACE
        self.scores = match.grant.right == "score"

    def place(self, page: str, uid: str) -> str:
        """The address of a page of a match, on a television still one."""
        return address(page, uid=uid) + ("?tv=1" if self.television else "")

    @property
    def about(self) -> Markup:
        """What is played, and how far it is."""
        return html(self.seen.about)

    @property
    def main(self) -> Markup:
        """Totals, what happens now, the sheet."""
        return html(self.seen.main)

    @property
    def rows(self) -> Markup:
        """The newest lines of the sheet."""
        return html(self.seen.rows(self.seen.lines()))

    @property
    def screen(self) -> Screen:
        """What the end of a match is told with."""
        return Screen(self.match, self.state)

    @property
    def ending(self) -> Ending | None:
        """Who has won, and why; nothing while the match goes on."""
        outcome = self.state.sheet.outcome
        return Ending(self.screen, outcome) if outcome else None


def later_of(match: GrantedMatch) -> str | None:
    """The match that came after one that is over."""
    return None if match.head.state == PLAY else next_match(match)


def version_of(match: GrantedMatch, later: str | None) -> str:
    """A name for what a follower sees of a match: other sayings, another language, another server have another."""
    facts = f"{match.head.last_hash} {language()} {later}".encode()
    return f"{match.head.last_seq}-{blake2b(facts, digest_size=4, key=SINCE).hexdigest()}"


@bp.get("/m/<uid>/live")
def live(uid: str) -> Response:
    """What is new: nothing (304), or the text of the page as it is now.

    Whoever has the version in If-None-Match gets it packed with that one as dictionary, or whole if that is asked for.
    A phone whose seat another one has taken over is told so (X-Seat), also where nothing else is new.
    """
    match = opened_here(uid)
    version = version_of(match, later_of(match))
    answer = unless_known(version, lambda: text_for(match, version))
    if taken_over(match.evening_uid):
        answer.headers["X-Seat"] = "lost"
    return answer


def text_for(match: GrantedMatch, version: str) -> Response:
    """The text of a version, packed for whoever names an older one that this process has."""
    text = text_of(match, read_granted(match), version)
    known = None if "whole" in request.args else next(iter(request.if_none_match.as_set(include_weak=True)), None)
    short = packed(match.uid, known, version) if known else None
    answer = Response(short or text, mimetype="application/octet-stream" if short else "application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
