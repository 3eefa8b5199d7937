"""Texas 42 on the server's pages: contracts, bids and the ring on the pad."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from flask.testing import FlaskClient

from scoring.games.texas_42.check import highest_bid
from table.board import all_tally
from table.language import Language
from tests.support.html import SVG, parsed, text
from tests.support.tables import send, sheet_of, sit_down

NOT = {"disabled", "data-not"}


def chips(client: FlaskClient, address: str, name: str) -> dict[str | None, Element]:
    return {one.get("value"): one for one in parsed(client.get(address)).iter("input") if one.get("name") == name}


def test_a_suit_takes_the_place_of_the_contract_that_was_bid(app, client):
    """It is said outright: what a chip says by saying nothing is lost where only what is said is looked at."""
    for scoring, bid in (
        ("marks", {"bidder": 0, "bid": 84, "contract": "nello"}),
        ("points", {"bidder": 0, "contract": "low_no"}),
    ):
        uid = sit_down(client, "texas_42", scoring=scoring)
        assert send(client, f"/m/{uid}/say", uid=f"bid-{scoring}", step="bid", **bid).status_code == 303
        if scoring == "marks":  # beside the result it is offered, too
            page = parsed(client.get(f"/m/{uid}"))
            assert next(one.get("value") for one in page.iterfind(".//button[@name='contract']")) == "suit"
        here = f"/m/{uid}?step=bid"
        assert next(iter(chips(client, here, "contract"))) == "suit"
        page = f"{here}&contract=suit"
        contracts = chips(client, page, "contract")
        assert [value for value, chip in contracts.items() if "checked" in chip.attrib] == ["suit"]
        assert not [chip for chip in chips(client, page, "trump").values() if NOT & set(chip.attrib)]
        low = parsed(client.get(page)).find(".//button[@name='bid'][@value='30']")
        assert low is None or not NOT & set(low.attrib)
        said = {"contract": "suit", "bid": 84 if scoring == "marks" else 30, "bidder": 0}
        assert send(client, f"/m/{uid}/say", uid=f"suit-{scoring}", step="bid", **said).status_code == 303
        assert sheet_of(app, uid).pending == bid | said
        trumps = list(parsed(client.get(f"/m/{uid}")).iterfind(".//button[@name='trump']"))
        assert len(trumps) == 8
        assert not [one for one in trumps if NOT & set(one.attrib)]


TOLD = [  # a bid; how its line ends, what is ringed; how it is told afterwards; what its fold says
    ({"bid": 84}, "2 marks", "2", "2 marks", "if you like"),
    ({"bid": 42}, "1 mark", "1", "1 mark", "if you like"),
    ({"bid": 34}, "34", "34", "34", "if you like"),
    ({"bid": 84, "contract": "nello"}, "Nello", "Nello", "Nello, 2 marks", "Nello"),
    ({"bid": 168, "contract": "plunge"}, "Plunge", "Plunge", "Plunge, 4 marks", "Plunge"),
]


def test_the_bid_is_told_with_the_ring_at_its_place_and_its_contract_where_it_is_folded(client):
    for number, (bid, told, ring, past, fold) in enumerate(TOLD):
        uid = sit_down(client, "texas_42")
        assert send(client, f"/m/{uid}/say", uid=f"bid{number}", step="bid", bidder=1, **bid).status_code == 303
        page = parsed(client.get(f"/m/{uid}"))
        line = page.find(".//span[@class='bids']")
        assert line is not None and text(line) == f"Bob bid {told}"
        assert text(line.find(".//b")) == ring
        assert [text(link) for link in page.findall(".//ol[@class='steps']/li/a")] == ["Bob", told]
        assert f"Bob bid {past}" in text(parsed(client.get(f"/m/{uid}/history")))
        assert f"Trump or contract {fold}" in [text(one) for one in page.iter("summary")]
        for other, name in (("nello", "Nello"), ("suit", "if you like")) if bid["bid"] == 84 else ():
            page = parsed(client.get(f"/m/{uid}?contract={other}"))
            assert f"Trump or contract {name}" in [text(one) for one in page.iter("summary")]


def test_a_match_too_long_to_be_drawn_has_no_tally_and_made_says_when_it_writes_all(client):
    assert all_tally(Language("en"), 3, target=58) is None
    for marks in (58, 7):
        uid = sit_down(client, "texas_42", target_marks=marks)
        assert send(client, f"/m/{uid}/say", uid=f"bid-{marks}", step="bid", bidder=1, bid=84).status_code == 303
        page = parsed(client.get(f"/m/{uid}"))
        assert any("tally" in one.get("class", "") for one in page.iter(f"{SVG}svg")) == (marks == 7)
        assert "0 → 2 marks" in text(page)
    uid = sit_down(client, "texas_42")
    for number, words in enumerate(("0 → 5 marks", "5 → 10: ALL")):
        assert send(client, f"/m/{uid}/say", uid=f"bid{number}", step="bid", bidder=1, bid=210).status_code == 303
        assert words in text(parsed(client.get(f"/m/{uid}")))
        assert send(client, f"/m/{uid}/say", uid=f"deal{number}", step="play", made="true").status_code == 303


def test_bids_that_no_auction_comes_to_cannot_be_tapped(app, client):
    """One that was written down all the same can be seen when it is amended."""
    for rules, most in (
        ({}, 7),
        ({"plunge": "three_marks"}, 6),
        ({"plunge": "off", "raise_above_two": "any"}, 7),
        ({"plunge": "off"}, 5),
    ):
        uid = sit_down(client, "texas_42", **rules)
        bids = [int(one.get("value") or 0) for one in buttons(client, f"/m/{uid}")]
        assert [bid // 42 for bid in bids if bid >= 42] == list(range(1, most + 1))
        assert most * 42 == highest_bid(sheet_of(app, uid).standing.rules)
        rule = text(parsed(client.get(f"/m/{uid}/rules")))
        assert (f"come to more than {most} marks" in rule) == ("raise_above_two" not in rules)
    said = {"bidder": 1, "bid": 294, "made": "false"}
    assert send(client, f"/m/{uid}/say", uid="deal", step="play", **said).status_code == 303
    deal = sheet_of(app, uid).lines[0].deal.uid
    page = buttons(client, f"/m/{uid}/deal/{deal}/amend?step=bid")
    assert [one.get("value") for one in page if one.get("aria-pressed")] == ["294"]


def buttons(client: FlaskClient, address: str) -> list[Element]:
    return [one for one in parsed(client.get(address)).iter("button") if one.get("name") == "bid"]
