"""What is drawn of the totals is true: a stroke a point, a cut a deal, figures as large as the longest allows."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scoring.board import board_line
from scoring.games import games
from scoring.sheet import replay
from scoring.words import Deal, Sheet
from table.board import points_tally, reads_turned
from table.icons import LETTERS
from table.language import MessageFormatter
from table.node import text_of
from table.screen import Place, Table
from table.sheet import cut, cuts
from web.i18n.locale import current_language

SEVEN = ("Ann", "Bob", "Cem", "Dee", "Eva", "Farid", "Gül")


@pytest.fixture(autouse=True)
def asked(app: Flask) -> Iterator[None]:
    """A reader of English."""
    with app.test_request_context():
        yield


def paths(piece: Any, style: str | None) -> str:
    """All strokes of one kind in a drawing."""
    tag, attributes, children = piece
    here = attributes.get("d", "") if tag == "path" and attributes.get("class") == style else ""
    return here + "".join(paths(child, style) for child in children if type(child) is tuple)


def test_a_stroke_for_every_point_and_as_many_gates_for_everybody():
    for start, most in ((20, 20), (20, 37), (20, 60), (1, 11), (120, 120)):
        for left in {0, 1, 4, 5, start - 1, start, most - 1, most}:
            drawn = points_tally(current_language(), left, start, most)
            assert paths(drawn, None).count("M") == left
            assert paths(drawn, "ghost").count("M") == len([n for n in range(left, start) if n % 5 < 4])
            assert len(drawn[2]) == (max(start, most) + 4) // 5
            assert drawn[1]["aria-label"] == f"{left} still to go"


def boomke(*entries: dict[str, Any]) -> Sheet:
    game = games()["boomke_wies"]
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return replay(game, game.table(SEVEN[:4], 0), {}, deals)


def test_a_deal_is_one_cut_for_who_came_out_of_it_better():
    for entry, style, words in (
        ({"declarer": 0, "contract": 8, "tricks": 13}, "up", "Ann & Cem +3"),
        ({"declarer": 1, "contract": 13, "tricks": 13}, "down", "Bob & Dee +5"),
        ({"declarer": 1, "contract": 13}, "up", "Ann & Cem +5, Bob & Dee −5"),  # a loss is the other side's cut
        ({"declarer": 0, "contract": 8, "tricks": 7}, "down", "Ann & Cem −1, Bob & Dee +1"),
    ):
        sheet = boomke(entry)
        formatter = MessageFormatter(current_language(), "boomke_wies", sheet.standing.table)
        drawn = cut(formatter, board_line(games()["boomke_wies"], sheet.lines[0]))
        assert [child[1].get("class") for child in drawn[2]] == [style, "unseen"]
        assert text_of(drawn).endswith(f"Deal 1: {words}")
    sheet = boomke(*[{"declarer": 0, "contract": 8, "tricks": 8}] * 40, {"declarer": 0, "contract": 8, "tricks": 99})
    table = Table(Place("", ""), games()["boomke_wies"], sheet, current_language())
    lines = [SimpleNamespace(line=line, cut=table.line(n)[1]) for n, line in enumerate(sheet.lines)]
    assert len(cuts(lines)) == 40


def test_the_longest_number_says_the_size():
    game = games()["knockout_whist"]
    for players, first, style in (
        (2, 7, "board"),
        (4, 7, "board many d1"),
        (5, 10, "board many d2"),
        (6, 7, "board many d1 rows"),
    ):
        sheet = replay(game, game.table(SEVEN[:players], 0), {"first_hand": first}, ())
        board = Table(Place("", ""), game, sheet, current_language()).totals_board()
        assert (board[1]["class"].strip(), len(board[2])) == (style, players)
    totals = ("18", "6", "9", "16", "60", "8", "69", "619", "26", "−6", "۷", "۸۱", "۷۸", "۶")
    assert [total for total in totals if reads_turned(total)] == ["6", "9", "16", "60", "۷", "۸۱"]


def test_the_cell_that_seven_leave_holds_the_trump():
    game = games()["knockout_whist"]
    sheet = replay(game, game.table(SEVEN, 0), {}, (), {"trump": "spades"})
    table = Table(Place("", ""), game, sheet, current_language())
    *sides, cell = table.totals_board()[2]
    assert len(sides) == 7 and cell[1]["class"].startswith("bid-cell ") and "♠" in text_of(cell)
    assert "♠" not in "".join(text_of(piece) for piece in table.status_line())
    assert len(table.totals_board(boxed=False)[2]) == 7
    assert "♠" in "".join(text_of(piece) for piece in table.status_line(boxed=False))
    assert cell[1]["class"].split()[1] in LETTERS
