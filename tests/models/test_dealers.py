"""Who dealt a deal: kept with it, whatever is struck, amended or put in before it; also where no record says so."""

from __future__ import annotations

import pytest

from models.log.append import append
from models.log.errors import DuplicateUid, Refused
from models.log.read import read
from tests.models.tables import MADE, new_match, say, stored, totals, uid

pytestmark = pytest.mark.usefixtures("store")
MEETJE = {"contract": "meetje", "tricks": 9}


def dealers(match):
    """Who dealt each deal that stands, and who deals next."""
    state = read(match)
    lines = [line.dealer for line in state.sheet.lines if line.deal.kind == "deal"]
    return lines, state.sheet.standing.dealer


def deals(match, n):
    """The uids of so many deals."""
    return [say(match, "deal", MEETJE).uid for _ in range(n)]


def test_a_deal_is_stored_with_who_dealt_it():
    match = new_match()
    deals(match, 2)
    assert [record.body for record in stored(match)] == [
        '{"contract":"meetje","dealer":0,"tricks":9}',
        '{"contract":"meetje","dealer":1,"tricks":9}',
    ]


def test_no_other_deal_has_another_dealer_when_one_is_struck_restored_or_amended():
    match = new_match()
    first, second, third = deals(match, 3)
    assert dealers(match) == ([0, 1, 2], 3)
    say(match, "strike", {"of": first})
    assert dealers(match) == ([1, 2], 3)
    say(match, "strike", {"of": third})
    assert dealers(match) == ([1], 2)  # the deal after the last one that stands
    say(match, "restore", {"of": first})
    assert dealers(match) == ([0, 1], 2)
    say(match, "amend", {"of": second, "entry": MADE})
    assert dealers(match) == ([0, 1], 2)
    say(match, "strike", {"of": first})
    say(match, "strike", {"of": second})
    assert dealers(match) == ([], 0)


def test_that_somebody_dealt_out_of_turn_changes_only_that_deal():
    match = new_match()
    first, _, _ = deals(match, 3)
    said = say(match, "amend", {"of": first, "entry": MEETJE, "dealer": 1})
    assert dealers(match) == ([1, 1, 2], 3)
    assert said.state.sheet.lines[0].points == (0, 1)  # the Meetje of whoever dealt it
    say(match, "amend", {"of": first, "entry": {"contract": "meetje", "tricks": 8}})
    assert dealers(match) == ([1, 1, 2], 3)
    say(match, "strike", {"of": said.uid})
    assert dealers(match) == ([0, 1, 2], 3)


def test_a_forgotten_deal_is_put_in_its_place():
    match = new_match()
    first, second = deals(match, 2)
    say(match, "bid", {"contract": 8})
    forgotten = say(match, "deal", {**MEETJE, "before": second, "dealer": 3})
    state = read(match)
    assert [line.deal.uid for line in state.sheet.lines] == [first, forgotten.uid, second]
    assert [line.number for line in state.sheet.lines] == [1, 2, 3]
    assert dealers(match) == ([0, 3, 1], 2)
    assert state.sheet.pending == {"contract": 8}
    earlier = say(match, "deal", {**MEETJE, "before": forgotten.uid, "dealer": 2})
    say(match, "strike", {"of": forgotten.uid})
    assert [deal.uid for deal in read(match).live.deals if deal.kind == "deal"] == [first, earlier.uid, second]


@pytest.mark.parametrize(
    "body", [{"dealer": 4}, {"dealer": "Ann"}, {"dealer": None}, {"before": "nobody", "dealer": 0}]
)
def test_a_dealer_sits_at_the_table_and_a_place_is_a_deal(body):
    match = new_match()
    (first,) = deals(match, 1)
    with pytest.raises(Refused):
        say(match, "deal", MEETJE | body)
    with pytest.raises(Refused):
        say(match, "deal", MEETJE | {"before": first})
    with pytest.raises(Refused):
        say(match, "amend", {"of": first, "entry": MEETJE, "dealer": 4})


def test_the_same_deal_again_is_the_same_with_or_without_who_dealt():
    match = new_match()
    name = uid()
    for body in (MEETJE, MEETJE, MEETJE | {"dealer": 0}):
        assert append(match, "deal", name, body, 0).seq == 1
    with pytest.raises(DuplicateUid):
        append(match, "deal", name, MEETJE | {"dealer": 1}, 0)


def test_what_was_removed_stays_crossed_out_and_what_was_undone_goes():
    def crossed(match):
        return [deal.uid for deal in read(match).live.deals if deal.kind == "struck"]

    match = new_match()
    first, second, third = deals(match, 3)
    say(match, "strike", {"of": third})
    assert crossed(match) == []  # an undo
    say(match, "strike", {"of": first})
    assert crossed(match) == [first]  # something stands after it
    say(match, "strike", {"of": second, "crossed": True})
    assert crossed(match) == [first, second]  # from its page
    say(match, "restore", {"of": first})
    assert crossed(match) == [second]
    assert totals(read(match)) == (1, 0)
    with pytest.raises(Refused):
        say(match, "strike", {"of": first, "crossed": False})
