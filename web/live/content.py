"""Content of the follow screen as nodes: the table without its pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import url_for

from drawing.all_tally import all_tally
from drawing.icons import emblem, mark, ring
from drawing.line_cache import DrawnLine, as_nodes
from drawing.node import node
from drawing.sheet_rows import cuts
from drawing.table_page import Place, Table
from drawing.tally_marks import five_bar_gate, points_tally
from models.log.errors import SENTENCES
from models.log.granted_match import GrantedMatch
from models.log.match_state import PLAY, MatchState
from scoring.seating import tables_by_uid
from web.i18n.locale import current_language, gettext
from web.table.clock import clock_of
from web.table.sheet_rows import cached_lines

if TYPE_CHECKING:
    from drawing.node import Content, Node

MAX_LINES = 20  # newest ones; the score sheet has all


class FollowContent:
    """A match as its followers see it."""

    def __init__(self, match: GrantedMatch, state: MatchState) -> None:
        self.match, self.state, self.sheet = match, state, state.sheet
        here = url_for("table.show_table", uid=match.uid)
        place = Place(here, url_for("evening.show_evening", uid=match.evening_uid))
        given, sat = state.answers, tables_by_uid(state.table, state.live.deals)
        began = clock_of(match.started_at)
        self.table = Table(
            place,
            state.game,
            state.sheet,
            current_language(),
            more=SENTENCES,
            confirmations=given,
            seating=sat,
            began=began,
        )

    @property
    def about(self) -> Node:
        """The game, and how far the match is."""
        small = node("small", {}, self.table.deal_text)
        head = node("h1", {}, gettext(self.state.game.name), " ", small)
        return node("div", {"id": "about"}, head, self.table.clock())

    @property
    def main(self) -> Node:
        """Totals, stick, what is due, and the newest lines of the sheet."""
        lines = self.lines()
        totals = node("div", {"class": "totals"}, self.table.totals_board())
        course = node("div", {"class": "course"}, self.table.road_or_stick(cuts(lines)))
        now = node("div", {"class": "happens"}, self.table.status_line())
        return node("div", {"class": "follow", "id": "follow"}, totals, course, now, self.rows(lines))

    def rows(self, lines: list[DrawnLine]) -> Node:
        """The sheet, newest first."""
        newest: list[Content] = [line.row for line in lines[: -MAX_LINES - 1 : -1]]
        return node(
            "section",
            {"class": "lines"},
            self.table.heads,
            self.table.uncounted,
            node("ol", {"id": "rows"}, newest),
            self.earlier(lines),
        )

    def earlier(self, lines: list[DrawnLine]) -> Node | None:
        """The link to the lines that are left out."""
        if len(lines) <= MAX_LINES:
            return None
        return node("a", {"class": "go quiet", "href": self.table.place.here + "/paper"}, gettext("Earlier deals"))

    def lines(self) -> list[DrawnLine]:
        """Every line drawn, oldest first; only those that changed are drawn anew."""
        return cached_lines(self.table, as_nodes)

    def document(self) -> list[Any]:
        """Heading, about, main and sample nodes as JSON data; without nodes once the match is not in play."""
        if self.state.status != PLAY:
            return [self.table.heading, None, None]
        samples = [compact_node(piece) for piece in sample_nodes(self.table)]
        return [self.table.heading, compact_node(self.about), compact_node(self.main), samples]


def sample_nodes(table: Table) -> list[Content]:
    """Samples of what will be drawn later: with them in the deflate dictionary later deltas are short."""
    cut = node("i", {"class": "up"}), node("i", {"class": "down"}), node("i", {"class": "none"})
    return [sample_row(table), node("li", {}, *cut), *sample_tallies(table), *sample_sentences(table)]


def sample_row(table: Table) -> Node:
    """A row with everything that rows are made of."""
    names = table.formatter.listed([table.formatter.name(seat) for seat in range(len(table.formatter.players))])
    gain = table.language.signed(-1)
    story = node("small", {}, names, node("span", {"class": "gained"}, mark(0), " ", gain))
    sums = [node("span", {"class": style}, table.language.number(1)) for style in (None, "gain a")]
    place = {"class": "line", "href": f"{table.place.here}/deal/"}
    words = node("span", {}, names, " ", gain, story)
    number = node("b", {}, table.language.number(1))
    return node("li", {}, node("a", place, number, words, node("span", {"class": "sum"}, sums)))


def sample_sentences(table: Table) -> list[Content]:
    """The sentences of the game in the reader's language."""
    known, language = table.game.sentences, table.language
    return [
        language.gettext(words) if type(words) is str else language.ngettext(words[0], words[1], 2)
        for words in (known[code] for code in sorted(known))
    ]


def sample_tallies(table: Table) -> list[Content]:
    """The tally drawings of the game."""
    kind = table.board["marks"]["kind"]
    if kind == "all":
        return [all_tally(table.language, 7, 7), all_tally(table.language, 0), ring(0, "30")]
    if kind == "five_bar_gates":
        return [points_tally(table.language, 20, 20, 20), *(five_bar_gate(left, 5) for left in range(6))]
    return [emblem(name) for name in ("in", "dog", "out")] if kind == "status" else [ring(0, "8")]


def compact_node(piece: Content) -> Any:
    """A node as JSON data: tag, attributes if any, children; adjacent texts are joined, as in a browser."""
    if type(piece) is not tuple:
        return str(piece)
    tag, attributes, children = piece
    found: list[Any] = [tag, attributes] if attributes else [tag]
    first = len(found)
    for child in children:
        if type(child) is not tuple and len(found) > first and type(found[-1]) is str:
            found[-1] += str(child)
        else:
            found.append(compact_node(child))
    return found
