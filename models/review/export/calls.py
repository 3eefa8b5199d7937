"""The calls of auctions that were written down, read from the logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from models.log.read import read_states
from models.log.state import MatchState
from models.review.people import People
from models.review.stored.rows import Seats
from models.review_tables import facts
from models.tables import matches, players


class Call(NamedTuple):
    """A call, numbered from 1 in its deal; person_id: None for a guest; call: "pass", a bid or a word of the game."""

    deal_id: str
    n: int
    person_id: str | None
    call: str


def read_calls(connection: Connection, circle_id: int, people: People) -> Iterator[Call]:
    """All calls of a circle's counted deals."""
    ids = dict(connection.execute(select(players.c.uid, players.c.id).where(players.c.circle_id == circle_id)).all())
    opened = select(facts.c.match_id).where(facts.c.circle_id == circle_id, facts.c.opened)
    lengths = select(matches.c.id, matches.c.last_seq).where(matches.c.id.in_(opened))
    for _, state in read_states(connection, dict(connection.execute(lengths).all())):
        if state is not None:
            yield from calls_of(state, ids, people)


def calls_of(state: MatchState, ids: dict[str, int], people: People) -> Iterator[Call]:
    """The calls of a match; ids: player ids by uid."""
    seated = Seats(state, ids)
    for standing, line in state.standings():
        calls = line.deal.entry.get("calls") or []
        auction = state.game.auction(standing, calls) if calls else None
        for n, (seat, call) in enumerate(zip(auction["seats"], calls, strict=True) if auction else (), 1):
            person = people.of(seated.at(line.deal.uid)[seat])
            yield Call(line.deal.uid, n, person.uid if person else None, str(call))
