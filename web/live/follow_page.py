"""The follow screen, put into words and drawn once for all who look at it."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING

from flask import request, url_for

from models.log.granted_match import read_granted
from models.log.match_state import PLAY
from models.log.next_match import next_match
from web.auth.guard import put_down_here
from web.fragment_cache import kept_page, rendered
from web.i18n.locale import language
from web.live.page import Followed
from web.result.page import Ending
from web.table.confirm_page import PLACE, block
from web.table.page import Screen
from web.tree_html import html

if TYPE_CHECKING:
    from markupsafe import Markup

    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState

SINCE = secrets.token_bytes(8)  # this start of the server: what an older one drew may look otherwise


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
        return url_for(page, uid=uid) + ("?tv=1" if self.television else "")

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
