"""Records of the circle: who holds what since when in each game; each leads to its match or deal."""

from __future__ import annotations

from flask import render_template, request, url_for
from markupsafe import Markup

from models.review.records import (
    BIGGEST,
    CLOSEST,
    HIGHEST_BID,
    LONGEST,
    MOST_POINTS,
    RUN,
    HeldRecord,
    Holders,
    records_of,
)
from models.review.scope import longest_evening, played_in
from scoring.games import games
from scoring.words import message
from web.i18n.dates import day
from web.i18n.locale import gettext, list_of, marked, ngettext, num, partners, remarks
from web.markup import html
from web.review.code_words import bid_words, coded
from web.review.opened import counted, open_review
from web.review.rows import CountRow, amount_words
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("records", __name__)
NAMED = 3  # of those who equalled a record
WORDS = {
    LONGEST: message("Longest match"),
    BIGGEST: message("Biggest win"),
    CLOSEST: message("Closest win"),
    HIGHEST_BID: message("Highest bid made"),
    MOST_POINTS: message("Most points in a deal"),
    RUN: message("Most wins in a row"),
}
MOST_DOWN = message("Most points down in a deal")  # where low wins


@bp.get("/review/records", needs=WATCH_CIRCLE)
def show_records() -> str:
    """Who holds what, of all games or of one, of all years or of one."""
    review = open_review()
    shown = counted(review)
    rows: dict[str, list[CountRow]] = {}
    for record in records_of(shown.scope, review.people):
        rows.setdefault(record.which[1], []).append(record_row(record))
    return render_template(
        "review/records.html",
        shown=shown,
        games=shown.games(request.path, review.played),
        times=shown.times(request.path, review.played),
        rows=[(games()[key].name if key else "", found) for key, found in rows.items()],
        evening=None if shown.game else longest_evening(played_in(review.played, shown.scope)),
    )


def record_row(record: HeldRecord) -> CountRow:
    """A record: what it is, who holds it since when and who equalled it, its value; it leads to where it was."""
    code = record.which[0]
    about = [holders(record.first.who, code), html(day(record.day, "short_year"))]
    value, kind = figure(record), bid_kind(record)
    if kind not in ("", value):
        about.insert(0, html(kind))
    if record.equalled:
        about.append(marked("equalled by {names}", names=equalled(record)))
    address = url_for("table.show_table", uid=record.match)
    if record.first.deal:
        address = url_for("deal.show_deal", uid=record.match, of=record.first.deal)
    return CountRow(address, record_words(record), Markup(" · ").join(about), value)


def record_words(record: HeldRecord) -> str:
    """What a record is called."""
    code, game, _ = record.which
    down = code == MOST_POINTS and not games()[game].high_wins
    return gettext(MOST_DOWN if down else WORDS[code])


def holders(who: Holders, code: str) -> Markup:
    """Who holds a record: partners, or all who sat there."""
    people = [html([("bdi", {}, [person.name])]) if person else html(gettext("a guest")) for person in who]
    return list_of(people) if code == LONGEST else partners(people)


def equalled(record: HeldRecord) -> Markup:
    """The first who equalled it, and how many more did."""
    code = record.which[0]
    more = len(record.equalled) - NAMED
    others = [holders(who, code) for who in record.equalled[: NAMED if more > 1 else None]]
    if more > 1:
        others.append(html(ngettext("{num} more", "{num} more", more)))
    return (remarks if code == LONGEST else list_of)(others)


def figure(record: HeldRecord) -> str:
    """The value of a record with what it counts."""
    (code, game, unit), value = record.which, record.first.value
    if code == RUN:
        return num(value)
    if code == LONGEST:
        return ngettext("{num} deal", "{num} deals", value)
    if code == HIGHEST_BID:
        words = bid_words(game, value)
        return bid_kind(record) or words if words == num(value) else words
    return amount_words(value, unit)


def bid_kind(record: HeldRecord) -> str:
    """What was bid, where that is more than a number: Boom, Plunge."""
    code, game, _ = record.which
    return coded(game, record.first.kind) if code == HIGHEST_BID and record.first.kind != "bid" else ""
