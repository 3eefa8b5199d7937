"""The status line of the table: the bid in play, the prompt, and what each side needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import mark, ring
from drawing.messages import SUITS
from drawing.node import between, node

if TYPE_CHECKING:
    from typing import Any

    from drawing.messages import MessageFormatter
    from drawing.node import Content, Node
    from scoring.words import Values


def status_line(
    formatter: MessageFormatter, board: Values, bid: Values | None, last: list[Values] | None = None
) -> list[Content]:
    """The bid in play and the prompt in one line; below it the needs of each side and the rest of the prompt.

    last: the needs if this deal is the last one, in a match on the clock; hidden until script shows them.
    """
    prompt = [formatter.format(message) for message in board["prompt"]]
    found: list[Content] = [bid_line(bid, prompt), needs(formatter, board["needs"], prompt[2:])]
    if last is not None:
        found.append(needs(formatter, last, prompt[2:], "needs deciding"))
    return found


def bid_in_play(formatter: MessageFormatter, board: Values, dealer: int) -> Values | None:
    """The bid of the deal in play: side, name, text, with_ring (text and ring drawn), big; None before it is made."""
    message = board["spoken"]
    big = message["values"].get("big") if message else None
    if big is None and not (message and message["values"].get("alone")):
        return None
    seat = message["values"].get("seat")
    seat = dealer if seat is None else seat
    side = next(number for number, seats in enumerate(formatter.sides) if seat in seats)
    inside = formatter.mentions(message["code"], "big")
    word = ring_text(formatter, big)
    text: list[Content] = formatter.format(message) if inside or not word else [formatter.format(message), " ", word]
    return {
        "side": side,
        "name": formatter.name(seat),
        "text": text,
        "with_ring": bid_with_ring(formatter, message, ring(side, word, type(big) is int), inside) if word else text,
        "big": marks_text(formatter, message["values"]) or word,
    }


def bid_with_ring(formatter: MessageFormatter, message: Values, drawn: Node, inside: bool) -> list[Content]:
    """The bid as a sentence with the ring at its place in it, or behind it."""
    if not inside:
        return [node("span", {}, formatter.format(message)), " ", drawn]
    values: Values = {}
    values.update(message["values"])
    values["big"] = drawn
    return formatter.format({"code": message["code"], "values": values})


def marks_text(formatter: MessageFormatter, values: Values) -> str:
    """The number in the ring as marks ("2 marks"); empty where it does not count marks."""
    n = values.get("n")
    if n is None or type(values.get("big")) is not int:
        return ""
    return formatter.language.ngettext("{num} mark", "{num} marks", n, num=n)


def ring_text(formatter: MessageFormatter, big: Any) -> str:
    """The content of the ring: a number, a suit's sign or a word; empty for a bid without a ring."""
    if type(big) is int:
        return formatter.language.number(big)
    return SUITS.get(big) or formatter.language.gettext(big) if big else ""


def bid_line(bid: Values | None, prompt: list[list[Content]]) -> Node | None:
    """The bid in its ring, and the prompt."""
    what = prompt[0] if prompt else None
    more = node("small", {}, prompt[1]) if prompt[1:] else None
    if bid:
        words = [mark(bid["side"]), node("span", {"class": "bids"}, bid["with_ring"]), " "]
        return node("p", {"class": "bidline"}, words, node("span", {"class": "hint"}, what, more))
    return node("p", {"class": "bidline"}, node("span", {}, what, more)) if prompt else None


def needs(
    formatter: MessageFormatter, all_needs: list[Values], rest: list[list[Content]], kind: str = "needs"
) -> Node | None:
    """The needs, a line a side, then the rest of the prompt; None when there is neither."""
    apart = formatter.language.gettext("; ")
    lines: list[Content] = [
        node("li", {}, mark(side), node("span", {}, between(words, apart)))
        for side, words in by_side(formatter, all_needs)
    ]
    if rest:
        lines.append(node("li", {"class": "soft"}, node("span", {}, between(rest, " · "))))
    return node("ul", {"class": kind}, lines) if lines else None


def by_side(formatter: MessageFormatter, needs: list[Values]) -> list[tuple[int, list[Content]]]:
    """The needs of each side that has any; a need that more than two sides share is left out."""
    alike = [(need["code"], need["values"].get("n")) for need in needs]
    found: list[tuple[int, list[Content]]] = []
    for side in range(len(formatter.sides)):
        words: list[Content] = [
            formatter.format(need)
            for need in needs
            if need["side"] == side and alike.count((need["code"], need["values"].get("n"))) <= 2
        ]
        if words:
            found.append((side, words))
    return found
