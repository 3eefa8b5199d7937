"""Who dealt a deal: kept with it, whatever is struck, amended or put in before it; also where no record says so."""

from __future__ import annotations

import pytest

from models.log.append import append
from models.log.errors import DuplicateUid, Refused
from models.log.read import read
from tests.models.tables import new_match, say, stored, uid

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


def test_no_other_deal_has_another_dealer_when_one_is_struck_or_dealt_out_of_turn():
    match = new_match()
    first, second, third = deals(match, 3)
    say(match, "strike", {"of": third})
    assert dealers(match) == ([0, 1], 2)  # the deal after the last one that stands
    say(match, "restore", {"of": third})
    said = say(match, "amend", {"of": first, "entry": MEETJE, "dealer": 1})
    assert dealers(match) == ([1, 1, 2], 3)
    assert said.state.sheet.lines[0].points == (0, 1)  # the Meetje of whoever dealt it
    say(match, "amend", {"of": first, "entry": {"contract": "meetje", "tricks": 8}})
    assert dealers(match) == ([1, 1, 2], 3)
    say(match, "strike", {"of": said.uid})
    assert dealers(match) == ([0, 1, 2], 3)
    for name in (first, second, third):
        say(match, "strike", {"of": name})
    assert dealers(match) == ([], 0)


def test_a_dealer_sits_at_the_table_and_a_place_is_a_deal():
    match = new_match()
    (first,) = deals(match, 1)
    wrong = {"dealer": 4}, {"dealer": "Ann"}, {"dealer": None}, {"before": "nobody", "dealer": 0}, {"before": first}
    for body in wrong:
        with pytest.raises(Refused):
            say(match, "deal", MEETJE | body)
    with pytest.raises(Refused):
        say(match, "amend", {"of": first, "entry": MEETJE, "dealer": 4})
    with pytest.raises(Refused):
        say(match, "strike", {"of": first, "crossed": False})


def test_the_same_deal_again_is_the_same_with_or_without_who_dealt():
    match = new_match()
    name = uid()
    for body in (MEETJE, MEETJE, MEETJE | {"dealer": 0}):
        assert append(match, "deal", name, body, 0).seq == 1
    with pytest.raises(DuplicateUid):
        append(match, "deal", name, MEETJE | {"dealer": 1}, 0)
