"""Matches of an evening that are perhaps one: begun on two phones at about the same time, with the same people."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from models.base import db
from models.log.match_state import CLOSED, PLAY
from models.log.read import read
from models.tables.match import Match, MatchSeat, Record
from web.evening.match_summary import Played

NEAR = timedelta(minutes=30)  # between the beginnings


class Begun(NamedTuple):
    """A match with when it began, who sat where (ids by seat), and the devices and the time of its records."""

    match: Played
    at: datetime
    seats: tuple[int, ...]
    devices: set[str | None]
    last: datetime | None


class Twin(NamedTuple):
    """One of some matches that may be one, when it began, and can_give_up: its page of rulings can give it up."""

    match: Played
    at: datetime
    can_give_up: bool


def twins_in(matches: Sequence[Played]) -> list[list[Twin]]:
    """The matches of an evening that may be one, in the order in which they began; one list for each such match.

    None is given up, damaged, or with all its deals taken back.
    """
    there = [match for match in matches if match.state != CLOSED and not match.damaged]
    games = [match.game.key for match in there]
    begun = begun_matches([match for match in there if games.count(match.game.key) > 1])
    groups = groups_of(sorted(begun, key=lambda one: one.at))
    left = [[one for one in group if not is_taken_back(one.match)] for group in groups]
    return [[twin(one) for one in group] for group in left if len(group) > 1]


def groups_of(begun: list[Begun]) -> list[list[Begun]]:
    """The matches that may be one, each with all those to which some chain of them leads."""
    groups: list[list[Begun]] = []
    for one in begun:
        near = [group for group in groups if any(may_be_one(other, one) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), one])
    return [group for group in groups if len(group) > 1]


def is_taken_back(match: Played) -> bool:
    """Whether all that was recorded in a match is undone."""
    if match.empty or match.state != PLAY or match.number != 1:
        return False
    sheet = read(stored(match)).sheet
    return not sheet.lines and sheet.pending is None


def may_be_one(first: Begun, second: Begun) -> bool:
    """Whether these people were at both at once, one of them kept by another phone than the other."""
    alike = first.match.game.key == second.match.game.key and first.seats == second.seats
    ended = first.match.state != PLAY and first.last is not None and first.last <= second.at
    return alike and second.at - first.at <= NEAR and not ended and first.devices.isdisjoint(second.devices)


def begun_matches(matches: Sequence[Played]) -> list[Begun]:
    """The matches with what tells whether two of them are one."""
    ids = [match.id for match in matches]
    if not ids:
        return []
    begins = select(Match.id, Match.started_at).where(Match.id.in_(ids))
    began = {number: at for number, at in db.session.execute(begins)}  # noqa: C416  typed so
    seats: dict[int, list[int]] = {}
    sat = select(MatchSeat.match_id, MatchSeat.player_id).where(MatchSeat.match_id.in_(ids))
    for number, player in db.session.execute(sat.order_by(MatchSeat.match_id, MatchSeat.seat)):
        seats.setdefault(number, []).append(player)
    newest = func.max(func.coalesce(Record.made_at, Record.at))
    written = select(Record.match_id, Record.device, newest).where(Record.match_id.in_(ids))
    by: dict[int, dict[str | None, datetime]] = {}
    for number, device, last in db.session.execute(written.group_by(Record.match_id, Record.device)):
        by.setdefault(number, {})[device] = last
    return [
        Begun(
            match,
            began[match.id],
            tuple(seats.get(match.id, ())),
            set(by.get(match.id, {})),
            max(by.get(match.id, {}).values(), default=None),
        )
        for match in matches
    ]


def twin(begun: Begun) -> Twin:
    """A match with whether it can be given up: one that goes on, and that closing does not decide."""
    match, at = begun.match, begun.at.astimezone()
    if match.state != PLAY:
        return Twin(match, at, False)
    return Twin(match, at, not match.game.closing_decides(read(stored(match)).sheet.standing.rules))


def stored(match: Played) -> Match:
    """The row of a match."""
    return db.session.scalars(select(Match).where(Match.id == match.id)).one()
