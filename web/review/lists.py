"""The lists that every number of review leads to: the finished matches, or their deals, that are so."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import Any

from flask import abort, render_template, request, url_for
from markupsafe import Markup

from models.review.ask import places_of
from models.review.lists import (
    CountedDeal,
    DealFilter,
    EndSeat,
    MatchFilter,
    count_matches,
    deals_by_match,
    list_deals,
    list_matches,
)
from models.review.people import People, Person
from models.review.scope import played_in
from scoring.games import games
from scoring.review import Where, review_of
from web.http.requests import address_with, whole_number
from web.i18n.dates import day
from web.i18n.locale import gettext, list_of, marked, ngettext, num, partners, remarks, signed
from web.markup import html
from web.review.code_words import called, coded, made_words, where_words
from web.review.opened import Counted, OpenReview, counted, open_review
from web.review.rows import CountRow, deals_words, names, page_of
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("lists", __name__)
PAGE = 50  # rows
MONDAY = date(2024, 1, 1)
EVENINGS = ("place", "weekday")
OF_MATCHES = ("who", "partner", "against", "won", "level", "least", "most", *EVENINGS)
NUMBERS = ("bid", "seat", "number", "short", "taken", "missed")
YES_NO = ("made", "opened")
CODES = {"kind": "kinds", "before": "before", "after": "after"}  # a key in an address -> the several codes of a Where
OF_DEALS = ("who", "trump", *NUMBERS, *YES_NO, *CODES, *EVENINGS)
Words = list[Markup | str]


def matches_address(game: str | None = None, **asked: Any) -> str:
    """Where the matches that are so are listed; asked: year, last, and OF_MATCHES; people by uid, a weekday from 0."""
    return address_with(url_for("lists.show_matches"), {"game": game} | asked)


def deals_address(game: str | None, where: Where = Where(), **asked: Any) -> str:  # noqa: B008  it is a plain tuple
    """Where the deals that are so are listed; asked: the same, and OF_DEALS."""
    values: dict[str, Any] = {"trump": where.trump} | {key: getattr(where, key) for key in NUMBERS}
    values |= {key: None if (value := getattr(where, key)) is None else int(value) for key in YES_NO}
    values |= {key: list(getattr(where, name)) for key, name in CODES.items()}
    return address_with(url_for("lists.show_deals"), {"game": game} | values | asked)


@bp.get("/review/matches", needs=WATCH_CIRCLE)
def show_matches() -> str:
    """The matches that the address asks for."""
    review = open_review()
    shown = shown_of(review, OF_MATCHES)
    who, mate, rival = people = [known_person(review, key) for key in ("who", "partner", "against")]
    won, level, least, most = known_yes_no("won"), known_yes_no("level"), known_number("least"), known_number("most")
    if who is None and (mate or rival or won is not None):
        abort(400)
    ids = [review.people.ids_of(person) for person in people]
    wanted = MatchFilter(shown.scope, ids[0], ids[1], ids[2], won, level, least, most)
    said: Words = [names([who])] if who else []
    said += [marked("with {name}", name=names([mate]))] if mate else []
    said += [marked("against {name}", name=names([rival]))] if rival else []
    if who and rival and won is not None:
        said.append(marked("{name} ahead", name=names([who if won else rival])))
    elif won is not None:
        said.append(gettext("won") if won else gettext("lost"))
    said += [] if level is None else [gettext("level") if level else gettext("without level ones")]
    said += deals_asked(least, most)
    total = count_matches(wanted)
    matches = list_matches(wanted, first_row(total), PAGE)
    ways = ("won", gettext("won"), gettext("lost")) if who and not rival else None
    about = (who, *(person for person in (mate or rival,) if person)) if who else ()
    return list_page(
        review, shown, total, said, ways, about, matches=matches, seated=partial(seated, review.people), of=games()
    )


@bp.get("/review/deals", needs=WATCH_CIRCLE)
def show_deals() -> str:
    """The deals that the address asks for."""
    review = open_review()
    shown = shown_of(review, OF_DEALS)
    who, where, game = known_person(review, "who"), known_where(), shown.scope.game or ""
    wanted = DealFilter(shown.scope, where, review.people.ids_of(who))
    counts = deals_by_match(wanted)
    total = sum(counts.values())
    rows = [deal_row(review.people, deal, shown) for deal in list_deals(wanted, counts, first_row(total), PAGE)]
    said: Words = [*([names([who])] if who else []), *where_words(game, where)]
    bids = not where.of_parts and (not game or review_of(game).bids)
    ways = ("made", made_words(True), made_words(False)) if bids else None
    one_game = bool(where.kinds or where.bid or where.trump or where.of_parts)  # means nothing in another
    return list_page(review, shown, total, said, ways, (who,) if who else (), deals=rows, one_game=one_game)


def list_page(
    review: OpenReview, shown: Counted, total: int, said: Words,
    ways: tuple[str, str, str] | None, about: tuple[Person, ...], **page: Any,
) -> str:  # fmt: skip
    """The page of a list.

    said: what is asked for beside game and time; ways: a key with what is 1 and 0 of it; about: whose it is.
    """
    weekday, start = known_number("weekday"), first_row(total)
    said += [request.args["place"]] if request.args.get("place") else []
    said += [] if weekday is None else [day(MONDAY + timedelta(days=weekday), "weekday")]
    said += [words for words in (gettext(shown.game.name) if shown.game else "", shown.time) if words]
    choices = [(gettext("All"), None), (ways[1], "1"), (ways[2], "0")] if ways else []
    results = shown.links(request.path, ways[0], choices, level=None) if ways else []
    of_game = url_for("game_review.show_game", game=shown.scope.game) if shown.game else url_for("review.show_review")
    return render_template(
        "review/list.html",
        **page,
        shown=shown,
        total=total,
        said=said,
        games=shown.games(request.path, review.played),
        times=shown.times(request.path, review.played),
        results=[(words, address, here and "level" not in shown.values) for words, address, here in results],
        newer=shown.address(request.path, page=start // PAGE) if start else "",
        older=shown.address(request.path, page=start // PAGE + 2) if start + PAGE < total else "",
        back=page_of(about, shown.filters) if about else of_game,
    )


def shown_of(review: OpenReview, keys: tuple[str, ...]) -> Counted:
    """What is counted, with what else the address asks for by these keys; 400 for a weekday that is none."""
    shown, place, weekday, given = counted(review), request.args.get("place"), known_number("weekday"), request.args
    asked = {key: given.getlist(key) if key in CODES else given[key] for key in keys if key in given}
    shown = shown._replace(values=shown.values | asked)
    if not place and weekday is None:
        return shown
    if weekday is not None and weekday > 6:
        abort(400)
    places = places_of(review.circle.id)
    evenings = {
        evening.id
        for evening in played_in(review.played, shown.scope)
        if weekday in (None, evening.day.weekday()) and (not place or place == places.get(evening.id))
    }
    return shown._replace(scope=shown.scope._replace(evenings=tuple(evenings)))


def first_row(total: int) -> int:
    """The number of the first row of the page that is asked for; 404 for a page after the last."""
    start = PAGE * ((known_number("page") or 1) - 1)
    return start if start < max(1, total) else abort(404)


def known_person(review: OpenReview, key: str) -> Person | None:
    """The person that the address names; 404 for an unknown one."""
    return review.person(request.args[key]) if request.args.get(key) else None


def known_number(key: str) -> int | None:
    """A whole number of the address; 400 for anything else."""
    text = request.args.get(key)
    return whole_number(text) if not text or whole_number(text) is not None else abort(400)


def known_yes_no(key: str) -> bool | None:
    """1 or 0 of the address; 400 for anything else."""
    text = request.args.get(key)
    return {"0": False, "1": True}[text] if text in ("0", "1") else abort(400) if text else None


def known_where() -> Where:
    """What the address asks of deals; 400 for what nobody can mean."""
    values: dict[str, Any] = {"trump": request.args.get("trump") or None}
    values |= {key: known_number(key) for key in NUMBERS} | {key: known_yes_no(key) for key in YES_NO}
    values |= {name: tuple(request.args.getlist(key)) for key, name in CODES.items()}
    return Where(**values)


def deals_asked(least: int | None, most: int | None) -> Words:
    """How many deals a match is asked to have."""
    if most is None:
        return [] if least is None else [ngettext("{num} deal or more", "{num} deals or more", least)]
    if least in (None, most):
        return [deals_words(most)]
    return [gettext("{low} to {high} deals", low=num(least or 0), high=num(most))]


def seated(people: People, seats: list[EndSeat]) -> Markup:
    """Who sat there, people by their name of today, two of them as partners."""
    persons = [(people.of(seat.player_id), seat) for seat in seats]
    words = [html([("bdi", {}, [person.name if person else seat.name])]) for person, seat in persons]
    return partners(words) if len(words) < 3 else list_of(words)


def deal_row(people: People, deal: CountedDeal, shown: Counted) -> CountRow:
    """A deal: what was played for and what came of it, who and when, what it brought."""
    who = people.of(deal.who_id)
    about: Words = [names([who])] if who else []
    about += [] if shown.game else [gettext(games()[deal.game].name)]
    about += [day(deal.day, "short_year"), gettext("deal {n}", n=deal.number)]
    if deal.before is not None:
        words = [coded(deal.game, deal.before), coded(deal.game, deal.after or "")]
    else:
        words = [called(deal.game, deal.kind, deal.bid), *([] if deal.made is None else [made_words(deal.made)])]
    address = url_for("deal.show_deal", uid=deal.match, of=deal.uid)
    return CountRow(address, remarks(words), remarks(about), signed(deal.gain))
