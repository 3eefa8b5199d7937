"""The pages of games, of records, and of the deals behind their numbers on a golden evening, worked out by hand.

Eights of Boomke Wies: 7 of 8. All bids: 8 of 11, pulled to a half by twenty (8 + 10) / 31 = 0.581; the usual eight is
(7 + 20 * 0.581) / 28 = 0.665, and (7 + 12 * 0.665) / 20 = 0.749 is shown. They brought 1 - 2 + 3 + 5 = 7 in 8 deals.
Break-even: made it brought (9 + 20) / 27 = 1.07, lost it cost (2 + 40) / 21 = 2: 2 / 3.07 = 0.65.
"""

from __future__ import annotations

import re
from html import unescape

import pytest

from scoring.review import KEYS, Where, review_of
from tests.support.html import main_of, parsed, text
from tests.support.records import play
from tests.support.review_games import golden_games
from tests.support.tables import make_circle, send, start
from web.review.deals.address import deals_address, parse_where


@pytest.fixture
def golden(app, client):
    return golden_games(app, client)


def page_of(client, address):
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return main_of(answer)


WORDS = {
    "boomke_wies": (
        *("open 75 % · +0.9", "9 0 of 1", "Boom 1 of 2", "Took all thirteen without Boom", "the dealer’s side"),
        "The others had the tricks for their own bid 1 of 3",
        *("Who speaks of 3 auctions written down", "first to speak 1 of 3"),
        "bid over the partner 1 deal the partner had passed 2 deals",
        *("Matches 1 Half", "Half of them end by deal 12.", "The cut is break-even under your rules."),
        *("Meetje in 1 match; last on", "the worst −3 1", "Boom called in 1 match; last on"),
        "Boom made in 1 match; last by Bob on",
    ),
    "texas_42": (
        *("30 1 of 1", "31 0 of 1", "2 marks 0 of 1", "Nello 1 of 1", "Set by one 1 of 1", "Threes 0 of 1"),
        *("The dealer’s 30 after three passes 1 of 1", "known for 1 of 3"),  # Nello has no trump of its own
    ),
    "clobyosh": (
        *("Took the turned suit 1 of 1", "Named a suit 1 of 1", "made: came with the cards 2 deals"),
        "Claims that were right 1 of 1",
    ),
    "knockout_whist": (
        *("with 4 players, deal by deal 1 4 of 4 2 3 of 4", "Came through on a dog’s life 1 of 2"),
        *("tricks beyond an equal share 1 deal", "The pot", "never on either 1 of 2"),
    ),
    "zwanzig_ab": (  # Ann and Cem stayed by choice in the first deal, Dee in the second; Cem took a trick
        *("Stayed by choice, took a trick 1 of 3", "Made trump, took a trick 2 of 2", "Could drop out and did 3 of 6"),
        *("Took all five in 1 match", "the maker, doubled 1 deal", "Naming trump", "Ninth deals and later not yet"),
    ),
}
DEALS = {
    "game=boomke_wies&kind=bid&bid=8&made=1": 7,
    "game=boomke_wies&made=0": 3,
    "game=boomke_wies&over=1": 1,
    "game=boomke_wies&missed=13": 1,
    "game=boomke_wies&taken=13": 2,
    "game=boomke_wies&seat=4": 3,  # the Meetje, and of Bob's as the dealer his Boom and an eight
    "game=texas_42&short=1": 1,
    "game=zwanzig_ab&before=free&after=dropped": 3,
    "game=zwanzig_ab&before=maker&kind=double": 1,
    "game=knockout_whist&after=out&deal=2": 1,
    "kind=bid": 12,
    "year=1990": 0,
    "first=2100-01-01": 0,
}
SENSELESS = (
    *("bid=x", "made=2", "year=99999999", "year=0", "first=2026-13-01", "first=2026-02-01&last=2026-01-01"),
    *(f"bid={'9' * 40}", "page=-1", "rules=usual"),
)
UNKNOWN = (
    *("page=2", "game=poker", "who=nobody", "match=nomatch", "game=boomke_wies&kind=what", "game=texas_42&trump=9"),
    "rules=7&game=boomke_wies",
)
NO_GAMES = ("poker", "boomke_wies?year=x", "boomke_wies?rules=99", "boomke_wies?rules=x", "texas_42?rules=1")


def test_each_game_and_the_deals_behind_its_numbers(app, client, golden):
    pages = {key: page_of(client, f"/review/g/{key}") for key in WORDS}
    assert [(key, words) for key in WORDS for words in WORDS[key] if words not in pages[key]] == []
    assert "Plunge" not in pages["texas_42"]
    boomke = client.get("/review/g/boomke_wies")
    assert 'aria-label="7 of 8; 75 in 100, between 61 and 85; break-even 65: open"' in boomke.text
    assert rule_links(boomke) == ({}, [])  # one set of rules needs no filter
    booms = client.get(unescape(re.search(r'href="([^"]*kind=boom[^"]*)"', boomke.text)[1])).text
    match, *deals = golden["boomke_wies"]
    assert re.findall(rf"/m/{match}/deal/(\w+)", booms) == [deals[6], deals[5]]
    assert client.get(f"/m/{match}/deal/{deals[6]}").status_code == 200
    said = {asked: re.search(r"(\d+) deals?</small>", client.get(f"/review/deals?{asked}").text)[1] for asked in DEALS}
    assert said == {asked: str(n) for asked, n in DEALS.items()}
    for status, addresses in (
        (400, [f"/review/deals?{wrong}" for wrong in SENSELESS]),
        (404, [f"/review/deals?{wrong}" for wrong in UNKNOWN] + [f"/review/g/{wrong}" for wrong in NO_GAMES]),
    ):
        assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, status)


def test_who_stayed_in_stands_in_four_fields_that_lead_to_their_deals_and_a_deal_more_is_counted(app, client, golden):
    """Ann and Cem stayed by choice in the first deal, Dee in the second; only Cem took a trick, and nobody had to.

    With three more who did not drop out, pulled to a half by twenty (3 + 10) / 29 = 0.448 is usual, and
    (3 + 12 * 0.448) / 21 = 0.40 is shown.
    """
    table = parsed(client.get("/review/g/zwanzig_ab")).find('.//table[@class="fields"]')
    rows = [[text(cell) for cell in row] for row in table.iter("tr")]
    assert rows == [["", "took a trick", "took no trick"], ["by choice", "1", "2"], ["had to", "0", "0"]]
    for link in table.iter("a"):
        assert f"<small>{text(link)} deal" in client.get(link.get("href")).text, link.get("href")
    play(app, golden["zwanzig_ab"][0], {"trump": "clubs", "tricks": [2, 1, 1, 1]})
    assert "Could drop out and did 40 % 3 of 9" in page_of(client, "/review/g/zwanzig_ab")


def test_who_wins_and_how_long_it_takes_have_their_matches(client, golden):
    """A match of Knock-Out Whist for a pot that Ann and Bob finish: neither had a second life in it."""

    def matches(address):
        page = client.get(address).text
        return int(re.search(r"<small>(\d+) match(?:es)?</small>", page)[1]), page.count('class="lead leads" href="/m/')

    page = client.get("/review/g/knockout_whist").text
    links = [unescape(address) for address in re.findall(r'href="(/review/matches[^"]*)"', page)]
    [never] = [address for address in links if "never=1" in address]
    assert matches(never) == (2, 2)
    assert matches(never.replace("never=1", "never=0")) == (0, 0)
    assert [matches(address)[0] for address in links if "least=" in address] == [1]
    told = page_of(client, never)
    assert "never: on a dog’s life; never: on the parish" in told
    assert "Ann; a win" in told
    assert "Bob; a loss" in told


def test_what_a_panel_means_is_what_its_address_asks_for(app):
    def meant(value):
        """Every Where in a panel or record."""
        if isinstance(value, Where):
            return [value]
        return [one for part in value for one in meant(part)] if isinstance(value, tuple) else []

    for key in KEYS:
        wheres = meant(tuple(review_of(key).panels)) + meant(review_of(key).records)
        assert len(wheres) > 5
        for where in wheres:
            with app.test_request_context():
                address = deals_address(key, where)
            with app.test_request_context(address):
                assert parse_where() == where, address


def test_records_say_who_holds_them_and_lead_to_where_it_was(client, golden):
    boomke = page_of(client, "/review/records?game=boomke_wies")
    assert re.search(r"First Boom made Bob & Dee · [\w ]+ · the only one so far", boomke)
    assert re.search(r"Highest bid made (Ann|Bob)", boomke)
    assert re.search(r"Most one-sided Bob & Dee · [\w ]+ \+25", boomke)
    texas = page_of(client, "/review/records?game=texas_42")
    assert re.search(r"Won in the fewest deals Bob & Dee · [\w ]+ 4 deals", texas)
    assert re.search(r"First Nello made Ann & Cem", texas)
    assert "without a set" not in texas  # Bob was set
    assert "Most points in a deal" in page_of(client, "/review/records?game=clobyosh")
    every = page_of(client, "/review/records")
    for words in ("Most matches in an evening", "Clobyosh", "The deal that turned most"):
        assert words in every
    links = re.findall(r'<a class="lead leads" href="([^"]+)"', client.get("/review/records").text)
    where = [link for link in links if re.match("/[me]/", link)]
    assert len(where) > 20
    assert {client.get(unescape(link)).status_code for link in where} == {200}


def rule_links(answer):
    """The row of filters of house rules: by their words where each leads, and the chosen one."""
    rows = [nav for nav in parsed(answer).iter("nav") if nav.get("aria-label") == "House rules"]
    links = [link for row in rows for link in row.iter("a")]
    return {text(link): link.get("href") for link in links}, [text(one) for one in links if one.get("aria-current")]


def test_only_matches_under_the_same_rules(app, client):
    """Four matches of one deal, each won by Ann's Boom: to five and four without a fine, to five and three with it.

    The rules of the first are saved as "No <fine>". This table’s rules: of the last match, where tables disagree; saved
    ones: in all that is not as in the book.
    """
    make_circle(client)
    for fine, target in (("none", 5), ("none", 4), ("shortfall", 5), ("shortfall", 3)):
        match = start(client, "boomke_wies", meetje_fine=fine, length="points", length_value=target)
        play(app, match, {"declarer": 0, "contract": 13, "tricks": 13})
        if (fine, target) == ("none", 5):
            assert send(client, f"/m/{match}/rules", name="No <fine>").status_code == 303
    links, chosen = rule_links(client.get("/review/g/boomke_wies"))
    assert (list(links), chosen) == (["All rules", "This table’s rules", "No <fine>"], ["All rules"])
    for words, n in (("All rules", 4), ("This table’s rules", 2), ("No <fine>", 1)):
        answer = client.get(links[words])
        page = parsed(answer)
        matches, deals = ("1 match", "1 deal") if n == 1 else (f"{n} matches", f"{n} deals")
        about = "" if n == 4 else f"{words}: "
        assert text(page.find(".//h1")).endswith(f"{about}{matches} · {deals}")
        assert rule_links(answer)[1] == [words]
        assert f" Matches {n} Half of them" in main_of(answer)
        [row] = [link for link in page.iter("a") if text(link).startswith("Boom called")]
        listed = parsed(client.get(row.get("href")))
        assert text(listed.find(".//h1")).endswith(deals)
        assert n == 4 or words in text(listed.find(".//main"))
        [last] = [link for link in page.iter("a") if text(link) == "Last 10 evenings"]
        assert text(parsed(client.get(last.get("href"))).find(".//h1")).endswith(f"{matches} · {deals}")
