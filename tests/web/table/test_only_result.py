"""Only the result: a match of which no deal was written down, on every page that tells of it."""

from __future__ import annotations

import pytest

from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of
from tests.support.records import play, reading_of, sealed
from tests.support.tables import send, sheet_of, sit_down

FOUR = ("Ann", "Bob", "Cem", "Dee")
ENDED = {
    "boomke_wies": ({"total.0": "7", "total.1": "5", "winner": "0"}, (7, 5), "Ann & Cem win"),
    "texas_42": ({"total.0": "4", "total.1": "7", "winner": "1"}, (4, 7), "Bob & Dee win"),
    "clobyosh": ({"total.0": "498", "total.1": "512", "winner": "1"}, (498, 512), "Bob wins"),
    "knockout_whist": ({"winner": "2"}, (0, 0, 0, 0), "Cem wins"),
    "zwanzig_ab": (
        {"total.0": "3", "total.1": "−1", "total.2": "12", "total.3": "5", "winner": "1"},
        (3, -1, 12, 5),
        "Bob wins",
    ),
}


def seated(client, game):
    return sit_down(client, game, *FOUR[: 2 if game == "clobyosh" else 4])


def written(app, client, uid, form):
    return send(client, f"/m/{uid}/rulings", what="result", **sealed(app, uid), **form)


@pytest.mark.parametrize("game", ENDED)
def test_a_result_ends_the_match_and_says_that_it_is_all_there_is(app, client, game):
    form, totals, won = ENDED[game]
    uid = seated(client, game)
    assert written(app, client, uid, form).status_code == 303
    sheet = sheet_of(app, uid)
    assert (sheet.outcome.winners, sheet.outcome.why) == ((int(form["winner"]),), "written_down")
    assert (sheet.standing.totals, len(sheet.lines)) == (totals, 1)
    page = client.get(f"/m/{uid}")
    assert won in text(parsed(page).find(".//title"))
    assert "only the result was written down" in main_of(page)
    here, evening = f"/m/{uid}", evening_of(client, uid)
    for place in (evening, f"{evening}/paper", *(here + more for more in ("/paper", "/rules", "/follow", "/across"))):
        answer = client.get(place)
        assert (answer.status_code, "not finished" in main_of(answer)) == (200, False), place
    for place in (f"{here}/history", f"{here}/deal/{sheet.lines[0].deal.uid}"):
        words = main_of(client.get(place))
        assert ("Only the result was written down" in words, "not finished" in words) == (True, False), place
    assert [client.get(place).status_code for place in (f"{here}/csv", f"{evening}/csv")] == [200, 200]
    assert send(client, f"{here}/undo", **sealed(app, uid)).status_code == 303
    assert sheet_of(app, uid).lines == ()


def test_in_knock_out_whist_everybody_else_is_out_and_nothing_is_paid(app, client):
    uid = sit_down(client, "knockout_whist", *FOUR, money="yes")
    written(app, client, uid, {"winner": "2"})
    state = reading_of(app, uid)
    assert state.sheet.standing.carry["status"] == ["out", "out", "in", "out"]
    assert state.game.settle(state.sheet) == ()


NO_WIN = "With these totals that side did not win"
WRONG = {  # totals, who is said to have won, and what is told
    "boomke_wies": [
        (["7"], "", ["The total is a whole number.", "Choose who won."]),
        (["7", "x"], "0", ["The total is a whole number."]),
        (["7", "8"], "0", [NO_WIN]),
        (["8", "8"], "0", [NO_WIN]),
        (["8", "8"], "9", ["There is no such seat at this table"]),
    ],
    "zwanzig_ab": [
        (["1", "2", "3", "4"], "0", ["Whoever wins has come down to zero or below"]),
        (["0", "-1", "-2", "-3"], "0", [NO_WIN]),
    ],
    "knockout_whist": [([], "", ["Choose who won."])],
}


def test_what_is_wrong_stands_beside_its_field_and_nothing_is_recorded(app, client):
    for game, cases in WRONG.items():
        uid = seated(client, game)
        for totals, winner, faults in cases:
            form = {f"total.{seat}": total for seat, total in enumerate(totals)} | {"winner": winner}
            answer = written(app, client, uid, form)
            found = [text(fault) for fault in parsed(answer).iter("p") if fault.get("class") == "fault"]
            assert (answer.status_code, found) == (422, faults)
        assert reading_of(app, uid).version == 0


def test_it_is_looked_at_before_it_is_taken_and_after_it_nothing_can_be_recorded(app, client):
    uid = seated(client, "boomke_wies")
    words = main_of(client.get(f"/m/{uid}/rulings?what=result&total.0=7&total.1=5&winner=0"))
    assert "Record the result" in words
    assert "The match would be over now. It goes to Ann & Cem:" in words
    assert reading_of(app, uid).version == 0
    written(app, client, uid, ENDED["boomke_wies"][0])
    answer = send(client, f"/m/{uid}/say", **sealed(app, uid), step="play", declarer=1, contract=8, tricks=9)
    assert answer.status_code == 422
    assert send(client, f"/m/{uid}/rulings", what="points", **sealed(app, uid), **{"points.0": "5"}).status_code == 422
    assert sheet_of(app, uid).standing.totals == (7, 5)


def test_a_match_of_which_a_deal_was_written_down_has_no_such_form(app, client):
    uid = seated(client, "boomke_wies")
    assert "Only the result" in main_of(client.get(f"/m/{uid}/rulings"))
    play(app, uid, {"declarer": 1, "contract": 8, "tricks": 9})
    assert "Only the result" not in main_of(client.get(f"/m/{uid}/rulings"))
    assert written(app, client, uid, ENDED["boomke_wies"][0]).status_code == 422
    assert len(sheet_of(app, uid).lines) == 1
