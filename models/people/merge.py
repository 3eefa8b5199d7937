"""Merge of two players who are the same person, and its reversal: a pointer, and a row with what it moved.

Logs, seats and results keep naming the player who sat there; lists resolve the pointer.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from models.base import db
from models.db.transaction import circle_transaction
from models.tables.circle import Merge, Player


class MergeConflict(Exception):  # noqa: N818
    """The players were merged or unmerged meanwhile. Nothing has changed."""


def merge_players(one: Player, into: Player) -> Merge:
    """Merge `one` into another player, past matches included; score sheets keep the names of that time.

    ValueError for players of two circles; MergeConflict when one of them is merged already.
    """
    if one.circle_id != into.circle_id or one is into:
        raise ValueError("two players of one circle can be merged")
    with circle_transaction(one.circle_id) as session:
        if one.merged_into_id is not None or into.merged_into_id is not None:
            raise MergeConflict
        before = Player.merged_into_id == one.id
        moved = list(session.scalars(select(Player.id).where(before).order_by(Player.id)))
        session.execute(update(Player).where(before).values(merged_into_id=into.id))
        merge = Merge(one=one, into=into, retired=one.retired, moved=moved)
        session.add(merge)
        one.merged_into_id, one.retired = into.id, True
        return merge


def unmerge_players(merge: Merge) -> None:
    """Undo a merge, also of those who had been merged into `one` before; MergeConflict when it does not stand."""
    with circle_transaction(merge.one.circle_id) as session:
        now = session.get(Merge, merge.id)
        if now is None or now.one.merged_into_id != now.into_id:
            raise MergeConflict
        now.one.merged_into_id, now.one.retired = None, now.retired
        session.execute(update(Player).where(Player.id.in_(now.moved or [])).values(merged_into_id=now.one_id))
        session.delete(now)


def merges_by_player(players: Sequence[Player]) -> dict[int, list[Merge]]:
    """The merges into each of these players, by player id, that can be undone."""
    query = select(Merge).join(Merge.one).where(Merge.into_id == Player.merged_into_id).order_by(Merge.id)
    found: dict[int, list[Merge]] = {player.id: [] for player in players}
    for merge in db.session.scalars(query.where(Merge.into_id.in_(found))):
        found[merge.into_id].append(merge)
    return found
