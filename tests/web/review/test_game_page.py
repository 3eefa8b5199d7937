"""The pages of games, of records, and of the deals behind their numbers on a golden evening, worked out by hand.

Eights of Boomke Wies: 7 of 8. All bids: 8 of 11, pulled to a half by twenty (8 + 10) / 31 = 0.581; the usual eight is
(7 + 20 * 0.581) / 28 = 0.665, and (7 + 12 * 0.665) / 20 = 0.749 is shown. They brought 1 - 2 + 3 + 5 = 7 in 8 deals.
Break-even: made it brought (9 + 20) / 27 = 1.07, lost it cost (2 + 40) / 21 = 2: 2 / 3.07 = 0.65.
"""

from __future__ import annotations

import re

import pytest

from tests.support.html import main_of, parsed, text
from tests.support.records import play
from tests.support.review_games import golden_games
from tests.support.tables import make_circle, send, start


@pytest.fixture
def golden(app, client):
    return golden_games(app, client)


def texts(client, address):
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main_of(answer)))


def source(client, address):
    """The markup of a page."""
    return client.get(address).get_data(as_text=True)


def labels(client, address):
    """What its drawings say."""
    return re.findall(r'role="img" aria-label="([^"]*)"', source(client, address))


@pytest.mark.usefixtures("golden")
def test_boomke_wies(client):
    address = "/review/g/boomke_wies"
    assert "7 of 8; 75 in 100, between 61 and 85; break-even 65: open" in labels(client, address)
    page = texts(client, address)
    assert "open 75 % · +0.9" in page
    assert "9 0 of 1" in page
    assert "Boom 1 of 2" in page
    assert re.search(r"Meetje in 1 match; last on [\w ]+; the worst −3 1", page)
    assert re.search(
        r"Boom called in 1 match; last on [\w ]+ 2 Boom made in 1 match; last by Bob on [\w ]+ 1 Meetje", page
    )
    assert "Took all thirteen without Boom" in page
    assert "The others had the tricks for their own bid 1 of 3" in page
    assert "Who speaks of 3 auctions written down" in page
    assert "bid over the partner 1 deal the partner had passed 2 deals" in page
    assert re.search(r"Length .* Matches 1 Half", page)
    assert "Half of them end by deal 12." in page


WORDS = {
    "texas_42": (
        *("30 1 of 1", "31 0 of 1", "2 marks 0 of 1", "Nello 1 of 1", "Set by one 1 of 1", "Threes 0 of 1"),
        "The dealer’s 30 after three passes 1 of 1",
        "known for 1 of 3",  # Nello has no trump of its own
    ),
    "clobyosh": ("Took the turned suit 1 of 1", "Named a suit 1 of 1", "made: came with the cards 2 deals"),
    "knockout_whist": (
        "with 4 players, deal by deal 1 4 of 4 2 3 of 4",
        "Came through on a dog’s life 1 of 2",
        "tricks beyond an equal share 1 deal",
    ),
    "zwanzig_ab": (  # Ann and Cem stayed by choice in the first deal, Dee in the second; Cem took a trick
        *("Stayed by choice, took a trick 1 of 3", "Made trump, took a trick 2 of 2", "Could drop out and did 3 of 6"),
        *("Took all five in 1 match", "the maker, doubled 1 deal"),
    ),
}


@pytest.mark.usefixtures("golden")
def test_the_other_games(client):
    pages = {key: texts(client, f"/review/g/{key}") for key in WORDS}
    assert [(key, words) for key in WORDS for words in WORDS[key] if words not in pages[key]] == []
    assert "Plunge" not in pages["texas_42"]


def test_a_number_leads_to_its_deals_and_a_deal_to_its_line(client, golden):
    page = source(client, "/review/g/boomke_wies")
    address = re.search(r'href="([^"]*kind=boom[^"]*)"', page)[1].replace("&amp;", "&")
    listed = source(client, address)
    match, *deals = golden["boomke_wies"]
    assert re.findall(rf"/m/{match}/deal/(\w+)", listed) == [deals[6], deals[5]]
    assert client.get(f"/m/{match}/deal/{deals[6]}").status_code == 200


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


@pytest.mark.usefixtures("golden")
def test_deals_by_what_is_asked(client):
    found = {asked: re.search(r"(\d+) deals?</small>", source(client, f"/review/deals?{asked}"))[1] for asked in DEALS}
    assert found == {asked: str(n) for asked, n in DEALS.items()}


@pytest.mark.usefixtures("golden")
def test_what_nobody_can_mean_is_refused_in_words(client):
    for wrong in (
        "bid=x",
        "made=2",
        "year=99999999",
        "year=0",
        "first=2026-13-01",
        "first=2026-02-01&last=2026-01-01",
        "bid=" + "9" * 40,
        "page=-1",
    ):
        assert client.get(f"/review/deals?{wrong}").status_code == 400, wrong
    for wrong in (
        "page=2",
        "game=poker",
        "who=nobody",
        "match=nomatch",
        "game=boomke_wies&kind=what",
        "game=texas_42&trump=9",
    ):
        assert client.get(f"/review/deals?{wrong}").status_code == 404, wrong
    assert client.get("/review/g/poker").status_code == 404
    assert client.get("/review/g/boomke_wies?year=x").status_code == 404


@pytest.mark.usefixtures("golden")
def test_records(client):
    page = texts(client, "/review/records?game=boomke_wies")
    assert re.search(r"First Boom made Bob & Dee · [\w ]+ · the only one so far", page)
    assert re.search(r"Highest bid made Ann|Highest bid made Bob", page)
    assert re.search(r"Most one-sided Bob & Dee · [\w ]+ \+25", page)
    texas = texts(client, "/review/records?game=texas_42")
    assert re.search(r"Won in the fewest deals Bob & Dee · [\w ]+ 4 deals", texas)
    assert re.search(r"First Nello made Ann & Cem", texas)
    assert "without a set" not in texas  # Bob was set
    every = texts(client, "/review/records")
    assert "Most matches in an evening" in every
    assert "Clobyosh" in every


@pytest.mark.thorough
@pytest.mark.usefixtures("golden")
def test_each_record_has_a_page_with_a_picture(client):
    """Who holds it first, then who equalled it, each with a link to where it was."""
    listed = client.get("/review/records").text
    assert not re.search(r">\s*Share\s*<", listed)  # each picture is on the record's own page
    pages = re.findall(r'<a class="lead leads" href="(/review/records/[^"]+)"', listed)
    assert len(pages) > 20
    for page in pages:
        assert client.get(page).status_code == 200, page
        path, _, query = page.replace("&amp;", "&").partition("?")
        answer = client.get(f"{path}/picture.png?{query}&letters=1")
        assert answer.mimetype == "image/png", page
    first = client.get("/review/records/first_boom?game=boomke_wies").text
    assert re.search(
        r'href="/m/\w+/deal/\w+"><span><bdi>Bob</bdi> & <bdi>Dee</bdi><small>since ', first.replace("&amp;", "&")
    )
    with_names, letters = (
        client.get(f"/review/records/first_boom/picture.png?game=boomke_wies{asked}").data
        for asked in ("", "&letters=1")
    )
    assert with_names != letters
    for wrong in ("nothing", "first_boom", "comeback?game=poker"):
        assert client.get(f"/review/records/{wrong}").status_code == 404, wrong


@pytest.mark.parametrize(
    "address", ["/review/g/boomke_wies", "/review/records", "/review/deals", "/review/deals?kind=boom"]
)
def test_a_circle_that_has_not_played(client, address):
    make_circle(client)
    assert client.get(address).status_code == 200


def test_a_deal_more_is_counted_at_once(app, client, golden):
    """Pulled to a half by twenty (3 + 10) / 29 = 0.448 is usual, (3 + 12 * 0.448) / 21 = 0.40 is shown."""
    assert "Could drop out and did 3 of 6" in texts(client, "/review/g/zwanzig_ab")
    play(app, golden["zwanzig_ab"][0], {"trump": "clubs", "tricks": [2, 1, 1, 1]})
    assert "Could drop out and did 40 % 3 of 9" in texts(client, "/review/g/zwanzig_ab")


@pytest.fixture
def several_rules(app, client):
    """Four matches of one deal, each won by Ann's Boom: to five and to four without a fine, to five and three with it.

    The rules of the first are saved as "No <fine>".
    """
    make_circle(client)
    for fine, target in (("none", 5), ("none", 4), ("shortfall", 5), ("shortfall", 3)):
        match = start(client, "boomke_wies", meetje_fine=fine, length="points", length_value=target)
        play(app, match, {"declarer": 0, "contract": 13, "tricks": 13})
        if (fine, target) == ("none", 5):
            assert send(client, f"/m/{match}/rules", name="No <fine>").status_code == 303


def rule_links(client, address):
    """The row of filters of house rules: by their words where each leads, and the chosen one."""
    rows = [nav for nav in parsed(client.get(address)).iter("nav") if nav.get("aria-label") == "House rules"]
    links = [link for row in rows for link in row.iter("a")]
    return {text(link): link.get("href") for link in links}, [text(one) for one in links if one.get("aria-current")]


@pytest.mark.usefixtures("several_rules")
@pytest.mark.parametrize(("words", "n"), [("All rules", 4), ("This table’s rules", 2), ("No <fine>", 1)])
def test_only_matches_under_the_same_rules(client, words, n):
    """This table’s rules: of the last match, where tables disagree; saved ones: in all that is not as in the book."""
    links, chosen = rule_links(client, "/review/g/boomke_wies")
    assert (list(links), chosen) == (["All rules", "This table’s rules", "No <fine>"], ["All rules"])
    page = parsed(client.get(links[words]))
    matches, deals = ("1 match", "1 deal") if n == 1 else (f"{n} matches", f"{n} deals")
    about = "" if n == 4 else f"{words}: "
    assert text(page.find(".//h1")).endswith(f"{about}{matches} · {deals}")
    assert rule_links(client, links[words])[1] == [words]
    assert f" Matches {n} Half of them" in texts(client, links[words])
    row = next(link for link in page.iter("a") if text(link).startswith("Boom called"))
    listed = parsed(client.get(row.get("href")))
    assert text(listed.find(".//h1")).endswith(deals)
    assert n == 4 or words in text(listed.find(".//main"))
    last = next(link for link in page.iter("a") if text(link) == "Last 10 evenings")
    assert text(parsed(client.get(last.get("href"))).find(".//h1")).endswith(f"{matches} · {deals}")


@pytest.mark.usefixtures("several_rules")
def test_rules_that_are_not_there_are_refused(client):
    for address in ("/review/g/boomke_wies?rules=99", "/review/g/boomke_wies?rules=x", "/review/g/texas_42?rules=1"):
        assert client.get(address).status_code == 404
    assert client.get("/review/deals?rules=usual").status_code == 400
    assert client.get("/review/deals?rules=7&game=boomke_wies").status_code == 404


@pytest.mark.usefixtures("golden")
def test_a_circle_with_one_set_of_rules_has_no_such_filter(client):
    assert rule_links(client, "/review/g/boomke_wies") == ({}, [])


@pytest.mark.usefixtures("golden")
def test_who_stayed_in_stands_in_four_fields_that_lead_to_their_deals(client):
    """Ann and Cem stayed by choice in the first deal, Dee in the second; only Cem took a trick, and nobody had to."""
    page = parsed(client.get("/review/g/zwanzig_ab"))
    rows = [[text(cell) for cell in row] for row in page.find('.//table[@class="fields"]').iter("tr")]
    assert rows == [["", "took a trick", "took no trick"], ["by choice", "1", "2"], ["had to", "0", "0"]]
    for link in page.find('.//table[@class="fields"]').iter("a"):
        assert f"<small>{text(link)} deal" in source(client, link.get("href")), link.get("href")
