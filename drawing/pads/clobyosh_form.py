"""Forms of the pad of Clobyosh: what taps mean as an entry, and how an entry fills the form in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import first
from drawing.pads.clobyosh_pack import summed
from drawing.pads.clobyosh_sequences import (
    all_of,
    compared,
    for_seat,
    form_for,
    sequence_points,
)
from drawing.widgets.base import Pad
from scoring.entry_shape import valid_values
from scoring.games.clobyosh.check import claim_reaches, scores_sequences, sequences_problems, settled
from scoring.games.clobyosh.rules import FIELDS
from scoring.words import OPEN

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from scoring.words import Entry, Standing


class ClobyoshForm(Pad):
    """How the forms of this pad are read and filled in."""

    draft_prefixes = (
        "won.",
        "count",
        "cards.",
        "tens.",
        "hundred.",
        "last_trick",
        "early",
        "bela",
        "sequence",
        "best.",
        "top.",
        "trumps",
        "no_trick",
        "claim",
    )
    short_labels = {
        "last_trick": "Last trick",
        "bela": "Bela",
        "no_trick": "0",
        "trumps": "in trumps",
        "sequence": "All sequences together",
    }

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
        """The cards and sequences so far as an entry, what is open in them being None."""
        found: Entry = {}
        declared = sequence_points(standing, form)
        runs = written.get("sequences")
        settled_so = declared == runs_score(standing, written) if runs else False
        if declared and not settled_so:
            found["sequence_points"] = declared
        if runs and (declared or "best.0" in form) and not settled_so:
            found["sequences"] = None
        cards = counted(standing, form, written, found)
        if cards:
            found["cards"] = cards
        return found

    @staticmethod
    def tapped_fields(standing: Standing, form: Form) -> Form:
        """Without the points that follow from the cards that were tapped, and the sequence that is chosen by itself."""
        follows = {f"cards.{seat}" for seat in (0, 1) if any(form.get(f"won.{seat}") or [])}
        verdict = compared(standing, form)
        if verdict and all_of(form, verdict) == verdict.points:
            follows.add("sequence")
        return {name: form[name] for name in form if name not in follows}

    @staticmethod
    def fill_form(standing: Standing, entry: Entry, form: Form) -> Form:
        """Sequences are filled in as who scores how much, however they were written down."""
        whole: Form = {name: form[name] for name in form if not name.startswith("sequence_points.")}
        seat, points, _ = scores_sequences(standing, settled(entry))
        if points:
            whole.update(form_for(seat, points))
        if "claim" in entry and "last_trick" not in entry:
            whole["early"] = ["1"]
        return whole


def counted(standing: Standing, form: Form, written: Entry, found: Entry) -> list[Any] | None:
    """The card points of both seats: typed, counted by cards, none without a trick; None while nothing is known.

    A claim that wins before the cards are played out needs no more than the points of who claims.
    """
    cards = [None if one == OPEN else one for one in written.get("cards") or (None, None)]
    sums = summed(written.get("trump"), form)
    for seat in (0, 1):
        if cards[seat] is None:
            cards[seat] = sums.get(seat, 0 if first(form, "no_trick") == str(seat) else None)
    claim = first(form, "claim")
    if first(form, "early") and not first(form, "last_trick") and claim in ("0", "1") and cards[int(claim)] is not None:
        whole: Entry = {key: written[key] for key in written}
        whole.update(found)
        whole["cards"] = cards
        known = valid_values(FIELDS, whole, 2, 2) or {}
        if claim_reaches(standing, known, int(claim)):
            cards = [one or 0 for one in cards]
    return None if cards == [None, None] else [OPEN if one is None else one for one in cards]


def runs_score(standing: Standing, entry: Entry) -> list[int] | None:
    """The points of both seats by the sequences that were written down one by one."""
    rest = {key: entry[key] for key in entry if key != "sequence_points"}
    whole = valid_values(FIELDS, rest, len(standing.table.players), len(standing.table.sides))
    if "sequences" not in whole or sequences_problems(whole):
        return None
    seat, points, _ = scores_sequences(standing, whole)
    return for_seat(seat, points) if points else None
