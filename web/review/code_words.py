"""What a game's review calls its codes, bids and numbers with tenths, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort

from scoring.games import games
from scoring.review import Trumps, Where, review_of
from scoring.words import SUITS
from table.language import MINUS
from web.i18n.locale import current_language, gettext, in_digits, localize_typed, num

if TYPE_CHECKING:
    from scoring.words import Wording


def wording_text(wording: Wording) -> str:
    """A wording without values."""
    text = wording if isinstance(wording, str) else wording[1]
    return in_digits(text) if text.isdecimal() else gettext(text)


def tenths(value: float) -> str:
    """A number with one decimal; a whole one without."""
    size = abs(round(value, 1))
    digits = num(int(size)) if size == int(size) else localize_typed(f"{size:.1f}")
    return current_language().apart(MINUS + digits) if round(value, 1) < 0 else digits


def coded(game: str, code: str) -> str:
    """What people call a code of a game, of any without one; 404 for one that there is not."""
    words = (review_of(key).wordings.get(code) for key in keys_of(game))
    return wording_text(next((one for one in words if one), "") or abort(404))


def keys_of(game: str) -> list[str]:
    """The game that is meant, or all."""
    return [game] if game else list(games())


def bid_words(game: str, bid: int) -> str:
    """What a bid is called."""
    return wording_text(review_of(game).bid_words(bid))


def called(game: str, kind: str, bid: int | None) -> str:
    """What a deal was played for: a bid that is a number, else the kind."""
    return coded(game, kind) if bid is None or kind != "bid" else bid_words(game, bid)


def trump_words(game: str, trump: str) -> str:
    """What a trump is called; 404 for one that there is not."""
    labels = (trump_labels(key).get(trump) for key in keys_of(game))
    found = next((label for label in labels if label), "")
    return wording_text(found) if found else coded(game, trump)  # a contract that stands in its place


def trump_labels(game: str) -> dict[str, Wording]:
    """What can be trump in a game, and what stands in its place."""
    words: dict[str, Wording] = {str(suit.value): suit.label for suit in SUITS}
    for panel in review_of(game).panels:
        words |= panel.words if isinstance(panel, Trumps) else {}
    return words


def made_words(made: bool) -> str:
    """Made, or lost."""
    return gettext("made") if made else gettext("lost")


def where_words(game: str, where: Where) -> list[str]:
    """What is asked of deals; game may be empty. 404 for codes that there are not."""
    words = [coded(game, code) for code in (*where.kinds, *where.before, *where.after)]
    words += [] if where.bid is None else [bid_words(game, where.bid)]
    words += [] if where.trump is None else [trump_words(game, where.trump)]
    words += [] if where.made is None else [made_words(where.made)]
    numbers = {
        gettext("seat {n} from the dealer", n=where.seat): where.seat,
        gettext("deal {n} or later", n=where.number): where.number,
        gettext("lacked {n}", n=where.short): where.short,
        gettext("took {n} or more", n=where.taken): where.taken,
    }
    words += [said for said, number in numbers.items() if number is not None]
    words += [] if where.missed is None else [gettext("the others had what they had bid")]
    return words + ([gettext("auction written down")] if where.opened else [])
