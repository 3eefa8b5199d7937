"""Clobyosh's awards from the entry alone: a table written by hand from the rule book; points held over recounted."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import english
from scoring.games import games
from scoring.sheet import problems, replay
from scoring.words import Deal
from tests.support.random_sheets import matches, sheet_of

GAME = games()["clobyosh"]
Told = tuple[int, int, str]

BOB = {"maker": 1, "turned": True, "last_trick": 0}  # Ann deals, so that Bob is forehand
PLAIN = BOB | {"cards": [51, 62]}
LAST, ANNS, BOBS = (0, 10, "the last trick"), (0, 51, "51 points in cards"), (1, 62, "62 points in cards")
CARDS = [LAST, ANNS, BOBS]
UNTOLD = "all that 1 made"


def run(length: int, top: str, trump: bool = False) -> dict[str, Any]:
    """A declared run."""
    return {"length": length, "top": top, "trump": trump}


def runs(ann: list[Any], bob: list[Any], **more: Any) -> dict[str, Any]:
    """Bob's trump with 62 in cards against 51 and the last trick, both having declared."""
    return PLAIN | {"sequences": [ann, bob]} | more


def bobs(points: int, why: str) -> list[Told]:
    """The same deal with sequences that Bob scores."""
    return [LAST, ANNS, (1, points, why), BOBS]


def tie(words: str, *rest: Told) -> list[Told]:
    """66 each, the last trick Bob's."""
    return [(1, 0, words), *rest]


TIE = {"maker": 1, "turned": False, "cards": [66, 56], "last_trick": 1}
EVEN = "66 with the last trick, 0 66: "
ANN_66 = (0, 66, "66 points in cards")

# where the rule book says it, what is written down, the rules that differ, every award as side, points and words
TABLE: list[tuple[str, dict[str, Any], dict[str, Any], list[Told]]] = [
    ("3.1 who did not make trump counts first", PLAIN, {}, CARDS),
    (
        "3.1 sequences, Bela, last trick, cards",
        BOB | {"cards": [11, 62], "bela": 0, "sequence_points": [20, 0]},
        {},
        [(0, 20, "sequences"), (0, 20, "Bela"), LAST, (0, 11, "11 points in cards"), BOBS],
    ),
    ("CB-X1 seven are 50 and 20", runs([], [run(7, "A")]), {}, bobs(70, "sequences, unanswered")),
    ("CB-X1 eight are twice 50", runs([], [run(8, "A")]), {}, bobs(100, "sequences, unanswered")),
    ("CB-X1 six are 50", runs([], [run(6, "K")]), {}, bobs(50, "sequences, unanswered")),
    (
        "CB-X2 any fifty beats a twenty and brings all",
        runs([run(3, "A")], [run(4, "K"), run(3, "9")]),
        {},
        bobs(70, "a fifty against a twenty"),
    ),
    (
        "CB-X3 the higher fifty, though the other has two",
        runs([run(4, "Q"), run(3, "A")], [run(4, "K")]),
        {},
        bobs(50, "the higher sequence"),
    ),
    ("CB-X4 declared first", runs([run(3, "Q")], [run(3, "Q")]), {}, bobs(20, "the best sequence, declared first")),
    ("CB-X4 nobody’s", runs([run(3, "Q")], [run(3, "Q")]), {"equal_sequences": "nobody"}, CARDS),
    (
        "CB-X5 trump beats plain",
        runs([run(3, "Q", trump=True)], [run(3, "Q")], last_trick=1),
        {},
        [(0, 20, "the best sequence, in trumps"), ANNS, (1, 10, "the last trick"), BOBS],
    ),
    (
        "CB-X6 king, queen and jack of trump",
        runs([], [run(3, "K", trump=True)], bela=1),
        {},
        [LAST, ANNS, (1, 20, "sequences, unanswered"), (1, 20, "Bela"), BOBS],
    ),
    (
        "CB-X7 Bela stands alone",
        runs([run(4, "Q")], [run(3, "Q")], bela=1, last_trick=1),
        {},
        [
            (1, 0, "92 with Bela, the last trick against 0’s 101 with 50 points in sequences"),
            (0, 50, "a fifty against a twenty"),
            ANNS,
            (0, 92, UNTOLD),
        ],
    ),
    (
        "CB-X8 best sequence without a trick: Bela only, and the lower one is not revived",
        {
            "maker": 0,
            "turned": True,
            "cards": [0, 60],
            "last_trick": 1,
            "bela": 0,
            "no_trick": 0,
            "sequences": [[run(3, "A")], [run(3, "9")]],
        },
        {},
        [
            (0, 0, "20 with Bela against 1’s 70 with the last trick"),
            (1, 10, "the last trick"),
            (1, 60, "60 points in cards"),
            (1, 20, "all that 0 made"),
        ],
    ),
    (
        "CB-X8 where no trick is needed",
        {
            "maker": 1,
            "turned": True,
            "cards": [0, 90],
            "last_trick": 1,
            "no_trick": 0,
            "sequences": [[run(3, "A")], []],
        },
        {"sequences_need_trick": False},
        [(0, 20, "sequences, unanswered"), (1, 10, "the last trick"), (1, 90, "90 points in cards")],
    ),
    (
        "CB-X9",
        {"maker": 0, "turned": True, "cards": [62, 40], "last_trick": 0, "sequence_points": [0, 20]},
        {},
        [(1, 20, "sequences"), (1, 40, "40 points in cards"), (0, 10, "the last trick"), (0, 62, "62 points in cards")],
    ),
    (
        "CB-X10 the maker is lower",
        {"maker": 1, "turned": True, "cards": [54, 50], "last_trick": 0},
        {},
        [(1, 0, "50 against 0’s 64 with the last trick"), LAST, (0, 54, "54 points in cards"), (0, 50, UNTOLD)],
    ),
    (
        "CB-D15 all that the maker made goes over",
        BOB | {"cards": [70, 20], "bela": 1, "sequence_points": [0, 20]},
        {},
        [
            (1, 0, "60 with 20 points in sequences, Bela against 0’s 80 with the last trick"),
            LAST,
            (0, 70, "70 points in cards"),
            (0, 60, UNTOLD),
        ],
    ),
    ("CB-X11 a tie", TIE, {}, tie(EVEN + "the maker scores nothing", ANN_66)),
    ("CB-X11 held", TIE, {"equal_totals": "held"}, tie(EVEN + "the maker’s are held over", ANN_66)),
    ("CB-X11 to the other", TIE, {"equal_totals": "all_to_opponent"}, tie(EVEN + "all to 0", ANN_66, (0, 66, UNTOLD))),
    (
        "CB-X11 both keep",
        TIE,
        {"equal_totals": "both_keep"},
        tie("66 each", ANN_66, (1, 10, "the last trick"), (1, 56, "56 points in cards")),
    ),
    ("CB-X12", PLAIN | {"cards": [51, 62], "trump": "hearts"}, {}, CARDS),
    (
        "CB-X13 a claim, before the last trick",
        {"maker": 1, "turned": True, "cards": [11, 90], "claim": 0},
        {"target": 11},
        [(0, 0, "claimed with 11"), (0, 11, "11 points in cards")],
    ),
    (
        "3.7 a false claim loses all",
        {"maker": 1, "turned": True, "cards": [30, 20], "claim": 0, "bela": 0},
        {"false_claim": "loses_deal"},
        [
            (0, 0, "50 with Bela, a false claim of 501"),
            (1, 20, "20 points in cards"),
            (1, 50, "all that 0 made"),
        ],
    ),
    ("3.7 a false claim that costs nothing", PLAIN | {"claim": 0}, {}, CARDS),
    ("CB-X17 four passes", {}, {}, []),
    (
        "nothing is told of nothing",
        {"maker": 1, "turned": True, "cards": [0, 80], "last_trick": 1, "no_trick": 0},
        {},
        [
            (1, 10, "the last trick"),
            (1, 80, "80 points in cards"),
        ],
    ),
]


@pytest.mark.parametrize(("entry", "rules", "awards"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_awards_are_those_of_the_rule_book(entry, rules, awards):
    sheet = replay(GAME, GAME.table(("Ann", "Bob"), 0), rules, (Deal("1", "deal", entry, None),))
    line = sheet.lines[0]
    assert not line.problems
    assert [(one.side, one.points, english(GAME, one.why, one.values)) for one in line.awards] == awards
    assert line.points == tuple(sum(points for side, points, _ in awards if side == seat) for seat in (0, 1))


def made(entry: dict[str, Any], seat: int, sequences: int) -> int:
    """What a seat has of a deal: cards, ten, twenty and its sequences."""
    ten, twenty = entry.get("last_trick") == seat, entry.get("bela") == seat
    return entry["cards"][seat] + 10 * ten + 20 * twenty + sequences


def recounted(match: dict[str, Any]) -> list[tuple[int, tuple[int, ...]]]:
    """What is held over after each deal, and the points of the deal, from the entries without sequences alone."""
    target, totals, held, found = match["rules"].get("target", 501), [0, 0], 0, []
    for deal in match["deals"]:
        entry = {key: value for key, value in deal.items() if value is not None}
        points = [0, 0]
        if "maker" in entry:
            maker, other = entry["maker"], 1 - entry["maker"]
            settled = entry.get("sequence_points", [0, 0])
            both = [made(entry, seat, settled[seat]) for seat in (0, 1)]
            if both[maker] == both[other]:
                points[other], held = both[other], held + both[maker]
            else:
                points = both if both[maker] > both[other] else [sum(both) * (seat == other) for seat in (0, 1)]
                points = [have + held * (have == max(points)) for have in points]
                held = 0
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        held = 0 if max(totals) >= target else held
        found.append((held, tuple(points)))
    return found


def held_matches() -> list[dict[str, Any]]:
    """Random matches played with points held over, without what needs more of the book: runs, claims, no trick."""
    left_out = ("sequences", "claim", "no_trick")
    found = []
    for match in matches("clobyosh", damaged=False, n=400):
        deals = [{key: deal[key] for key in deal if key not in left_out} for deal in match["deals"]]
        deals = [with_ties(deal, number) for number, deal in enumerate(deals)]
        found.append(match | {"rules": {"equal_totals": "held"}, "deals": deals})
    return found


def with_ties(deal: dict[str, Any], number: int) -> dict[str, Any]:
    """Every third deal with a maker becomes a tie."""
    if number % 3 or deal.get("maker") is None:
        return deal
    last = deal.get("last_trick") or 0
    even = {key: deal[key] for key in ("maker", "turned")}
    return even | {"last_trick": last, "cards": [40 if seat == last else 50 for seat in (0, 1)]}


def test_points_held_over_are_recounted():
    seen = 0
    for match in held_matches():
        sheet = sheet_of(match)
        whole = [(line.deal.entry, line.points) for line in sheet.lines if not line.problems]
        legal = match | {"deals": [entry for entry, _ in whole]}
        again = sheet_of(legal)
        assert [points for _, points in recounted(legal)] == [line.points for line in again.lines]
        if legal["deals"]:
            assert recounted(legal)[-1][0] == again.standing.carry["held"]
            seen += sum(line.awards[-1].why == "waited" for line in again.lines if line.awards)
            assert not problems(GAME, sheet.standing, {}) or sheet.outcome
    assert seen > 20
