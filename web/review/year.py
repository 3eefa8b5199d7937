"""The year of a circle on one page, to be read aloud, with one picture of it; and the picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from flask import abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from models.base import today
from models.review.bids import Bid, all_bids
from models.review.records import HeldRecord, most_points
from models.review.scope import EveningPlayed, Scope, added_up, hours_in, longest_evening, played_in, totals
from models.review.tables import facts
from models.review.wins import WonMatches, wins_in
from scoring.games import games
from scoring.review import Where
from web.i18n.dates import month_names, year_days, year_number
from web.i18n.locale import gettext, in_digits, ngettext, num
from web.review.code_words import called
from web.review.lists import deals_address, matches_address
from web.review.opened import open_review, years_of
from web.review.picture import year_picture
from web.review.records import record_row
from web.review.render import shown
from web.review.rows import CountRow, across, names
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("year", __name__)
STICK = 64  # where the stick begins, from above; the strokes of evenings stand on it
SHORTEST, TALLEST = 12, 58


@bp.get("/review/year/<int:year>", needs=WATCH_CIRCLE)
def show_year(year: int) -> ResponseReturnValue:
    """A year; 404 for one before the first match, and for one to come."""
    first, last = year_days(year) or abort(404)
    if year_number(first) != year:
        return redirect(url_for("year.show_year", year=year_number(first)))
    review = open_review()
    years = years_of(review.played)
    if not min(years, default=year) <= year <= year_number(today()):
        abort(404)
    scope = Scope(review.circle.id, None, first, last)
    played = played_in(review.played, scope)
    wins, bids = wins_in(scope, review.people), all_bids(scope, facts.c.bid.is_not(None))
    games_played = sorted(added_up(played, "game"), key=lambda row: (-row.matches, -row.deals, row.game))
    return render_template(
        "review/year.html",
        year=year,
        circle=review.circle,
        years=[(in_digits(str(other)), url_for("year.show_year", year=other), other == year) for other in years],
        totals=totals(played),
        hours=hours_in(scope),
        strokes=strokes_of(played, first, last),
        stick=STICK,
        months=[(across((n + 0.5) / 12), name) for n, name in enumerate(month_names())],
        won=[won_row(row, year) for row in (*won_most(wins.people), *won_most(wins.pairs))],
        bid=bid_row(max(bids, key=lambda bid: bid.share.of), year) if bids else None,
        longest=longest_evening(played),
        points=[deal_row(record) for record in most_points(scope, review.people)],
        games=[game_row(row, year) for row in games_played],
    )


@bp.get("/review/year/<int:year>/picture.png", needs=WATCH_CIRCLE)
def show_picture(year: int) -> ResponseReturnValue:
    """The picture of a year to share; its page where nothing was finished in it."""
    picture = year_picture(open_review(), *(year_days(year) or abort(404)))
    return shown(picture, f"year-{year}.png") if picture else redirect(url_for("year.show_year", year=year), 303)


def strokes_of(played: list[EveningPlayed], first: date, last: date) -> list[tuple[str, float]]:
    """The evenings as strokes on the stick of a year: where, and from what height down; taller for more deals."""
    evenings = added_up(played, "id")
    most = max((evening.deals for evening in evenings), default=0) or 1
    days = (last - first).days + 1
    return [
        (
            across(((evening.day - first).days + 0.5) / days),
            round(STICK - SHORTEST - (TALLEST - SHORTEST) * evening.deals / most, 1),
        )
        for evening in evenings
    ]


def won_most(won: Sequence[WonMatches]) -> list[WonMatches]:
    """Who won the most matches, people or pairs: all who won as many; nobody where nobody won one."""
    most = max((row.share.made for row in won), default=0)
    return [row for row in won if row.share.made == most > 0]


def won_row(won: WonMatches, year: int) -> CountRow:
    """A person or a pair that won most, with the matches that had a winner."""
    who, *mates = (person.uid for person in won.people)
    address = matches_address(year=year, who=who, partner=mates[0] if mates else None, level=0)
    words = gettext("won together") if mates else gettext("matches won")
    fraction = gettext("{made} of {n}", made=num(won.share.made), n=num(won.share.of))
    return CountRow(address, names(won.people), words, fraction)


def bid_row(said: Bid, year: int) -> CountRow:
    """The bid that was said most often, with its deals."""
    game, kind, number, share = said
    address = deals_address(game, Where(kinds=(kind,), bid=number), year=year)
    values = {"game": gettext(games()[game].name), "made": num(share.made)}
    small = ngettext("{num} time in {game}, made {made}", "{num} times in {game}, made {made}", share.of, **values)
    return CountRow(address, gettext("Bid most often"), small, called(game, kind, number))


def deal_row(record: HeldRecord) -> CountRow:
    """The most points in a deal of a game."""
    return record_row(record)._replace(words=gettext(games()[record.which[1]].name), game=record.which[1])


def game_row(row: EveningPlayed, year: int) -> CountRow:
    """How much of a game was played, with its matches."""
    deals = ngettext("{num} deal", "{num} deals", row.deals)
    figure = ngettext("{num} match", "{num} matches", row.matches)
    return CountRow(matches_address(row.game, year=year), gettext(games()[row.game].name), deals, figure, row.game)
