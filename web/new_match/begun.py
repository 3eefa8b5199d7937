"""Matches that begin without the page: another like the last, and one that a phone began without a network.

That one is read from JSON, checked as the form of a new match is, and started once.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Any

import msgspec
from flask import abort, jsonify, redirect, url_for
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct
from sqlalchemy import select
from werkzeug import Response
from werkzeug.exceptions import BadRequest, UnprocessableEntity

from models.base import ALPHABET, db, from_millis, new_uid, now, today
from models.log.errors import Refused
from models.log.read import read
from models.log.state import MatchState
from models.matches import find_match, start_match
from models.tables import Circle, Evening, Match, Player
from models.transaction import circle_transaction
from scoring.games import games
from scoring.words import message
from table.result import losing_dealer, next_dealer
from web.auth.browser import device_id
from web.auth.guard import page_grant, place_of
from web.auth.rate_limit import count_tail
from web.circle.players import player_called
from web.evening.views import LONGEST_PLACE, day_fault
from web.forms import AtMost, plain_text, tidy
from web.http.requests import MAX_CLOCK, InWords, NotReadable, sent_fields, sent_json
from web.http.security import unseen_by_others
from web.i18n.messages import MarkupFormatter, limit_words
from web.new_match.draft import MAX_SEATS, Lately, MatchDraft, seat_faults
from web.recent import Place, inside
from web.routes import SCORE_MATCH, START_BEGUN, Pages

BELIEVED = timedelta(days=60), timedelta(minutes=5)  # before and after now, for when a phone says that it began
DAY = timedelta(days=1)
MAX_EVENINGS = 60
Uid = Annotated[str, Meta(pattern=f"^[{ALPHABET}]{{12}}$")]
Text = Annotated[str, Meta(max_length=400)]

bp = Pages("begun", __name__)


@bp.post("/line/begin", needs=START_BEGUN)
def take_match() -> ResponseReturnValue:
    """Start the match under its uid; sent again it is the same one."""
    begun = parse_begun(sent_json())
    count_tail(device_id(), 1)
    unseen_by_others()
    try:
        match = find_or_start(begun, place_of(page_grant()))
    except CannotBegin as refused:
        return jsonify(problems=refused.words), 422
    return jsonify(answer(match, begun))


class SentEvening(Struct):
    """The evening that a phone knows, or the one that it began: then with its day and place.

    closed: those of that day that were closed on the phone; the server may not know it yet.
    """

    uid: Uid
    date: Text = ""
    place: Text = ""
    closed: Annotated[list[Text], Meta(max_length=MAX_EVENINGS)] = msgspec.field(default_factory=list)


class SentSeat(Struct):
    """A player: the uid of a person of the circle, or one that the phone made for a new name."""

    uid: Uid
    name: Text = ""


class SentMatch(Struct):
    """A match that was begun on a phone; started_at by its clock, in milliseconds since 1970."""

    uid: Uid
    circle: Text
    evening: SentEvening
    game: Text
    rules: dict[str, Any]
    first_dealer: Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
    seats: Annotated[list[SentSeat], Meta(max_length=MAX_SEATS)]
    started_at: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)]
    edition: Text = ""

    def __post_init__(self) -> None:
        for seat in self.seats:
            seat.name = tidy(seat.name)
        self.evening.place = plain_text(tidy(self.evening.place))


def parse_begun(sent: Any) -> SentMatch:
    """The match in a JSON body; NotReadable when it is not one."""
    try:
        found = msgspec.convert(sent, SentMatch)
    except msgspec.ValidationError:
        raise NotReadable from None
    doubled = len({seat.uid for seat in found.seats}) < len(found.seats)
    if doubled or found.game not in games():
        raise NotReadable
    return found


def answer(match: Match, begun: SentMatch) -> dict[str, Any]:
    """What the phone needs to go on: the hash that its tail begins with, who its people are, the evening."""
    seats = zip(begun.seats, match.seats, strict=True)
    return {
        "uid": match.uid,
        "version": 0,
        "hash": read(match).first,
        "evening": match.evening_uid,
        "people": {sent.uid: {"uid": seat.player.uid, "name": seat.name} for sent, seat in seats},
    }


class CannotBegin(Exception):  # noqa: N818
    """The match cannot begin: why, in sentences. Nothing is stored."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(" ".join(words))
        self.words = words


class NotThisMatch(InWords, BadRequest):
    """400: the uid names another match, or records cannot be of this one."""

    sentence = message("Some of what this phone sent does not belong to this match. Nothing was recorded.")


def find_or_start(begun: SentMatch, place: Place) -> Match:
    """The match of this uid, started unless it is there already; raises CannotBegin, or NotThisMatch."""
    circle = place.circle if isinstance(place, Evening) else place
    with circle_transaction(circle.id):
        known = find_match(begun.uid)
        if known:
            return same_match(known, begun, place)
        players = [person_of(seat, circle) for seat in begun.seats]
        check_seats(begun, [player.name for player in players], place)
        evening = evening_of(begun.evening, place)
        at = believable(from_millis(begun.started_at))
        try:
            return start_match(evening, begun.game, players, begun.rules, begun.first_dealer, at, begun.uid)
        except Refused as refused:
            raise CannotBegin(refusal_words(refused, begun, players)) from None


def same_match(known: Match, begun: SentMatch, place: Place) -> Match:
    """The match that was begun by an earlier request with this uid."""
    here = known.evening_id == place.id if isinstance(place, Evening) else known.evening.circle_id == place.id
    if not here or (known.game, known.first_dealer) != (begun.game, begun.first_dealer):
        raise NotThisMatch
    if len(known.seats) != len(begun.seats):
        raise NotThisMatch
    return known


def person_of(seat: SentSeat, circle: Circle) -> Player:
    """The person of the circle with this uid, or of this name; a new one with the phone's uid where it is free."""
    found = db.session.scalar(select(Player).where(Player.uid == seat.uid))
    if found and found.circle_id == circle.id:
        return same_person(found) or found
    return player_called(seat.name, circle, "" if found else seat.uid)


def check_seats(begun: SentMatch, names: list[str], place: Place) -> None:
    """CannotBegin with everything that is wrong with the players, as the page of a new match says it."""
    draft = MatchDraft(Lately(place), games()[begun.game], tuple(names), dealer="", rules={})
    faults = seat_faults(draft)
    if faults:
        raise CannotBegin(faults)


def evening_of(sent: SentEvening, place: Place) -> Evening:
    """The evening of this uid, else one of that day that is not closed, else a new one."""
    if isinstance(place, Evening):
        return place
    known = db.session.scalar(select(Evening).where(Evening.uid == sent.uid))
    if known and known.circle_id == place.id and not known.hidden:
        return known
    day = day_of(sent)
    is_open = Evening.closed_at.is_(None) & Evening.uid.not_in(sent.closed)
    open_then = select(Evening).where(inside(place), Evening.date == day, is_open)
    found = db.session.scalar(open_then.order_by(Evening.id.desc()).limit(1))
    return found or Evening(uid=new_uid() if known else sent.uid, circle_id=place.id, date=day, place=sent.place)


def day_of(sent: SentEvening) -> date:
    """The day of an evening that a phone began; where it is tomorrow already, today. CannotBegin for another."""
    long = AtMost(LONGEST_PLACE).fault(sent.place)
    tomorrow = (today() + DAY).isoformat()
    fault = "" if sent.date == tomorrow else day_fault(sent.date)
    if fault or long:
        raise CannotBegin([words for words in (fault, long) if words])
    return min(date.fromisoformat(sent.date), today())


def believable(started_at: datetime) -> datetime:
    """When the match began by the phone's clock, if that can be right; else now."""
    before, after = BELIEVED
    return started_at if now() - before <= started_at <= now() + after else now()


def refusal_words(refused: Refused, begun: SentMatch, players: list[Player]) -> list[str]:
    """Why a match cannot start, in sentences."""
    formatter = MarkupFormatter(begun.game, [player.name for player in players], [])
    found = [{"code": problem.code, "values": problem.values} for problem in refused.problems]
    words = [formatter.format(problem).striptags() for problem in found]
    return [limit_words(refused)] if limit_words(refused) else words


class CannotRematch(UnprocessableEntity):
    """There cannot be another match like this one; words: why, where that is a limit."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words


@bp.post("/m/<slug:uid>/again", needs=SCORE_MATCH)
def begin_rematch(uid: str) -> Response:
    """Start the rematch; a repeated request leads to the same match."""
    old = find_match(uid) or abort(404)
    state = read(old)
    losers = sent_fields().get("deals") == "losers"
    dealer = losing_dealer(state.game, state.sheet) if losers else next_dealer(state.sheet)
    try:
        new = find_or_rematch(old, state, dealer)
    except Refused as refused:  # it is full, two have become one person, or the game is no longer played so
        raise CannotRematch(limit_words(refused)) from None
    return redirect(url_for("table.show_table", uid=new), 303)


def find_or_rematch(old: Match, state: MatchState, dealer: int) -> str:
    """The uid of the match that follows this one."""
    with circle_transaction(old.evening.circle_id):
        seats = players_in_seats(old, state)
        new = find_started(old, seats, state, dealer)
        new = new or start_match(old.evening, old.game, seats, state.sheet.standing.rules, dealer)
        return new.uid


def find_started(old: Match, seats: list[Player], state: MatchState, dealer: int) -> Match | None:
    """The rematch that was already started just like this, while nothing is recorded in it."""
    later = select(Match).where(Match.evening_id == old.evening_id, Match.id > old.id, Match.last_seq == 0)
    found = db.session.scalar(later.order_by(Match.id.desc()).limit(1))
    if found is None or (found.game, found.first_dealer) != (old.game, dealer):
        return None
    same = [seat.player_id for seat in found.seats] == [player.id for player in seats]
    return found if same and found.rules == state.sheet.standing.rules else None


def players_in_seats(match: Match, state: MatchState) -> list[Player]:
    """The players at the end of a match; a guest becomes a player of the circle."""
    circle = match.evening.circle
    known = {player.uid: player for player in db.session.scalars(select(Player).where(Player.circle_id == circle.id))}
    seats = []
    for uid, name in state.players_now:
        player = same_person(known.get(uid)) or player_called(name, circle)
        db.session.add(player)
        seats.append(player)
    return seats


def same_person(player: Player | None) -> Player | None:
    """The player, or the one that they were merged into."""
    return db.session.get(Player, player.merged_into_id) if player and player.merged_into_id else player
