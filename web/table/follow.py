"""A match for those who look on: the follow screen of phones and televisions and the large view; what each polls.

In the large view totals, bid and needs are so big that everybody around the table can read them.
"""

from __future__ import annotations

import json
import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from flask import Response, jsonify, render_template, request, url_for
from markupsafe import Markup

from models.cache import Cache, text_size
from models.log.granted_match import GrantedMatch, next_match, read_granted
from models.log.state import PLAY, MatchState
from models.tables import SCORE
from table.node import node
from table.screen import as_nodes
from table.sheet import cuts
from web.auth.browser import is_taken_over
from web.auth.guard import granted_match, handed_over_here
from web.http.requests import address_with, unless_known, whole_number
from web.i18n.locale import gettext, language_code
from web.markup import cached_page, render_fragment
from web.match_page import TablePage
from web.phone_log import records_json
from web.routes import SCORE_MATCH, WATCH_MATCH, Pages
from web.sheet import cached_lines
from web.table.confirm import CONFIRMATION, confirm_fragment
from web.table.record import SHORT_HASH
from web.table.stale_entry import entries_since

if TYPE_CHECKING:
    from table.node import Content, Node


MAX_LINES = 20  # newest ones; the score sheet has all
START_KEY = secrets.token_bytes(8)  # of this server start: another release may render otherwise

bp = Pages("follow", __name__)
texts: Cache[bytes] = Cache(4 << 20, text_size)


@bp.get("/m/<slug:uid>/follow", needs=WATCH_MATCH)
def show_follow(uid: str) -> str:
    """The match as it stands, read-only; with tv in the address large, for a television."""
    return render_follow(granted_match(uid))


@bp.get("/m/<slug:uid>/live", needs=WATCH_MATCH)
def poll(uid: str) -> Response:
    """The content of the follow screen as JSON; 304 while it is unchanged.

    X-Seat tells a phone that another one has taken over its seat, also with a 304.
    """
    match = granted_match(uid)
    version = follow_version(match, following_match(match))
    answer = unless_known(version, lambda: content_response(match, version))
    if is_taken_over(match.evening_uid):
        answer.headers["X-Seat"] = "lost"
    return answer


@bp.get("/m/<slug:uid>/version", needs=WATCH_MATCH)
def show_version(uid: str) -> Response:
    """How many records the log has, for a page that loads itself anew; 304 while it is what If-None-Match says."""
    version = granted_match(uid).head.last_seq
    return unless_known(str(version), lambda: jsonify(version))


@bp.get("/m/<slug:uid>/updates", needs=SCORE_MATCH)
def show_updates(uid: str) -> Response:
    """For an open table: the records after a version, for the phone engine and as text; 304 when there are none."""
    match = granted_match(uid)
    after = whole_number(request.args.get("after")) or 0
    return unless_known(str(match.head.last_seq), lambda: updates_since(match, after))


def updates_since(match: GrantedMatch, after: int) -> Response:
    """The records after this version; those that the asking page sent itself have no text."""
    state, own = read_granted(match), request.args.get("own", "").split(",")
    words = [Markup(text).striptags() for text in entries_since(state, after, "dispute", own)]  # noqa: S704  it is markup already
    records = records_json(state.records[after:])
    answer = jsonify(version=state.version, hash=state.hash[:SHORT_HASH], records=records, words=words)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def content_response(match: GrantedMatch, version: str) -> Response:
    """The content of this version in the reader's language, cached for all who look at it."""
    key = (match.uid, version, language_code())
    text = texts.get(key)
    if text is None:
        document = FollowContent(match, read_granted(match)).document()
        text = texts.put(key, json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
    answer = Response(text, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def following_match(match: GrantedMatch) -> str | None:
    """The match that came after one that is over."""
    return None if match.head.state == PLAY else next_match(match)


def follow_version(match: GrantedMatch, later: str | None) -> str:
    """Version of what a follower sees: differs by log, language, next match and server start."""
    facts = f"{match.head.last_hash} {language_code()} {later}".encode()
    return f"{match.head.last_seq}-{blake2b(facts, digest_size=4, key=START_KEY).hexdigest()}"


def render_follow(match: GrantedMatch) -> str:
    """The follow page, rendered once for all who look at it."""
    television = "tv" in request.args
    state, later = read_granted(match), following_match(match)
    right = (match.grant.right, handed_over_here())
    facts = (state.hash, language_code(), "follow", television, later, match.waits, right)
    page = cached_page(facts, lambda: follow_page(match, state, later, television))
    return str.replace(page, CONFIRMATION, confirm_fragment(match, state)) if CONFIRMATION in page else page


def follow_page(match: GrantedMatch, state: MatchState, later: str | None, television: bool) -> str:
    """The page, with a mark in the place of the confirmation. later: the uid of the match that came next."""
    following = url_for("follow.show_follow", uid=later) + ("?tv=1" if television else "") if later else ""
    return render_fragment(
        "live/follow.html",
        table_page=TablePage(match, state),
        content=FollowContent(match, state),
        version=follow_version(match, later),
        following=following,
        television=television,
        scores=match.grant.right == SCORE,
        confirmation=CONFIRMATION,
    )


class FollowContent:
    """A match as its followers see it, as nodes: the table without its pad."""

    def __init__(self, match: GrantedMatch, state: MatchState) -> None:
        self.state, self.table = state, TablePage(match, state).table
        self.lines = cached_lines(self.table, as_nodes)

    @property
    def about(self) -> Node:
        """The game, and how far the match is."""
        small = node("small", {}, self.table.deal_text)
        head = node("h1", {}, gettext(self.state.game.name), " ", small)
        return node("div", {"id": "about"}, head, self.table.clock())

    @property
    def main(self) -> Node:
        """Totals, stick, what is due, and the newest lines of the sheet."""
        totals = node("div", {"class": "totals"}, self.table.totals_board())
        course = node("div", {"class": "course"}, self.table.road_or_stick(cuts(self.lines)))
        now = node("div", {"class": "happens"}, self.table.status_line())
        return node("div", {"class": "follow", "id": "follow"}, totals, course, now, self.rows)

    @property
    def rows(self) -> Node:
        """The sheet, newest first, with a link to the lines that are left out."""
        newest: list[Content] = [line.row for line in self.lines[: -MAX_LINES - 1 : -1]]
        paper = {"class": "go quiet", "href": self.table.place.here + "/paper"}
        earlier = node("a", paper, gettext("Earlier deals")) if len(self.lines) > MAX_LINES else None
        rows = node("ol", {"id": "rows"}, newest)
        return node("section", {"class": "lines"}, self.table.heads, self.table.uncounted, rows, earlier)

    def document(self) -> list[Any]:
        """Heading, about and main as JSON data; without nodes once the match is not in play."""
        if self.state.status != PLAY:
            return [self.table.heading, None, None]
        return [self.table.heading, compact_node(self.about), compact_node(self.main)]


def compact_node(piece: Content) -> Any:
    """A node as JSON data: tag, attributes if any, children; adjacent texts are joined, as in a browser."""
    if type(piece) is not tuple:
        return str(piece)
    tag, attributes, children = piece
    data: list[Any] = [tag, attributes] if attributes else [tag]
    first = len(data)
    for child in children:
        if type(child) is not tuple and len(data) > first and type(data[-1]) is str:
            data[-1] += str(child)
        else:
            data.append(compact_node(child))
    return data


SWITCHES = ("turned", "held")  # query parameters: the far half is turned; a page without script is not loaded anew


@bp.get("/m/<slug:uid>/across", needs=WATCH_MATCH)
def show_across(uid: str) -> str:
    """The large view, for a phone that lies in the middle of the table."""
    match = granted_match(uid)
    table_page, on = TablePage(match, read_granted(match)), {switch for switch in SWITCHES if switch in request.args}

    def switched(switch: str) -> str:
        return address_with(url_for("follow.show_across", uid=uid), dict.fromkeys(sorted(on ^ {switch}), 1))

    return render_template("table/across.html", table_page=table_page, on=on, switched=switched)
