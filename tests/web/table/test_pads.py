"""What each game’s pad does beyond its fields: dominoes counted, the cut drawn, who drops out."""

from __future__ import annotations

from itertools import product
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from drawing.pads.texas_counters import possible
from tests.support.html import parsed, text
from tests.support.tables import send, sheet_of, sit_down


def shown(client: FlaskClient, address: str) -> Element:
    """A page."""
    return parsed(client.get(address))


def buttons(page: Element) -> dict[str, Element]:
    """The buttons of a page by their words."""
    return {text(button): button for button in page.iter("button")}


def say(client: FlaskClient, uid: str, **form: object) -> int:
    """The status of a saying that a pad's form sends."""
    return send(client, f"/m/{uid}/say", uid="said" + str(len(form)), **form).status_code


@pytest.mark.parametrize("game", ["texas_42", "clobyosh"])
def test_a_form_in_which_nothing_is_chosen_says_nothing(app, client, game):
    """That everybody passed is a choice of its own."""
    uid = sit_down(client, game, *("Ann", "Bob") if game == "clobyosh" else ())
    for form in ({"step": "play"}, {"step": "play", "bidder": "", "maker": ""}, {}):
        answer = send(client, f"/m/{uid}/say", uid="empty", **form)
        faults = [text(found) for found in parsed(answer).iter("p") if found.get("class") == "fault"]
        assert (answer.status_code, faults) == (422, ["Nothing is chosen yet. If everybody passed, say so"])
    assert not sheet_of(app, uid).lines
    assert say(client, uid, step="nobody") == 303
    assert [line.problems for line in sheet_of(app, uid).lines] == [()]


def test_counters_fit_where_dominoes_can_have_fallen():
    """Five counters, thrown into seven tricks of four in every way."""
    found = set()
    for tricks in product(range(7), repeat=5):
        if max(tricks.count(n) for n in tricks) <= 4:
            found |= {(sum(at < took for at in tricks), took) for took in range(8)}
    assert {(tiles, took) for tiles in range(6) for took in range(8) if possible(tiles, took)} == found


@pytest.mark.parametrize(
    ("scoring", "query", "words", "value"),
    [
        ("marks", "counter=5-5&counter=6-4&took=4", "Set: 24 of 42", "points=24"),
        ("marks", "counter=5-5&counter=6-4&counter=5-0&took=6", "Made: 31 of 42", "points=31"),
        ("points", "counter=5-5&counter=6-4&counter=5-0&took=6", "Made: 31 of 42", "points=31"),
        ("points", "took=0", "Set: 0 of 42", "points=0"),
    ],
)
def test_counted_dominoes_give_the_result(client, scoring, query, words, value):
    uid = sit_down(client, "texas_42", scoring=scoring)
    assert say(client, uid, step="bid", bidder=1, bid=31) == 303
    page = shown(client, f"/m/{uid}?{query}")
    assert buttons(page)[words].get("value") == value
    assert say(client, uid, step="play", also=value, counter=("5-5", "6-4"), took=4) == 303


COUNTED = [("counter", "5-5"), ("counter", "6-4"), ("counter", "5-0"), ("counter", "4-1"), ("took", "6")]


@pytest.mark.parametrize(
    ("scoring", "more", "words", "entry", "totals"),
    [
        ("points", {}, "Made: 36 of 42", {"points": 36}, (36, 6)),
        ("points", {"penalty": "true"}, "Set by a penalty: 36 of 42", {"points": 36, "penalty": True}, (0, 38)),
        ("marks", {}, "Made: 36 of 42", {"points": 36}, (1, 0)),
    ],
)
def test_what_is_said_beside_counted_dominoes_is_recorded_with_them(app, client, scoring, more, words, entry, totals):
    uid = sit_down(client, "texas_42", scoring=scoring)
    assert say(client, uid, step="bid", bidder=0, bid=32) == 303
    page = shown(client, f"/m/{uid}?{urlencode(COUNTED + list(more.items()))}")
    form = next(form for form in page.iter("form") if buttons(form).get(words) is not None)
    chosen = [one for one in form.iter("input") if one.get("checked") is not None and one.get("value")]
    said = [(one.get("name"), one.get("value")) for one in chosen]
    assert sorted(said) == sorted(COUNTED + list(more.items()))
    told = {name: tuple(text for other, text in said if other == name) for name, _ in said}
    assert say(client, uid, step="play", also=buttons(form)[words].get("value"), **told) == 303
    line = sheet_of(app, uid).lines[0]
    assert line.deal.entry == {"bidder": 0, "bid": 32} | entry
    assert line.totals == totals


TIE = [("tricks.0", "3"), ("tricks.1", "3"), ("tricks.2", "1"), ("tricks.3", "0")]
ASKED = ("asked", "1")


def test_the_cut_for_trump_is_drawn_here(app, client):
    uid = sit_down(client, "knockout_whist")
    answer = send(client, f"/m/{uid}/cut", step="play", cut="chooser", **dict([*TIE, ASKED]))
    assert answer.status_code == 303
    cards = parse_qs(urlsplit(answer.headers["Location"]).query)["cut.chooser"]
    assert len(cards) == 4
    page = shown(client, answer.headers["Location"])
    winners = [words for words, button in buttons(page).items() if button.get("aria-pressed") == "true"]
    higher = 0 if rank(cards[0]) > rank(cards[1]) else 1
    assert winners == [f"{('Ann', 'Bob')[higher]} {cards[higher]} wins"]
    assert "Draw the cards here" not in buttons(page)
    assert say(client, uid, step="play", chooser=higher, **dict(TIE)) == 303
    assert sheet_of(app, uid).standing.carry["chooser"] == higher


def rank(card: str) -> int:
    """How high a card is."""
    return ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A").index(card[:-1])


@pytest.mark.parametrize("cards", ["", "cut.chooser=K", "&".join(["cut.chooser=99x"] * 4), "cut.chooser=K♠"])
def test_cards_that_nobody_drew_decide_nothing(client, cards):
    uid = sit_down(client, "knockout_whist")
    query = "&".join([f"{name}={text}" for name, text in [*TIE, ASKED]] + [cards])
    page = shown(client, f"/m/{uid}?{query}")
    assert "Draw the cards here" in buttons(page)


@pytest.mark.parametrize(
    ("half", "left"),
    [
        ([("won", "0"), ("won", "1"), ("won", "1")], "Who won trick 4?"),
        ([("tricks.0", "2"), ("tricks.2", "3")], "Who won trick 1?"),
    ],
)
def test_trump_named_late_keeps_the_tricks_that_were_told(app, client, half, left):
    uid = sit_down(client, "knockout_whist")
    page = shown(client, f"/m/{uid}?{urlencode(half)}")
    rest = told_along(next(form for form in page.iter("form") if form.find(".//button[@name='trump']") is not None))
    assert rest == half
    kept = {name: [text for other, text in rest if other == name] for name, _ in rest}
    answer = send(client, f"/m/{uid}/say", uid="trump", step="bid", trump="hearts", **kept)
    assert sheet_of(app, uid).pending == {"trump": "hearts"}
    page = shown(client, answer.location)
    assert left in text(page)
    chosen = [(one.get("name"), one.get("value")) for one in page.iter("input") if one.get("checked") is not None]
    assert [pair for pair in half if pair[0] != "won"] == chosen


def told_along(form: Element) -> list[tuple[str | None, str | None]]:
    """What a form says without being asked, its own secrets and its step apart."""
    said = [(one.get("name"), one.get("value")) for one in form.iter("input") if one.get("type") == "hidden"]
    return [pair for pair in said if pair[0] not in ("csrf_token", "uid", "after", "step", "done")]


def test_trump_of_a_deal_that_is_amended_leaves_its_tricks(app, client):
    """However far they were told anew."""
    uid = sit_down(client, "knockout_whist")
    assert say(client, uid, step="play", **dict(TIE[:2] + [("tricks.2", "0"), ("tricks.3", "1")]), chooser="0") == 303
    deal = sheet_of(app, uid).lines[0].deal.uid
    page = shown(client, f"/m/{uid}/deal/{deal}/amend?won=2")
    form = next(form for form in page.iter("form") if form.find(".//button[@name='trump']") is not None)
    assert not told_along(form)


@pytest.mark.parametrize(
    ("won", "hints"),
    [
        ("won=0&won=0&won=1", ["Ann 2", "Bob 1", "Cem 0"]),  # four tricks are left: nothing is settled yet
        (
            "won=0&won=0&won=0&won=1&won=1&won=2",
            ["Ann 3 Ann names trump", "Bob 2 Ann and Bob tie for most", "Cem 1 Ann names trump"],
        ),
    ],
)
def test_only_the_last_trick_says_what_the_deal_does(client, won, hints):
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    page = shown(client, f"/m/{uid}?{won}")
    takers = [text(button) for button in page.iter("button") if "taker" in (button.get("class") or "").split()]
    assert takers == hints


def test_what_a_purchase_costs_stands_on_its_chip(client):
    uid = sit_down(client, "knockout_whist", money="yes", stake="2.50")
    page = shown(client, f"/m/{uid}?tricks.0=4&tricks.1=3&tricks.2=0&tricks.3=0&asked=1")
    chips = [text(label) for label in page.iter("label") if label.find("input[@name='buys']") is not None]
    assert chips == ["Cem a dog’s life for 2.50", "Dee a dog’s life for 2.50"]


def test_who_may_drop_out_is_asked_in_turn(client):
    uid = sit_down(client, "zwanzig_ab", start=6)
    assert say(client, uid, step="bid", trump="clubs") == 303
    page = shown(client, f"/m/{uid}?tricks.2=-&tricks.0=1")
    asked = [box.get("name") for box in page.iter("input") if box.get("type") == "checkbox" and box.get("value") == "-"]
    assert asked == ["tricks.2", "tricks.3", "tricks.0"]  # from the left of the maker, who stays
    rows = [row for row in page.iter("fieldset") if row.get("class") == "counted"]
    assert [row.get("hidden") is not None for row in rows] == [False, False, True, False]
    assert "6 → 5" in text(rows[0])
    assert "up to 4" in text(rows[1])


def test_a_forced_stay_says_why(app, client):
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


def test_a_jump_is_played_as_plunge_and_nothing_else_is_offered(client):
    match = sit_down(client, "texas_42")
    jump = {"bidder": "1", "bid": "168", "contract": "plunge", "calls": "168,pass,pass,pass"}
    assert send(client, f"/m/{match}/say", uid="jump", step="bid", **jump).status_code == 303
    page = parsed(client.get(f"/m/{match}"))
    contracts = {one.get("value"): one for one in page.iterfind(".//button[@name='contract']")}
    assert [value for value, one in contracts.items() if "aria-pressed" in one.attrib] == ["plunge"]
    free = [value for value, one in contracts.items() if not {"disabled", "data-not"} & set(one.attrib)]
    assert free == ["plunge"]


def test_low_no_is_no_other_contract(client):
    match = sit_down(client, "texas_42", scoring="points")
    assert send(client, f"/m/{match}/say", uid="low", step="bid", bidder="0", contract="low_no").status_code == 303
    assert not parsed(client.get(f"/m/{match}")).findall(".//button[@name='contract']")


@pytest.mark.parametrize(
    ("game", "query", "words"),
    [
        ("boomke_wies", "auction=1&calls=9", {"10 +2 −2", "Boom +5 −5", "Pass"}),
        ("texas_42", "auction=1&calls=41", {"42 1 mark all seven tricks", "84 2 marks", "Pass"}),
        ("texas_42", "auction=1", {"30", "41", "Pass"}),
    ],
)
def test_a_call_says_what_it_is_about(client, game, query, words):
    uid = sit_down(client, game)
    assert words <= set(buttons(shown(client, f"/m/{uid}?{query}")))


def test_the_first_call_of_an_auction_that_was_written_down_can_be_taken_back(client):
    """Then nothing is called yet; what was written down stays until another bid takes its place."""
    uid = sit_down(client, "boomke_wies")
    assert send(client, f"/m/{uid}/say", uid="bid", step="bid", also="calls=pass,8,pass,pass").status_code == 303
    page = shown(client, f"/m/{uid}?step=bid&auction=1&calls=pass")
    place = next(link.get("href") for link in page.iter("a") if text(link) == "Take the last call back")
    page = shown(client, place)
    assert {"7 +1 −1", "Pass"} <= set(buttons(page))
    assert "That is the bid" not in buttons(page)
    assert page.find(".//button[@name='calls'][@value='pass']") is not None


AUCTIONS = [
    ("boomke_wies", "calls=8,pass,pass", "also", "calls=8,pass,pass,pass&contract=8&declarer=1", "tricks"),
    ("texas_42", "calls=31,pass,84", "also", "bid=84&bidder=3&calls=31,pass,84,pass", "made"),
]


@pytest.mark.parametrize(("game", "so_far", "name", "value", "then"), AUCTIONS)
def test_the_last_call_records_the_bid(app, client, game, so_far, name, value, then):
    uid = sit_down(client, game)
    page = shown(client, f"/m/{uid}?auction=1&{so_far}")
    button = buttons(page)["Pass"]
    assert (button.get("name"), button.get("value"), button.get("formaction")) == (name, value, f"/m/{uid}/say")
    assert "That is the bid" not in buttons(page)
    assert say(client, uid, step="bid", auction=1, also=value) == 303
    said = sheet_of(app, uid).pending
    assert ",".join(map(str, said["calls"])) + ",pass" == so_far.partition("=")[2] + ",pass,pass"
    assert shown(client, f"/m/{uid}").find(f".//button[@name='{then}']") is not None


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


@pytest.mark.parametrize(("game", "so_far", "name", "value", "then"), AUCTIONS)
def test_a_table_that_calls_goes_on_calling(app, client, game, so_far, name, value, then):
    """The next pad opens as the last deal was tapped, until somebody takes the chips; nothing but the log knows it."""
    uid = sit_down(client, game)
    assert "Call by call" in buttons(shown(client, f"/m/{uid}"))
    deal = {"tricks": 8} if game == "boomke_wies" else {"made": "true"}
    assert send(client, f"/m/{uid}/say", uid="bid-1", step="bid", also=value).status_code == 303
    assert send(client, f"/m/{uid}/say", uid="deal-1", step="play", **deal).status_code == 303
    page = shown(client, f"/m/{uid}")
    assert "Call by call" not in buttons(page) and "Pass" in buttons(page)
    chips = next(link.get("href") for link in page.iter("a") if text(link) == "Only the final bid")
    page = shown(client, chips)
    form = next(
        form
        for form in page.iter("form")
        if form.get("action") == f"/m/{uid}/say" and form.find(".//button") is not None
    )
    said = [(field.get("name"), field.get("value")) for field in form.iter("input") if field.get("type") == "hidden"]
    half = urlencode([pair for pair in said if pair[0] in ("step", "auction")])
    page = shown(client, f"/m/{uid}?{half}&{'declarer' if game == 'boomke_wies' else 'bidder'}=0")
    assert "Call by call" in buttons(page)
    assert "Call by call" not in buttons(shown(client, f"/m/{uid}?auction=1&{half}"))
    bid = {"declarer": 0, "contract": 8} if game == "boomke_wies" else {"bidder": 0, "bid": 31}
    assert send(client, f"/m/{uid}/say", uid="bid-2", step="bid", **bid).status_code == 303
    assert send(client, f"/m/{uid}/say", uid="deal-2", step="play", **deal).status_code == 303
    assert "Call by call" in buttons(shown(client, f"/m/{uid}"))


@pytest.mark.parametrize(("game", "so_far", "name", "value", "then"), AUCTIONS)
def test_a_bid_that_was_called_is_changed_by_calls(client, game, so_far, name, value, then):
    uid = sit_down(client, game)
    assert send(client, f"/m/{uid}/say", uid="bid-1", step="bid", also=value).status_code == 303
    page = shown(client, f"/m/{uid}?step=bid")
    links = {text(link) for link in page.iter("a")}
    assert {"Take the last call back", "Only the final bid", "Leave the bid as it is"} <= links
    assert not {"That is the bid", "Call by call"} & set(buttons(page))
