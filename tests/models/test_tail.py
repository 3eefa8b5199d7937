"""Tails of phones that were without a network: what stands on both sides is compared, a difference becomes a branch."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from models.base import db, now, to_millis
from models.log.errors import BrokenChain, DuplicateUid, Refused
from models.log.read import read, read_verified
from models.tables import Match
from models.tables import StoredBranch as Stored
from models.tail.branches import CONFLICT, NOTHING, REFUSED, UNKNOWN_BASE, Branch, TailRecord, match_branches
from models.tail.receive import Tail, TailReceipt, receive
from models.transaction import write_transaction
from tests.models.tables import LOST, MADE, new_match, say, stored, totals, uid
from tests.support.backups import head_of, restored

pytestmark = pytest.mark.usefixtures("store")
SET = {"contract": 9, "declarer": 2, "tricks": 7}
POINTS = {"points": [1, 0], "note": ""}
OTHER_POINTS = {"points": [0, 2], "note": ""}
RULES = {"rules": {"length": "deals", "length_value": 9}}
OTHER_RULES = {"rules": {"length": "deals", "length_value": 7}}
ANN, CEM = "Ann's", "Cem's"


class Phone:
    """A phone without a network: it knows a match as it is now, and records on top of it."""

    def __init__(self, match: Match, device: str = CEM) -> None:
        state = read(match)
        self.match, self.device, self.base, self.hash = match, device, state.version, state.hash
        self.tail: list[TailRecord] = []

    def say(self, kind: str, body: Any, name: str | None = None) -> str:
        record = TailRecord(name or uid(), kind, body)
        self.tail.append(record)
        return record.uid

    def send(self, **other: Any) -> TailReceipt:
        tail = Tail(self.base, self.hash, tuple(self.tail))._replace(**other)
        return receive(self.match, tail, grant="a grant", device=self.device)


def open_branches(match: Match) -> list[Branch]:
    found = match_branches(db.session.connection(), match.id, match.uid)
    return [branch for branch in found if branch.waits]


def kinds(match: Match) -> list[str]:
    return [record.kind for record in read(match).records]


def test_a_tail_is_appended_as_it_is_in_one_chain():
    match = new_match()
    say(match, "deal", MADE, "before")
    phone = Phone(match)
    phone.say("bid", {"contract": 8, "declarer": 1}, "bid")
    phone.say("deal", MADE, "one")
    phone.say("deal", LOST, "two")
    phone.say("strike", {"of": "two"}, "undo")
    phone.say("amend", {"of": "before", "entry": LOST}, "change")
    receipt = phone.send()
    assert receipt.taken == {"bid": 2, "one": 3, "two": 4, "undo": 5, "change": 6}
    assert (receipt.same, receipt.branch, receipt.state.version) == ({}, None, 6)
    assert read_verified(db.session.connection(), match.id, match.uid).head.last_seq == 6
    assert [(row.grant, row.device) for row in stored(match)][1:] == [("a grant", CEM)] * 5
    assert totals(read(match)) == (-1, 2)


def test_the_same_tail_again_changes_nothing_and_has_the_same_answer():
    match = new_match()
    phone = Phone(match)
    first, second = phone.say("deal", MADE), phone.say("deal", LOST)
    once = phone.send()
    assert phone.send()[1:4] == once[1:4]
    third = phone.say("deal", MADE)  # the answer was lost, and the phone went on
    assert phone.send().taken == {first: 1, second: 2, third: 3}
    assert kinds(match) == ["deal"] * 3


def test_another_phone_with_the_same_records_makes_them_no_twins():
    """Their uids say which they are, also behind what others recorded since."""
    match = new_match()
    phone = Phone(match)
    one = phone.say("deal", MADE)
    phone.send()
    say(match, "deal", LOST)
    two = phone.say("deal", MADE)
    receipt = phone.send()
    assert receipt.branch is not None
    assert receipt.taken == {one: 1}
    assert [record.uid for record in receipt.branch.records] == [two]


def test_answers_never_conflict():
    match = new_match()
    say(match, "deal", MADE, "line")
    phone = Phone(match)
    say(match, "agree", {"of": "line", "seat": 0})
    phone.say("deal", LOST)
    assert phone.send().taken.keys() == {phone.tail[0].uid}


WON, FAILED, TWO_DOWN, CLOSED = ("deal", MADE), ("deal", LOST), ("deal", SET), ("close", {})
STRIKE_ONE, STRIKE_TWO = ("strike", {"of": "one"}), ("strike", {"of": "two"})
TO_LOST, TO_SET = (("amend", {"of": "one", "entry": entry}) for entry in (LOST, SET))
RULED, RULED_ELSE = ("adjust", POINTS), ("adjust", OTHER_POINTS)
RULE, OTHER_RULE = ("rules", RULES), ("rules", OTHER_RULES)
EVE, FAY, FAY_BESIDE = (("seat", {"seat": seat, "player": name}) for seat, name in ((0, "Eve"), (0, "Fay"), (1, "Fay")))
EIGHT, NINE = ("bid", {"contract": 8}), ("bid", {"contract": 9})
TABLE: dict[str, tuple[list[tuple[str, Any]], list[tuple[str, Any]], list[str], list[int] | None]] = {
    "equal deals are one": ([WON], [WON], [], None),
    "a difference": ([FAILED], [WON], [], [0]),
    "one more": ([WON], [WON, FAILED], ["deal"], None),
    "fewer": ([WON, FAILED], [WON], [], None),
    "the second differs": ([WON, FAILED], [WON, TWO_DOWN], [], [1]),
    "what precedes a difference": ([WON, FAILED], [WON, RULED, NINE, TWO_DOWN], ["adjust"], [2, 3]),
    "an old deal struck by both": ([STRIKE_TWO], [STRIKE_TWO], [], None),
    "an old deal struck by them": ([STRIKE_ONE], [WON], ["deal"], None),
    "an old deal struck here": ([WON], [STRIKE_ONE], ["strike"], None),
    "an old deal amended here": ([WON], [TO_LOST], ["amend"], None),
    "amended alike": ([TO_LOST], [TO_LOST], [], None),
    "amended otherwise": ([TO_LOST], [TO_SET], [], [0]),
    "struck there, amended here": ([STRIKE_ONE], [TO_SET], [], [0]),
    "the last undone and played anew": ([WON], [STRIKE_TWO, TWO_DOWN], [], [0, 1]),
    "points alike": ([RULED], [RULED], [], None),
    "other points": ([RULED], [RULED_ELSE], [], [0]),
    "rules alike": ([RULE], [RULE], [], None),
    "other rules": ([RULE], [OTHER_RULE], [], [0]),
    "rules before a deal of both": ([WON], [RULE, WON], [], [0, 1]),
    "rules after it": ([WON], [WON, RULE], ["rules"], None),
    "the same player": ([EVE], [EVE], [], None),
    "another player": ([EVE], [FAY], [], [0]),
    "players in two seats": ([EVE], [FAY_BESIDE], ["seat"], None),
    "ended there, dealt on here": ([CLOSED], [WON], [], [0]),
    "ended here, dealt on there": ([WON], [CLOSED], [], [0]),
    "ended by both": ([CLOSED], [CLOSED], [], None),
    "ended here": ([RULED], [CLOSED], ["close"], None),
    "two bids": ([EIGHT], [NINE], [], None),
    "a bid there, a deal here": ([EIGHT], [WON], ["deal"], None),
    "a deal there, a bid here": ([WON], [NINE], [], None),
    "a bid and the same deal": ([WON], [EIGHT, WON], [], None),
}


@pytest.mark.parametrize("name", TABLE)
def test_table(name):
    """What the server has since, what the phone says, the kinds that are appended, the places that become a branch."""
    theirs, ours, appended, branch = TABLE[name]
    match = new_match()
    for line in ("one", "two"):
        say(match, "deal", MADE, line)
    phone = Phone(match)
    for kind, body in theirs:
        say(match, kind, body)
    for kind, body in ours:
        phone.say(kind, body)
    before = kinds(match)
    receipt = phone.send()
    assert kinds(match) == before + appended
    rest = [phone.tail[place].uid for place in branch or ()]
    assert [record.uid for record in (receipt.branch.records if receipt.branch else ())] == rest
    assert {record.uid for record in phone.tail} == receipt.taken.keys() | receipt.same.keys() | set(rest)
    assert len(open_branches(match)) == bool(branch)
    again = phone.send()
    assert again[1:4] == receipt[1:4]
    assert kinds(match) == before + appended
    read_verified(db.session.connection(), match.id, match.uid)


def test_taps_and_undos_do_not_matter():
    match = new_match()
    phone = Phone(match)
    say(match, "deal", MADE, "theirs")
    for entry in (LOST, SET):
        wrong = phone.say("deal", entry)
        phone.say("strike", {"of": wrong})
    right = phone.say("deal", MADE)
    receipt = phone.send()
    assert (receipt.branch, receipt.taken) == (None, {})
    assert receipt.same[right] == "theirs"
    assert kinds(match) == ["deal"]
    assert [branch.reason for branch in match_branches(db.session.connection(), match.id, match.uid)] == [NOTHING]


def test_what_is_said_of_a_twin_is_said_of_the_other():
    """Also when the tail grows after its first part was taken."""
    match = new_match()
    phone = Phone(match)
    say(match, "deal", MADE, "theirs")
    own = phone.say("deal", MADE)
    phone.send()
    phone.say("amend", {"of": own, "entry": LOST})
    phone.say("deal", MADE)
    receipt = phone.send()
    assert receipt.branch is None
    assert [record.body.get("of") for record in read(match).records] == [None, "theirs", None]
    assert totals(read(match)) == (-1, 2)


def test_forgotten_deals():
    match = new_match()
    say(match, "deal", MADE, "one")
    phones = [Phone(match, device) for device in (ANN, CEM, "Dee's")]
    for phone, entry in zip(phones, (LOST, LOST, SET), strict=True):
        phone.say("deal", {"before": "one", "dealer": 0} | entry)
    assert phones[0].send().taken
    assert phones[1].send().same == {phones[1].tail[0].uid: phones[0].tail[0].uid}
    assert phones[2].send().branch
    assert kinds(match) == ["deal", "deal"]


def test_an_illegal_record_and_the_rest_become_a_branch():
    match = new_match(length="points", length_value=1)
    phone = Phone(match)
    first = phone.say("deal", MADE)
    second = phone.say("deal", MADE)
    receipt = phone.send()
    assert receipt.taken == {first: 1}
    assert receipt.branch is not None
    assert (receipt.branch.reason, receipt.branch.refused[0][1]) == (REFUSED, "over")
    assert [record.uid for record in receipt.branch.records] == [second]
    third = phone.say("strike", {"of": second})
    again = phone.send().branch
    assert again is not None
    assert [record.uid for record in again.records] == [second, third]
    assert len(open_branches(match)) == 1


def test_a_base_that_never_was():
    for wrong in ({"base": 9}, {"base": -1}, {"hash": "0" * 16}, {"hash": ""}):
        match = new_match()
        say(match, "deal", MADE)
        phone = Phone(match)
        phone.say("deal", MADE)
        receipt = phone.send(**wrong)
        assert receipt.branch is not None
        assert (receipt.branch.reason, receipt.taken) == (UNKNOWN_BASE, {})
        assert phone.send(**wrong)[1:4] == receipt[1:4]
        assert kinds(match) == ["deal"]


def test_the_beginning_of_a_hash_suffices():
    match = new_match()
    for _ in range(3):
        say(match, "deal", MADE)
    phone = Phone(match)
    for base, known in enumerate(stored(match), 1):
        phone.say("deal", MADE)
        phone.tail = phone.tail[-1:]
        receipt = phone.send(base=base, hash=known.hash[:16])
        assert receipt.branch is None or receipt.branch.reason == CONFLICT


def test_uids_of_others_are_refused():
    match, other = new_match(), new_match()
    say(match, "deal", MADE, "here")
    say(other, "deal", MADE, "there")
    for name, entry in (("here", LOST), ("there", MADE)):
        phone = Phone(match)
        phone.say("deal", MADE)
        phone.say("deal", entry, name)
        with pytest.raises(DuplicateUid):
            phone.send()
    phone = Phone(match)
    phone.say("deal", MADE, "twice")
    phone.say("deal", LOST, "twice")
    with pytest.raises(DuplicateUid):
        phone.send()
    phone.tail = [TailRecord("bad uid", "deal", MADE)]
    with pytest.raises(Refused):
        phone.send()
    assert kinds(match) == ["deal"]
    assert not db.session.scalars(select(Stored)).all()


def test_when_it_was_made_is_believed_within_reason():
    match = new_match()
    began, at = to_millis(match.started_at), to_millis(now())
    day = 24 * 60 * 60 * 1000
    phone = Phone(match)
    for made_at in (began - day - 1, began - day, at, at + 240_000, at + 10 * day, None):
        phone.tail.append(TailRecord(uid(), "deal", MADE, made_at))
    phone.send()
    found = [None if row.made_at is None else to_millis(row.made_at) for row in stored(match)]
    assert found == [None, began - day, at, at + 240_000, None, None]


def test_a_branch_that_was_changed_behind_our_back_is_damage():
    match = new_match()
    phone = Phone(match)
    say(match, "deal", LOST)
    phone.say("deal", MADE)
    phone.send()
    with write_transaction() as session:
        branch = session.scalars(select(Stored)).one()
        branch.body = branch.body.replace('"tricks":9', '"tricks":8')
    with pytest.raises(BrokenChain):
        open_branches(match)


def test_what_would_be_replayed_too_often_is_refused(monkeypatch):
    monkeypatch.setattr("models.tail.receive.MAX_REPLAYED", 5)
    match = new_match()
    for name in ("one", "two", "three"):
        say(match, "deal", MADE, name)
    phone = Phone(match)
    phone.say("amend", {"of": "one", "entry": LOST})
    phone.say("amend", {"of": "two", "entry": LOST})
    with pytest.raises(Refused):
        phone.send()
    phone.tail.pop()
    first = phone.send()
    assert first.taken
    monkeypatch.setattr("models.tail.receive.MAX_REPLAYED", 0)
    assert phone.send().taken == first.taken  # what is here already is replayed for nobody


def test_without_a_hash_the_last_record_says_what_both_have():
    match = new_match()
    say(match, "deal", MADE, "one")
    say(match, "deal", LOST, "two")
    phone = Phone(match)
    phone.say("deal", SET, "three")
    assert phone.send(base=1, hash="", last="one").branch.reason == CONFLICT
    other = Phone(match, "another")
    other.say("deal", SET, "four")
    assert other.send(hash="", last="one").branch.reason == UNKNOWN_BASE
    third = Phone(match, "a third")
    third.say("deal", SET, "five")
    assert third.send(hash="", last="two").taken == {"five": 3}


def test_what_a_restored_log_lacks_comes_back_from_two_phones():
    """The first phone saw less of it; the answer of somebody else is left out."""
    match = new_match()
    say(match, "deal", MADE, "one")
    head = head_of(match.uid)
    for name, kind, body in (
        ("two", "deal", LOST),
        ("yes", "agree", {"of": "two", "seat": 1}),
        ("bid", "bid", {"contract": 8, "declarer": 1}),
        ("three", "deal", MADE),
        ("undo", "strike", {"of": "three"}),
        ("four", "deal", SET),
    ):
        say(match, kind, body, name)
    before = totals(read(match))
    sent = [TailRecord(record.uid, record.kind, record.body) for record in read(match).records]
    restored(match.uid, head)
    first, second = Phone(match), Phone(match, ANN)
    first.tail = [record for record in sent[1:5] if record.uid != "yes"]
    assert list(first.send(hash="", last="one").taken) == ["two", "bid", "three"]
    second.tail = [record for record in sent[1:] if record.uid != "yes"]
    receipt = second.send(base=1, hash="", last="one")
    assert (receipt.branch, receipt.same) == (None, {})
    assert [record.uid for record in read(match).records] == ["one", "two", "bid", "three", "undo", "four"]
    assert totals(read(match)) == before


def test_what_waits_has_a_limit(monkeypatch):
    """In letters, and in pieces: a circle's file takes no more of them."""
    for name, most in (("MAX_BRANCHES", 1_000), ("MAX_RECORDS", 2)):
        with monkeypatch.context() as narrow:
            narrow.setattr(f"models.tail.receive.{name}", most)
            match = new_match()
            tails = [Tail(7, "0" * 16, (TailRecord(uid(), "adjust", OTHER_POINTS),)) for _ in range(9)]
            taken = []
            for tail in tails:
                try:
                    taken.append((tail, receive(match, tail, grant=None, device="phone").branch))
                except Refused:
                    break
            assert 1 < len(taken) == len(open_branches(match)) < 9
            assert all(receive(match, tail, grant=None, device="phone").branch == branch for tail, branch in taken)
            phone = Phone(match)
            assert phone.say("deal", MADE) in phone.send().taken
