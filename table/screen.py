"""The table screen: header, board, pad and sheet of a match in play; rows that stayed the same are not drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.board import PLAYING, board_line, merged_draft, overview, pad
from scoring.game import last_deal
from scoring.sheet import if_closed
from table.board import SEVEN, TotalsBoard, road, slots, stick
from table.form_entry import entry_to_form, parse_entry
from table.icons import icon
from table.language import MessageFormatter
from table.menu import menu, ring_key, unsent_strip
from table.node import HIDDEN_FIELDS, node
from table.pads.registry import pad_of
from table.sheet import cut, row, sheet_heading, uncounted_notice
from table.status import bid_in_play, clock, dispute_strip, status_line
from table.taps import encode_taps, taps_of
from table.undo import NO_TURN, Undo, UndoWords

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scoring.deals import Confirmation, Confirmations
    from scoring.game import Game
    from scoring.words import Entry, Line, Problem, Sheet, Values, Wording
    from scoring.words import Table as Seats
    from table.form_entry import Form
    from table.language import Language
    from table.node import Content, Node
    from table.pads.pad import Pad
    from table.status import Clock
    from table.undo import Turn

    DrawnPad = tuple[list[Content], list[Content]]  # a pad, and what is wrong with none of its fields
    Given = tuple[Confirmation, ...]


def header(language: Language, evening: str, title: str, note: str, clock: Node | None, menu: Node) -> list[Content]:
    """The parts of the header; evening: the address of the evening, note: the small text behind the title."""
    back = {"class": "icon", "href": evening, "aria-label": language.gettext("This evening")}
    head = node("h1", {}, title, " ", node("small", {"id": "bar-note"}, note))
    return [node("a", back, icon("back")), head, clock, watch_button(language, evening), menu]


def watch_button(language: Language, evening: str) -> Node:
    """The button to the link and the code with which others watch this evening."""
    words = language.gettext("Let others watch")
    button = node("button", {"class": "icon", "aria-label": words, "title": words}, icon("watch"))
    return node("form", {"method": "post", "action": evening + "/share"}, HIDDEN_FIELDS, button)


def table_frame(language: Language, strip: Content, table: Content, sheet: Content) -> list[Content]:
    """What stands in <main> of the table: strip, the part that a tap changes, the sheet, and notices kept hidden."""
    notices = [unsent_strip(language, True), no_answer(language)]
    return [notices, strip, table, unfinished(language), sheet]


def no_answer(language: Language) -> Node:
    """The notice that no answer came, which script shows."""
    gettext = language.gettext
    attributes = {
        "class": "notice",
        "id": "no-answer",
        "role": "alert",
        "data-kept": gettext("No connection. What you tapped is saved on your phone."),
        "data-undo": gettext("Undo: {what}", what=gettext("the last tap")),
        "hidden": True,
    }
    return node("p", attributes, gettext("No connection. Nothing is lost: tap again."))


def unfinished(language: Language) -> Node:
    """The link to a draft that was begun before others recorded something, which script shows."""
    words = language.gettext("Your unfinished entry is still here: resume it.")
    return node("p", {"class": "notice", "id": "unfinished", "hidden": True}, node("a", {"href": ""}, words))


def sheet_part(language: Language, heads: Content, uncounted: Content, rows: Content) -> Node:
    """The sheet below the pad: its heading, how many lines do not count, and its rows, newest first."""
    return node("section", {"class": "lines"}, heads, uncounted, ring_key(language), node("ol", {"id": "rows"}, rows))


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


DrawnLine = NamedTuple(
    "DrawnLine", [("line", "Line"), ("confirmations", "Given"), ("row", "Content"), ("cut", "Content")]
)
"""A line of the sheet with its confirmations, its row and its cut on the tally stick, if that has cuts."""


def as_nodes(row: Content) -> Content:
    """The row as it is, for drawn_lines()."""
    return row


def drawn_lines(
    table: Table, known: list[DrawnLine], written: Callable[[Content], Content] = as_nodes
) -> list[DrawnLine]:
    """Every line of the table drawn, oldest first. known: its lines as drawn before; written: the form of a row."""
    lines = table.sheet.lines
    same = count_unchanged(table, known)
    if same == len(known) == len(lines):
        return known
    return known[:same] + [draw_line(table, number, written) for number in range(same, len(lines))]


def count_unchanged(table: Table, known: list[DrawnLine]) -> int:
    """How many lines are as they were drawn; one that is the same object has the same ones before it."""
    lines, same = table.sheet.lines, 0
    most = min(len(known), len(lines))
    kept = most > 0 and known[most - 1].line is lines[most - 1]
    while (
        same < most
        and (kept or known[same].line == lines[same])
        and known[same].confirmations == table.confirmations_of(same)
    ):
        same += 1
    return same


def draw_line(table: Table, number: int, written: Callable[[Content], Content]) -> DrawnLine:
    """One line drawn."""
    row, cut = table.line(number)
    return DrawnLine(table.sheet.lines[number], table.confirmations_of(number), written(row), cut)
