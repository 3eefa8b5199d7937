"""The table screen in parts: header, totals, stick, what happens now, the pad, the sheet, and what is needed rarely."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.answers import sign
from drawing.entries import entry_of, form_of
from drawing.now import now
from drawing.pads import pad_of
from drawing.rows import cut, row, toast_words
from drawing.shapes import LETTERS, emblem, icon
from drawing.speech import Speaker
from drawing.strokes import all_tally, gates, road, slots, stick
from drawing.tools import tools
from drawing.tree import SEAL, classes, node
from scoring.board import overview, told_line
from scoring.pad import pad, written_so_far
from scoring.words import say

if TYPE_CHECKING:
    from typing import Any

    from drawing.entries import Form
    from drawing.language import Language
    from drawing.pad import Pad
    from drawing.tree import Node, Piece
    from scoring.answers import Answer, Answers
    from scoring.game import Game
    from scoring.words import Entry, Line, Problem, Sheet, Values, Wording
    from scoring.words import Table as Seats

    Drawn = tuple[list[Piece], list[Piece]]  # a pad, and what is wrong with none of its fields

Place = NamedTuple("Place", [("here", "str"), ("evening", "str")])
"""The addresses of the table and of its evening."""

STATUS = {
    "in": say("in"),
    "dog": say("dog’s life"),
    "parish": say("parish"),
    "blind_parish": say("blind parish"),
    "out": say("out"),
}


class Table:
    """All that the table screen shows of a match: draft and form are what is half made, step what is asked for.

    answers are what was answered to its lines.
    """

    def __init__(
        self,
        place: Place,
        game: Game,
        sheet: Sheet,
        language: Language,
        form: Form | None = None,
        problems: tuple[Problem, ...] = (),
        step: str | None = None,
        more: dict[str, Wording] | None = None,
        answers: Answers | None = None,
        sat: dict[str, Seats] | None = None,
    ) -> None:
        self.place, self.game, self.sheet, self.language = place, game, sheet, language
        self.form, self.problems = form or {}, problems
        self.answers: Answers = {} if answers is None else answers
        self.sat, self.more = sat or {}, more
        self.standing = sheet.standing
        self.draft = draft_of(game, sheet, self.form, done=bool(problems))
        self.board = overview(sheet, self.draft, since=len(sheet.lines))
        again = step == "bid" and self.board["step"] == "play" and not game.bid_done(self.standing, None)
        self.step: str = "bid" if again else self.board["step"]
        self.speaker = Speaker(language, game.key, self.standing.table, more)
        self.totals = self.standing.totals

    @property
    def heading(self) -> str:
        """What the page is about."""
        name = self.language.gettext(self.game.name)
        return self.language.gettext("{game}, deal {n}", game=name, n=self.standing.number)

    @property
    def note(self) -> str:
        """The small words in the header: the deal, or that it is over."""
        if self.step == "over":
            return self.language.gettext("over")
        return self.language.gettext("deal {n}", n=self.standing.number)

    @property
    def closed(self) -> bool:
        """Whether the table has said that time is up."""
        return self.standing.closed

    def bar(self, undo: bool, redo: bool) -> list[Piece]:
        """The header: back to the evening, the game and the deal, what is disputed, one saying back or forth."""
        language = self.language
        out = node(
            "a",
            {"class": "icon", "href": self.place.evening, "aria-label": language.gettext("This evening")},
            icon("back"),
        )
        small = node("small", {"id": "bar-note"}, self.note)
        head = node("h1", {}, language.gettext(self.game.name), " ", small)
        return [out, head, self.doubt, self.ways_back(undo, redo)]

    @property
    def doubt(self) -> Node | None:
        """The sign that a line is disputed; it moves nothing that a finger may be on."""
        return sign(self.language, self.place.here, self.sheet.lines, self.answers)

    def ways_back(self, undo: bool, redo: bool) -> list[Piece]:
        """The buttons of Undo and Redo."""
        return [
            self._way_back("undo", self.language.gettext("Undo"), undo),
            self._way_back("redo", self.language.gettext("Redo"), redo),
        ]

    def _way_back(self, name: str, words: str, possible: bool) -> Node:
        button = node("button", {"class": "icon", "aria-label": words, "disabled": not possible}, icon(name))
        return node("form", {"method": "post", "action": f"{self.place.here}/{name}"}, SEAL, button)

    def totals_board(self) -> Node:
        """The two halves (or three to seven columns): names, totals, and the tally the game is known for."""
        sides: list[Piece] = [self._side(side) for side in range(len(self.totals))]
        return node("div", {"class": classes("board", self.width)}, sides)

    @property
    def width(self) -> str:
        """How wide the totals are: many columns, single figures, or three digits."""
        widest = max([len(str(total)) for total in self.totals])
        if len(self.totals) > 2:
            return "many one" if widest == 1 else "many long" if widest > 2 else "many"
        return "long longer" if widest > 3 else "long" if widest > 2 else ""

    def _side(self, side: int) -> Node:
        marks = self.board["marks"]
        status = marks["status"][side] if marks["kind"] == "status" else ""
        out = status == "out"
        total = "–" if out else self.language.number(self.totals[side])
        style = classes("side", LETTERS[side], "out" if out else "")
        return node(
            "section",
            {"class": style},
            self._head(side),
            node("p", {"class": "total"}, node("span", {}, total)),
            self._tally(side, marks, status),
        )

    def _head(self, side: int) -> list[Piece]:
        """Who plays for a side, and who of them deals."""
        names: list[Piece] = []
        pair = len(self.totals) == 2
        for seat in self.standing.table.sides[side]:
            deals = seat == self.standing.dealer
            names.append([self.speaker.name(seat), self._dealer() if deals and pair else None])
        sign = node("i", {"class": "mark " + LETTERS[side]})
        if pair:
            stacked: list[Piece] = [node("span", {"class": "name"}, name) for name in names]
            return [node("h2", {}, sign, node("span", {}, stacked))]
        dealer = self.standing.table.sides[side][0] == self.standing.dealer
        return [node("h2", {}, sign, names[0]), self._dealer() if dealer else None]

    def _dealer(self) -> Node:
        deals = self.language.gettext("deals")
        letter = node("span", {"aria-hidden": "true"}, self.language.gettext("D"))
        return node("i", {"class": "dealer", "title": deals}, letter, node("span", {"class": "unseen"}, deals))

    def _tally(self, side: int, marks: Values, status: str) -> Node | None:
        if marks["kind"] == "all":
            return all_tally(self.language, marks["sides"][side], max(self._gained(side), 0))
        if marks["kind"] == "gates":
            return gates(self.language, self.totals[side], marks["start"])
        if marks["kind"] == "status":
            drawn = emblem(status if status in ("in", "out") else "dog")
            return node("p", {"class": "state"}, drawn, self.language.gettext(STATUS[status]))
        return None

    def _gained(self, side: int) -> int:
        """What a side got in the newest line."""
        lines = self.sheet.lines
        return lines[-1].points[side] if lines and not lines[-1].problems else 0

    def course(self, cuts: list[Piece]) -> Node:
        """The road to a total, or the stick; cuts are the newest of its deals."""
        marks, shape = self.board["marks"], self.board["stick"]
        if marks["kind"] == "road":
            names = [self.speaker.side_text(side) for side in range(len(self.totals))]
            return road(self.language, self.totals, marks["target"], names)
        return slots(self.language, shape) if shape["kind"] == "slots" else stick(self.language, cuts)

    def now(self) -> list[Piece]:
        """What happens now, the bid in play, and what sides need."""
        return now(self.speaker, self.board, self.standing.dealer)

    def pad(self) -> Pad:
        """The pad of this step, filled with what is said and what is half made."""
        board: dict[str, Any] = {}
        board.update(self.board)
        board.update(pad(self.sheet, self.draft))
        board["due"], board["step"] = self.board["step"], self.step
        shown = form_of(self.game.fields(self.standing), self.sheet.pending or {})
        shown.update(self.form)
        made = pad_of(self.game.key)
        return made(board, self.standing, self.speaker, shown, self.problems, self.place.here)

    def whole(
        self, version: int, cuts: list[Piece], said: str = "", news: Piece = "", drawn: Drawn | None = None
    ) -> Node:
        """The part of the screen that a tap changes: totals, stick, what happens now, the pad with what is told there.

        said: the kind of what was just recorded. news: why it was not. drawn: the pad, where it is drawn already.
        """
        pad, stray = drawn or self.pad_and_faults()
        told = [self.toast(said) if said else None, self.notice(news) if news else None, stray]
        return node(
            "div",
            {"class": "table", "id": "table", "data-version": str(version)},
            self.totals_board(),
            node("div", {"class": "play"}, self.course(cuts), self.now()),
            node("div", {"class": "pad", "id": "pad"}, told, pad),
        )

    def notice(self, words: Piece) -> Any:
        """Something that whoever taps must know first; a notice that is drawn already is left as it is."""
        return words if type(words) is tuple else node("p", {"class": "notice", "role": "alert"}, words)

    def pad_and_faults(self) -> Drawn:
        """The pad, and what is wrong with none of its fields."""
        if self.step == "closed":
            return [node("p", {}, self.language.gettext("This match was given up."))], []
        made = self.pad()
        stray = [node("p", {"class": "fault", "role": "alert"}, fault) for fault in made.faults.get("", [])]
        return made.draw(), stray

    def toast(self, kind: str) -> Node | None:
        """What was recorded last, with Undo under the thumb; what was taken back, with Redo."""
        language = self.language
        if kind == "strike":
            return self._toast([language.gettext("Taken back")], "redo", language.gettext("Redo"))
        if kind == "restore":
            return self._toast([language.gettext("Back again")], "undo", language.gettext("Undo"))
        if self.sheet.pending or not self.sheet.lines:
            return None
        last = self.sheet.lines[-1]
        words = toast_words(self.speaker_then(last), told_line(self.game, last))
        return self._toast(words, "undo", language.gettext("Undo"))

    def _toast(self, words: list[Piece], way: str, label: str) -> Node:
        said = {"class": "toast", "role": "status", "method": "post", "action": f"{self.place.here}/{way}"}
        return node("form", said, SEAL, node("span", {}, words), node("button", {}, label))

    def line(self, number: int) -> tuple[Node, Node, int]:
        """A line of the sheet: its row, its cut on the stick, and the width of that in px."""
        told = told_line(self.game, self.sheet.lines[number])
        speaker = self.speaker_then(self.sheet.lines[number])
        drawn, width = cut(speaker, told)
        return row(speaker, self.place.here, told, self.given(number)), drawn, width

    def speaker_then(self, line: Line) -> Speaker:
        """Who speaks of those who sat at the table when a line was written."""
        table = self.sat.get(line.deal.uid)
        if table is None or table == self.standing.table:
            return self.speaker
        return Speaker(self.language, self.game.key, table, self.more)

    def given(self, number: int) -> tuple[Answer, ...]:
        """What was answered to a line of the sheet."""
        return self.answers.get(self.sheet.lines[number].deal.uid, ())

    def tools(self) -> Node:
        """What a table needs now and then."""
        decides = self.game.closing_decides(self.standing.rules)
        return tools(self.language, self.place, self.step, self.closed, decides)


def draft_of(game: Game, sheet: Sheet, form: Form, done: bool) -> Entry:
    """What a form has half made, as an entry; done: it was to be recorded."""
    if not form:
        return {}
    standing = sheet.standing
    draft = entry_of(game.fields(standing), form, len(standing.table.players), done=done)
    written = written_so_far(sheet, draft)
    draft.update(pad_of(game.key).tapped(standing, form, written))
    return draft
