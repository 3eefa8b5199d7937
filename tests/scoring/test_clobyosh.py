"""Clobyosh at the table: what is needed, what a claim would show, and what the ring and the chips say meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games import games
from scoring.sheet import extend, replay, start
from scoring.words import Deal, Sheet, Standing

GAME = games()["clobyosh"]
BOB_MADE_HEARTS = {"maker": 1, "turned": True, "trump": "hearts"}
ACES = {"length": 3, "top": "A", "trump": False}
KINGS = {"length": 4, "top": "K", "trump": False}
TRUMP_KING = {"length": 3, "top": "K", "trump": True}
TRUMP_JACK = {"length": 3, "top": "J", "trump": True}


def standing(ann: int, bob: int, **rules: Any) -> Standing:
    """Where Ann, who deals, and Bob stand with so many points."""
    return start(GAME, GAME.table(("Ann", "Bob"), 0), rules)._replace(totals=(ann, bob))


def shown(before: Standing, **draft: Any) -> dict[str, Any]:
    """The board while a deal with Bob as maker of hearts is written down."""
    return board(Sheet("clobyosh", (), before, None, BOB_MADE_HEARTS), draft)


def needs(before: Standing, side: int, **draft: Any) -> list[tuple[str, dict[str, Any]]]:
    """What one side still needs, as codes with values."""
    return [(need["code"], need["values"]) for need in shown(before, **draft)["needs"] if need["side"] == side]


@pytest.mark.parametrize(
    ("total", "draft", "said"),
    [
        (495, {"last_trick": 1}, ("bela_enough", {"total": 495})),
        (485, {"last_trick": 1}, ("bela_enough", {"total": 485})),
        (485, {"bela": 1}, ("fifty_enough", {"total": 485})),
        (485, {"bela": 1, "sequence_points": [0, 50]}, ("need_points", {"n": 16})),
        (485, {"bela": 1, "sequences": [[], [KINGS]]}, ("need_points", {"n": 16})),
        (495, {"no_trick": 0}, ("bela_enough", {"total": 495})),
        (470, {"no_trick": 0}, ("need_points", {"n": 31})),
        (485, {"bela": 0}, ("can_claim", {"total": 505})),
        (460, {"last_trick": 0, "bela": 0}, ("fifty_enough", {"total": 490})),
        (475, {"last_trick": 0}, ("bela_enough", {"total": 485})),
        (440, {"cards": [51, None]}, ("last_trick_enough", {"total": 491})),
        (440, {"cards": [31, None], "last_trick": 0, "bela": 1}, ("fifty_enough", {"total": 481})),
        (
            440,
            {"cards": [31, None], "last_trick": 0, "bela": 1, "sequence_points": [0, 20]},
            ("need_points", {"n": 20}),
        ),
        (485, {"sequences": [[], [TRUMP_KING]]}, ("need_points", {"n": 16})),
        (495, {"sequences": [[], [TRUMP_KING]], "last_trick": 1}, ("need_points", {"n": 6})),
        (485, {"sequences": [[], [TRUMP_JACK]]}, ("bela_enough", {"total": 485})),
    ],
)
def test_what_somebody_has_already_is_not_enough_any_more(total, draft, said):
    """Nor is anything said of it to who is there and can claim."""
    assert needs(standing(total, 0), 0, **draft) == [said]


@pytest.mark.parametrize(
    ("draft", "rule", "said"),
    [
        ({}, "maker_zero", [("must_beat", {"other": 0})]),
        ({"cards": [51, None]}, "maker_zero", [("beats", {"n": 62, "other": 0, "points": 61})]),
        (
            {"cards": [51, 58]},
            "maker_zero",
            [("beats", {"n": 4, "other": 0, "points": 61}), ("else_all", {"points": 119, "other": 0})],
        ),
        ({"cards": [51, 62]}, "maker_zero", [("ahead", {"points": 62, "other": 0, "other_points": 61})]),
        ({"cards": [51, 61]}, "maker_zero", [("beats", {"n": 1, "other": 0, "points": 61}), ("else_lost", {"n": 61})]),
        ({"cards": [51, 61]}, "held", [("beats", {"n": 1, "other": 0, "points": 61}), ("else_waits", {"n": 61})]),
        (
            {"cards": [51, 61]},
            "both_keep",
            [("beats", {"n": 1, "other": 0, "points": 61}), ("else_keep", {"points": 61})],
        ),
        (
            {"cards": [51, 61]},
            "all_to_opponent",
            [("beats", {"n": 1, "other": 0, "points": 61}), ("else_all", {"points": 122, "other": 0})],
        ),
    ],
)
def test_what_the_maker_needs(draft, rule, said):
    """Ann has the last trick; the numbers are those of the picture: 4 more beat Ann's 61, else all 119 go to Ann."""
    assert needs(standing(0, 0, equal_totals=rule), 1, last_trick=0, **draft)[:-1] == said


def test_the_ring_holds_trump_and_then_what_the_maker_has():
    assert shown(standing(0, 0))["spoken"]["values"]["big"] == "hearts"
    bare = board(Sheet("clobyosh", (), standing(0, 0), None, {"maker": 1, "turned": True}), {})["spoken"]
    assert bare == {"code": "pending_bare", "values": {"seat": 1, "big": None, "alone": True}}
    assert shown(standing(0, 0), cards=[51, 58])["spoken"]["values"] == {"seat": 1, "big": 58, "trump": "hearts"}


def test_sequences_count_for_nobody_while_it_is_open_whose_is_better():
    """Both have three cards and neither has said how high: there is no claim yet."""
    before, both = standing(485, 485), {"sequence_points": [20, 20]}
    assert not [code for side in (0, 1) for code, _ in needs(before, side, **both) if code == "can_claim"]
    assert chip(before, "claim", 0, **both) == (None, "claim_play_on")
    assert chip(before, "claim", 0, cards=[0, 0], **both) == ("claim_short", None)
    assert ("can_claim", {"total": 505}) in needs(before, 0, sequence_points=[20, 0])


def chip(before: Standing, key: str, seat: int, **draft: Any) -> tuple[str | None, str | None]:
    """Why a seat's chip cannot be, and what it would do, as codes."""
    field = next(field for field in shown(before, **draft)["fields"] if field["key"] == key)
    found = field["choices"][0][seat]
    return tuple(found[word] and found[word]["code"] for word in ("why_not", "hint"))  # type: ignore[return-value]


def test_chips_say_why_not_and_what_for():
    near = standing(495, 0)
    assert chip(near, "claim", 0, cards=[11, 0]) == (None, "claim_wins")
    assert chip(near, "claim", 1, cards=[11, 0]) == ("claim_short", None)
    assert chip(near, "claim", 1, cards=[11, 20], last_trick=0) == (None, "claim_play_on")
    assert chip(standing(0, 0, false_claim="loses_deal"), "claim", 0) == (None, "claim_loses")
    assert chip(near, "last_trick", 0) == (None, "plus")
    assert chip(near, "last_trick", 0, no_trick=0) == ("has_last", None)
    assert chip(near, "no_trick", 0, cards=[11, 0]) == ("has_cards", None)
    assert chip(near, "no_trick", 0, sequences=[[ACES], []]) == (None, "no_sequence")
    assert chip(near, "bela", 1, sequences=[[{"length": 3, "top": "Q", "trump": True}], []]) == ("runs_bela", None)


def played(*entries: dict[str, Any], **rules: Any) -> Sheet:
    """The sheet of these deals, Ann having dealt the first."""
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return replay(GAME, GAME.table(("Ann", "Bob"), 0), rules, deals)


MADE = {"maker": 1, "turned": True, "cards": [40, 72], "last_trick": 0}


@pytest.mark.parametrize("maker", [0, 1])
@pytest.mark.parametrize(("rule", "winner"), [("last_trick", 0), ("non_maker", None), ("higher_total", 1)])
def test_who_wins_when_both_are_there(maker, rule, winner):
    """Seat 1 has more points in each case and seat 0 the last trick."""
    cards = [62, 73] if maker else [73, 62]
    entry = MADE | {"maker": maker, "cards": cards}
    before = standing(490, 490 if maker else 520, both_over=rule)
    outcome = extend(GAME, Sheet("clobyosh", (), before, None, None), (Deal("1", "deal", entry, None),)).outcome
    assert outcome is not None
    assert outcome.winners == (1 - maker if winner is None else winner,)


def test_nothing_is_told_of_cards_that_make_nothing():
    line = played(MADE | {"maker": 0, "cards": [0, 80], "last_trick": 1, "no_trick": 0}).lines[0]
    assert [(given.side, given.points, given.why) for given in line.awards][1:] == [
        (1, 10, "last_trick"),
        (1, 80, "cards"),
    ]


@pytest.mark.parametrize(
    ("pending", "rules", "codes"),
    [
        (None, {}, ["speaks", "deal_cards", "second_other"]),
        (None, {"second_round_suits": "any"}, ["speaks", "deal_cards", "second_any"]),
        (BOB_MADE_HEARTS, {}, ["lead", "deal_rest", "swap_seven"]),
        (BOB_MADE_HEARTS | {"turned": False}, {}, ["lead", "deal_rest"]),
        (BOB_MADE_HEARTS, {"exchange_seven": False}, ["lead", "deal_rest"]),
        (BOB_MADE_HEARTS | {"last_trick": 0}, {}, ["count_up"]),
    ],
)
def test_what_the_table_does(pending, rules, codes):
    before = standing(0, 0, **rules)
    assert [one["code"] for one in board(Sheet("clobyosh", (), before, None, pending))["prompt"]] == codes
    waiting = before._replace(carry={"held": 66})
    assert [one["code"] for one in board(Sheet("clobyosh", (), waiting, None, pending))["prompt"]] == [
        *codes,
        "waiting",
    ]
