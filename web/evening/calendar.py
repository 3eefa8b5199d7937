"""Evenings as iCalendar (RFC 5545): a day each, with its place and who won; only finished matches are told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import select

from models.base import db
from models.column_types import UNKNOWN_DATE
from models.log.match_state import OVER
from models.tables.circle import Circle
from models.tables.evening import Evening
from web.evening.evening_figures import result_words, unranked
from web.evening.list_page import games_words
from web.evening.match_summary import Played, played_in
from web.i18n.locale import gettext, list_of
from web.recent import inside

LINE = 75  # octets of a line, its break not counted
AT_ONCE = 200  # evenings of one statement


def calendar_of(circle: Circle) -> str:
    """The calendar of a circle, in the reader's language."""
    query = select(Evening).where(inside(circle)).order_by(Evening.date, Evening.id)
    evenings = [one for one in db.session.scalars(query) if one.date != UNKNOWN_DATE]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tallystick//Evenings//EN"]
    for start in range(0, len(evenings), AT_ONCE):
        some = evenings[start : start + AT_ONCE]
        matches, out = played_in([one.id for one in some]), unranked(circle.id)
        for one in some:
            lines += event_of(one, matches[one.id], out)
    return "".join(f"{piece}\r\n" for line in [*lines, "END:VCALENDAR"] for piece in folded(line))


def event_of(evening: Evening, matches: list[Played], out: set[str]) -> list[str]:
    """The lines of an evening."""
    over = [match for match in matches if match.state == OVER and not match.damaged and match.sides]
    played = games_words(over).striptags()
    won = result_words(over, out).striptags() if over else ""
    found = [
        "BEGIN:VEVENT",
        f"UID:{evening.uid}@tallystick",
        f"DTSTAMP:{evening.created_at:%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{evening.date:%Y%m%d}",
        f"DTEND;VALUE=DATE:{evening.date + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{escaped(list_of([gettext('Card evening'), played]) if played else gettext('Card evening'))}",
    ]
    found += [f"LOCATION:{escaped(evening.place)}"] if evening.place else []
    found += [f"DESCRIPTION:{escaped(won)}"] if won else []
    return [*found, "END:VEVENT"]


def escaped(text: str) -> str:
    """A text as a value: separators and line breaks escaped, other control characters left out."""
    plain = str(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "".join(letter for letter in plain.replace("\r\n", "\n").replace("\n", "\\n") if letter >= " ")


def folded(line: str) -> Iterator[str]:
    """A line in pieces of at most LINE octets, each but the first begun by a space; no letter is cut."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
