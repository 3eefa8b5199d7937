"""What a follower sees of a match, as a tree and as text: the table without its pad, kept for every version of it.

The text is what script asks for. Whoever has the text of an older version gets the newer one told by it: compressed
with the older one as dictionary, which takes little more than what is new.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import url_for

from drawing.icons import emblem, mark, ring
from drawing.node import node
from drawing.seating import tables_by_uid
from drawing.sheet_rows import cuts
from drawing.table_page import Place, Table
from drawing.tally_marks import all_tally, gate, gates
from models.cache import Cache, text_size
from models.log.errors import SENTENCES
from models.log.match_state import PLAY
from web.i18n.locale import gettext, language, speaking
from web.table.clock import clock_of
from web.table.sheet_rows import lines_size, unchanged, who_sat

if TYPE_CHECKING:
    from drawing.node import Content, Node
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.confirmations import Confirmation
    from scoring.words import Line

SHOWN = 20  # of the newest lines; the score sheet has all of them, and what is long takes longer to be told
WINDOW = 32 * 1024  # bytes that a compressed text can look back
RAW = -15  # how zlib is told to put no head around what it packs


class Drawn(NamedTuple):
    """A line with what was answered to it, its row and its cut on the stick."""

    line: Line
    given: tuple[Confirmation, ...]
    row: Node
    cut: Node


_lines: Cache[list[Drawn]] = Cache(16 << 20, lines_size)
_texts: Cache[bytes] = Cache(4 << 20, text_size)
_packed: Cache[bytes] = Cache(1 << 20, text_size)


class Followed:
    """A match for those who only look on."""

    def __init__(self, match: GrantedMatch, state: MatchState) -> None:
        self.match, self.state, self.sheet = match, state, state.sheet
        here = url_for("table.table", uid=match.uid)
        place = Place(here, url_for("evening.evening", uid=match.evening_uid))
        given, sat = state.answers, tables_by_uid(state.table, state.live.deals)
        began = clock_of(match.started_at)
        self.table = Table(
            place, state.game, state.sheet, speaking(), more=SENTENCES, confirmations=given, seating=sat, began=began
        )

    @property
    def about(self) -> Node:
        """What is played, and how far it is."""
        small = node("small", {}, self.table.note)
        head = node("h1", {}, gettext(self.state.game.name), " ", small)
        return node("div", {"id": "about"}, head, self.table.clock())

    @property
    def main(self) -> Node:
        """Totals, stick, what happens now, and the newest lines of the sheet."""
        lines = self.lines()
        totals = node("div", {"class": "totals"}, self.table.totals_board())
        course = node("div", {"class": "course"}, self.table.course(cuts(lines)))
        now = node("div", {"class": "happens"}, self.table.now())
        return node("div", {"class": "follow", "id": "follow"}, totals, course, now, self.rows(lines))

    def rows(self, lines: list[Drawn]) -> Node:
        """The sheet, newest first."""
        shown: list[Content] = [line.row for line in lines[: -SHOWN - 1 : -1]]
        return node(
            "section",
            {"class": "lines"},
            self.table.heads,
            self.table.uncounted,
            node("ol", {"id": "rows"}, shown),
            self.earlier(lines),
        )

    def earlier(self, lines: list[Drawn]) -> Node | None:
        """The way to the lines that are not shown."""
        if len(lines) <= SHOWN:
            return None
        return node("a", {"class": "go quiet", "href": self.table.place.here + "/paper"}, gettext("Earlier deals"))

    def lines(self) -> list[Drawn]:
        """Every line drawn, oldest first; those that are as they were when last drawn are not drawn again."""
        key, lines = (self.table.place.here, language(), *who_sat(self.table)), self.sheet.lines
        known = _lines.get(key) or []
        same = unchanged(known, lines, self.table.confirmations)
        fresh = [Drawn(lines[n], self.table.confirmations_of(n), *self.table.line(n)) for n in range(same, len(lines))]
        return _lines.put(key, known[:same] + fresh)

    def document(self) -> list[Any]:
        """All that script needs to bring the page up to date; no tree where the page is asked for as a whole."""
        if self.state.status != PLAY:
            return [self.table.heading, None, None]
        spare = [settled(piece) for piece in stock(self.table)]
        return [self.table.heading, settled(self.about), settled(self.main), spare]


def stock(table: Table) -> list[Content]:
    """What has not been drawn yet and will be; it costs little at first and nothing when it comes."""
    cut = node("i", {"class": "up"}), node("i", {"class": "down"}), node("i", {"class": "none"})
    return [model_row(table), node("li", {}, *cut), *tallies(table), *sentences(table)]


def model_row(table: Table) -> Node:
    """A row with all that rows are made of."""
    names = table.formatter.listed([table.formatter.name(seat) for seat in range(len(table.formatter.players))])
    gain = table.language.signed(-1)
    story = node("small", {}, names, node("span", {"class": "gained"}, mark(0), " ", gain))
    sums = [node("span", {"class": style}, table.language.number(1)) for style in (None, "gain a")]
    place = {"class": "line", "href": f"{table.place.here}/deal/"}
    words = node("span", {}, names, " ", gain, story)
    number = node("b", {}, table.language.number(1))
    return node("li", {}, node("a", place, number, words, node("span", {"class": "sum"}, sums)))


def sentences(table: Table) -> list[Content]:
    """What the game may say, in the reader's language."""
    said, language = table.game.sentences, table.language
    return [
        language.gettext(words) if type(words) is str else language.ngettext(words[0], words[1], 2)
        for words in (said[code] for code in sorted(said))
    ]


def tallies(table: Table) -> list[Content]:
    """All strokes of the tally that the game is known for."""
    kind = table.board["marks"]["kind"]
    if kind == "all":
        return [all_tally(table.language, 7, 7), all_tally(table.language, 0), ring(0, "30")]
    if kind == "gates":
        return [gates(table.language, 20, 20, 20), *(gate(left, 5) for left in range(6))]
    return [emblem(name) for name in ("in", "dog", "out")] if kind == "status" else [ring(0, "8")]


def settled(piece: Content) -> Any:
    """A tree as short data: tag, attributes where there are any, children; texts side by side are one, as on a page."""
    if type(piece) is not tuple:
        return str(piece)
    tag, attributes, children = piece
    found: list[Any] = [tag, attributes] if attributes else [tag]
    first = len(found)
    for child in children:
        if type(child) is not tuple and len(found) > first and type(found[-1]) is str:
            found[-1] += str(child)
        else:
            found.append(settled(child))
    return found


def text_of(match: GrantedMatch, state: MatchState, version: str) -> bytes:
    """The document of this version as text in the reader's language, made once."""
    key = (match.uid, version, language())
    return _texts.get(key) or _texts.put(key, as_text(Followed(match, state).document()))


def as_text(document: list[Any]) -> bytes:
    """A document as JSON."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def packed(uid: str, known: str, version: str) -> bytes | None:
    """The text of a version, packed for those who have the text of another; None when this process has not."""
    key = (uid, known, version, language())
    before, after = (_texts.get((uid, one, language())) for one in (known, version))
    found = _packed.get(key)
    if found or before is None or after is None:
        return found
    return _packed.put(key, pack(before, after))


def pack(before: bytes, after: bytes) -> bytes:
    """A text packed with another as dictionary."""
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zlib.Z_DEFAULT_STRATEGY, before[-WINDOW:])
    return packer.compress(after) + packer.flush()
