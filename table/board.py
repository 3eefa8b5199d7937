"""The totals of a table: numbers, sticks, tally marks and the ALL drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import valid_part
from scoring.words import OPEN
from table.icons import LETTERS, emblem
from table.node import classes, node
from table.sheet import newest_standing
from table.status import bid_in_play

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Sheet, Values
    from table.language import Language, MessageFormatter
    from table.node import Content, Node

NOTCHES = "M40 13v14M75 13v14M110 13v14M145 13v14M216 13v14M251 13v14M286 13v14M321 13v14"


def road(language: Language, totals: Any, target: int, names: list[str]) -> Node:
    """The road to a total, with a pin for each of two sides."""
    totals_text = language.gettext(", ").join(
        [f"{names[side]} {language.number(total)}" for side, total in enumerate(totals)]
    )
    words = totals_text + " " + language.gettext("of {target}", target=target)
    free = 10 * max(totals) < 9 * target  # else a pin stands before the number at its end
    return node(
        "svg",
        {"class": "road", "role": "img", "aria-label": words},
        node(
            "svg",
            {"viewBox": "0 0 360 40", "preserveAspectRatio": "none"},
            node("path", {"class": "stick-body", "d": "M4 20 8 13H352l5 7-5 7H8z"}),
            node("path", {"class": "notch", "d": NOTCHES}),
            node("path", {"class": "notch half", "d": "M180 10v20"}),
        ),
        [pin(side, percent(total, target, language.rtl)) for side, total in enumerate(totals)],
        on_road("6%" if language.rtl else "94%", node("text", {"y": "10"}, language.number(target))) if free else None,
    )


def on_road(x: str, *drawn: Content) -> Node:
    """Content at a place of the road; the road is stretched to the width of the screen, this is not."""
    view = {"x": x, "width": "99", "viewBox": "0 0 1 40", "preserveAspectRatio": "xMinYMid"}
    return node("svg", view, *drawn)


def percent(total: int, target: int, mirrored: bool = False) -> str:
    """Where a total stands on the road, with one decimal; the road begins where one begins to read."""
    done = min(max(total, 0), target)
    at = 22 + (956 * done + target // 2) // target
    if mirrored:
        at = 1000 - at
    return f"{at // 10}.{at % 10}%"


def pin(side: int, x: str) -> Node:
    """The pin of a side: a disc above the road, or a diamond on it."""
    if side == 0:
        return node("g", {"class": "a"}, on_road(x, node("circle", {"class": "pin", "cy": "13", "r": "9"})))
    return node("g", {"class": "b"}, on_road(x, node("path", {"class": "pin", "d": "M0 18l10 10-10 10-10-10z"})))


def slots(language: Language, shape: dict[str, Any]) -> Node:
    """The stick of a match of known length: a place for every deal, those that are played cut through."""
    return node(
        "ol",
        {"class": "stick slots", "aria-label": language.gettext("Deals of this match")},
        [slot(language, words, n - shape["now"]) for n, words in enumerate(shape["slots"])],
    )


def slot(language: Language, words: str, distance: int) -> Node:
    """One place on it; distance: how many deals from now."""
    text = language.in_digits(words)
    if distance >= 0:
        return node("li", {"class": None if distance else "now"}, text)
    label = node("span", {"class": "unseen"}, language.gettext("{slot}, played", slot=text))
    return node("li", {}, node("i", {"class": "both"}), label)


def stick(language: Language, cuts: list[Content]) -> Node:
    """The stick of a match that may last: a cut for every deal."""
    return node("ol", {"class": "stick", "aria-label": language.gettext("Deals so far")}, cuts)


CROSS = "M0 18l30-11"
WOBBLE = ("l.8 20", "l-.6 20", "l.5 20", "l-.9 20")


def points_tally(language: Language, left: int, start: int, most: int) -> Node:
    """Five-bar gates: a bar for every point still to go, dots for those that are gone; most: the largest total.

    Every side has as many gates, drawn or empty, so that what stands above them is level.
    """
    many = (max(start, most) + 4) // 5
    words = language.gettext("{n} still to go", n=max(left, 0))
    drawn: list[Content] = [five_bar_gate(left - 5 * n, start - 5 * n) for n in range(many)]
    return node("div", {"class": "tally tally-marks", "role": "img", "aria-label": words}, drawn)


def five_bar_gate(left: int, start: int) -> Node:
    """One five-bar gate: four bars and the one across them, as far as points are left; dots where there were bars."""
    bars = "".join([f"M{4 + 7 * n} 3{WOBBLE[n]}" for n in range(4) if n < left]) + (CROSS if left > 4 else "")
    dots = "".join([f"M{4 + 7 * n} 22v.1" for n in range(max(left, 0), 4) if n < start])
    return node(
        "svg",
        {"viewBox": "-2 0 37 27"},
        node("path", {"d": bars}) if bars else None,
        node("path", {"class": "ghost", "d": dots}) if dots else None,
    )


ALL = (
    "M30 6C24 26 15 48 6 68",
    "M29 5C37 27 46 47 53 67",
    "M12 46C24 42.5 37 43 47 45.5",
    "M78 6C76.5 26 79 46 77.5 66",
    "M76 65.5C88 67.5 98 64 110 66",
    "M128 5C129.5 26 127 46 128 67",
    "M126.5 66C139 64 150 67.5 162 64.5",
)
ALL_HEIGHT, LINE_HEIGHT, A_LINE = 73, 26, 25  # of ALL and of a line below it, and the marks on that
ALL_MOST = len(ALL) + 2 * A_LINE  # the marks of a match that are drawn; those of a longer one are only counted


def all_tally(
    language: Language, strokes: int, new: int = 0, target: int = len(ALL), silent: bool = False
) -> Node | None:
    """The strokes of ALL so far, and those of a longer match below; `new` of them are animated.

    target: the marks of the match; only as many strokes are dotted. A match too long to be drawn has no tally.
    """
    if target > ALL_MOST:
        return None
    paths = ALL[: max(target, 0)] + tuple([beyond(n) for n in range(target - len(ALL))])
    drawn = min(max(strokes, 0), len(paths))
    ghosts = [node("path", {"d": stroke}) for stroke in paths[drawn:]]
    inked = [stroke_of(paths[n], n >= drawn - new) for n in range(drawn)]
    lines = (target - len(ALL) + A_LINE - 1) // A_LINE if target > len(ALL) else 0
    view = f"0 0 168 {ALL_HEIGHT + LINE_HEIGHT * lines}"
    words = language.gettext("{n} of 7 strokes of ALL", n=drawn)
    if target != len(ALL):
        words = language.gettext("{n} of {target} marks", n=strokes, target=target)
    return node(
        "svg",
        {"class": "tally", "viewBox": view, "aria-hidden": "true"} if silent else titled("tally", view, words),
        node("g", {"class": "ghost"}, ghosts) if ghosts else None,
        node("g", {"filter": "url(#rough-stroke)"}, inked[: len(ALL)]),
        node("g", {"class": "beyond"}, inked[len(ALL) :]) if inked[len(ALL) :] else None,
    )


def beyond(n: int) -> str:
    """A mark beyond ALL: five-bar gates below it, five of them on a line."""
    line, at = n // A_LINE, n % A_LINE
    x, y = 6 + 33 * (at // 5), ALL_HEIGHT + 2 + LINE_HEIGHT * line
    return f"M{x - 4} {y + 15}l28-9" if at % 5 == 4 else f"M{x + 6 * (at % 5)} {y}{WOBBLE[at % 5]}"


def titled(style: str, view: str, words: str) -> dict[str, str]:
    """The attributes of a drawing with a text alternative."""
    return {"class": style, "viewBox": view, "role": "img", "aria-label": words}


def stroke_of(d: str, new: bool) -> Node:
    """One stroke."""
    return node("path", {"class": "new", "pathLength": "1", "d": d} if new else {"d": d})


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
