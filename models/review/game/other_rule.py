"""What the table would look like under another house rule: past matches replayed with one rule changed.

Nothing is stored. Bids might have been others under the other rule; only what was recorded is scored again.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import select

from models.base import db
from models.log.errors import BrokenChain
from models.log.hash_chain import Head
from models.log.read import HEAD_COLUMNS, state_at
from models.log.state import MatchState
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.people import Person
from models.tables import matches
from scoring.game import rules_problems
from scoring.sheet import replay
from scoring.words import Sheet, same

MOST = 200  # matches, the newest ones
KEPT, SAME, OTHER, OPEN, IMPOSSIBLE = OUTCOMES = ("kept", "same", "other", "open", "impossible")


class Replayed(NamedTuple):
    """A match under the other rule. outcome: kept (it was played so), same or other winner, open (it would have gone
    on), impossible (it cannot be replayed); winners: sides, empty where nobody has won."""

    match: PastMatch
    outcome: str
    winners: tuple[int, ...]


class Standing(NamedTuple):
    """A person over the matches that were decided both ways: how many were won, really and under the other rule."""

    person: Person
    won: int
    would: int
    of: int


class OtherRule(NamedTuple):
    """The matches replayed, the newest first, and the table; left_out: older matches that were not looked at."""

    matches: list[Replayed]
    table: list[Standing]
    left_out: int

    def count(self, *outcomes: str) -> int:
        """How many matches came out so."""
        return sum(one.outcome in outcomes for one in self.matches)


def other_rule(past: Past, game: str, key: str, value: Any) -> OtherRule:
    """The circle's newest matches of a game with this value of a rule."""
    played = past.played(game)
    newest = played[-MOST:][::-1]
    states = states_of(newest)
    found = [replayed(match, states.get(match.id), key, value) for match in newest]
    return OtherRule(found, table_of(past, found), len(played) - len(newest))


def states_of(found: list[PastMatch]) -> dict[int, MatchState]:
    """The states of these matches by id, without damaged ones; one query for all whose state is known already."""
    connection = db.session.connection()
    columns = (matches.c.id, matches.c.uid, *HEAD_COLUMNS)
    heads = connection.execute(select(*columns).where(matches.c.id.in_([match.id for match in found]))).all()
    states = {}
    for match_id, uid, *head in heads:
        with suppress(BrokenChain):
            states[match_id] = state_at(connection, match_id, uid, Head._make(head))
    return states


def replayed(match: PastMatch, state: MatchState | None, key: str, value: Any) -> Replayed:
    """One match under the other rule; without a state it is damaged."""
    if state is None:
        return Replayed(match, IMPOSSIBLE, ())
    winners = state.sheet.outcome.winners if state.sheet.outcome else ()
    if same(state.sheet.standing.rules.get(key), value) and not changed_midway(state, key):
        return Replayed(match, KEPT, winners)
    sheet = sheet_with(state, key, value)
    if sheet is None:
        return Replayed(match, IMPOSSIBLE, ())
    if sheet.outcome is None:
        return Replayed(match, OPEN, ())
    return Replayed(match, SAME if set(sheet.outcome.winners) == set(winners) else OTHER, sheet.outcome.winners)


def changed_midway(state: MatchState, key: str) -> bool:
    """Whether the table changed this rule during the match."""
    return any(deal.kind == "rules" and key in deal.entry.get("rules", deal.entry) for deal in state.live.deals)


def sheet_with(state: MatchState, key: str, value: Any) -> Sheet | None:
    """The sheet with the rule changed; None where a deal is not possible under it, or only the result is known."""
    rules = {**state.rules, key: value}
    deals = state.live.deals
    if not any(deal.kind == "deal" for deal in deals) or any(deal.kind == "result" for deal in deals):
        return None
    if changed_midway(state, key) or rules_problems(state.game, rules, len(state.table.players)):
        return None
    sheet = replay(state.game, state.table, rules, deals)
    new = [problem for line in sheet.lines for problem in line.problems if problem.code != "over"]
    old = [problem for line in state.sheet.lines for problem in line.problems if problem.code != "over"]
    return None if len(new) > len(old) else sheet


def table_of(past: Past, found: list[Replayed]) -> list[Standing]:
    """The table of everybody in standings over the matches that were decided both ways."""
    won, would, of = Counter[int](), Counter[int](), Counter[int]()
    for one in found:
        if one.outcome not in (KEPT, SAME, OTHER):
            continue
        for seat in one.match.ended:
            person = past.person(seat)
            if person and not person.unranked:
                of[person.id] += 1
                won[person.id] += seat.won
                would[person.id] += seat.side in one.winners
    people = past.people.persons
    return sorted((Standing(people[one], won[one], would[one], n) for one, n in of.items()), key=order)


def order(one: Standing) -> tuple[int, int, int]:
    """Sorts the table by matches won under the other rule."""
    return -one.would, -one.won, one.person.id
