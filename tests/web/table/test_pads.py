"""What each game’s pad does beyond its fields: dominoes counted, the cut drawn, who drops out."""

from __future__ import annotations

from itertools import product
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from table.pads.texas_42 import possible
from tests.support.engine_page import grouped
from tests.support.html import parsed, text
from tests.support.tables import FOUR, make_circle, send, sheet_of, sit_down, start


def shown(client: FlaskClient, address: str) -> Element:
    return parsed(client.get(address))


def buttons(page: Element) -> dict[str, Element]:
    return {text(button): button for button in page.iter("button")}


def say(client: FlaskClient, uid: str, **form: object) -> int:
    return send(client, f"/m/{uid}/say", uid=f"said-{uid}-{len(form)}", **form).status_code


def test_a_form_in_which_nothing_is_chosen_says_nothing(app, client):
    """That everybody passed is a choice of its own."""
    for game in ("texas_42", "clobyosh"):
        uid = sit_down(client, game, *("Ann", "Bob") if game == "clobyosh" else ())
        for form in ({"step": "play"}, {"step": "play", "bidder": "", "maker": ""}, {}):
            answer = send(client, f"/m/{uid}/say", uid="empty", **form)
            faults = [text(found) for found in parsed(answer).iter("p") if found.get("class") == "fault"]
            assert (answer.status_code, faults) == (422, ["Nothing is chosen yet. If everybody passed, say so"])
        assert not sheet_of(app, uid).lines
        assert send(client, f"/m/{uid}/say", uid=f"passed-{game}", step="nobody").status_code == 303
        assert [line.problems for line in sheet_of(app, uid).lines] == [()]


def test_counters_fit_where_dominoes_can_have_fallen():
    """Five counters, thrown into seven tricks of four in every way."""
    found = set()
    for tricks in product(range(7), repeat=5):
        if max(tricks.count(n) for n in tricks) <= 4:
            found |= {(sum(at < took for at in tricks), took) for took in range(8)}
    assert {(tiles, took) for tiles in range(6) for took in range(8) if possible(tiles, took)} == found


def test_counted_dominoes_give_the_result(client):
    three = "counter=5-5&counter=6-4&counter=5-0&took=6"
    for scoring, query, verdict, points in (
        ("marks", "counter=5-5&counter=6-4&took=4", "Set", 24),
        ("marks", three, "Made", 31),
        ("points", three, "Made", 31),
        ("points", "took=0", "Set", 0),
    ):
        uid = sit_down(client, "texas_42", scoring=scoring)
        assert send(client, f"/m/{uid}/say", uid=f"bid-{uid}", step="bid", bidder=1, bid=31).status_code == 303
        button = buttons(shown(client, f"/m/{uid}?{query}"))[f"{verdict}: {points} of 42"]
        assert button.get("value") == f"points={points}"


COUNTED = [("counter", "5-5"), ("counter", "6-4"), ("counter", "5-0"), ("counter", "4-1"), ("took", "6")]


def test_what_is_said_beside_counted_dominoes_is_recorded_with_them(app, client):
    for number, (scoring, more, words, entry, totals) in enumerate(
        (
            ("points", {}, "Made: 36 of 42", {"points": 36}, (36, 6)),
            ("points", {"penalty": "true"}, "Set by a penalty: 36 of 42", {"points": 36, "penalty": True}, (0, 38)),
            ("marks", {}, "Made: 36 of 42", {"points": 36}, (1, 0)),
        )
    ):
        uid = sit_down(client, "texas_42", scoring=scoring)
        assert send(client, f"/m/{uid}/say", uid=f"bid-{number}", step="bid", bidder=0, bid=32).status_code == 303
        page = shown(client, f"/m/{uid}?{urlencode(COUNTED + list(more.items()))}")
        form = next(form for form in page.iter("form") if buttons(form).get(words) is not None)
        chosen = [one for one in form.iter("input") if one.get("checked") is not None and one.get("value")]
        said = [(one.get("name"), one.get("value")) for one in chosen]
        assert sorted(said) == sorted(COUNTED + list(more.items()))
        told = {"also": [buttons(form)[words].get("value")], **grouped(said)}
        assert send(client, f"/m/{uid}/say", uid=f"deal-{number}", step="play", **told).status_code == 303
        line = sheet_of(app, uid).lines[0]
        assert (line.deal.entry, line.totals) == ({"bidder": 0, "bid": 32} | entry, totals)


TIE = [("tricks.0", "3"), ("tricks.1", "3"), ("tricks.2", "1"), ("tricks.3", "0")]
ASKED = ("asked", "1")


def test_the_cut_for_trump_is_drawn_here(app, client):
    uid = sit_down(client, "knockout_whist")
    for cards in ("", "cut.chooser=K", "&".join(["cut.chooser=99x"] * 4), "cut.chooser=K♠"):  # that nobody drew
        page = shown(client, f"/m/{uid}?{urlencode([*TIE, ASKED])}&{cards}")
        assert "Draw the cards here" in buttons(page), cards
    answer = send(client, f"/m/{uid}/cut", step="play", cut="chooser", **dict([*TIE, ASKED]))
    assert answer.status_code == 303
    cards = parse_qs(urlsplit(answer.headers["Location"]).query)["cut.chooser"]
    assert len(cards) == 4
    page = shown(client, answer.headers["Location"])
    winners = [words for words, button in buttons(page).items() if button.get("aria-pressed") == "true"]
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    ann, bob = (ranks.index(card[:-1]) for card in cards[:2])
    higher = 0 if ann > bob else 1
    assert winners == [f"{('Ann', 'Bob')[higher]} {cards[higher]} wins"]
    assert "Draw the cards here" not in buttons(page)
    assert say(client, uid, step="play", chooser=higher, **dict(TIE)) == 303
    assert sheet_of(app, uid).standing.carry["chooser"] == higher


def said_with_trump(page: Element) -> list[tuple[str, str]]:
    """What the form that names trump says without being asked, its own secrets and its step apart."""
    form = next(form for form in page.iter("form") if form.find(".//button[@name='trump']") is not None)
    said = [(one.attrib["name"], one.attrib["value"]) for one in form.iter("input") if one.get("type") == "hidden"]
    return [pair for pair in said if pair[0] not in ("csrf_token", "uid", "after", "step", "done")]


def test_trump_named_late_keeps_the_tricks_that_were_told(app, client):
    """That of a deal that is amended leaves its tricks, however far they were told anew."""
    for half, left in (
        ([("won", "0"), ("won", "1"), ("won", "1")], "Who won trick 4?"),
        ([("tricks.0", "2"), ("tricks.2", "3")], "Who won trick 1?"),
    ):
        uid = sit_down(client, "knockout_whist")
        rest = said_with_trump(shown(client, f"/m/{uid}?{urlencode(half)}"))
        assert rest == half
        answer = send(client, f"/m/{uid}/say", uid=f"trump-{uid}", step="bid", trump="hearts", **grouped(rest))
        assert sheet_of(app, uid).pending == {"trump": "hearts"}
        page = shown(client, answer.location)
        assert left in text(page)
        chosen = [(one.get("name"), one.get("value")) for one in page.iter("input") if one.get("checked") is not None]
        assert [pair for pair in half if pair[0] != "won"] == chosen
    told = dict([*TIE[:2], ("tricks.2", "0"), ("tricks.3", "1")])
    assert say(client, uid, step="play", **told, chooser="0") == 303
    deal = sheet_of(app, uid).lines[0].deal.uid
    assert not said_with_trump(shown(client, f"/m/{uid}/deal/{deal}/amend?won=2"))


def test_only_the_last_trick_says_what_the_deal_does(client):
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    for won, hints in (
        ("0 0 1", ["Ann 2", "Bob 1", "Cem 0"]),  # four tricks are left: nothing is settled yet
        ("0 0 0 1 1 2", ["Ann 3 Ann names trump", "Bob 2 Ann and Bob tie for most", "Cem 1 Ann names trump"]),
    ):
        page = shown(client, f"/m/{uid}?{urlencode([('won', seat) for seat in won.split()])}")
        takers = [text(button) for button in page.iter("button") if "taker" in (button.get("class") or "").split()]
        assert takers == hints
    uid = sit_down(client, "knockout_whist", money="yes", stake="2.50")
    page = shown(client, f"/m/{uid}?tricks.0=4&tricks.1=3&tricks.2=0&tricks.3=0&asked=1")
    chips = [text(label) for label in page.iter("label") if label.find("input[@name='buys']") is not None]
    assert chips == ["Cem a dog’s life for 2.50", "Dee a dog’s life for 2.50"]


def test_who_may_drop_out_is_asked_in_turn_and_a_forced_stay_says_why(client, app):
    uid = sit_down(client, "zwanzig_ab", start=6)
    assert say(client, uid, step="bid", trump="clubs") == 303
    page = shown(client, f"/m/{uid}?tricks.2=-&tricks.0=1")
    asked = [box.get("name") for box in page.iter("input") if box.get("type") == "checkbox" and box.get("value") == "-"]
    assert asked == ["tricks.2", "tricks.3", "tricks.0"]  # from the left of the maker, who stays
    rows = [row for row in page.iter("fieldset") if row.get("class") == "counted"]
    assert [row.get("hidden") is not None for row in rows] == [False, False, True, False]
    assert "6 → 5" in text(rows[0])
    assert "up to 4" in text(rows[1])
    uid = sit_down(client, "zwanzig_ab", drop_twice="no")
    dropped = {"tricks.0": "-", "tricks.1": 3, "tricks.2": "-", "tricks.3": 2}
    assert say(client, uid, step="play", trump="clubs", **dropped) == 303
    assert say(client, uid, step="bid", trump="clubs") == 303
    page = shown(client, f"/m/{uid}")
    chips = [label for label in page.iter("label") if label.find("input[@value='-']") is not None]
    assert [text(chip) for chip in chips] == [
        "Dee drops out?",
        "Ann Ann must stay: dropped out of the last deal",
        "Bob drops out?",
    ]
    assert [chip.find("input").get("disabled") is not None for chip in chips] == [False, True, False]


def test_no_trump_is_recorded_where_the_contract_names_none(app, client):
    match = sit_down(client, "texas_42")
    bid = {"bidder": "1", "bid": "84"}
    for contract, trump in (("no_trump", None), ("plunge", 5)):
        said = bid | ({"bid": "168"} if contract == "plunge" else {})
        send(client, f"/m/{match}/say", uid=f"bid-{contract[:4]}", step="bid", **said)
        result = {"made": "true", "contract": contract, "trump": "5"}
        assert send(client, f"/m/{match}/say", uid=f"deal-{contract[:4]}", step="play", **result).status_code == 303
        assert sheet_of(app, match).lines[-1].deal.entry.get("trump") == trump
    match = sit_down(client, "texas_42")
    jump = {"bidder": "1", "bid": "168", "contract": "plunge", "calls": "168,pass,pass,pass"}
    assert send(client, f"/m/{match}/say", uid="jump", step="bid", **jump).status_code == 303
    page = parsed(client.get(f"/m/{match}"))
    contracts = {one.get("value"): one for one in page.iterfind(".//button[@name='contract']")}
    assert [value for value, one in contracts.items() if "aria-pressed" in one.attrib] == ["plunge"]
    free = [value for value, one in contracts.items() if not {"disabled", "data-not"} & set(one.attrib)]
    assert free == ["plunge"]
    match = sit_down(client, "texas_42", scoring="points")
    assert send(client, f"/m/{match}/say", uid="low", step="bid", bidder="0", contract="low_no").status_code == 303
    assert not parsed(client.get(f"/m/{match}")).findall(".//button[@name='contract']")


def test_a_call_says_what_it_is_about_and_the_first_can_be_taken_back(client):
    """Then nothing is called yet; what was written down stays until another bid takes its place."""
    boomke, texas = sit_down(client, "boomke_wies"), sit_down(client, "texas_42")
    for uid, query, words in (
        (boomke, "auction=1&calls=9", {"10 +2 −2", "Boom +5 −5", "Pass"}),
        (texas, "auction=1&calls=41", {"42 1 mark all seven tricks", "84 2 marks", "Pass"}),
        (texas, "auction=1", {"30", "41", "Pass"}),
    ):
        assert words <= set(buttons(shown(client, f"/m/{uid}?{query}")))
    uid = sit_down(client, "boomke_wies")
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", also="calls=pass,8,pass,pass").status_code == 303
    page = shown(client, f"/m/{uid}?step=bid&auction=1&calls=pass")
    place = next(link.get("href") for link in page.iter("a") if text(link) == "Take the last call back")
    page = shown(client, place)
    assert {"7 +1 −1", "Pass"} <= set(buttons(page))
    assert "That is the bid" not in buttons(page)
    assert page.find(".//button[@name='calls'][@value='pass']") is not None


AUCTIONS = [  # calls so far, what the last pass says, the deal; who bids and what among the chips
    (
        "boomke_wies",
        "8,pass,pass",
        "calls=8,pass,pass,pass&contract=8&declarer=1",
        {"tricks": 8},
        {"declarer": 0, "contract": 8},
    ),
    ("texas_42", "31,pass,84", "bid=84&bidder=3&calls=31,pass,84,pass", {"made": "true"}, {"bidder": 0, "bid": 31}),
]


@pytest.mark.parametrize(("game", "so_far", "last", "deal", "bid"), AUCTIONS)
def test_the_last_call_records_the_bid_and_the_table_goes_on_calling(app, client, game, so_far, last, deal, bid):
    """The next pad opens as the last deal was tapped, until somebody takes the chips; nothing but the log knows it."""
    uid = sit_down(client, game)
    assert "Call by call" in buttons(shown(client, f"/m/{uid}"))
    page = shown(client, f"/m/{uid}?auction=1&calls={so_far}")
    button = buttons(page)["Pass"]
    assert (button.get("name"), button.get("value"), button.get("formaction")) == ("also", last, f"/m/{uid}/say")
    assert "That is the bid" not in buttons(page)
    assert send(client, f"/m/{uid}/say", uid="bid-1", step="bid", auction=1, also=last).status_code == 303
    assert ",".join(map(str, sheet_of(app, uid).pending["calls"])) == so_far + ",pass"
    assert shown(client, f"/m/{uid}").find(f".//button[@name='{next(iter(deal))}']") is not None
    page = shown(client, f"/m/{uid}?step=bid")  # it is changed by calls
    links = {text(link) for link in page.iter("a")}
    assert {"Take the last call back", "Only the final bid", "Leave the bid as it is"} <= links
    assert not {"That is the bid", "Call by call"} & set(buttons(page))
    assert send(client, f"/m/{uid}/say", uid="deal-1", step="play", **deal).status_code == 303
    page = shown(client, f"/m/{uid}")
    assert "Call by call" not in buttons(page) and "Pass" in buttons(page)
    chips = next(link.get("href") for link in page.iter("a") if text(link) == "Only the final bid")
    forms = [form for form in shown(client, chips).iter("form") if form.get("action") == f"/m/{uid}/say"]
    form = next(form for form in forms if form.find(".//button") is not None)
    said = [(field.get("name"), field.get("value")) for field in form.iter("input") if field.get("type") == "hidden"]
    half = urlencode([pair for pair in said if pair[0] in ("step", "auction")])
    assert "Call by call" in buttons(shown(client, f"/m/{uid}?{half}&{next(iter(bid))}=0"))
    assert "Call by call" not in buttons(shown(client, f"/m/{uid}?auction=1&{half}"))
    assert send(client, f"/m/{uid}/say", uid="bid-2", step="bid", **bid).status_code == 303
    assert send(client, f"/m/{uid}/say", uid="deal-2", step="play", **deal).status_code == 303
    assert "Call by call" in buttons(shown(client, f"/m/{uid}"))


def test_everybody_passed_is_recorded_with_the_last_pass(app, client):
    """The next deal begins: its dealer and who speaks first are told, and its calls are asked for at once."""
    uid = sit_down(client, "texas_42")
    page = shown(client, f"/m/{uid}?auction=1&calls=pass,pass,pass")
    button = buttons(page)["Pass Throw it in"]
    form = next(form for form in page.iter("form") if form.get("id") == button.get("form"))
    said = {field.get("name"): field.get("value") for field in form.iter("input")} | {"also": button.get("value")}
    assert (form.get("action"), said["step"], said["also"]) == (f"/m/{uid}/say", "nobody", "calls=pass,pass,pass,pass")
    assert say(client, uid, step="nobody", also=said["also"]) == 303
    assert sheet_of(app, uid).lines[0].deal.entry == {"calls": ["pass"] * 4}
    page = shown(client, f"/m/{uid}")
    assert "Cem speaks first" in text(page) and "Bob shuffles" in text(page)
    assert page.find(".//button[@name='calls'][@value='30']") is not None


TYPED = [
    ("boomke_wies", "auction=1&calls=9,x"),
    ("boomke_wies", "auction=1&calls=pass,pass,pass,meetje"),
    ("boomke_wies", "declarer=7&contract=x&tricks=-1"),
    ("texas_42", "auction=1&calls=pass,30,99,1000"),
    ("texas_42", "bidder=9&bid=31&contract=x&points=-4&made=perhaps"),
    ("knockout_whist", "tricks.0=x&tricks.1=3&buys=9&dog=77&chooser=x"),
    ("zwanzig_ab", "trump=hearts&tricks.0=x&named=x"),
    ("clobyosh", "maker=0&cards.0=x&sequences.0.0.length=99&sequences.0.0.top=Z&claim=7&bela=5"),
    ("clobyosh", "maker=0&turned=True&cards.0=1000&claim=0&sequences.1.0.length=3&sequences.1.0.top=A"),
]


def test_a_typed_address_shows_the_table(client):
    make_circle(client)
    for game, query in TYPED:
        match = start(client, game, *FOUR[: 2 if game == "clobyosh" else 4])
        assert client.get(f"/m/{match}?{query}").status_code == 200, query
