"""Whose sequences score in Clobyosh, compared as players do in the first trick: how many, how high, in trumps?

The comparison asks no more than is needed to tell whose is better, and ends with who scores, why and how much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from table.form_entry import first
from table.language import fill_in, rank_word
from table.node import node
from table.pads.fields import TOPS
from table.pads.parts import legend, radio

if TYPE_CHECKING:
    from scoring.words import Standing
    from table.form_entry import Form
    from table.node import Content, Node
    from table.pads.pad import Pad

WITH_BEST = {20: (20, 40, 60), 50: (50, 70, 100)}  # what the others beside the best can bring it to
NEITHER = "-"
NOBODY = ("nobody", "sequence_no_trick")  # why nobody scores, once that is known
QUESTIONS = ("how_high", "in_trumps")
SEATS = (0, 1)
NAMES = ("best.", "top.", "trumps", "sequence")  # how names begin of what is compared here

Verdict = NamedTuple("Verdict", [("seat", "int"), ("points", "int"), ("why", "str")])
"""Who scores (-1: nobody, or not known yet), the best sequence in points, and why (a reason, or the next question)."""


def compared(standing: Standing, form: Form) -> Verdict | None:
    """What the comparison comes to so far; None when nobody declared anything.

    Where the best one's holder won no trick, nobody scores (CB-D6).
    """
    found = whose_is_better(standing, form)
    if found is None or found.seat < 0 or first(form, "no_trick") != str(found.seat):
        return found
    return Verdict(-1, found.points, "sequence_no_trick") if standing.rules["sequences_need_trick"] else found


def whose_is_better(standing: Standing, form: Form) -> Verdict | None:
    """Whose best sequence is better, whatever tricks were won."""
    bests = [best(form, seat) for seat in SEATS]
    if not any(bests):
        return None
    if bests[0] != bests[1]:
        seat = 0 if bests[0] > bests[1] else 1
        return Verdict(seat, bests[seat], "sequences_value" if min(bests) else "sequences_unanswered")
    return by_top(standing, form, bests[0])


def best(form: Form, seat: int) -> int:
    """The best sequence of a seat in points, 0 where it declared none."""
    text = first(form, f"best.{seat}")
    return int(text) if text in ("20", "50") else 0


def by_top(standing: Standing, form: Form, points: int) -> Verdict:
    """Two of the same number: the higher top card decides."""
    tops = [first(form, f"top.{seat}") for seat in SEATS]
    offered = tops_of(points)
    if tops[0] not in offered or tops[1] not in offered:
        return Verdict(-1, points, "how_high")
    if tops[0] != tops[1]:
        return Verdict(0 if TOPS.index(tops[0]) < TOPS.index(tops[1]) else 1, points, "sequences_top")
    return by_trump(standing, form, points)


def tops_of(points: int) -> tuple[str, ...]:
    """The top cards that a sequence can have: four cards reach no lower than the ten."""
    return TOPS if points == 20 else TOPS[:5]


def by_trump(standing: Standing, form: Form, points: int) -> Verdict:
    """Two of the same height, too: the one in trumps, else the one declared first."""
    trumps = first(form, "trumps")
    if trumps in ("0", "1"):
        return Verdict(int(trumps), points, "sequences_trump")
    if trumps != NEITHER:
        return Verdict(-1, points, "in_trumps")
    if standing.rules["equal_sequences"] == "nobody":
        return Verdict(-1, points, "nobody")
    return Verdict(1 - standing.dealer, points, "sequences_declared_first")


def sequence_points(standing: Standing, form: Form) -> list[int] | None:
    """The points of both seats by a form; both their best ones while it is open whose is better.

    Who was found to be better scores all that was tapped, if that fits, else the best sequence alone.
    """
    verdict = compared(standing, form)
    if verdict is None or verdict.why in NOBODY:
        return None
    if verdict.seat < 0:
        return [verdict.points, verdict.points]
    return for_seat(verdict.seat, all_of(form, verdict))


def all_of(form: Form, verdict: Verdict) -> int:
    """All that the better one's holder scores: what was tapped, where that can be beside the best sequence."""
    text = first(form, "sequence")
    fits = [points for points in WITH_BEST[verdict.points] if text == f"{verdict.seat}:{points}"]
    return fits[0] if fits else verdict.points


def form_for(seat: int, points: int) -> Form:
    """The form of a comparison in which this seat scores so much, unanswered."""
    most = 50 if points in WITH_BEST[50] else 20
    return {f"best.{seat}": [str(most)], "sequence": [f"{seat}:{points}"]}


def for_seat(seat: int, points: int) -> list[int]:
    """Points of one seat, and none of the other."""
    return [points if other == seat else 0 for other in SEATS]


def sequences(pad: Pad, verdict: Verdict | None) -> list[Content]:
    """The comparison, forehand first: as many rows as are needed to tell who scores, and then that."""
    forehand = 1 - pad.standing.dealer
    order = (forehand, 1 - forehand)
    found: list[Content] = [how_many(pad, seat, forehand) for seat in order]
    if verdict is None:
        return found
    if verdict.why == "how_high" or first(pad.form, f"top.{forehand}"):
        found.extend([how_high(pad, seat, verdict.points) for seat in order if best(pad.form, 1 - seat)])
    if verdict.why == "in_trumps" or first(pad.form, "trumps"):
        found.append(in_trumps(pad, order))
    found.append(node("p", {"class": "notice", "role": "status"}, verdict_words(pad, verdict)))
    if verdict.seat >= 0:
        found.append(how_much(pad, verdict))
    return found


def verdict_words(pad: Pad, verdict: Verdict) -> list[Content]:
    """Who scores and why, or the question that is still open."""
    language = pad.language
    if verdict.why == "how_high":
        return [language.gettext("The same number: how high is each?")]
    if verdict.why == "in_trumps":
        return [language.gettext("The same height: is one of them in trumps?")]
    if verdict.why == "nobody":
        return [language.gettext("Equal in all: nobody scores")]
    why = pad.formatter.format({"code": verdict.why, "values": {}})
    if verdict.seat < 0:
        return why
    return fill_in(language.gettext("{name} scores: {why}"), {"name": pad.name(verdict.seat), "why": why})


def how_many(pad: Pad, seat: int, forehand: int) -> Node:
    """What a player says of the best sequence: forehand a number, the dealer how it compares with that."""
    language = pad.language
    led = 0 if seat == forehand else best(pad.form, forehand)
    none = (language.gettext("Good"), language.gettext("nothing")) if led else (language.gettext("None"), "")
    three, four = language.gettext("three"), language.gettext("four")
    same = language.gettext("Same")
    words = (
        ("", none),
        ("20", (same if led == 20 else language.gettext("Twenty"), three)),
        ("50", (same if led == 50 else language.gettext("Fifty"), four)),
    )
    chips: list[Content] = [chip(pad, f"best.{seat}", value, label, seat) for value, label in words]
    return row(pad, seat, "says", "n3", chips)


def how_high(pad: Pad, seat: int, points: int) -> Node:
    """How high it is."""
    tops = [(top, (rank_word(pad.language, top), "")) for top in tops_of(points)]
    chips: list[Content] = [chip(pad, f"top.{seat}", top, label, seat) for top, label in tops]
    return row(pad, seat, "says short", "n6", chips)


def row(pad: Pad, seat: int, style: str, columns: str, chips: list[Content]) -> Node:
    """What one player says, beside the name."""
    who = node("p", {"class": "row who", "aria-hidden": "true"}, pad.marked_name(seat))
    return node(
        "fieldset",
        {"class": style},
        legend(pad.name(seat), True),
        who,
        node("div", {"class": "chips " + columns}, chips),
    )


def in_trumps(pad: Pad, order: tuple[int, ...]) -> Node:
    """Who has it in trumps."""
    chips: list[Content] = [
        node("label", {"class": "chip " + pad.letter(seat)}, picked(pad, "trumps", str(seat)), pad.marked_name(seat))
        for seat in order
    ]
    neither = node("label", {"class": "chip"}, picked(pad, "trumps", NEITHER), pad.language.gettext("neither"))
    words = legend(pad.language.gettext("in trumps"))
    return node("fieldset", {"class": "chips n3"}, words, chips, neither)


def how_much(pad: Pad, verdict: Verdict) -> Node:
    """All that the sequences of who scores come to, the best one alone where nothing was tapped."""
    chosen = all_of(pad.form, verdict)
    chips: list[Content] = [
        node(
            "label",
            {"class": "chip " + pad.letter(verdict.seat)},
            radio("sequence", f"{verdict.seat}:{points}", points == chosen),
            node("b", {"class": "word"}, pad.language.signed(points)),
        )
        for points in WITH_BEST[verdict.points]
    ]
    return node("fieldset", {"class": "chips n3"}, legend(pad.language.gettext("All sequences together"), True), chips)


def chip(pad: Pad, name: str, value: str, words: tuple[str, str], seat: int) -> Node:
    """One answer."""
    style = {"class": "chip " + pad.letter(seat)}
    more = node("small", {}, words[1]) if words[1] else None
    return node("label", style, picked(pad, name, value), node("b", {"class": "word"}, words[0]), more)


def picked(pad: Pad, name: str, value: str) -> Node:
    """The button of one answer."""
    return radio(name, value, pad.text(name) == value)
