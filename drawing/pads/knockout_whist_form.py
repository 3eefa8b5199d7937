"""Forms of the pad of Knock-Out Whist: what taps mean as an entry, and what is still open in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import first
from drawing.widgets.base import Pad
from scoring.board import valid_part
from scoring.games.knockout_whist import GAME
from scoring.sheet import problems
from scoring.words import OPEN, with_value

if TYPE_CHECKING:
    from typing import Any

    from drawing.form_entry import Form
    from scoring.words import Entry, Standing


class KnockoutForm(Pad):
    """How the forms of this pad are read."""

    late_questions = ("dog", "chooser", "buys")
    draft_prefixes = ("won", "tricks.", "cut.")

    @staticmethod
    def entry_from_taps(standing: Standing, form: Form, written: Entry) -> Entry:
        """The winners so far as an entry, tricks with the rest open until all are known.

        Once the question who buys was drawn, that nobody does.
        """
        found: Entry = {}
        if "won" in form and "tricks.0" not in form:
            won = winners(form, standing.carry["hand"], standing.carry["hands"])
            complete, status = len(won) == standing.carry["hand"], standing.carry["status"]
            found["tricks"] = [
                won.count(seat) or (0 if complete and state != "out" else None) for seat, state in enumerate(status)
            ]
        else:
            found.update(forced(standing, written))
        tricks = found.get("tricks", written.get("tricks"))
        if first(form, "asked") and "buys" not in written and offered(standing, "buys", tricks):
            found["buys"] = []
        return found

    @staticmethod
    def has_open_question(standing: Standing, entry: Entry, before: Entry | None = None) -> bool:
        """Whether it is still open who won a cut, or who buys: those without a trick that something is for sale for."""
        faults = problems(GAME, standing, entry)
        if "tricks" not in entry or any(found.field == "tricks" or found.code != "missing" for found in faults):
            return False
        if faults:
            return True
        known = offered(standing, "buys", (before or {}).get("tricks"))
        asks = [seat for seat in offered(standing, "buys", entry["tricks"]) if seat not in known]
        return bool(asks) and "buys" not in entry

    @staticmethod
    def with_earlier_answers(standing: Standing, entry: Entry, before: Entry) -> Entry:
        """With who won a cut and who bought before, where these tricks need that, too, and it was not given."""
        tricks = entry.get("tricks")
        for key in [key for key in ("dog", "chooser") if key not in entry and key in before]:
            missing = [found.field for found in problems(GAME, standing, entry) if found.code == "missing"]
            if key in missing and before[key] in offered(standing, key, tricks):
                entry = with_value(entry, key, before[key])
        if "buys" not in entry and "buys" in before:
            asks, known = offered(standing, "buys", tricks), offered(standing, "buys", before.get("tricks"))
            if asks and all(seat in known for seat in asks):
                entry = with_value(entry, "buys", [seat for seat in before["buys"] if seat in asks])
        return entry

    @staticmethod
    def tapped_fields(standing: Standing, form: Form) -> Form:
        """Without seats that are out, the numbers that follow from the tricks, and that questions were drawn."""
        follows = any(form.get("won") or [])
        return {
            name: form[name]
            for name in form
            if name != "asked" and (not name.startswith("tricks.") or not (follows or form[name] == ["-"]))
        }


def forced(standing: Standing, written: Entry) -> Entry:
    """Typed tricks with what is open filled in, where the others leave each of those only one number."""
    tricks = written.get("tricks")
    if type(tricks) is not list or not all(type(one) is int or one in (OPEN, None) for one in tricks):
        return {}
    filled: list[Any] = []
    for seat, one in enumerate(tricks):
        fits = [] if one == OPEN else [one]
        for value in range(standing.carry["hand"] + 1) if one == OPEN else ():
            if not GAME.refusal(standing, {"tricks": tricks}, "tricks", value, seat):
                fits.append(value)
        if len(fits) != 1:
            return {}
        filled.append(fits[0])
    return {"tricks": filled} if OPEN in tricks else {}


def offered(standing: Standing, key: str, tricks: Any) -> list[int]:
    """The seats that can answer a question about these tricks; none while the tricks are incomplete."""
    draft = valid_part(GAME, standing, {"tricks": tricks}) if tricks else None
    if not draft:
        return []
    seats = range(len(standing.table.players))
    return [seat for seat in seats if not GAME.refusal(standing, draft, key, seat, None)]


def numbers_of(tricks: list[int | None]) -> list[tuple[str, str]]:
    """Form names and texts of tricks by seat."""
    return [(f"tricks.{seat}", "-" if one is None else str(one)) for seat, one in enumerate(tricks)]


def winners(form: Form, hand: int, hands: list[int]) -> list[int]:
    """The seats that won trick after trick, as far as that can be."""
    won: list[int] = []
    seats = [str(seat) for seat in range(len(hands))]
    for text in form.get("won") or []:
        seat = seats.index(text) if text in seats else -1
        if seat >= 0 and won.count(seat) < hands[seat] and len(won) < hand:
            won.append(seat)
    return won
