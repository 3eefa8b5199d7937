"""The totals of a table: every side with its names, its total and the tally marks of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.all_tally import all_tally
from drawing.icons import LETTERS, emblem
from drawing.node import classes, node
from drawing.sheet_rows import newest_standing
from drawing.status_line import bid_in_play
from drawing.tally_marks import points_tally
from scoring.board import valid_part
from scoring.words import OPEN

if TYPE_CHECKING:
    from drawing.messages import MessageFormatter
    from drawing.node import Content, Node
    from scoring.words import Entry, Sheet, Values

SEVEN = 7  # columns, four and three: a cell is left
ONE_ROW = 5  # columns that stand side by side; more make two rows
TURNED = {"0": "0", "1": "1", "6": "9", "8": "8", "9": "6", "۰": "۰", "۱": "۱", "۷": "۸", "۸": "۷"}  # upside down
MOST_DIGITS = 5  # that figures are fitted to
LONG_WORD, LONGER_WORD, LONG_NAME = 10, 18, 14  # letters from which names are written smaller, and smaller still


class TotalsBoard:
    """Draws the totals of a sheet. board: what the game says of it now; step: what is due; draft: the entry so far."""

    def __init__(self, formatter: MessageFormatter, sheet: Sheet, board: Values, step: str, draft: Entry) -> None:
        self.formatter, self.game, self.language = formatter, formatter.game, formatter.language
        self.sheet, self.standing, self.totals = sheet, sheet.standing, sheet.standing.totals
        self.board, self.step, self.draft = board, step, draft

    def drawn(self, boxed: bool) -> Node:
        """The sides in two halves, or in three to seven columns; boxed: the free cell beside seven has the bid."""
        sides: list[Content] = [self._side(side, boxed) for side in range(len(self.totals))]
        rest = self._box() if boxed and len(sides) == SEVEN else None
        return node("div", {"class": classes("board", self.width)}, sides, rest)

    def _box(self) -> Node:
        """The free cell beside seven sides: the bid in play and the number of cards; neither when the match is over."""
        bid = bid_in_play(self.formatter, self.board, self.standing.dealer)
        style = "bid-cell " + LETTERS[bid["side"]] if bid else "bid-cell"
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
        if marks["kind"] == "five_bar_gates":
            return points_tally(self.language, self.totals[side], marks["start"], max(self.totals))
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
