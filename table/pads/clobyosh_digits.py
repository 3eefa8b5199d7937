"""Points that are typed on the pad of Clobyosh: keys and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.entry_shape import valid_values
from scoring.games.clobyosh.check import cards_problems, so_far
from scoring.games.clobyosh.rules import FIELDS, LEAST, MOST
from scoring.games.clobyosh.score import TIED, verdict_of
from scoring.sheet import extend, problems
from scoring.words import Deal, Sheet, problem
from table.icons import icon, mark
from table.node import between, node, text_of
from table.pads.parts import barred_for_good, with_more

if TYPE_CHECKING:
    from scoring.words import Entry, Problem
    from table.node import Attributes, Content, Node
    from table.pads.clobyosh_state import ClobyoshState


def by_cards(pad: ClobyoshState, style: str) -> Node:
    """The way to the cards, which can be tapped instead."""
    words = node("b", {"class": "word"}, pad.language.gettext("Count by tapping the cards"))
    seat = next(seat for seat in pad.order if pad.points[seat] is None)
    return node("button", {"class": style, "formaction": pad.here, "name": "count", "value": str(seat)}, words)


def slots(pad: ClobyoshState, now: int | None = None, typed: str = "") -> Node:
    """The numbers of both, each a way to give it once more; that of the seat `now` has a cursor behind its digits."""
    return node("div", {"class": "slots2"}, [slot(pad, seat, typed if seat == now else None) for seat in pad.seats])


def slot(pad: ClobyoshState, seat: int, typed: str | None) -> Node:
    """The number of one player, and what the sequences, Bela and the last trick bring beside it.

    typed: the digits so far of the number that is being typed, None for the other.
    """
    more = pad.beside(seat)
    head: list[Content] = [pad.marked_name(seat), node("small", {}, pad.language.signed(more)) if more else None]
    if typed is not None:
        number: Content = [pad.language.in_digits(typed), node("u", {})]
        return node("p", {"class": f"slot {pad.letter(seat)} now"}, head, node("b", {}, number))
    points = pad.points[seat]
    if points is None:
        return node("p", {"class": "slot " + pad.letter(seat)}, head, node("b", {}, "–"))
    number = node("b", {}, pad.language.number(points))
    return node("a", {"class": "slot " + pad.letter(seat), "href": again(pad, seat)}, head, number)


def again(pad: ClobyoshState, seat: int, whole: bool = True) -> str:
    """The address where a seat's number is typed once more, from its first digit or (not whole) from its last."""
    names = [f"cards.{seat}", f"won.{seat}"] + ([f"tens.{seat}", f"hundred.{seat}"] if whole else [])
    names += [name for name in ("no_trick", "counted") if str(seat) in pad.texts(name)]
    return pad.address(names)


def effect(pad: ClobyoshState) -> Node | None:
    """What recording it now would do to the totals."""
    found = pad.board["preview"]
    if not found:
        return None
    gains = [[pad.name(seat), " ", pad.language.signed(found["points"][seat])] for seat in pad.seats]
    return node("small", {}, between(gains, " · "))


DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0")


class NumberPad:
    """The keys for one seat; pad knows the points of both so far."""

    def __init__(self, pad: ClobyoshState, seat: int) -> None:
        self.pad, self.language, self.seat, self.other = pad, pad.language, seat, 1 - seat
        self.hundred = pad.text(f"hundred.{seat}") == "1"
        tens = pad.text(f"tens.{seat}")
        self.tens = int(tens) if tens in DIGITS else None
        self.last = pad.points[self.other] is not None  # what is typed then is recorded
        self.early = pad.early

    def draw(self) -> list[Content]:
        """What can be offered at once, then both numbers beside the keys."""
        keys: list[Content] = [self._key(digit) for digit in DIGITS[:9]] + [
            self._hundred(),
            self._key("0"),
            self._back(),
        ]
        return [
            node("div", {"class": "chips"}, self._offers()),
            node(
                "div", {"class": "count"}, slots(self.pad, self.seat, self.typed), node("div", {"class": "keys"}, keys)
            ),
        ]

    @property
    def typed(self) -> str:
        """The digits so far."""
        return ("1" if self.hundred else "") + ("" if self.tens is None else str(self.tens))

    def entry(self, points: int) -> Entry:
        """The deal with so many card points of this seat."""
        whole: Entry = valid_values(FIELDS, self.pad.board["written"], 2, 2)
        cards = list(self.pad.points)
        cards[self.seat] = points
        whole["cards"] = [0 if one is None and self.early else one for one in cards]
        return whole

    def wrong(self, points: int) -> Problem | None:
        """Why this seat cannot have so many card points, beside what the other has."""
        whole = self.entry(points)
        if None not in whole["cards"]:
            found = cards_problems(whole)
            return found[0] if found else None
        return problem("cards", "cards_too_many", {"n": points, "high": MOST}) if points > MOST else None

    def records(self, points: int) -> bool:
        """Whether the deal is complete with so many: both are known, or a claim wins with them."""
        if self.last:
            return True
        claimer = self.pad.board["written"].get("claim")
        return self.early and claimer == self.seat and self.ending(self.entry(points)) == ("wins", claimer)

    def ending(self, entry: Entry) -> tuple[str, int] | None:
        """How a deal ends and for whom that is good (-1: nobody): wins, made, lost, too_soon or tie."""
        game, standing = self.pad.game, self.pad.standing
        if problems(game, standing, entry):
            return None
        outcome = extend(game, Sheet(game.key, (), standing, None, None), (Deal("", "deal", entry, None),)).outcome
        if outcome:
            return "wins", outcome.winners[0]
        verdict = verdict_of(standing, entry, so_far(standing, entry))
        if verdict in TIED:
            return "tie", -1
        if verdict == "false_claim":
            return "too_soon", 1 - entry["claim"]
        return ("made", entry["maker"]) if verdict == "made" else ("lost", 1 - entry["maker"])

    def then(self, points: int) -> tuple[str, int] | None:
        """How the deal ends with so many, once the other's are known."""
        return self.ending(self.entry(points)) if self.last or self.early else None

    def words(self, found: tuple[str, int] | None) -> Node | None:
        """An ending in a word, behind the mark of the side that it is good for."""
        if found is None:
            return None
        language = self.language
        words = {
            "wins": language.gettext("wins"),
            "made": language.gettext("made"),
            "lost": language.gettext("lost"),
            "too_soon": language.gettext("too soon"),
            "tie": language.gettext("a tie"),
        }
        sign = mark(self.pad.side(found[1])) if found[1] >= 0 else None
        return node("small", {"class": "row"}, sign, words[found[0]])

    def _key(self, digit: str) -> Node:
        """One digit: the tens, or the last one, which says what it leads to."""
        whole = (100 if self.hundred else 0) + (0 if self.tens is None else self.tens * 10)
        if self.tens is None:
            return self._tens(digit, whole + 10 * int(digit))
        points = whole + int(digit)
        attributes: Attributes = {"name": f"cards.{self.seat}", "value": str(points)}
        return self._button(digit, points, attributes, [points], self.words(self.then(points)))

    def _tens(self, digit: str, low: int) -> Node:
        """The first digit: what all ten numbers that begin with it lead to, or from which on it is made."""
        attributes: Attributes = {"name": f"tens.{self.seat}", "value": digit, "formaction": self.pad.here}
        able = [points for points in range(low, low + 10) if self.wrong(points) is None]
        ends = [self.then(points) for points in (able[:1] + able[-1:])]
        least = self.least()
        if ends and ends[0] == ends[-1]:
            then = self.words(ends[0])
        else:
            from_here = least is not None and low <= least < low + 10
            then = node("small", {}, self.language.gettext("from {n}", n=least)) if from_here else None
        return self._button(digit, low, attributes, able or [low], then)

    def _button(self, digit: str, points: int, attributes: Attributes, tried: list[int], then: Content) -> Node:
        """A key; barred for good where none of the numbers that it leads to can be."""
        wrong = self.wrong(tried[0])
        if "formaction" not in attributes and not self.records(points):
            attributes["formaction"] = self.pad.here
        why = barred_for_good(text_of(self.pad.problem_text(wrong)) if wrong else "")
        number, player = self.language.number, self.pad.standing.table.players[self.seat]
        label = f"{number(int(digit))}: {player} {number(points)}"
        look: Attributes = {
            "class": "chip key",
            "data-digit": digit,
            "aria-label": label + (self.language.gettext(", ") + text_of(then) if then else ""),
        }
        inside = [node("b", {}, self.language.number(int(digit))), then]
        return node("button", with_more(with_more(look, attributes), why), inside)

    def _hundred(self) -> Node:
        """Three digits."""
        able = not self.hundred and self.tens is None and self.wrong(100) is None
        attributes: Attributes = {
            "class": "chip key",
            "name": f"hundred.{self.seat}",
            "value": "1",
            "formaction": self.pad.here,
            "disabled": not able,
            "data-never": not able,
        }
        return node("button", attributes, self.language.in_digits("100 +"))

    def _back(self) -> Node:
        """One step back: a digit, the other's number, or what was declared."""
        words = self.language.gettext("Take one digit back")
        return node("a", {"class": "chip key back-key", "href": self._way_back(), "aria-label": words}, icon("erase"))

    def _way_back(self) -> str:
        pad = self.pad
        if self.tens is not None:
            return pad.address([f"tens.{self.seat}"])
        if self.hundred:
            return pad.address([f"hundred.{self.seat}"])
        return again(pad, self.other, whole=False) if self.last else pad.declared

    def least(self) -> int | None:
        """The fewest points with which this seat has more than the other; None while those are not known."""
        if not self.last:
            return None
        both = so_far(self.pad.standing, self.entry(0))
        return max(both[self.other] - both[self.seat] + 1, self._low(), 0)

    def _low(self) -> int:
        """The fewest that the cards can hold."""
        return 0 if self.early else max(LEAST - (self.pad.points[self.other] or 0), 0)

    def _offers(self) -> list[Content]:
        """All that is left of the card points, the least that makes it, a tie, and no trick."""
        language, least = self.language, self.least()
        none = self._no_trick()
        if least is None:
            return [by_cards(self.pad, "chip by-cards"), none]
        maker = self.pad.board["written"].get("maker") == self.seat
        enough = language.gettext("makes it") if maker else language.gettext("is enough")
        left = MOST - (self.pad.points[self.other] or 0)
        even = self.even()
        return [
            self._offer(left, language.gettext("all left")),
            self._offer(least, enough),
            self._offer(even, language.gettext("a tie")),
            none,
        ]

    def even(self) -> int:
        """The points with which both have as many; below 0 where the other has too few."""
        both = so_far(self.pad.standing, self.entry(0))
        return both[self.other] - both[self.seat]

    def _offer(self, points: int, words: str) -> Node:
        """A whole number in one tap."""
        wrong = self.wrong(points) if points >= 0 else problem("cards", "cards_too_few", {"n": points, "low": LEAST})
        attributes: Attributes = {"class": "chip offer", "name": f"cards.{self.seat}", "value": str(points)}
        if wrong:
            attributes.update(barred_for_good(text_of(self.pad.problem_text(wrong))))
        number = self.language.number(points) if points >= 0 else "–"
        return node("button", attributes, node("b", {}, number), node("small", {}, words))

    def _no_trick(self) -> Node:
        """Nothing in cards, and no sequence either."""
        choice = next(one for one in self.pad.choices("no_trick") if one["value"] == self.seat)
        attributes: Attributes = {"class": "chip offer no-trick", "name": "no_trick", "value": str(self.seat)}
        if not self.records(0):
            attributes["formaction"] = self.pad.here
        wrong = self.wrong(0)
        why = text_of(self.pad.formatter.format(choice["why_not"])) if choice["why_not"] else ""
        why = text_of(self.pad.problem_text(wrong)) if wrong and not why else why
        attributes.update(barred_for_good(why))
        return node(
            "button",
            attributes,
            node("b", {}, self.language.number(0)),
            node("small", {}, self.language.gettext("no trick")),
        )
