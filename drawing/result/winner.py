"""Who won and why, in the game's own manner; what is to be paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.all_tally import ALL, all_tally
from drawing.icons import LETTERS, emblem, mark
from drawing.locale import fill_in
from drawing.node import between, node, text_of
from drawing.record_words import line_words
from drawing.stick import road
from scoring.board import plain_message

if TYPE_CHECKING:
    from drawing.messages import MessageFormatter
    from drawing.node import Content, Node
    from drawing.table_page import Table
    from scoring.words import Line, Outcome, Sheet


class Winner:
    """The end of a match that somebody has won. opening: the total that every side began with."""

    def __init__(self, table: Table, opening: int) -> None:
        self.table, self.opening, self.sheet = table, opening, table.sheet
        self.language, self.formatter, self.game = table.language, table.formatter, table.game
        self.outcome: Outcome = outcome_of(table.sheet)
        self.winners, self.marks, self.totals = self.outcome.winners, table.board["marks"], table.totals
        self.lines = counted_lines(table.sheet)
        self.deals = [line for line in self.lines if line.deal.kind == "deal"]

    @property
    def heading(self) -> str:
        """Who won, as text."""
        return text_of(self.won)

    @property
    def won(self) -> list[Content]:
        """Who won."""
        return won_words(self.formatter, self.winners)

    @property
    def unwritten(self) -> bool:
        """Whether only the result was recorded, no deal."""
        return self.outcome.why == "written_down"

    @property
    def why(self) -> Content:
        """Why the match ended."""
        return self.formatter.format({"code": self.outcome.why, "values": self.outcome.values})

    def section(self, cuts: list[Content]) -> Node:
        """The winners with their emblem, the totals, the reason, the payments, the places. cuts: of the tally stick."""
        found = self.game.comeback(self.deals, self.winners)
        return node(
            "section",
            {"class": "won " + LETTERS[self.winners[0]]},
            self.emblem(found is not None),
            [node("h2", {}, mark(side), " ", self.formatter.side(side)) for side in self.winners],
            self.score(),
            self.reason(),
            node("p", {}, self.formatter.format(plain_message(found))) if found else None,
            [self.payment(side, amount, self.payment_why()) for side, amount in self.payments()],
            self.parted_stick(cuts),
            self.road(),
            self.places(),
        )

    def emblem(self, came_back: bool) -> Node | None:
        """ALL as it was written, the cards or the dog of who is still in, or the emblem of the game."""
        kind, first = self.marks["kind"], self.winners[0]
        if kind == "all":
            gained = max(self.deals[-1].points[first], 0) if self.deals else 0
            return all_tally(self.language, self.totals[first], gained, self.marks["target"])
        return emblem(("dog" if came_back else "in") if kind == "status" else self.game.key)

    def score(self) -> Node | None:
        """The total that was played down to, or the totals of two sides."""
        number, first = self.language.number, self.winners[0]
        if self.marks["kind"] == "five_bar_gates":
            down = node("small", {}, self.language.gettext("down to"))
            gone = node("span", {"class": "gain"}, number(self.totals[first]))
            return node("p", {"class": "row"}, node("span", {}, number(self.opening)), down, gone)
        if not self.game.has_totals or len(self.totals) != 2:
            return None
        own = node("span", {"class": "gain " + LETTERS[first]}, number(self.totals[first]))
        other = node("span", {"class": "gain " + LETTERS[1 - first]}, number(self.totals[1 - first]))
        return node("p", {"class": "row"}, own, node("small", {}, self.language.gettext("to")), other)

    def reason(self) -> Node:
        """Why the match ended, and the deal that decided it."""
        last = [node("br", {}), node("small", {}, line_words(self.formatter, self.deals[-1]))] if self.deals else None
        return node("p", {}, self.why, last)

    def payments(self) -> list[tuple[int, int]]:
        """Side and amount of everybody who pays (negative), and of who receives where several pay; most paid first."""
        amounts = [(side, amount) for side, amount in enumerate(self.table.board["settle"]) if amount]
        several = len(amounts) > 2
        return sorted([paid for paid in amounts if paid[1] < 0 or several], key=lambda paid: (paid[1], paid[0]))

    def payment(self, side: int, amount: int, why: Content = None) -> Node:
        """What a side pays or receives; why: how a payment is composed."""
        several, gettext = len(self.formatter.sides[side]) > 1, self.language.gettext
        words = gettext("{name} gets") if amount > 0 else gettext("{name} pay") if several else gettext("{name} pays")
        money = node("b", {}, self.language.money(abs(amount)))
        made_of = [node("br", {}), node("small", {}, why)] if why and amount < 0 else None
        return node("p", {}, mark(side), " ", fill_in(words, {"name": self.formatter.side(side)}), " ", money, made_of)

    def payment_why(self) -> list[Content]:
        """How the payment is composed, where marks and sets have a price."""
        parts: list[Content] = [
            self.formatter.format(plain_message(part)) for part in self.game.payment_parts(self.outcome)
        ]
        return between(parts, self.language.gettext(", "))

    def parted_stick(self, cuts: list[Content]) -> Node | None:
        """The stick split in two, where the match was cut into one."""
        cut = self.table.board["stick"]["kind"] == "cuts" and self.marks["kind"] not in ("all", "road")
        if not cut or len(self.totals) != 2 or not self.deals:
            return None
        half = self.table.road_or_stick(cuts)
        return node(
            "div",
            {"class": "parted"},
            node("div", {}, mark(0), half),
            node("div", {"aria-hidden": "true"}, mark(1), half),
        )

    def road(self) -> Node | None:
        """The road to a total, where the game has one."""
        if self.marks["kind"] != "road":
            return None
        names = [self.formatter.side_text(side) for side in range(len(self.totals))]
        return road(self.language, self.totals, self.marks["target"], names)

    def places(self) -> Node | None:
        """More than two sides, best first, with their totals or, where known, the deals in which they went out."""
        if len(self.totals) <= 2 or (self.unwritten and not self.game.has_totals):
            return None
        items: list[Content] = [
            node("li", {}, mark(side), " ", self.formatter.side(side), " ", node("b", {}, self.place_words(side)))
            for side in self.game.order(self.sheet)
        ]
        return node("ol", {"class": "places"}, items)

    def place_words(self, side: int) -> Content:
        """The total of a side, or when it was out of the match."""
        if self.game.has_totals:
            return self.language.number(self.totals[side])
        return self.formatter.format(plain_message(self.game.left_words(self.sheet, side)))

    def goal_words(self, goal: int | None) -> str:
        """The label of the total that ends the match."""
        return "ALL" if self.marks["kind"] == "all" and goal == len(ALL) else self.language.number(goal or 0)


def outcome_of(sheet: Sheet) -> Outcome:
    """The outcome of a match that is over; ValueError while it goes on."""
    if sheet.outcome is None:
        raise ValueError("the match goes on")
    return sheet.outcome


def won_words(formatter: MessageFormatter, winners: tuple[int, ...]) -> list[Content]:
    """Who wins: "Ann & Cem win"."""
    one, language = len(winners) == 1 and len(formatter.sides[winners[0]]) == 1, formatter.language
    words = language.gettext("{names} wins") if one else language.gettext("{names} win")
    names: list[Content] = [formatter.side(side) for side in winners]
    return fill_in(words, {"names": between(names, language.gettext(", "))})


def counted_lines(sheet: Sheet) -> list[Line]:
    """The lines that moved the totals or could have: deals and rulings that count."""
    return [line for line in sheet.lines if not line.problems and line.deal.kind in ("deal", "adjust")]
