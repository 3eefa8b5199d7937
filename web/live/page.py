"""The follow page: the match as it stands, cached for all who look at it."""

from __future__ import annotations

import secrets
from hashlib import blake2b

from flask import request, url_for
from markupsafe import Markup

from models.log.granted_match import GrantedMatch, read_granted
from models.log.match_state import PLAY, MatchState
from models.log.next_match import next_match
from web.auth.guard import handed_over_here
from web.fragment_cache import cached_page, render_fragment
from web.i18n.locale import language_code
from web.live.content import FollowContent
from web.result.page import ResultPage
from web.table.confirm_page import CONFIRMATION, confirm_fragment
from web.table.page import TablePage
from web.tree_html import html

START_KEY = secrets.token_bytes(8)  # of this server start: another release may render otherwise


def render_follow(match: GrantedMatch) -> str:
    """The follow page, rendered once for all who look at it."""
    television = "tv" in request.args
    state, later = read_granted(match), following_match(match)
    right = (match.grant.right, handed_over_here())
    facts = (state.hash, language_code(), "follow", television, later, match.waits, right)
    page = cached_page(
        facts, lambda: render_fragment("live/follow.html", page=FollowPage(match, state, later, television))
    )
    return str.replace(page, CONFIRMATION, confirm_fragment(match, state)) if CONFIRMATION in page else page


class FollowPage:
    """What the template reads; later: the uid of the match that came next."""

    def __init__(self, match: GrantedMatch, state: MatchState, later: str | None, television: bool) -> None:
        self.match, self.state, self.television = match, state, television
        self.uid, self.game, self.content = match.uid, state.game, FollowContent(match, state)
        self.version = follow_version(match, later)
        self.title = self.content.table.heading
        self.next = self.place("follow.show_follow", later) if later else ""
        self.confirmation = CONFIRMATION
        self.scores = match.grant.right == "score"

    def place(self, page: str, uid: str) -> str:
        """The address of a page of a match; keeps the television switch."""
        return url_for(page, uid=uid) + ("?tv=1" if self.television else "")

    @property
    def about(self) -> Markup:
        """The game, and how far the match is."""
        return html(self.content.about)

    @property
    def main(self) -> Markup:
        """Totals, what is due, the sheet."""
        return html(self.content.main)

    @property
    def rows(self) -> Markup:
        """The newest lines of the sheet."""
        return html(self.content.rows(self.content.lines()))

    @property
    def table_page(self) -> TablePage:
        """The table page that a result is rendered with."""
        return TablePage(self.match, self.state)

    @property
    def result(self) -> ResultPage | None:
        """The result; None while the match goes on."""
        return ResultPage(self.table_page) if self.state.sheet.outcome else None


def following_match(match: GrantedMatch) -> str | None:
    """The match that came after one that is over."""
    return None if match.head.state == PLAY else next_match(match)


def follow_version(match: GrantedMatch, later: str | None) -> str:
    """Version of what a follower sees: differs by log, language, next match and server start."""
    facts = f"{match.head.last_hash} {language_code()} {later}".encode()
    return f"{match.head.last_seq}-{blake2b(facts, digest_size=4, key=START_KEY).hexdigest()}"
