"""The past evenings as a calendar file (RFC 5545)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import timedelta

from flask import Response
from markupsafe import Markup
from sqlalchemy import select

from models.base import db
from models.review.wins import WonMatches, won_on
from models.tables import Evening
from scoring.games import games
from web.evening.summary import times
from web.evening.views import unit_words
from web.i18n.locale import filled, gettext, list_of, num
from web.recent import inside
from web.review.opened import OpenReview, open_review
from web.routes import WATCH_CIRCLE, Pages

WON = Markup("{who}&nbsp;{n}")
LINE = 75  # octets of a line, its break not counted

bp = Pages("calendar", __name__)


def calendar_of(review: OpenReview) -> str:
    """The calendar of a circle, in the reader's language."""
    games_on: dict[int, Counter[str]] = defaultdict(Counter)
    for played in review.played:
        games_on[played.id][gettext(games()[played.game].name)] += played.matches
    won = won_on(games_on, review.people)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tallystick//Evenings//EN"]
    for evening in db.session.scalars(select(Evening).where(inside(review.circle)).order_by(Evening.date, Evening.id)):
        lines += event_of(evening, games_on[evening.id], won.get(evening.id, []))
    lines.append("END:VCALENDAR")
    return "".join(f"{piece}\r\n" for line in lines for piece in folded(line))


def event_of(evening: Evening, played: Mapping[str, int], won: list[WonMatches]) -> list[str]:
    """The lines of an evening; played: games with how often; won: who won how many matches."""
    what = list_of([gettext("Card evening"), *(times(name, n) for name, n in played.items())]).striptags()
    winners = [{"who": unit_words([person.name for person in unit.people]), "n": num(unit.share.made)} for unit in won]
    who = list_of([filled(WON, winner) for winner in winners]).striptags()
    lines = [
        "BEGIN:VEVENT",
        f"UID:{evening.uid}@tallystick",
        f"DTSTAMP:{evening.created_at:%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{evening.date:%Y%m%d}",
        f"DTEND;VALUE=DATE:{evening.date + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{escaped(what)}",
    ]
    lines += [f"LOCATION:{escaped(evening.place)}"] if evening.place else []
    lines += [f"DESCRIPTION:{escaped(who)}"] if who else []
    return [*lines, "END:VEVENT"]


def escaped(text: str) -> str:
    """A text as a value: separators and line breaks escaped, other control characters left out."""
    plain = str(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "".join(letter for letter in plain.replace("\r\n", "\n").replace("\n", "\\n") if letter >= " ")


def folded(line: str) -> Iterator[str]:
    """A line in pieces of at most LINE octets, each but the first begun by a space; no letter is cut."""
    if len(line.encode()) <= LINE:
        yield line
        return
    begin, size = 0, 0  # octets
    for at, letter in enumerate(line):
        size += len(letter.encode())
        if size > LINE:
            yield " "[: begin > 0] + line[begin:at]
            begin, size = at, 1 + len(letter.encode())
    yield " "[: begin > 0] + line[begin:]


@bp.get("/review/evenings.ics", needs=WATCH_CIRCLE)
def download_calendar() -> Response:
    """The past evenings for a calendar: date, place, who won."""
    answer = Response(calendar_of(open_review()), mimetype="text/calendar")
    answer.headers["Content-Disposition"] = 'attachment; filename="evenings.ics"'
    return answer
