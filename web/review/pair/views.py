"""Two people: together and against each other."""

from __future__ import annotations

from typing import Any

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from models.review.pair.never import never_of
from models.review.pair.summary import Pair, pair_of
from models.review.past.matches import Past
from models.review.people import People, Person
from models.review.person.summary import matches_of
from models.review.ratings.circle import rated
from models.review.statistics.tallies import Part
from models.review.statistics.wins import pair_weight
from scoring.games import games
from web.auth.guard import own_circle
from web.i18n.locale import gettext
from web.review.damaged_matches import damaged_links
from web.review.matches.address import matches_address
from web.review.open_past import open_past
from web.review.pair import page as words
from web.review.rate_rows import person_address
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("pair", __name__)


@bp.get("/review/p/<slug:one>/<slug:other>", needs=WATCH_CIRCLE)
def show_pair(one: str, other: str) -> ResponseReturnValue:
    """Two people; with "game" in the address in that game only."""
    people = People(own_circle().id)
    first, second = (people.by_uid(uid) or abort(404) for uid in (one, other))
    if first == second:
        return redirect(person_address(first), 303)
    game = request.args.get("game") or None
    if game is not None and game not in games():
        abort(404)
    here = open_past()
    matches = [match for match in matches_of(here.past, first) if game in (None, match.game)]
    ratings, weight = rated(here.past, here.circle.id, game), pair_weight(here.past, Part(game))
    found = pair_of(here.past, ratings, first, second, matches, weight)
    return render_template(
        "review/pair/pair.html",
        one=first,
        other=second,
        back=person_address(first),
        other_address=person_address(second),
        filters=game_filters(here.past, one, other, game),
        games=words.game_rows(found, first, second) if game is None else [],
        damaged=damaged_links(here.damaged),
        never=words.never_notes(never_of(here.past, here.circle.id, (first, second), found.games)),
        together_address=matches_address(game, who=one, partner=other),
        against_address=matches_address(game, who=one, against=other),
        **pair_content(found, first, second),
    )


def pair_content(pair: Pair, first: Person, second: Person) -> dict[str, Any]:
    """What the page tells of the two, for its template."""
    return {
        "pair": pair,
        "ranked": not (first.unranked or second.unranked),
        "together": words.results_stick([(each.match, 1 if each.won else -1) for each in pair.together]),
        "against": words.results_stick([(each.match, each.ahead) for each in pair.against]),
        "fraction": words.fraction(pair.rate),
        "between": words.between(pair.rate),
        "due": words.due_words(pair),
        "score": (sum(each.ahead > 0 for each in pair.against), sum(each.ahead < 0 for each in pair.against)),
        "ahead": words.against_words(pair, first, second),
        "chemistry": words.chemistry_drawing(pair) if pair.chemistry.matches else None,
        "chemistry_words": words.chemistry_words(pair),
        "not_yet": words.games_not_yet(pair),
        "earliest": words.first_match(pair),
        "best": words.best_words(pair),
        "last": words.last_matches(pair, first, second),
    }


def game_filters(past: Past, one: str, other: str, game: str | None) -> list[tuple[str, str, bool]]:
    """All games, then each that was played: words, address, whether it is this one."""
    played = past.by_game
    keys = [key for key in games() if key in played]
    found = [(gettext("All"), url_for("pair.show_pair", one=one, other=other), game is None)]
    return found + [
        (gettext(games()[key].name), url_for("pair.show_pair", one=one, other=other, game=key), key == game)
        for key in keys
    ]
