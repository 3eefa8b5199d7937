"""From a form of the pad to a record: a bid or a deal, and what stays in the draft afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import entry_to_form, first, pairs_with_prefix, parse_entry
from drawing.pads.registry import pad_of
from drawing.taps import DONE, RECORD, Tap, encode_taps, parse_taps, redo_pairs_after, taps_of
from scoring.deals import STRIKE_KINDS
from scoring.entry_shape import without_nulls

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from scoring.game import Game
    from scoring.words import Entry, Problem, Record, Sheet, Standing

HIDDEN_NAMES = ("csrf_token", "uid", "after", "behind", "cut", "ago")
"""What a form says beside its entry: no part of a draft."""


def parse_record(game: Game, sheet: Sheet, form: Form) -> tuple[str, Entry]:
    """Kind and body of a form's record: the bid in step bid, else the deal; in step play it includes the bid."""
    standing, step, whole = sheet.standing, first(form, "step"), with_button_values(form)
    fields, players = game.fields(standing), len(standing.table.players)
    if step == "bid":
        return "bid", parse_bid(game, standing, whole)
    entry = parse_entry(fields, whole, players, sheet.pending if step == "play" else None)
    entry.update(pad_of(game.key).entry_from_taps(standing, whole, entry))
    return "deal", without_nulls(entry)


def parse_bid(game: Game, standing: Standing, form: Form) -> Entry:
    """The bid of a form, without values that do not go with it."""
    fields = tuple([field for field in game.fields(standing) if field.step == "bid"])
    bid = parse_entry(fields, form, len(standing.table.players))
    follows = pad_of(game.key).entry_from_taps(standing, form, bid)
    bid.update({field.key: follows[field.key] for field in fields if field.key in follows})
    return without_nulls(bid)


def carried_pairs(game: Game, standing: Standing, form: Form, record: Record) -> list[tuple[str, str]]:
    """Names and texts that stay in the address after a record: the draft of the result, and taps waiting for Redo."""
    again = redo_pairs_after(form, record.body["of"]) if record.kind in STRIKE_KINDS else []
    return draft_pairs(game, standing, form, record) + [pair for pair in again if pair[1]]


def draft_pairs(game: Game, standing: Standing, form: Form, record: Record) -> list[tuple[str, str]]:
    """The draft of the result that outlasts a bid, or a bid's Undo or Redo; empty after other records.

    Its taps keep their order, and the record takes its place among them.
    """
    pad = pad_of(game.key)
    pairs = pairs_with_prefix(pad.draft_prefixes, form) if record.kind in STRIKE_KINDS + ("bid",) else []
    if not pairs:
        return []
    half: Form = {name: form[name] for name, _ in pairs}
    done = [tap for tap in parse_taps(first(form, DONE)) if tap.name == RECORD or tap.name in half]
    half[DONE] = [encode_taps(done)]
    taps = taps_of(pad.tapped_fields(standing, half), {})
    if record.kind != "strike":
        taps.append(Tap(RECORD, record.body["of"] if record.kind == "restore" else record.uid))
    return pairs + [(DONE, encode_taps(taps))]


def open_questions(game: Game, sheet: Sheet, kind: str, entry: Entry, form: Form) -> Form:
    """The draft with which the pad asks what a deal leaves open, before it is recorded; empty when nothing is open.

    A form with `asked` was drawn with the questions already.
    """
    pad = pad_of(game.key)
    if kind != "deal" or first(form, "asked") or not pad.has_open_question(sheet.standing, entry):
        return {}
    half: Form = {}
    half.update(form)
    half.update(entry_to_form(game.fields(sheet.standing), entry))
    draft = {name: half[name] for name in half if any(name.startswith(beginning) for beginning in pad.draft_prefixes)}
    draft["asked"] = ["1"]
    return draft


def everybody_passed(form: Form) -> bool:
    """Whether the form's step is that everybody passed."""
    return first(form, "step") == "nobody"


def is_incomplete(kind: str, found: tuple[Problem, ...]) -> bool:
    """Whether a bid has no problem but missing values: the pad goes on asking for them."""
    return kind == "bid" and bool(found) and all(problem.code == "missing" for problem in found)


def with_button_values(form: Form) -> Form:
    """The form with the values of its button, which are in `also` as a query string."""
    whole: Form = {}
    whole.update(form)
    for part in first(form, "also").split("&"):
        name, equals, text = part.partition("=")
        if equals and text:
            whole[name] = [text]
    return whole
