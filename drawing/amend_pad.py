"""The pad that amends a deal of the sheet: filled in with its entry, for the standing before that deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_action import parse_record
from drawing.form_entry import entry_to_form, first
from drawing.pads.registry import pad_of
from drawing.table_page import Place, Table
from scoring.board import valid_part
from scoring.entry_shape import without_nulls
from scoring.words import Sheet

if TYPE_CHECKING:
    from drawing.form_entry import Form
    from drawing.locale import Language
    from drawing.widgets.base import Pad
    from scoring.game import Game
    from scoring.words import Entry, Standing, Wording


def bid_of(game: Game, standing: Standing, entry: Entry) -> Entry:
    """The values of an entry that are entered before play."""
    return {
        field.key: entry[field.key] for field in game.fields(standing) if field.step == "bid" and field.key in entry
    }


def amended_entry(game: Game, before: Sheet, entry: Entry, form: Form) -> tuple[str, Entry]:
    """The step of a form (bid, or deal for all of it), and the entry with the form's values put in."""
    bid = bid_of(game, before.standing, entry)
    kind, new_values = parse_record(game, with_bid(before, bid), form)
    if kind == "bid":
        whole = {key: entry[key] for key in entry if key not in bid}
        if not first(form, "calls") or all(
            new_values[key] == bid.get(key) for key in new_values if key not in ("calls", "trump")
        ):
            whole.update({key: bid[key] for key in pad_of(game.key).changeable if key in bid and key not in form})
        whole.update(new_values)
        whole.update(pad_of(game.key).entry_from_taps(before.standing, form, whole))
        new_values = whole
    return kind, without_nulls(pad_of(game.key).with_earlier_answers(before.standing, new_values, entry))


def amend_pad(
    game: Game,
    before: Sheet,
    entry: Entry,
    form: Form,
    language: Language,
    here: str,
    more: dict[str, Wording] | None = None,
) -> Pad:
    """The pad of a deal with a draft of its amendment, or else with its entry; here is the address that taps go to."""
    step = first(form, "step") or None
    bid = step == "bid" and not game.bid_done(before.standing, None)
    values = fill_form(game, before.standing, entry, bid, "auction" in form)
    if has_draft(form):
        values = {name: values[name] for name in values if name in pad_of(game.key).late_questions}
        values.update(form)
    sheet = with_bid(before, valid_part(game, before.standing, bid_of(game, before.standing, entry)) or {})
    table = Table(Place(here, ""), game, sheet, language, values, (), step, more)
    table.board["amends"] = True
    return table.pad()


def has_draft(form: Form) -> bool:
    """Whether a form holds more than its step and that the auction is not changed."""
    return any(name != "step" and (name != "auction" or any(form[name])) for name in form)


def fill_form(game: Game, standing: Standing, entry: Entry, bid: bool, chips: bool) -> Form:
    """The form of a deal's pad: all of it, or only the bid, with its calls unless chips are wanted."""
    values = bid_of(game, standing, entry) if bid else entry
    sound = valid_part(game, standing, values) or {}
    form = pad_of(game.key).fill_form(standing, sound, entry_to_form(game.fields(standing), values))
    if bid and values.get("calls") and not chips:
        form["auction"] = ["1"]
    return form


def with_bid(before: Sheet, bid: Entry) -> Sheet:
    """A sheet on which this is the bid of the deal in play."""
    return Sheet(before.game, before.lines, before.standing, None, bid or None)
