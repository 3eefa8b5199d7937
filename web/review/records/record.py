"""One record: who holds it, who equalled it, and its picture to share."""

from __future__ import annotations

from typing import NamedTuple

from flask import abort, url_for
from markupsafe import Markup, escape

from models.base import db
from models.review.past.evening_uids import evening_uids
from models.review.past.matches import Past
from models.review.records.circle import records_of
from models.review.records.matches import Equal, Held
from models.tables import Evening
from scoring.games import games
from scoring.review import review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, ngettext
from web.review.open_past import CirclePast
from web.review.picture.card import PictureCard
from web.review.picture.lettered import lettered
from web.review.rate_rows import names
from web.review.records.page import COMMON, address_of, figure, own_record, record_words
from web.review.story.picture import deals_and_course, evenings_of


class HolderRow(NamedTuple):
    """Who holds or equalled a record, when, and where it is."""

    address: str
    words: Markup | str
    small: str


class RecordPage(NamedTuple):
    """What the page of a record shows; picture: its address, the name of the file, and what the address also says."""

    title: str
    game: str
    figure: str | Markup
    rows: list[HolderRow]
    more: str
    picture: tuple[str, str, dict[str, str]]


def found_record(here: CirclePast, code: str, game: str | None) -> Held | None:
    """The record of this code, of a game or over all; None where nobody has set it, 404 for no such record."""
    if game is not None and game not in games():
        abort(404)
    own = {record.code for record in review_of(game).records} if game else set()
    if code not in own | COMMON.keys():
        abort(404)
    known = records_of(here.past, here.circle.id, game).held
    return next((one for one in known if one.code == code), None)


def record_page(one: Held) -> RecordPage:
    """The page of a record: who holds it first, then who equalled it."""
    uids = evening_uids([found for found in (one.evening, *(each.evening for each in one.others)) if found])
    rows = [holder_row(one, uids, gettext("since {day}", day=day(one.day, "short_year")))]
    rows += [holder_row(each, uids, gettext("equalled {day}", day=day(each.day, "short_year"))) for each in one.others]
    left = one.equalled - len(one.others)
    more = ngettext("{num} more equalled it.", "{num} more equalled it.", left) if one.others and left > 0 else ""
    also = {"game": one.game} if one.game else {}
    picture = url_for("records.show_picture", code=one.code), f"record-{one.code}.png", also
    return RecordPage(title_of(one), game_words(one), figure_of(one), rows, more, picture)


def holder_row(one: Held | Equal, uids: dict[int, str], when: str) -> HolderRow:
    """One of those who hold it, or that it is everybody's."""
    return HolderRow(address_of(one, uids), names(one.people) if one.people else gettext("everybody"), when)


def title_of(one: Held) -> str:
    """What the record is called."""
    return record_words(one, own_record(one))


def figure_of(one: Held) -> str | Markup:
    """Its value with what it counts."""
    return figure(one, own_record(one))


def game_words(one: Held) -> str:
    """The game, or that it is over all."""
    return gettext(games()[one.game].name) if one.game else gettext("Over all games")


def record_card(past: Past, one: Held, letters: bool) -> PictureCard:
    """The picture of a record; with the course of its match where it has one."""
    shown = lettered(past) if letters else past
    match = next((each for each in past.matches if each.uid == one.match), None)
    evening = db.session.get(Evening, match.evening_id) if match else None
    deals, course = deals_and_course(past, evening, match, letters) if match and evening else ([], None)
    who = names(shown.people.persons[each.id] for each in one.people).striptags() if one.people else ""
    value = escape(figure_of(one)).striptags()
    lines = [line for line in (who, f"{game_words(one)} · {day(one.day, 'named_year')}", equalled_words(one)) if line]
    return PictureCard(
        title_of(one), day(one.day, "named_year"), value if deals else "", None, lines, evenings_of(past.matches),
        one.day, course, [] if course else deals, figure=value,
    )  # fmt: skip


def equalled_words(one: Held) -> str:
    """How often it was equalled; empty for never."""
    return ngettext("{num} time equalled", "{num} times equalled", one.equalled) if one.equalled else ""
