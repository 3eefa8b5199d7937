"""Texas 42 on the server's pages: contracts, bids and the ring on the pad."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from drawing.all_tally import all_tally
from drawing.locale import Language
from scoring.games.texas_42.check import highest_bid
from tests.support.html import parsed, text
from tests.support.tables import send, sheet_of, sit_down


def chips(client: FlaskClient, address: str, name: str) -> dict[str | None, Element]:
    """The chips of one field on a page, by what they say."""
    return {one.get("value"): one for one in parsed(client.get(address)).iter("input") if one.get("name") == name}


@pytest.mark.parametrize(
    "bid", [{"bidder": 0, "bid": 84, "contract": "nello"}, {"bidder": 0, "contract": "low_no"}], ids=["nello", "low no"]
)
def test_a_suit_takes_the_place_of_the_contract_that_was_bid(app, client, bid):
    """It is said outright: what a chip says by saying nothing is lost where only what is said is looked at."""
    uid = sit_down(client, "texas_42", scoring="points" if bid["contract"] == "low_no" else "marks")
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", **bid).status_code == 303
    here = f"/m/{uid}?step=bid"
    assert next(iter(chips(client, here, "contract"))) == "suit"
    page = f"{here}&contract=suit"
    assert [value for value, chip in chips(client, page, "contract").items() if "checked" in chip.attrib] == ["suit"]
    assert not [chip for chip in chips(client, page, "trump").values() if {"disabled", "data-not"} & set(chip.attrib)]
    low = parsed(client.get(page)).find(".//button[@name='bid'][@value='30']")
    assert low is None or not {"disabled", "data-not"} & set(low.attrib)
    said = {"contract": "suit", "bid": 30, "bidder": 0}
    assert send(client, f"/m/{uid}/say", uid="said", step="bid", **said).status_code == 303
    assert sheet_of(app, uid).pending == bid | said


def test_a_suit_takes_its_place_beside_the_result_too(app, client):
    uid, bid = sit_down(client, "texas_42"), {"bidder": 0, "bid": 84}
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", contract="nello", **bid).status_code == 303
    page = parsed(client.get(f"/m/{uid}"))
    assert next(one.get("value") for one in page.iterfind(".//button[@name='contract']")) == "suit"
    assert send(client, f"/m/{uid}/say", uid="suit", step="bid", contract="suit", **bid).status_code == 303
    page = parsed(client.get(f"/m/{uid}"))
    trumps = list(page.iterfind(".//button[@name='trump']"))
    assert len(trumps) == 8
    assert not [one for one in trumps if {"disabled", "data-not"} & set(one.attrib)]
    assert sheet_of(app, uid).pending == bid | {"contract": "suit"}


@pytest.mark.parametrize(
    ("bid", "query", "more"),
    [
        ({"bid": 168, "contract": "plunge", "calls": "168,pass,pass,pass"}, "", "Plunge"),
        ({"bid": 84}, "", "if you like"),
        ({"bid": 84}, "?contract=nello", "Nello"),
        ({"bid": 84, "contract": "nello"}, "?contract=suit", "if you like"),
    ],
)
def test_the_contract_is_called_by_its_name_where_it_is_folded(client, bid, query, more):
    uid = sit_down(client, "texas_42")
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", bidder=1, **bid).status_code == 303
    folds = [text(one) for one in parsed(client.get(f"/m/{uid}{query}")).iter("summary")]
    assert f"Trump or contract {more}" in folds


def test_a_match_too_long_to_be_drawn_has_no_tally(client):
    assert all_tally(Language("en"), 3, target=58) is None
    uid = sit_down(client, "texas_42", target_marks=58)
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", bidder=1, bid=84).status_code == 303
    page = parsed(client.get(f"/m/{uid}"))
    assert not [one for one in page.iter("svg") if "tally" in one.get("class", "")]
    assert "0 → 2 marks" in text(page)


def test_made_says_when_it_writes_all(client):
    uid = sit_down(client, "texas_42")
    for n in (1, 2):
        assert send(client, f"/m/{uid}/say", uid=f"bid{n}", step="bid", bidder=1, bid=210).status_code == 303
        assert ("0 → 5 marks" if n == 1 else "5 → 10: ALL") in text(parsed(client.get(f"/m/{uid}")))
        if n == 1:
            assert send(client, f"/m/{uid}/say", uid="deal", step="play", made="true").status_code == 303


@pytest.mark.parametrize(
    ("rules", "marks"),
    [
        ({}, [1, 2, 3, 4, 5, 6, 7]),
        ({"plunge": "three_marks"}, [1, 2, 3, 4, 5, 6]),
        ({"plunge": "off"}, [1, 2, 3, 4, 5]),
        ({"plunge": "off", "raise_above_two": "any"}, [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_bids_that_no_auction_comes_to_cannot_be_tapped(app, client, rules, marks):
    uid = sit_down(client, "texas_42", **rules)
    bids = [int(one.get("value") or 0) for one in buttons(client, f"/m/{uid}")]
    assert [bid // 42 for bid in bids if bid >= 42] == marks
    assert max(marks) * 42 == highest_bid(sheet_of(app, uid).standing.rules)
    rule = text(parsed(client.get(f"/m/{uid}/rules")))
    assert (f"come to more than {max(marks)} marks" in rule) == ("raise_above_two" not in rules)


def test_a_bid_that_was_written_down_all_the_same_can_be_seen_when_it_is_amended(app, client):
    uid = sit_down(client, "texas_42", plunge="off")
    said = {"bidder": 1, "bid": 294, "made": "false"}
    assert send(client, f"/m/{uid}/say", uid="deal", step="play", **said).status_code == 303
    deal = sheet_of(app, uid).lines[0].deal.uid
    page = buttons(client, f"/m/{uid}/deal/{deal}/amend?step=bid")
    assert [one.get("value") for one in page if one.get("aria-pressed")] == ["294"]


def buttons(client: FlaskClient, address: str) -> list[Element]:
    """The buttons of a page that bid."""
    return [one for one in parsed(client.get(address)).iter("button") if one.get("name") == "bid"]


@pytest.mark.parametrize(
    ("bid", "line", "ring", "step", "past"),
    [
        ({"bid": 84}, "Bob bid 2 marks", "2", "2 marks", "Bob bid 2 marks"),
        ({"bid": 42}, "Bob bid 1 mark", "1", "1 mark", "Bob bid 1 mark"),
        ({"bid": 34}, "Bob bid 34", "34", "34", "Bob bid 34"),
        ({"bid": 84, "contract": "nello"}, "Bob bid Nello", "Nello", "Nello", "Bob bid Nello, 2 marks"),
        ({"bid": 168, "contract": "plunge"}, "Bob bid Plunge", "Plunge", "Plunge", "Bob bid Plunge, 4 marks"),
    ],
)
def test_the_bid_is_told_with_the_ring_at_its_place(client, bid, line, ring, step, past):
    uid = sit_down(client, "texas_42")
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", bidder=1, **bid).status_code == 303
    page = parsed(client.get(f"/m/{uid}"))
    told_line = page.find(".//span[@class='bids']")
    assert told_line is not None and text(told_line) == line
    assert text(told_line.find(".//b")) == ring
    steps = [text(link) for link in page.findall(".//ol[@class='steps']/li/a")]
    assert steps == ["Bob", step]
    assert past in text(parsed(client.get(f"/m/{uid}/history")))
