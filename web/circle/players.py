"""The players of a circle: listed, looked up, found by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flask import abort, request
from sqlalchemy import ColumnElement, select
from wtforms.validators import ValidationError

from models.base import db, new_uid
from models.log.errors import Refused
from models.matches import check_player_limit
from models.tables import Circle, Player
from web.forms import Form, folded, name_field, text_field
from web.http.requests import whole_number
from web.i18n.locale import gettext
from web.i18n.messages import limit_words

AT_ONCE = 100  # players on a page
LAST_PAGE = 1_000_000


def players_page(circle: Circle, *where: ColumnElement[bool]) -> tuple[Sequence[Player], int | None, int | None]:
    """Up to AT_ONCE players, the number of this page unless it is the first, that of the next one if there is one."""
    own = Player.circle_id == circle.id, Player.merged_into_id.is_(None)
    page = page_number()
    listed = select(Player).where(*own, *where).order_by(Player.retired, Player.id)
    players = db.session.scalars(listed.limit(AT_ONCE + 1).offset((page - 1) * AT_ONCE)).all()
    return players[:AT_ONCE], page if page > 1 else None, page + 1 if len(players) > AT_ONCE else None


def page_number(name: str = "part") -> int:
    """The page of players that the address asks for, or of another list by its name there; from 1."""
    return min(whole_number(request.args.get(name)) or 1, LAST_PAGE)


def own_player(circle: Circle, uid: str) -> Player:
    """A player of the circle; 404 when there is none, or when it is another circle's."""
    own = Player.uid == uid, Player.circle_id == circle.id, Player.merged_into_id.is_(None)
    return db.session.scalar(select(Player).where(*own)) or abort(404)


def is_taken(circle: Circle, name: str, but: Player | None = None) -> bool:
    """Whether another player of the circle has this name, in whatever spelling."""
    return any(number != (but.id if but else None) for number in ids_called(circle, [name])[folded(name)])


def ids_called(circle: Circle, names: Iterable[str]) -> dict[str, list[int]]:
    """By the folded form of each of these names the ids of the players who have it, merged ones left out."""
    numbers: dict[str, list[int]] = {folded(name): [] for name in names}
    own = Player.circle_id == circle.id, Player.merged_into_id.is_(None)
    for number, name in db.session.execute(select(Player.id, Player.name).where(*own).order_by(Player.id)):
        if folded(name) in numbers:
            numbers[folded(name)].append(number)
    return numbers


def players_called(names: Sequence[str], circle: Circle, uid: str = "") -> list[Player]:
    """The circle's players of these names, no longer retired, or new ones; Refused when the circle is full.

    Two statements, whatever the number of names. uid: of a new one, if it must be known in advance.
    """
    ids = {name: numbers[0] for name, numbers in ids_called(circle, names).items() if numbers}
    query = select(Player).where(Player.id.in_(ids.values()))
    by_id = {player.id: player for player in db.session.scalars(query)} if ids else {}
    players = [by_id.get(ids.get(folded(name), 0)) for name in names]
    if not all(players):
        check_player_limit(circle.id)
    for player in by_id.values():
        player.retired = False
    return [
        player or Player(circle_id=circle.id, name=name, uid=uid or new_uid())
        for name, player in zip(names, players, strict=True)
    ]


def player_called(name: str, circle: Circle, uid: str = "") -> Player:
    """The circle's player of this name, no longer retired, or a new one; Refused when the circle is full."""
    return players_called([name], circle, uid)[0]


class PlayerForm(Form):
    """The name of a new player of a circle, or another one of the given player. To be validated in the write lock."""

    name = name_field()

    def __init__(self, circle: Circle, player: Player | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.circle, self.player = circle, player
        self.name.id = player.uid if player else "new"

    def validate_name(self, field: Any) -> None:
        """Refuse what somebody else in the circle is called, and one more player than fit."""
        if is_taken(self.circle, field.data, but=self.player):
            raise ValidationError(gettext("Somebody in this circle is already called {name}.", name=field.data))
        try:
            if self.player is None:
                check_player_limit(self.circle.id)
        except Refused as refused:
            raise ValidationError(limit_words(refused)) from None


class MergeForm(Form):
    """The uid of the player who somebody is the same person as."""

    into = text_field(name="as", read=str)
