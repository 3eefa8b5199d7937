"""The table screen in parts: header, totals, tally stick, status, pad, sheet and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.clock import clock
from drawing.confirmations import dispute_strip
from drawing.form_entry import entry_to_form, parse_entry
from drawing.header import header
from drawing.messages import MessageFormatter
from drawing.more_menu import menu
from drawing.node import node
from drawing.pads.registry import pad_of
from drawing.sheet_rows import cut, row, sheet_heading, uncounted_notice
from drawing.status_line import bid_in_play, status_line
from drawing.stick import road, slots, stick
from drawing.taps import encode_taps, taps_of
from drawing.totals_board import SEVEN, TotalsBoard
from drawing.undo import NO_TURN, Undo
from drawing.undo_words import UndoWords
from scoring.board import PLAYING, board_line, merged_draft, overview, pad
from scoring.game import last_deal
from scoring.sheet import if_closed

if TYPE_CHECKING:
    from typing import Any

    from drawing.clock import Clock
    from drawing.form_entry import Form
    from drawing.locale import Language
    from drawing.node import Content, Node
    from drawing.undo import Turn
    from drawing.widgets.base import Pad
    from scoring.deals import Confirmation, Confirmations
    from scoring.game import Game
    from scoring.words import Entry, Line, Problem, Sheet, Values, Wording
    from scoring.words import Table as Seats

    DrawnPad = tuple[list[Content], list[Content]]  # a pad, and what is wrong with none of its fields
Place = NamedTuple("Place", [("here", "str"), ("evening", "str")])
"""The addresses of the table and of its evening."""


class Table:
    """Draws the table screen of a match: sheet is its state, form the draft on the pad, step the step of the pad.

    more: wordings of codes beyond the game's own. confirmations and seating (the table at the time) are by the uid of a
    line. began: when a match on the clock began. turn: what Undo and Redo would record.
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
        confirmations: Confirmations | None = None,
        seating: dict[str, Seats] | None = None,
        began: Clock | None = None,
        turn: Turn = NO_TURN,
    ) -> None:
        self.place, self.game, self.sheet, self.language = place, game, sheet, language
        self.form, self.problems = form or {}, problems
        self.confirmations: Confirmations = {} if confirmations is None else confirmations
        self.seating, self.more, self.began, self.turn = seating or {}, more, began, turn
        self.standing = sheet.standing
        self.draft = draft_of(game, sheet, self.form, done=bool(problems))
        self.board = overview(sheet, self.draft, since=len(sheet.lines))
        again = step == "bid" and self.board["step"] == "play" and not game.bid_done(self.standing, None)
        self.step: str = "bid" if again else self.board["step"]
        self.formatter = MessageFormatter(language, game.key, self.standing.table, more)
        self.totals = self.standing.totals
        self.has_cuts = self.board["stick"]["kind"] == "cuts" and self.board["marks"]["kind"] != "road"

    @property
    def heading(self) -> str:
        """The title of the page."""
        name = self.language.gettext(self.game.name)
        return self.language.gettext("{game}, deal {n}", game=name, n=self.standing.number)

    @property
    def deal_text(self) -> str:
        """The small text in the header: the deal's number, or that the match is over."""
        if self.step == "over":
            return self.language.gettext("over")
        number, agreed = self.standing.number, self.game.deals_agreed(self.standing.rules)
        if agreed and number <= agreed:
            return self.language.gettext("deal {n} of {all}", n=number, all=agreed)
        return self.language.gettext("deal {n}", n=number)

    def header(self) -> list[Content]:
        """The header: back to the evening, the game, the deal, the clock, who may watch, menu."""
        title = self.language.gettext(self.game.name)
        return header(self.language, self.place.evening, title, self.deal_text, self.clock(), self.menu())

    def clock(self) -> Node | None:
        """The clock, while the match goes on and a time was agreed."""
        minutes = self.game.minutes(self.standing.rules)
        if not minutes or self.began is None or not self.timed:
            return None
        return clock(self.language, self.began, minutes, self.standing.number)

    @property
    def timed(self) -> bool:
        """Whether a clock decides which deal is the last."""
        going_on = self.step in PLAYING and not self.standing.closed
        return going_on and self.game.minutes(self.standing.rules) is not None

    def dispute_strip(self) -> Node:
        """The strip under the header while a line is disputed."""
        return dispute_strip(self.language, self.place.here, self.sheet.lines, self.confirmations)

    def undo(self, recorded: str = "") -> Node:
        """The row of Undo and Redo. recorded: the kind of the record that was just made, which the row announces."""
        tapped = pad_of(self.game.key).tapped_fields(self.standing, self.form)
        words = UndoWords(self.game, self.sheet, self.formatter, self.formatter_at)
        return Undo(self.place.here, words, self.turn, tapped, self._pending_form()).row(bool(recorded))

    def _pending_form(self) -> Form:
        """The bid of the deal in play as a form."""
        return entry_to_form(self.game.fields(self.standing), self.sheet.pending or {})

    def totals_board(self, boxed: bool = True) -> Node:
        """The totals of the sides; boxed: the free cell beside seven sides holds the bid in play."""
        return TotalsBoard(self.formatter, self.sheet, self.board, self.step, self.draft).drawn(boxed)

    def road_or_stick(self, cuts: list[Content]) -> Node:
        """The road to a total, or the tally stick with these cuts."""
        marks, shape = self.board["marks"], self.board["stick"]
        if marks["kind"] == "road":
            names = [self.formatter.side_text(side) for side in range(len(self.totals))]
            return road(self.language, self.totals, marks["target"], names)
        return slots(self.language, shape) if shape["kind"] == "slots" else stick(self.language, cuts)

    def status_line(self, boxed: bool = True) -> list[Content]:
        """The status line: prompt, needs, and the bid in play where it has no cell of its own."""
        bid = bid_in_play(self.formatter, self.board, self.standing.dealer)
        last = self._board_of_last()["needs"] if self.timed else None
        return status_line(self.formatter, self.board, None if boxed and len(self.totals) == SEVEN else bid, last)

    def _board_of_last(self) -> Values:
        """The board as if time were up: this deal decides then, unless the totals are equal after it."""
        return overview(if_closed(self.sheet), self.draft, since=len(self.sheet.lines))

    @property
    def bid_was_called(self) -> bool:
        """Whether the bid in play, or else that of the last deal, was entered call by call."""
        last = last_deal(list(self.sheet.lines))
        entry = self.sheet.pending or (last.deal.entry if last else {})
        return bool(entry.get("calls"))

    def pad(self) -> Pad:
        """The pad of this step, filled with the pending bid and the draft."""
        board: dict[str, Any] = {}
        board.update(self.board)
        board.update(pad(self.sheet, self.draft))
        board["due"], board["step"], board["called"] = self.board["step"], self.step, self.bid_was_called
        form, base = self._pending_form(), self._pending_form()
        form.update(self.form)
        made = pad_of(self.game.key)
        board["done"] = encode_taps(taps_of(made.tapped_fields(self.standing, self.form), base))
        return made(board, self.standing, self.formatter, form, self.problems, self.place.here)

    def table_part(
        self,
        version: int,
        cuts: list[Content],
        recorded: str = "",
        refusal: Content = "",
        drawn: DrawnPad | None = None,
    ) -> Node:
        """The part of the screen that a tap changes: totals, tally stick, status, and the pad with its notices.

        recorded: the kind of the record just made. refusal: why none was. drawn: the pad, if it is drawn already.
        """
        pad, stray = drawn or self.pad_and_faults()
        notices = [self.undo(recorded), self.notice(refusal) if refusal else None, stray]
        return node(
            "div",
            {"class": "table", "id": "table", "data-version": str(version)},
            self.totals_board(),
            node("div", {"class": "play"}, self.road_or_stick(cuts), self.status_line()),
            node("div", {"class": "pad", "id": "pad"}, notices, pad),
        )

    def notice(self, words: Content) -> Any:
        """A notice above the pad; one that is a node already is left as it is."""
        return words if type(words) is tuple else node("p", {"class": "notice", "role": "alert"}, words)

    def pad_and_faults(self) -> DrawnPad:
        """The pad, and the problems that belong to none of its fields."""
        if self.step == "closed":
            return [node("p", {}, self.language.gettext("This match was given up."))], []
        made = self.pad()
        stray = [node("p", {"class": "fault", "role": "alert"}, fault) for fault in made.faults.get("", [])]
        return made.draw(), stray

    def line(self, number: int) -> tuple[Node, Node | None]:
        """A line of the sheet: its row, and its cut where the stick has one for each deal."""
        line = board_line(self.game, self.sheet.lines[number])
        formatter = self.formatter_at(self.sheet.lines[number])
        drawn = row(formatter, self.place.here, line, self.confirmations_of(number))
        return drawn, cut(formatter, line) if self.has_cuts else None

    @property
    def heads(self) -> Node:
        """The heading of the sheet."""
        return sheet_heading(self.formatter)

    @property
    def uncounted(self) -> Node:
        """The notice of how many lines do not count."""
        return uncounted_notice(self.language, self.sheet.lines)

    def formatter_at(self, line: Line) -> MessageFormatter:
        """The formatter with the names at the time of a line."""
        table = self.seating.get(line.deal.uid)
        if table is None or table == self.standing.table:
            return self.formatter
        return MessageFormatter(self.language, self.game.key, table, self.more)

    def confirmations_of(self, number: int) -> tuple[Confirmation, ...]:
        """The confirmations of a line of the sheet."""
        return self.confirmations.get(self.sheet.lines[number].deal.uid, ())

    def menu(self) -> Node:
        """The menu of the match."""
        return menu(self.language, self.place.here, self.sheet, self.step, self.game)


def draft_of(game: Game, sheet: Sheet, form: Form, done: bool) -> Entry:
    """The draft of a form as an entry; done: it was to be recorded."""
    if not form:
        return {}
    standing = sheet.standing
    draft = parse_entry(game.fields(standing), form, len(standing.table.players), done=done)
    written = merged_draft(sheet, draft)
    draft.update(pad_of(game.key).entry_from_taps(standing, form, written))
    return draft
