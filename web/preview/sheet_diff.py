"""What a saying changed on the sheet: every line whose running totals or story are no longer what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.seating import tables_by_uid
from scoring.deals import STRUCK
from web.history.entry_text import line_words
from web.i18n.locale import gettext, list_of, marked, num
from web.i18n.messages import speaker_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.log.match_state import MatchState
    from scoring.words import Line, Sheet
    from web.history.entry_text import Words
    from web.i18n.messages import Speaker

    SpeakerThen = Callable[[Line], Speaker]


class Change(NamedTuple):
    """A line before and after; totals are None where it does not count, words are empty where it is not there."""

    number: str
    was: Words
    words: Words
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None


def changes(old: Sheet, new: Sheet, speaker_then: SpeakerThen) -> list[Change]:
    """Every changed line, in the order of the sheet, with the names of who sat there then."""
    before, after = standing_lines(old), standing_lines(new)
    order = before if len(before) > len(after) else after
    pairs = [(before.get(uid), after.get(uid)) for uid in order]
    return [change(one, other, speaker_then) for one, other in pairs if changed(one, other)]


def standing_lines(sheet: Sheet) -> dict[str, Line]:
    """The lines of a sheet by their uid; what is crossed out is left out."""
    return {line.deal.uid: line for line in sheet.lines if line.deal.kind != STRUCK}


def changed(one: Line | None, other: Line | None) -> bool:
    """Whether two lines of the same saying differ in what they count or tell."""
    return one is None or other is None or one[1:] != other[1:] or one.deal.entry != other.deal.entry


def change(one: Line | None, other: Line | None, speaker_then: SpeakerThen) -> Change:
    """One changed line; words that are still the same are told once."""
    was, words = told(one, speaker_then), told(other, speaker_then)
    return Change(number(other or one), "" if was == words else was, words, totals(one), totals(other))


def told(line: Line | None, speaker_then: SpeakerThen) -> Words:
    """A line in words, or nothing."""
    return line_words(line, speaker_then(line)) if line else ""


def speaker_by_line(state: MatchState) -> SpeakerThen:
    """Who speaks of those who sat at the table of a match when a line was written."""
    sat, table, key = tables_by_uid(state.table, state.live.deals), state.sheet.standing.table, state.game.key
    return lambda line: speaker_at(key, sat.get(line.deal.uid, table))


def totals(line: Line | None) -> tuple[int, ...] | None:
    """The running totals of a line that counts."""
    return line.totals if line and not line.problems else None


def number(line: Line | None) -> str:
    """The number of a deal; a dot for what is no deal or does not count."""
    return num(line.number) if line and line.deal.kind == "deal" and not line.problems else "·"


def end_changed(old: Sheet, new: Sheet, speaker: Speaker) -> Words:
    """What became of the end of the match, when that changed."""
    if old.outcome is not None and new.outcome is None:
        return gettext("The match is not over any more.")
    if new.outcome is None or (old.outcome and old.outcome.winners == new.outcome.winners):
        return ""
    names = list_of([speaker.side(side) for side in new.outcome.winners])
    return marked("The match is over now: {names}", names=names)
