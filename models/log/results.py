"""Results of finished matches by player, for lists and SQL; a hash (results_seal) shows whether they were changed.

Stored results that do not fit their seal are rebuilt from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.orm import aliased

from models.base import canonical_json, db
from models.log.errors import BrokenChain
from models.log.read import HEAD, find_damaged, read
from models.log.state import OVER, MatchState
from models.tables import Match, Player, Result, matches, players, results
from models.transaction import is_transient, write_connection
from scoring.deals import player_in, replaces_player
from scoring.sheet import counted_lines
from scoring.words import side_of

UPDATE_SEAL = (
    update(matches)
    .where(matches.c.id == bindparam("match"))
    .values(results_seal=bindparam("sum"), reviewed=bindparam("version"))
)
RESULT_KEYS = ("seat", "turn", "player_id", "name", "side", "place", "total", "won", "deals")
BATCH = 500  # matches per statement
CurrentPlayer = aliased(Player)  # the player that a merged player is today
RESULT_COLUMNS = tuple(getattr(Result, name) for name in RESULT_KEYS)
RESULTS = (
    select(Match.id, Match.uid, Match.results_seal, CurrentPlayer.name, Player.name, *RESULT_COLUMNS)
    .outerjoin(Result, Result.match_id == Match.id)
    .outerjoin(Player, Player.id == Result.player_id)
    .outerjoin(CurrentPlayer, CurrentPlayer.id == Player.merged_into_id)
    .order_by(Match.id, Result.seat, Result.turn)
)
SEATED = select(players.c.uid, players.c.id).where(players.c.uid.in_(bindparam("uids", expanding=True)))
LISTENERS: set[Callable[[Connection, Mapping[int, MatchState], Mapping[str, int]], None]] = set()
"""What else writes rows that follow from matches: given their states, and the ids of players by uid."""


def rows_seal(uid: str, rows: list[dict[str, Any]]) -> str:
    """The seal of results as result_rows() returns them; uid: of the match."""
    return results_seal(uid, [[row[key] for key in RESULT_KEYS] for row in rows])


def results_seal(uid: str, rows: Sequence[Sequence[Any]]) -> str:
    """The seal of stored results, ordered by seat and turn, their values in the order of RESULT_KEYS.

    Empty when a value cannot be read.
    """
    try:
        return sha256(canonical_json([uid, *(list(row) for row in rows)]).encode()).hexdigest()
    except (ValueError, TypeError):
        return ""


def result_rows(state: MatchState, ids: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The results of a finished match, one for each player of each seat; ids: player ids by uid."""
    places, totals = state.game.places(state.sheet), state.sheet.standing.totals
    counted = {line.deal.uid for line in counted_lines(state.game, state.sheet)}
    # by seat each player who sat there, and for how many deals
    stays: list[list[list[Any]]] = [[[uid, name, 0]] for uid, name in state.seats]
    for deal in state.live.deals:
        if replaces_player(deal):
            stays[deal.entry["seat"]].append([*player_in(deal.entry), 0])
        elif deal.uid in counted:
            for players_there in stays:
                players_there[-1][2] += 1
    rows = []
    for seat, players_there in enumerate(stays):
        side = side_of(state.table, seat)
        for turn, (uid, name, deals) in enumerate(players_there):
            stayed = turn == len(players_there) - 1
            row = {"seat": seat, "turn": turn, "player_id": ids.get(uid), "name": name, "side": side}
            row |= {"place": places[side] if stayed else None, "won": stayed and places[side] == 1}
            rows.append(row | {"total": totals[side], "deals": deals})
    return rows


class PlayerResult(NamedTuple):
    """The result of a match for one player, under the player's present name."""

    seat: int
    name: str
    side: int
    total: int
    won: bool


def damaged_matches(matches: Iterable[Any]) -> set[int]:
    """The ids of those of these matches (with id and last_seq) whose log does not fit its hashes."""
    return set(find_damaged(db.session.connection(), {match.id: match.last_seq for match in matches}))


def player_results(matches: Sequence[int]) -> dict[int, list[PlayerResult]]:
    """Results by match id, in the order of seats; changed ones are rebuilt from the log. No match may be damaged."""
    sound, changed = stored_results(matches)
    if not changed:
        return sound
    states = {}
    for match in db.session.scalars(select(Match).where(Match.id.in_(changed))).all():
        with suppress(BrokenChain):
            states[match.id] = read(match)
    try:
        with write_connection() as connection:
            for match_id, state in states.items():
                last_hash = connection.execute(HEAD.with_for_update(), {"match": match_id}).one().last_hash
                if last_hash == state.hash:  # nothing was recorded meanwhile
                    write_derived(connection, {match_id: state})
    except Exception as error:
        if not is_transient(error):
            raise
    rebuilt, not_stored = stored_results(changed)
    for match_id in states.keys() & set(not_stored):
        state = states[match_id]
        rows = result_rows(state, {}) if state.status == OVER else []
        rebuilt[match_id] = [PlayerResult(*(row[key] for key in PlayerResult._fields)) for row in rows]
    return sound | rebuilt


def stored_results(matches: Sequence[int]) -> tuple[dict[int, list[PlayerResult]], list[int]]:
    """Stored results by match id, and the ids of the matches whose results do not fit their seal."""
    sound: dict[int, list[PlayerResult]] = {}
    changed: list[int] = []
    for start in range(0, len(matches), BATCH):
        rows = db.session.execute(RESULTS.where(Match.id.in_(matches[start : start + BATCH]))).all()
        for (match_id, uid, seal), group in groupby(rows, key=lambda row: tuple(row[:3])):
            ended = [row for row in group if row.seat is not None]
            if seal == results_seal(uid, [tuple(row[5:]) for row in ended]):
                sound[match_id] = [  # the present name, that of a merged player, else a guest's at that time
                    PlayerResult(row.seat, str(row[3] or row[4] or row[8]), row.side, row.total, row.won)
                    for row in ended
                ]
            else:
                changed.append(match_id)
    return sound, changed


def write_derived(connection: Connection, states: Mapping[int, MatchState]) -> None:
    """Replace all that is derived from matches by what follows from their states, by match id.

    Their results (none unless a match is over), and what LISTENERS write.
    """
    if not states:
        return
    ids = seated_ids(connection, states.values())
    rows = {match: result_rows(state, ids) if state.status == OVER else [] for match, state in states.items()}
    connection.execute(delete(results).where(results.c.match_id.in_(states)))
    added = [{"match_id": match} | row for match, seats in rows.items() for row in seats]
    if added:
        connection.execute(insert(results), added)
    for match, state in states.items():
        seal = {"sum": rows_seal(state.uid, rows[match]), "version": state.version}
        connection.execute(UPDATE_SEAL, {"match": match} | seal)
    for write in LISTENERS:
        write(connection, states, ids)


def seated_ids(connection: Connection, states: Iterable[MatchState]) -> dict[str, int]:
    """The ids of all players of matches by their uids."""
    uids = {uid for state in states for uid, _ in state.seats}
    uids |= {deal.entry.get("player_uid", "") for state in states for deal in state.live.deals if deal.kind == "seat"}
    return dict(connection.execute(SEATED, {"uids": sorted(uids)}).all())
