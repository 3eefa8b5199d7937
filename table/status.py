"""What stands above the pad: who deals and what each side needs, the clock, and who objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import disputes
from table.form_entry import parse_int
from table.icons import icon, mark, ring
from table.language import SUITS, fill_in
from table.node import between, node

if TYPE_CHECKING:
    from typing import Any

    from scoring.deals import Confirmation, Confirmations
    from scoring.words import Line, Values
    from table.language import Language, MessageFormatter
    from table.node import Content, Node

Clock = NamedTuple("Clock", [("began", "str"), ("minute", "int")])
"""When a match began: in milliseconds since 1970 as text, and as minute of the day where the server stands."""

DAY = 1440  # minutes
MINUTE = 60_000  # ms
EXTRA_MINUTES = 15  # more, as often as the table wants


def clock(language: Language, began: Clock, minutes: int, deal: int) -> Node:
    """The end of the match; script replaces it with the time left. deal is the number of the deal in play."""
    facts = {
        "class": "clock",
        "role": "timer",
        "data-began": began.began,
        "data-minutes": str(minutes),
        "data-deal": str(deal),
        "data-left": language.gettext("left"),
        "data-last": language.gettext("last deal"),
        "data-up": language.gettext("time is up"),
    }
    until = node("b", {}, time_of_day(language, began.minute + minutes))
    return node("match-clock", facts, node("small", {}, language.gettext("until")), until)


def time_of_day(language: Language, minute: int) -> str:
    """A minute of the day as on a clock: 22:30."""
    minute = minute % DAY
    return language.in_digits(f"{minute // 60}:{str(100 + minute % 60)[1:]}")


def minutes_until(text: str, minute: int) -> int | None:
    """Minutes from a minute of the day to a time like 22:30, in any language's digits; None for another text."""
    hours, _, minutes = text.strip().partition(":")
    at = (parse_int(hours), parse_int(minutes))
    if not (0 < len(hours) < 3 and len(minutes) == 2 and type(at[0]) is int and type(at[1]) is int):
        return None
    right = 0 <= at[0] < 24 and 0 <= at[1] < 60
    return (at[0] * 60 + at[1] - minute) % DAY or DAY if right else None


def minutes_gone(began: Clock, now: int) -> int:
    """Minutes from the start of a match until now (milliseconds since 1970); one that has begun counts whole."""
    return -((int(began.began) - now) // MINUTE)


def extended_minutes(minutes: int, gone: int) -> int:
    """The length of a match with more time, counted from now once its time is up."""
    return max(minutes, gone) + EXTRA_MINUTES


def with_confirmations(
    language: Language, head: Content, story: Content, confirmations: tuple[Confirmation, ...]
) -> Node:
    """The words of a line: below them who says that it is not right, or a quiet sign where all who spoke agreed."""
    disputed = disputes(confirmations)
    quiet = None
    if confirmations and not disputed:
        quiet = node("em", {"class": "answer agreed"}, icon("check"), agreed_text(language, confirmations))
    loud: list[Content] = [
        node("em", {"class": "answer"}, icon("wait"), dispute_text(language, dispute)) for dispute in disputed
    ]
    return node("span", {}, head, quiet, node("small", {}, story), loud)


def dispute_text(language: Language, dispute: Confirmation) -> Node:
    """The name of who disputes a line, with their note if there is one."""
    words = fill_in(language.gettext("{name}: that’s not right"), {"name": node("bdi", {}, dispute.name)})
    note = [" ", node("q", {}, node("bdi", {}, dispute.note))] if dispute.note else None
    return node("span", {}, words, note)


def agreed_text(language: Language, confirmations: tuple[Confirmation, ...]) -> Node:
    """The names of who agreed to a line, for screen readers only."""
    names = between([node("bdi", {}, one.name) for one in confirmations], language.gettext(", "))
    words = fill_in(language.gettext("agreed: {names}"), {"names": names})
    return node("span", {"class": "unseen"}, words)


def dispute_strip(language: Language, here: str, lines: tuple[Line, ...], confirmations: Confirmations) -> Node:
    """The strip under the header: who disputes which line, with a link to it; empty when no line is disputed.

    Of several disputed lines the newest is shown. The strip stays until the line is amended or agreed.
    """
    disputed = [line for line in lines if disputes(confirmations.get(line.deal.uid, ()))] if confirmations else []
    note = dispute_note(language, here, disputed[-1], confirmations[disputed[-1].deal.uid]) if disputed else None
    return node("div", {"id": "strip"}, note)


def dispute_note(language: Language, here: str, line: Line, confirmations: tuple[Confirmation, ...]) -> Node:
    """The strip of a disputed line, with the newest note."""
    disputed = disputes(confirmations)
    names = between([node("bdi", {}, dispute.name) for dispute in disputed], language.gettext(", "))
    notes = [node("q", {}, node("bdi", {}, dispute.note)) for dispute in disputed if dispute.note]
    words = fill_in(dispute_heading(language, line), {"names": names, "n": language.number(line.number)})
    rest = notes[-1] if notes else language.gettext("stays until it is amended or agreed")
    text = node("p", {}, node("b", {}, words), node("small", {}, rest))
    link = node("a", {"href": f"{here}/deal/{line.deal.uid}"}, link_text(language, line))
    return node("div", {"class": "note"}, icon("wait"), text, link)


def is_counted_deal(line: Line) -> bool:
    """Whether a line is a deal with a number."""
    return line.deal.kind == "deal" and not line.problems


def dispute_heading(language: Language, line: Line) -> str:
    """The wording of a dispute, with places for {names} and {n}."""
    if is_counted_deal(line):
        return language.gettext("{names}: “Deal {n} is not right”")
    return language.gettext("{names}: “A line of the sheet is not right”")


def link_text(language: Language, line: Line) -> str:
    """The text of the link to a line's page."""
    return language.gettext("Deal {n}", n=line.number) if is_counted_deal(line) else language.gettext("Look")


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
