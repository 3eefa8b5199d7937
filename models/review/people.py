"""The people of a circle for review: who a player of any match is today, whoever was merged since."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import select

from models.base import canonical_json, db
from models.tables import Player

MARKS = 14  # that people have on pages of review


class Person(NamedTuple):
    """A person of the circle; unranked: stays out of standings and stories."""

    id: int
    uid: str
    name: str
    unranked: bool


class People:
    """Everybody in a circle by the id of any player they are or were."""

    def __init__(self, circle_id: int) -> None:
        columns = (Player.id, Player.uid, Player.name, Player.unranked, Player.merged_into_id)
        rows = db.session.execute(select(*columns).where(Player.circle_id == circle_id).order_by(Player.id)).all()
        self.persons = {row.id: Person(*row[:4]) for row in rows if row.merged_into_id is None}
        self.today = {row.id: row.merged_into_id or row.id for row in rows}
        self.uids = {row.uid: person.uid for row in rows if (person := self.of(row.id))}  # of then: of today

    def of(self, player_id: int | None) -> Person | None:
        """The person that a player is today; None for a guest."""
        return self.persons.get(self.today.get(player_id or 0, 0))

    @property
    def names(self) -> dict[str, str]:
        """The names of all by uid."""
        return {person.uid: person.name for person in self.persons.values()}

    def by_uid(self, uid: str) -> Person | None:
        """The person of this uid."""
        return next((one for one in self.persons.values() if one.uid == uid), None)

    def ids_of(self, person: Person | None) -> tuple[int, ...]:
        """The ids of all players that this person is; none without one."""
        return tuple(player for player, today in self.today.items() if person and today == person.id)

    def ranked(self, player_id: int | None) -> Person | None:
        """The person that a player is today; None for a guest, and for who stays out of standings."""
        person = self.of(player_id)
        return None if person is None or person.unranked else person

    def side(self, person: Person) -> int:
        """The number of a person's mark on pages of review: the same as long as nobody older leaves."""
        return list(self.persons).index(person.id) % MARKS

    @property
    def mark(self) -> str:
        """A mark that changes when somebody becomes somebody else, or stays out of standings."""
        who = [[one, today, self.persons[today].unranked] for one, today in self.today.items() if today in self.persons]
        return sha256(canonical_json(who).encode()).hexdigest()[:12]
