"""A person of the circle: what they won, with and against whom, what they bid; and whether standings have them."""

from __future__ import annotations

from flask import redirect, render_template, request, session, url_for
from sqlalchemy import update
from werkzeug import Response

from models.review.bids import Bid, bids_of, own_play
from models.review.people import People, Person
from models.review.ratings import ratings_of_person
from models.review.scope import Scope
from models.review.wins import PlayedMatch, WonMatches, against_each, matches_of, share_of, with_each
from models.tables import Player
from models.transaction import write_transaction
from scoring.games import games
from scoring.review import Where
from web.i18n.locale import gettext, num
from web.review.code_words import called, wording_text
from web.review.lists import deals_address, matches_address
from web.review.opened import Counted, OpenReview, counted, open_review
from web.review.rows import ShareRow, level_words, names, notches_of, page_of, rating_rows, won_row
from web.routes import SCORE_CIRCLE, WATCH_CIRCLE, Pages

bp = Pages("person", __name__)
LATELY = 20  # matches


@bp.get("/review/p/<slug:player>", needs=WATCH_CIRCLE)
def show_person(player: str) -> str:
    """What a person did."""
    review = open_review()
    shown, people, person = counted(review), review.people, review.person(player)
    scope, side = shown.scope, people.side(person)
    played = matches_of(scope, people, person)
    lately, ratings = played[-LATELY:], [] if shown.time else ratings_of_person(review.circle.id, people, person)
    return render_template(
        "review/person.html",
        person=person,
        side=side,
        shown=shown,
        games=shown.games(request.path, review.played),
        times=shown.times(request.path, review.played),
        played=played,
        evenings=len({match.evening_id for match in played}),
        all=ShareRow("", names([person]), share_of(played), side),
        lately=lately,
        notches=notches_of(lately),
        by_game=game_rows(played, shown, side, who=person.uid),
        ratings=rating_rows([rating for rating in ratings if scope.game in (None, rating.game)]),
        partners=[other_row(review, shown, person, won) for won in with_each(played)],
        rivals=[other_row(review, shown, person, won) for won in against_each(scope, people, person)],
        bids=bid_rows(bids_of(scope, people, person), shown, who=person.uid),
        own=own_rows(scope, people, person) if is_own(person) else None,
    )


@bp.post("/review/p/<slug:player>/<any(out, back):way>", needs=SCORE_CIRCLE)
def leave_out(player: str, way: str) -> Response:
    """Leave a person out of standings, records and stories, or take them back in."""
    person = open_review().person(player)
    with write_transaction() as writing:
        writing.execute(update(Player).where(Player.id == person.id).values(unranked=way == "out"))
    return redirect(url_for("person.show_person", player=player), 303)


def is_own(person: Person) -> bool:
    """Whether this browser has said that it is this person's."""
    return person.uid in session.get("claimed_seats", {}).values()


def game_rows(played: list[PlayedMatch], shown: Counted, side: int | None, **whose: str) -> list[ShareRow]:
    """What was won in each game; whose: of whom they are, as the address of the list of matches says it."""
    rows = []
    for key, game in games().items():
        matches = [match for match in played if match.game == key]
        share = share_of(matches)
        small = level_words(len(matches) - share.of)
        if matches:
            address = matches_address(key, **shown.period, **whose)
            rows.append(ShareRow(address, gettext(game.name), share, side, small, emblem=key))
    return rows


def other_row(review: OpenReview, shown: Counted, person: Person, won: WonMatches) -> ShareRow:
    """Somebody with or against whom a person played: the row leads to the page of the two."""
    return won_row(review.people, won, page_of((person, *won.people), shown.filters))


def bid_rows(bids: list[Bid], shown: Counted, **whose: str) -> dict[str, list[tuple[str, str, str]]]:
    """By game what was bid: where its deals are, what it is called, how often it was made."""
    rows: dict[str, list[tuple[str, str, str]]] = {}
    for game, kind, bid, share in bids:
        address = deals_address(game, Where(kinds=(kind,), bid=bid), **shown.period, **whose)
        made = gettext("made {made} of {n}", made=num(share.made), n=num(share.of))
        rows.setdefault(gettext(games()[game].name), []).append((address, called(game, kind, bid), made))
    return rows


def own_rows(scope: Scope, people: People, person: Person) -> list[ShareRow]:
    """What only they see, each with its game and how many would be even."""
    rows = []
    for game, label, share in own_play(scope, people, person):
        even = [] if share.even is None else [gettext("{n} would be even", n=num(round(share.even * share.of)))]
        rows.append(ShareRow("", wording_text(label), share, small=" · ".join([gettext(games()[game].name), *even])))
    return rows
