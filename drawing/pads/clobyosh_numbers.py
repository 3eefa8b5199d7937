"""The numbers of both players in Clobyosh beside keys and cards, and the ways from one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.node import between, node

if TYPE_CHECKING:
    from drawing.node import Content, Node
    from drawing.pads.clobyosh_state import ClobyoshState


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
