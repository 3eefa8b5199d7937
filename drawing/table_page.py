"""The table screen in parts: header, totals, tally stick, status, pad, sheet and menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.clock import clock
from drawing.confirmations import dispute_strip
from drawing.form_entry import entry_to_form, parse_entry
from drawing.icons import LETTERS, emblem, icon
from drawing.messages import MessageFormatter
from drawing.more_menu import menu
from drawing.node import HIDDEN_FIELDS, classes, node
from drawing.pads.registry import pad_of
from drawing.sheet_rows import cut, newest_standing, row, sheet_heading, uncounted_notice
from drawing.status_line import bid_in_play, status_line
from drawing.tally_marks import all_tally, gates, road, slots, stick
from drawing.taps import encode_taps, taps_of
from drawing.undo import NO_TURN, Undo
from drawing.undo_words import UndoWords
from scoring.board import board_line, overview
from scoring.game import last_deal
from scoring.pad import PLAYING, merged_draft, pad, valid_part
from scoring.sheet import if_closed
from scoring.words import OPEN

if TYPE_CHECKING:
    from typing import Any

    from drawing.clock import Clock
    from drawing.form_entry import Form
    from drawing.locale import Language
    from drawing.node import Content, Node
    from drawing.undo import Turn
    from drawing.widgets.base import Pad
    from scoring.confirmations import Confirmation, Confirmations
    from scoring.game import Game
    from scoring.words import Entry, Line, Problem, Sheet, Values, Wording
    from scoring.words import Table as Seats

    DrawnPad = tuple[list[Content], list[Content]]  # a pad, and what is wrong with none of its fields

Place = NamedTuple("Place", [("here", "str"), ("evening", "str")])
"""The addresses of the table and of its evening."""

SEVEN = 7  # columns, four and three: a cell is left
ONE_ROW = 5  # columns that stand side by side; more make two rows
TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6", "۰": "۰", "۱": "۱", "۷": "۸", "۸": "۷"}  # upside down
MOST_DIGITS = 5  # that figures are fitted to
LONG_WORD, LONGER_WORD, LONG_NAME = 10, 18, 14  # letters from which names are written smaller, and smaller still


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

    @property
    def heading(self) -> str:
        """The title of the page."""
        name = self.language.gettext(self.game.name)
        return self.language.gettext("{game}, deal {n}", game=name, n=self.standing.number)

    @property
    def note(self) -> str:
        """The small text in the header: the deal's number, or that the match is over."""
        if self.step == "over":
            return self.language.gettext("over")
        number, agreed = self.standing.number, self.game.deals_agreed(self.standing.rules)
        if agreed and number <= agreed:
            return self.language.gettext("deal {n} of {all}", n=number, all=agreed)
        return self.language.gettext("deal {n}", n=number)

    def bar(self) -> list[Content]:
        """The header: back to the evening, the game, the deal, the clock, who may watch, menu."""
        language = self.language
        out = node(
            "a",
            {"class": "icon", "href": self.place.evening, "aria-label": language.gettext("This evening")},
            icon("back"),
        )
        small = node("small", {"id": "bar-note"}, self.note)
        head = node("h1", {}, language.gettext(self.game.name), " ", small)
        return [out, head, self.clock(), self.watch(), self.menu()]

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

    def watch(self) -> Node:
        """The button to the link and the code with which others watch this evening."""
        place, words = self.place.evening + "/share", self.language.gettext("Let others watch")
        button = node("button", {"class": "icon", "aria-label": words, "title": words}, icon("watch"))
        return node("form", {"method": "post", "action": place}, HIDDEN_FIELDS, button)

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
        """The sides in two halves (or three to seven columns): names, totals, and the tally marks of the game.

        boxed: the free cell beside seven sides holds the bid in play.
        """
        sides: list[Content] = [self._side(side, boxed) for side in range(len(self.totals))]
        rest = self._box() if boxed and len(sides) == SEVEN else None
        return node("div", {"class": classes("board", self.width)}, sides, rest)

    def _box(self) -> Node:
        """The free cell beside seven sides: the bid in play and the number of cards; neither when the match is over."""
        bid = bid_in_play(self.formatter, self.board, self.standing.dealer)
        style = "said " + LETTERS[bid["side"]] if bid else "said"
        each = {"code": "cards_each", "values": {"n": max(self.board["marks"]["hands"])}}
        cards = node("span", {}, self.formatter.format(each)) if self.step != "over" else None
        return node("p", {"class": style}, bid["with_ring"] if bid else emblem("in"), cards)

    @property
    def width(self) -> str:
        """The classes for the size of the totals: the longest number decides for every side."""
        widest = max([len(str(figure)) for figure in self.figures])
        if len(self.totals) > 2:
            rows = " rows" if len(self.totals) > ONE_ROW else ""
            return f"many d{min(widest, MOST_DIGITS)}{rows}"
        return "long longer" if widest > 3 else "long" if widest > 2 else ""

    def _side(self, side: int, boxed: bool) -> Node:
        marks = self.board["marks"]
        status = marks["status"][side] if marks["kind"] == "status" else ""
        out = status == "out"
        total = "–" if out and self.step != "over" else self.language.number(self.figures[side])
        style, number = classes("side", LETTERS[side], "out" if out else ""), node("span", {}, total)
        return node(
            "section",
            {"class": style},
            self._head(side),
            node("p", {"class": classes("total", "" if boxed or not reads_turned(total) else "upside")}, number),
            self._tally(side, marks, status),
        )

    @property
    def figures(self) -> list[int]:
        """The large numbers: the totals; in a game without, the cards of each side, and the places at the end."""
        if self.game.has_totals:
            return list(self.totals)
        return self.game.places(self.sheet) if self.step == "over" else list(self.board["marks"]["hands"])

    def _head(self, side: int) -> Node:
        """Who plays for a side, and who of them deals."""
        names: list[Content] = []
        pair = len(self.totals) == 2
        for seat in self.standing.table.sides[side]:
            deals = seat == self.standing.dealer
            names.append([self.formatter.name(seat), self._dealer() if deals else None])
        sign = node("i", {"class": "mark " + LETTERS[side]})
        style = {"class": wordy([self.standing.table.players[seat] for seat in self.standing.table.sides[side]])}
        if pair:
            stacked: list[Content] = [node("span", {"class": "name"}, name) for name in names]
            return node("h2", style, sign, node("span", {}, stacked))
        return node("h2", style, sign, names[0])

    def _dealer(self) -> Node:
        deals = self.language.gettext("deals")
        letter = node("span", {"aria-hidden": "true"}, self.language.gettext("D"))
        return node("i", {"class": "dealer", "title": deals}, letter, node("span", {"class": "unseen"}, deals))

    def _tally(self, side: int, marks: Values, status: str) -> Node | None:
        if marks["kind"] == "all":
            return all_tally(self.language, self.totals[side], max(self._gained(side), 0), marks["target"])
        if marks["kind"] == "gates":
            return gates(self.language, self.totals[side], marks["start"], max(self.totals))
        if marks["kind"] == "status":
            drawn = emblem(status if status in ("in", "out") else "dog")
            return node("p", {"class": "state"}, drawn, self._state(side, status))
        return None

    def _state(self, side: int, status: str) -> str:
        """The text below the cards of a side: its tricks in this deal once any is entered, else its status."""
        took = self.game.taken(valid_part(self.game, self.standing, self.draft) or {})
        won = (took[side] or 0) if any(took) and OPEN not in took else None
        if status != "out" and won is not None and (won or status == "in"):
            return self.language.ngettext("{num} trick", "{num} tricks", won, num=won)
        if status == "in" and self.step != "over":
            return self.language.ngettext("card", "cards", self.figures[side])
        return self.language.gettext(self.game.statuses[status])

    def _gained(self, side: int) -> int:
        """The points of a side in the newest line."""
        last = newest_standing(self.sheet.lines)
        return last.points[side] if last and not last.problems else 0

    def course(self, cuts: list[Content]) -> Node:
        """The road to a total, or the tally stick with these cuts."""
        marks, shape = self.board["marks"], self.board["stick"]
        if marks["kind"] == "road":
            names = [self.formatter.side_text(side) for side in range(len(self.totals))]
            return road(self.language, self.totals, marks["target"], names)
        return slots(self.language, shape) if shape["kind"] == "slots" else stick(self.language, cuts)

    def now(self, boxed: bool = True) -> list[Content]:
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
            node("div", {"class": "play"}, self.course(cuts), self.now()),
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

    def line(self, number: int) -> tuple[Node, Node]:
        """A line of the sheet: its row, and its cut on the stick."""
        line = board_line(self.game, self.sheet.lines[number])
        formatter = self.formatter_at(self.sheet.lines[number])
        return row(formatter, self.place.here, line, self.confirmations_of(number)), cut(formatter, line)

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


def wordy(names: list[str]) -> str | None:
    """The class of names that do not fit at the usual size, because of a word or as a whole; None where all fit."""
    most = max([len(word) for name in names for word in name.split()])
    if most > LONGER_WORD:
        return "wordy wordier"
    return "wordy" if most > LONG_WORD or max([len(name) for name in names]) > LONG_NAME else None


def reads_turned(total: str) -> bool:
    """Whether a number upside down is another one: then it is underlined where it is read from both sides."""
    turned = "".join([TURNED.get(digit, "") for digit in reversed(total)])
    return any(digit in "69۷۸" for digit in total) and len(turned) == len(total) and turned != total


def draft_of(game: Game, sheet: Sheet, form: Form, done: bool) -> Entry:
    """The draft of a form as an entry; done: it was to be recorded."""
    if not form:
        return {}
    standing = sheet.standing
    draft = parse_entry(game.fields(standing), form, len(standing.table.players), done=done)
    written = merged_draft(sheet, draft)
    draft.update(pad_of(game.key).entry_from_taps(standing, form, written))
    return draft
