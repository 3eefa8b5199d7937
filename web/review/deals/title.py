"""What a list of deals was asked for, in the reader's words."""

from __future__ import annotations

from datetime import date, timedelta

from flask import request

from scoring.review import Where
from web.i18n.dates import day
from web.i18n.locale import gettext, in_digits
from web.review.code_words import bid_words, coded, trump_words

MONDAY = date(2024, 1, 1)


def where_words(game: str, where: Where) -> list[str]:
    """All that is asked of the deals, but whether they were made; game may be empty."""
    found = [coded(game, code) for code in (*where.kinds, *where.before, *where.after)]
    found += [bid_words(game, where.bid)] if where.bid is not None else []
    found += [trump_words(game, where.trump)] if where.trump is not None else []
    found += numbers(where)
    if where.over is not None:
        found.append(gettext("over the partner’s bid") if where.over else gettext("the partner had passed"))
    found += [gettext("the others had what they had bid")] if where.missed is not None else []
    return found + ([gettext("auction written down")] if where.opened else [])


def numbers(where: Where) -> list[str]:
    """What is asked for as numbers."""
    said = {
        "seat": gettext("seat {n} from the dealer", n=where.seat),
        "number": gettext("deal {n} or later", n=where.number),
        "deal": gettext("deal {n}", n=where.deal),
        "short": gettext("lacked {n}", n=where.short),
        "taken": gettext("took {n} or more", n=where.taken),
    }
    return [words for key, words in said.items() if getattr(where, key) is not None]


def evenings_words() -> list[str]:
    """Which evenings the address asks for."""
    lately, weekday, place = (request.args.get(key) for key in ("lately", "weekday", "place"))
    found = [gettext("Last {num} evenings", num=in_digits(lately))] if lately else []
    found += [day(MONDAY + timedelta(days=int(weekday)), "weekday")] if weekday else []
    return [*found, place] if place else found
