"""Who scores sequences in Clobyosh: said outright, or compared as at the table: how many, how high, in trumps?

The comparison asks no more than is needed to tell whose is better, and ends with who scores and why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.entries import first
from drawing.fields import TOPS
from drawing.language import sentence
from drawing.parts import fold, legend, radio
from drawing.speech import rank_word
from drawing.tree import node, text_of

if TYPE_CHECKING:
    from drawing.entries import Form
    from drawing.pad import Pad
    from drawing.tree import Attributes, Node, Piece
    from scoring.words import Standing

TOTALS = (20, 40, 50, 60, 70, 100)  # what the sequences of nine cards can make
WITH_BEST = {20: (20, 40, 60), 50: (50, 70, 100)}  # what the others beside the best can bring it to
NEITHER = "-"
NOBODY = ("nobody", "sequence_no_trick")  # why nobody scores, once that is known
SEATS = (0, 1)

Verdict = NamedTuple("Verdict", [("seat", "int"), ("points", "int"), ("why", "str")])
"""Who scores (-1: nobody, or not known yet), the best sequence in points, and why (a reason, or what is asked next)."""


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
    bests = [int(text) if text in ("20", "50") else 0 for text in [first(form, f"best.{seat}") for seat in SEATS]]
    if not any(bests):
        return None
    if bests[0] != bests[1]:
        seat = 0 if bests[0] > bests[1] else 1
        return Verdict(seat, bests[seat], "sequences_value" if min(bests) else "sequences_unanswered")
    return by_top(standing, form, bests[0])


def by_top(standing: Standing, form: Form, points: int) -> Verdict:
    """Two of the same number: the higher top card decides."""
    tops = [first(form, f"top.{seat}") for seat in SEATS]
    if tops[0] not in TOPS or tops[1] not in TOPS:
        return Verdict(-1, points, "how_high")
    if tops[0] != tops[1]:
        return Verdict(0 if TOPS.index(tops[0]) < TOPS.index(tops[1]) else 1, points, "sequences_top")
    return by_trump(standing, form, points)


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
    """The points of both seats as a form says them; both their best ones while it is open whose is better.

    Who was found to be better scores what was said outright, if that fits, else the best sequence alone; unless it was
    said that nobody scores any.
    """
    seat, points = said_outright(form)
    verdict = compared(standing, form)
    if verdict is None:
        return for_seat(seat, points) if points else None
    if verdict.why in NOBODY or said_nobody(form):
        return None
    if verdict.seat < 0:
        return [verdict.points, verdict.points]
    return for_seat(verdict.seat, points if fits(verdict, seat, points) else verdict.points)


def fits(verdict: Verdict, seat: int, points: int) -> bool:
    """Whether a seat can score so much by what was compared."""
    return seat == verdict.seat and points in WITH_BEST[verdict.points]


def said_nobody(form: Form) -> bool:
    """Whether it was tapped that nobody scores any, whatever was compared."""
    return first(form, "sequence") == NEITHER


def said_outright(form: Form) -> tuple[int, int]:
    """Seat and points of all sequences as they were tapped; no points where nothing was."""
    seat, _, points = first(form, "sequence").partition(":")
    sound = seat in ("0", "1") and points in [str(total) for total in TOTALS]
    return (int(seat), int(points)) if sound else (0, 0)


def for_seat(seat: int, points: int) -> list[int]:
    """Points of one seat, and none of the other."""
    return [points if other == seat else 0 for other in SEATS]


def sequences(pad: Pad, is_open: bool) -> Node:
    """The fold of sequences."""
    language = pad.language
    verdict = compared(pad.standing, pad.form)
    said = sequence_points(pad.standing, pad.form)
    scored = said if said and not all(said) else None
    value = "" if verdict is None or verdict.why in NOBODY else NEITHER
    none = node(
        "label", {"class": "chip"}, radio("sequence", value, said is None), language.gettext("nobody scores any")
    )
    inside = [
        [totals(pad, seat, scored, verdict) for seat in SEATS],
        node("div", {"class": "chips n1"}, none),
        comparison(pad, verdict),
    ]
    return fold(
        language.gettext("Sequences"),
        language.gettext("what was declared"),
        is_open,
        node("div", {"class": "entry"}, inside),
    )


def totals(pad: Pad, seat: int, scored: list[int] | None, verdict: Verdict | None) -> Node:
    """All that a player can have declared, as chips."""
    chips: list[Piece] = [
        node(
            "label",
            {"class": "chip " + pad.letter(seat)},
            total(pad, seat, points, bool(scored and scored[seat] == points), verdict),
            node("b", {"class": "word"}, pad.language.number(points)),
        )
        for points in TOTALS
    ]
    return node("fieldset", {"class": "chips n6"}, legend(pad.marked(seat)), chips)


def total(pad: Pad, seat: int, points: int, chosen: bool, verdict: Verdict | None) -> Node:
    """The button of one total: barred where something speaks against it.

    What the comparison comes to says nothing by itself, so that it goes when another is compared.
    """
    follows = verdict is not None and (verdict.seat, verdict.points) == (seat, points)
    reason = against(pad, seat, points, verdict)
    why: Attributes = {"title": text_of(reason), "data-not": True} if reason else {}
    return radio("sequence", "" if follows else f"{seat}:{points}", chosen, why)


def against(pad: Pad, seat: int, points: int, verdict: Verdict | None) -> list[Piece]:
    """Why a seat cannot score so much: it won no trick, or the comparison comes to something else."""
    if pad.standing.rules["sequences_need_trick"] and first(pad.form, "no_trick") == str(seat):
        return pad.speaker.say({"code": "sequence_no_trick", "values": {}})
    return told(pad, verdict) if verdict and not fits(verdict, seat, points) else []


def comparison(pad: Pad, verdict: Verdict | None) -> Node:
    """The comparison: what is asked next, or who scores and why."""
    language = pad.language
    asked: list[Piece] = [how_many(pad, seat) for seat in SEATS]
    if verdict and (verdict.why == "how_high" or first(pad.form, "top.0")):
        asked.extend([how_high(pad, seat) for seat in SEATS])
    if verdict and (verdict.why == "in_trumps" or first(pad.form, "trumps")):
        asked.append(in_trumps(pad))
    look = {"class": "go quiet", "formaction": pad.here, "name": "compare", "value": "1"}
    asked.append(node("button", look, language.gettext("Compare")))
    if verdict and not said_nobody(pad.form):
        asked.insert(0, node("p", {"class": "notice", "role": "status"}, told(pad, verdict)))
    words, more = language.gettext("Whose is better?"), language.gettext("how many, how high, in trumps")
    return fold(
        words, more, verdict is not None or bool(first(pad.form, "compare")), node("div", {"class": "entry"}, asked)
    )


def told(pad: Pad, verdict: Verdict) -> list[Piece]:
    """Who scores and why, or what is still to be asked."""
    language = pad.language
    if verdict.why == "how_high":
        return [language.gettext("The same number: how high is each?")]
    if verdict.why == "in_trumps":
        return [language.gettext("The same height: is one of them in trumps?")]
    if verdict.why == "nobody":
        return [language.gettext("Equal in all: nobody scores")]
    why = pad.speaker.say({"code": verdict.why, "values": {}})
    if verdict.seat < 0:
        return why
    return sentence(language.gettext("{name} scores: {why}"), {"name": pad.name(verdict.seat), "why": why})


def how_many(pad: Pad, seat: int) -> Node:
    """How many cards the best sequence of a player has."""
    language = pad.language
    words = (("", "–"), ("20", language.gettext("three cards")), ("50", language.gettext("four or more")))
    chips: list[Piece] = [chip(pad, f"best.{seat}", value, text, seat) for value, text in words]
    return node("fieldset", {"class": "chips n3"}, legend(pad.marked(seat)), chips)


def how_high(pad: Pad, seat: int) -> Node:
    """How high it is."""
    chips: list[Piece] = [chip(pad, f"top.{seat}", top, rank_word(pad.language, top), seat) for top in TOPS]
    return node("fieldset", {"class": "chips n6"}, legend(pad.marked(seat)), chips)


def in_trumps(pad: Pad) -> Node:
    """Who has it in trumps."""
    chips: list[Piece] = [
        node("label", {"class": "chip " + pad.letter(seat)}, picked(pad, "trumps", str(seat)), pad.marked(seat))
        for seat in SEATS
    ]
    neither = node("label", {"class": "chip"}, picked(pad, "trumps", NEITHER), pad.language.gettext("neither"))
    words = legend(pad.language.gettext("in trumps"))
    return node("fieldset", {"class": "chips n3"}, words, chips, neither)


def chip(pad: Pad, name: str, value: str, words: str, seat: int) -> Node:
    """One answer."""
    style = {"class": "chip " + pad.letter(seat)}
    return node("label", style, picked(pad, name, value), node("b", {"class": "word"}, words))


def picked(pad: Pad, name: str, value: str) -> Node:
    """The button of one answer."""
    return radio(name, value, pad.text(name) == value)
