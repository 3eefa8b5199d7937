"""Branches where everything is looked through, deleted or renamed."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from models.base import db
from models.deletion import delete_circle, delete_match
from models.grants import make_grant
from models.integrity import find_faults
from models.log.granted_match import find_granted_match
from models.log.read import read
from models.people import remove_name
from models.tables import SCORE, Match, StoredBranch, branches
from models.tail.branches import TailRecord, match_branches
from models.tail.receive import Tail, receive
from models.tail.settle import settle
from models.transaction import write_transaction
from tests.models.tables import MADE, new_match, say, uid

pytestmark = pytest.mark.usefixtures("store")


def with_branch(kind="deal", body=MADE) -> Match:
    """A match without records for which a tail waits whose base is not there."""
    match = new_match()
    receive(match, Tail(7, "0" * 16, (TailRecord(uid(), kind, body),)), grant=None, device="phone")
    return match


def faults() -> list[str]:
    db.session.rollback()
    with db.engine.connect() as connection:
        return list(find_faults(connection))


def test_an_empty_match_for_which_something_waits_is_not_empty():
    match = with_branch()
    assert not delete_match(match)
    [branch] = match_branches(db.session.connection(), match.id, match.uid)
    choices = {branch.records[0].uid: "neither"}
    settle(match, branch.uid, choices, 0, grant=None, device=None)
    assert read(match).version == 0
    assert delete_match(match)
    assert not db.session.scalars(select(StoredBranch)).all()
    assert faults() == []


def test_only_the_match_for_which_it_waits_is_said_to_have_something_waiting():
    match = with_branch()
    other = new_match(evening=match.evening)
    with write_transaction():
        held = [make_grant(match.evening.circle, SCORE)[0].uid]
    told = [find_granted_match(held, one.uid) for one in (match, other)]
    assert [granted and granted.waits for granted in told] == [True, False]


def test_a_circle_goes_with_its_branches():
    delete_circle(with_branch().evening.circle)
    assert not db.session.scalars(select(StoredBranch)).all()
    assert not db.session.scalars(select(Match)).all()


def test_a_name_goes_out_of_branches_too():
    for other in (False, True):
        match = with_branch("seat", {"seat": 0, "player": "Dee"})
        dee = next(player for player in match.evening.circle.players if player.name == "Dee")
        if other:  # by the uid, whatever the name was then
            receive(
                match,
                Tail(9, "0" * 16, (TailRecord(uid(), "seat", {"seat": 1, "player": "D.", "player_uid": dee.uid}),)),
                grant=None,
                device="other",
            )
        remove_name(dee)
        bodies = [branch.body for branch in match_branches(db.session.connection(), match.id, match.uid)]
        assert all("N. N." in body for body in bodies)
        assert not any("Dee" in body or "D." in body.replace("N. N.", "") for body in bodies)
    assert faults() == []


def test_what_no_log_would_take_is_in_nobodys_way():
    for body, left in (
        ({"seat": 0, "player": "Dee", "player_uid": "of nobody"}, "N. N."),
        ({"seat": [], "player": ["Dee"], "player_uid": {}}, None),
        ({"seat": 0, "player": {}, "player_uid": []}, None),
        ({}, None),
    ):
        match = with_branch("seat", body)
        dee = next(player for player in match.evening.circle.players if player.name == "Dee")
        remove_name(dee)
        [branch] = match_branches(db.session.connection(), match.id, match.uid)
        assert branch.records[0].body == (body | {"player": left} if left else body)
    assert faults() == []


def test_a_changed_branch_is_a_fault_by_the_name_of_its_match():
    match = with_branch()
    say(match, "deal", MADE)
    assert faults() == []
    changes = {"base_seq": 8}, {"device": "other"}, {"came_at": 1}, {"seal": "0" * 64}, {"body": "{}"}, {"body": "["}
    for change in (*changes, {"uid": "0" * 64}):
        [sound] = db.session.execute(select(branches)).mappings().all()
        with write_transaction() as session:
            session.execute(update(branches).values(change))
        assert any(match.uid in fault for fault in faults()), change
        with write_transaction() as session:
            session.execute(update(branches).values(sound))
    assert faults() == []
