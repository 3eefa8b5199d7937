"""What each game’s pad does beyond its fields: sequences compared, dominoes counted, the cut drawn, who drops out."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from drawing.counters import possible
from drawing.sequences import TOTALS, sequence_points
from scoring.games import games
from scoring.sheet import start
from tests.html import main_of, parsed, text
from tests.tables import send, sheet_of, sit_down

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from flask.testing import FlaskClient

CLOBYOSH = games()["clobyosh"]
BID = {"step": "bid", "maker": 0, "turned": "true", "trump": "spades"}


def shown(client: FlaskClient, address: str) -> Element:
    """A page."""
    return parsed(client.get(address))


def buttons(page: Element) -> dict[str, Element]:
    """The buttons of a page by their words."""
    return {text(button): button for button in page.iter("button")}


def say(client: FlaskClient, uid: str, **form: object) -> int:
    """The status of a saying that a pad's form sends."""
    return send(client, f"/m/{uid}/say", uid="said" + str(len(form)), **form).status_code


FORMS = [
    ({"sequence": "0:70"}, [70, 0]),
    ({"sequence": "1:20"}, [0, 20]),
    ({"sequence": "2:20"}, None),
    ({"sequence": "0:30"}, None),
    ({"sequence": ""}, None),
    ({"best.0": "20"}, [20, 0]),
    ({"best.0": "20", "best.1": "50"}, [0, 50]),
    ({"best.0": "50", "best.1": "20", "sequence": "0:70"}, [70, 0]),
    ({"best.0": "50", "best.1": "20", "sequence": "1:20"}, [50, 0]),
    ({"best.0": "50", "sequence": "0:40"}, [50, 0]),
    ({"best.0": "20", "best.1": "20"}, [20, 20]),
    ({"best.0": "20", "best.1": "20", "top.0": "A"}, [20, 20]),
    ({"best.0": "20", "best.1": "20", "top.0": "10", "top.1": "J"}, [0, 20]),
    ({"best.0": "20", "best.1": "20", "top.0": "A", "top.1": "J", "sequence": "0:60"}, [60, 0]),
    ({"best.0": "50", "best.1": "50", "top.0": "K", "top.1": "K"}, [50, 50]),
    ({"best.0": "50", "best.1": "50", "top.0": "K", "top.1": "K", "trumps": "0"}, [50, 0]),
    ({"best.0": "50", "best.1": "50", "top.0": "K", "top.1": "K", "trumps": "-"}, [0, 50]),
    ({"best.0": "20", "sequence": "-"}, None),
    ({"best.0": "20", "best.1": "20", "sequence": "-"}, None),
    ({"best.0": "20", "no_trick": "0"}, None),
    ({"best.0": "20", "no_trick": "0", "sequence": "0:40"}, None),
    ({"best.0": "20", "best.1": "50", "no_trick": "0"}, [0, 50]),
]


@pytest.mark.parametrize(("said", "points"), FORMS)
def test_whose_sequences_count(said, points):
    """The first seat deals, so the second has declared first (CB-D2)."""
    standing = start(CLOBYOSH, CLOBYOSH.table(("Ann", "Bob"), 0), {})
    assert sequence_points(standing, {name: [value] for name, value in said.items()}) == points


def test_sequences_without_a_trick_where_they_count():
    standing = start(CLOBYOSH, CLOBYOSH.table(("Ann", "Bob"), 0), {"sequences_need_trick": False})
    assert sequence_points(standing, {"best.0": ["20"], "no_trick": ["0"]}) == [20, 0]


def test_equal_sequences_of_nobody():
    standing = start(CLOBYOSH, CLOBYOSH.table(("Ann", "Bob"), 0), {"equal_sequences": "nobody"})
    equal = {"best.0": ["20"], "best.1": ["20"], "top.0": ["Q"], "top.1": ["Q"], "trumps": ["-"]}
    assert sequence_points(standing, equal) is None


def test_counting_without_a_trump_can_be_left_again(client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    assert say(client, uid, step="bid", maker=0, turned="true") == 303
    typed = buttons(shown(client, f"/m/{uid}?count=0"))["Type the points instead"]
    assert (typed.get("name"), typed.get("value")) == ("count", "")
    names = {box.get("name") for box in shown(client, f"/m/{uid}?count=").iter("input")}
    assert "cards.0" in names


def test_the_comparison_asks_no_more_than_it_must(client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    assert say(client, uid, **BID) == 303
    asked = {
        "": (False, False),
        "best.0=50&best.1=20": (False, False),
        "best.0=50&best.1=50": (True, False),
        "best.0=50&best.1=50&top.0=A&top.1=K": (True, False),
        "best.0=50&best.1=50&top.0=A&top.1=A": (True, True),
    }
    for query, (height, trumps) in asked.items():
        names = {box.get("name") for box in shown(client, f"/m/{uid}?{query}").iter("input")}
        assert ("top.0" in names, "trumps" in names) == (height, trumps), query


def test_the_comparison_is_recorded_with_the_deal(app, client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    deal = {"step": "play", "last_trick": 1, "cards.0": 40, "cards.1": 80, "best.0": 20}
    assert say(client, uid, **BID) == 303
    undecided = send(client, f"/m/{uid}/say", uid="undecided", **deal, **{"best.1": 20})
    assert undecided.status_code == 422
    assert "only one player can score sequences" in main_of(undecided)
    assert say(client, uid, **deal, **{"best.1": 20, "top.0": "A", "top.1": "K"}) == 303
    line = sheet_of(app, uid).lines[0]
    assert line.deal.entry["sequence_points"] == [20, 0]
    assert line.totals == (0, 150)


CHOSEN = [
    ("", "nobody scores any", ""),
    ("sequence=-", "nobody scores any", ""),
    ("sequence=0:70", "70", "0:70"),
    ("best.0=20", "20", ""),
    ("best.0=20&sequence=0:20", "20", ""),
    ("best.0=20&sequence=0:60", "60", "0:60"),
    ("best.0=20&sequence=1:50", "20", ""),
    ("best.0=20&sequence=-", "nobody scores any", "-"),
    ("best.0=20&no_trick=0", "nobody scores any", ""),
]


def chosen_sequences(page: Element) -> list[tuple[str, str | None]]:
    """The chosen chip of who scores sequences: its words and what it sends."""
    chips = [(text(label), label.find("input")) for label in page.iter("label")]
    boxes = [(words, box) for words, box in chips if box is not None and box.get("name") == "sequence"]
    return [(words, box.get("value")) for words, box in boxes if "checked" in box.attrib]


@pytest.mark.parametrize(("query", "words", "value"), CHOSEN)
def test_what_was_compared_is_chosen_only_while_it_stands(client, query, words, value):
    """What follows from the comparison is sent as nothing, what was tapped as itself."""
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    say(client, uid, **BID)
    assert chosen_sequences(shown(client, f"/m/{uid}?{query}")) == [(words, value)]


def test_no_total_is_chosen_while_it_is_open_whose_is_better(client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    say(client, uid, **BID)
    assert chosen_sequences(shown(client, f"/m/{uid}?best.0=20&best.1=20")) == []


@pytest.mark.parametrize(
    ("query", "open_ones", "why"),
    [
        ("best.0=20", {"0:40", "0:60"}, "Ann scores: sequences, unanswered"),
        ("best.0=20&best.1=20", set(), "The same number: how high is each?"),
        ("best.0=20&no_trick=0", set(), "sequences count with a trick only"),
        ("no_trick=0", {f"1:{points}" for points in TOTALS}, "sequences count with a trick only"),
    ],
)
def test_totals_that_something_speaks_against_are_barred(client, query, open_ones, why):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    say(client, uid, **BID)
    boxes = [box for box in shown(client, f"/m/{uid}?{query}").iter("input") if box.get("name") == "sequence"]
    totals = [box for box in boxes if ":" in box.get("value", "")]
    assert {box.get("value") for box in totals if "data-not" not in box.attrib} == open_ones
    assert {box.get("title") for box in totals if "data-not" in box.attrib} == {why}


def test_the_best_sequence_without_a_trick_scores_for_nobody(app, client):
    """CB-X8: what was compared before gives way to no trick won."""
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    deal = {"step": "play", "last_trick": 1, "cards.0": 0, "cards.1": 90, "bela": 0, "best.0": 20, "sequence": ""}
    say(client, uid, **BID)
    page = shown(client, f"/m/{uid}?last_trick=1&cards.0=0&cards.1=90&best.0=20")
    barred = {box.get("value") for box in page.iter("input") if box.get("name") == "no_trick" and box.get("title")}
    assert barred == {"1"}
    assert say(client, uid, **deal, no_trick=0) == 303
    line = sheet_of(app, uid).lines[0]
    assert "sequence_points" not in line.deal.entry
    assert line.totals == (0, 120)


def test_nobody_scores_any_whatever_was_compared(app, client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    say(client, uid, **BID)
    deal = {"step": "play", "last_trick": 1, "cards.0": 40, "cards.1": 80, "best.0": 20, "sequence": "-"}
    assert "Ann scores" not in text(shown(client, f"/m/{uid}?best.0=20&sequence=-"))
    assert say(client, uid, **deal) == 303
    assert "sequence_points" not in sheet_of(app, uid).lines[0].deal.entry


def test_a_claim_is_offered_once_it_reaches_and_ends_the_match(app, client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob", target=100)
    assert say(client, uid, **BID) == 303
    query = "cards.0={}&bela=0"
    assert not [words for words in buttons(shown(client, f"/m/{uid}?{query.format(79)}")) if "claims" in words]
    page = shown(client, f"/m/{uid}?{query.format(80)}")
    button = buttons(page)["Ann claims 100"]
    assert button.get("value") == "claim=0"
    form = {"step": "play", "cards.0": 80, "cards.1": "", "bela": 0, "also": "claim=0"}
    assert say(client, uid, **form) == 303
    assert sheet_of(app, uid).outcome.winners == (0,)


@pytest.mark.parametrize(
    ("query", "words", "why"),
    [
        ("last_trick=0&cards.0=90", "Ann claims 100", "Card points: Somebody’s number is still missing"),
        ("last_trick=0&cards.0=0&cards.1=9&bela=0&sequence=0:100", "Ann claims 130", "Card points: nine tricks hold"),
        ("last_trick=0&cards.0=90&cards.1=18", "Ann claims 100", ""),
        ("last_trick=&cards.0=100", "Ann claims 100", ""),
    ],
)
def test_a_claim_is_closed_while_something_lacks(client, query, words, why):
    """Once the last trick is won all cards are played, and all of them are counted; it can be taken back."""
    uid = sit_down(client, "clobyosh", "Ann", "Bob", target=100)
    say(client, uid, **BID)
    page = shown(client, f"/m/{uid}?{query}")
    button = next(button for said, button in buttons(page).items() if said.startswith(words))
    assert ("data-not" in button.attrib) == bool(why)
    assert button.get("title", "").startswith(why)
    assert why in text(button)
    assert "" in {box.get("value") for box in page.iter("input") if box.get("name") == "last_trick"}


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
        ("marks", "counter=5-5&counter=6-4&took=4", "Set: 24 of 42", "made=false"),
        ("marks", "counter=5-5&counter=6-4&counter=5-0&took=6", "Made: 31 of 42", "made=true"),
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


@pytest.mark.parametrize("query", ["counter=5-5&took=0", "counter=5-5&took=7", "counter=5-5", "counter=x&took=9"])
def test_what_cannot_have_been_taken_gives_none(client, query):
    uid = sit_down(client, "texas_42")
    assert say(client, uid, step="bid", bidder=1, bid=31) == 303
    assert not [words for words in buttons(shown(client, f"/m/{uid}?{query}")) if "of 42" in words]


COUNTED = [("counter", "5-5"), ("counter", "6-4"), ("counter", "5-0"), ("counter", "4-1"), ("took", "6")]


@pytest.mark.parametrize(
    ("scoring", "more", "words", "entry", "totals"),
    [
        ("points", {}, "Made: 36 of 42", {"points": 36}, (36, 6)),
        ("points", {"penalty": "true"}, "Set by a penalty: 36 of 42", {"points": 36, "penalty": True}, (0, 38)),
        ("points", {"contract": "doubles"}, "Made: 36 of 42", {"points": 36, "contract": "doubles"}, (36, 6)),
        ("marks", {"trump": "0"}, "Made: 36 of 42", {"made": True, "trump": 0}, (1, 0)),
        ("marks", {"contract": "no_trump"}, "Made: 36 of 42", {"made": True, "contract": "no_trump"}, (1, 0)),
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


def test_bids_of_marks_are_said_both_ways(client):
    uid = sit_down(client, "texas_42")
    words = list(buttons(shown(client, f"/m/{uid}")))
    assert {"42 1 mark", "84 2 marks", "126 3 marks"} <= set(words)


TIE = [("tricks.0", "3"), ("tricks.1", "3"), ("tricks.2", "1"), ("tricks.3", "0")]


def test_the_cut_for_trump_is_drawn_here(app, client):
    uid = sit_down(client, "knockout_whist")
    answer = send(client, f"/m/{uid}/cut", step="play", cut="chooser", **dict(TIE))
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
    query = "&".join([f"{name}={text}" for name, text in TIE] + [cards])
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
    return [pair for pair in said if pair[0] not in ("csrf_token", "uid", "after", "step")]


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
    page = shown(client, f"/m/{uid}?tricks.0=4&tricks.1=3&tricks.2=0&tricks.3=0")
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


@pytest.mark.parametrize("rules", [{}, {"start": 5, "low_score_may_drop": "no", "all_stay_suit": "clubs"}])
def test_nobody_is_asked_where_all_must_stay(client, rules):
    uid = sit_down(client, "zwanzig_ab", **rules)
    assert say(client, uid, step="bid", trump="diamonds") == 303
    assert "stay" in main_of(client.get(f"/m/{uid}"))
    assert not [box for box in shown(client, f"/m/{uid}").iter("input") if box.get("value") == "-"]


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
    contracts = {one.get("value"): one for one in page.iterfind(".//input[@name='contract']")}
    assert [value for value, one in contracts.items() if "checked" in one.attrib] == ["plunge"]
    free = [value for value, one in contracts.items() if not {"disabled", "data-not"} & set(one.attrib)]
    assert free == ["plunge"]


def test_low_no_is_no_other_contract(client):
    match = sit_down(client, "texas_42", scoring="points")
    assert send(client, f"/m/{match}/say", uid="low", step="bid", bidder="0", contract="low_no").status_code == 303
    assert not parsed(client.get(f"/m/{match}")).findall(".//input[@name='contract']")


def test_another_trump_keeps_the_cards_that_were_counted(app, client):
    """Their values change, the cards stay; so does what was typed."""
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    say(client, uid, **BID)
    page = shown(client, f"/m/{uid}?won.0=JH&won.0=AS&counted=0&cards.1=50&last_trick=1")
    again = next(link.get("href") for link in page.iter("a") if "step=bid" in link.get("href", ""))
    page = shown(client, again)
    chosen = [text(button) for button in page.iter("button") if button.get("aria-pressed")]
    assert chosen == ["Ann took the turned suit"]
    form = next(form for form in page.iter("form") if form.get("action") == f"/m/{uid}/say")
    kept = [(field.get("name"), field.get("value")) for field in form.iter("input") if field.get("type") == "hidden"]
    rest = [pair for pair in kept if pair[0] not in ("csrf_token", "uid", "after", "step")]
    assert rest == [("cards.1", "50"), ("counted", "0"), ("last_trick", "1"), ("won.0", "JH"), ("won.0", "AS")]
    said = {"step": "bid", "also": "maker=0&turned=true", "trump": "hearts", "uid": "again"}
    answer = send(client, f"/m/{uid}/say", **said, **{name: ("JH", "AS") if name == "won.0" else v for name, v in rest})
    typed = {field.get("name"): field.get("value") for field in shown(client, answer.location).iter("input")}
    assert (typed["cards.0"], typed["cards.1"]) == ("31", "50")
    assert sheet_of(app, uid).pending["trump"] == "hearts"


def test_a_bid_of_which_nothing_was_counted_leads_to_the_table(client):
    uid = sit_down(client, "clobyosh", "Ann", "Bob")
    answer = send(client, f"/m/{uid}/say", uid="bid", **BID)
    assert answer.location == f"/m/{uid}?said=1"


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
