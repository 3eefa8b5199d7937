"""A deal's page: entry, awards, amend, strike, restore, and what that changed."""

from __future__ import annotations

import pytest

from models.base import new_uid
from tests.support.html import main_of, parsed, text
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import send, sit_down

DEALS = (
    {"declarer": 1, "contract": 8, "tricks": 9},
    {"declarer": 0, "contract": 10, "tricks": 9},
    {"contract": "meetje", "tricks": 5},
)
AMENDED = {"declarer": "0", "contract": "10", "tricks": "12"}
SEQUENCES = [[], [{"length": 4, "top": "K", "trump": True}]]


@pytest.fixture
def table(app, client):
    match = sit_down(client, "boomke_wies")
    return match, play(app, match, *DEALS)


def changed(client, match, of):
    """The lines that the last change moved, as text."""
    page = parsed(client.get(f"/m/{match}/deal/{of}"))
    section = next(part for part in page.iter("section") if "changed" in part.get("class", ""))
    return [text(line) for line in section.iter("li")]


def test_who_is_named_is_who_bid(app, client):
    """Also where the points go to the others; what was counted stays in sight, on the sheet and in the history."""
    for result, words in (
        ({"bid": 84, "made": False}, "Ann & Cem Bob: bid 2 marks, lost a trick, set +2"),
        ({"bid": 84, "made": True}, "Bob & Dee Bob: bid 2 marks, took all seven tricks +2"),
        ({"bid": 31, "points": 34}, "Bob & Dee Bob: bid 31, took 34 of 42 +1"),
    ):
        match = sit_down(client, "texas_42")
        (deal,) = play(app, match, {"bidder": 1} | result)
        assert words in main_of(client.get(f"/m/{match}/deal/{deal}"))
        story = words.partition("Bob: ")[2].rpartition(" ")[0]
        assert f"Bob {story}" in main_of(client.get(f"/m/{match}"))
        assert f"Bob: {story}" in main_of(client.get(f"/m/{match}/history"))


def test_it_works(app, client, table):
    match, (first, *_) = table
    address = f"/m/{match}/deal/{first}"
    answer = client.get(address)
    assert answer.status_code == 200
    assert main_of(answer).startswith(
        "Dealer Ann Who bids Bob Bid 8 Tricks of the bidding side 9 Bob & Dee Bob: bid 8, took 9 +1"
        " Totals after this deal Bob & Dee 1 Ann & Cem 0"
    )
    for way in ("undo", "redo"):
        assert send(client, f"{address}/{way}", **sealed(app, match)).status_code == 303
    send(client, f"{address}/amend", **sealed(app, match), declarer="1", contract="8", tricks="9")
    assert reading_of(app, match).version == 3
    missing = f"/m/{match}/deal/{new_uid()}"
    assert [client.get(missing + way).status_code for way in ("", "/amend")] == [404, 404]
    ways = ("amend", "strike", "restore", "undo", "redo")
    assert {send(client, f"{missing}/{way}", **sealed(app, match)).status_code for way in ways} == {404}


def test_amend_moves_what_comes_after_and_is_undone_and_redone(app, client, table):
    match, (_, second, _) = table
    address = f"/m/{match}/deal/{second}"
    answer = send(client, f"{address}/amend", **sealed(app, match), **AMENDED)
    assert (answer.status_code, answer.location) == (303, address)
    assert reading_of(app, match).sheet.standing.totals == (0, 2)
    assert changed(client, match, second) == [
        "2 Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2 Ann: bid 10, took 12: Ann & Cem +2 was −2 2 was 3 1",
        "3 Cem: Meetje, took 5: Ann & Cem −2 Bob & Dee +1 was −4 0 was 4 2",
    ]
    form = sealed(app, match)
    for _ in range(2):  # a double tap undoes once
        assert send(client, address + "/undo", **form).status_code == 303
    assert reading_of(app, match).version == 5
    assert reading_of(app, match).sheet.standing.totals == (-4, 4)
    assert "Taken back" in main_of(client.get(address))
    assert (
        changed(client, match, second)[0]
        == "2 Ann: bid 10, took 12: Ann & Cem +2 Ann: bid 10, took 9: Ann & Cem −2 Bob & Dee +2 was 2 −2 was 1 3"
    )
    send(client, address + "/redo", **sealed(app, match))
    assert "Back again" in main_of(client.get(address))
    assert reading_of(app, match).sheet.standing.totals == (0, 2)


def test_strike_and_restore(app, client, table):
    """A removed deal stays on the sheet, crossed out; a double tap removes it once."""
    match, (first, *_) = table
    address = f"/m/{match}/deal/{first}"
    form = sealed(app, match)
    assert [send(client, address + "/strike", **form).status_code for _ in range(2)] == [303, 303]
    assert reading_of(app, match).version == 4
    assert changed(client, match, first)[0] == "1 Bob: bid 8, took 9: Bob & Dee +1 was 0 was 1"
    page = client.get(address)
    assert "Restore this deal Removed: this does not count. Dealer Ann Who bids Bob" in main_of(page)
    assert "Totals after this deal" not in main_of(page)
    assert reading_of(app, match).sheet.standing.totals == (-4, 3)  # whoever dealt the Meetje dealt it still
    assert rows(client, f"/m/{match}")[-1] == "· Bob bid 8, took 9: Bob & Dee +1 removed"
    assert rows(client, f"/m/{match}", "uncounted") == "1 deal is removed."
    form = next(form for form in parsed(page).iter("form") if form.get("action").endswith("/restore"))
    assert text(form) == "Restore this deal"
    send(client, form.get("action"), **sealed(app, match))
    assert "Restored" in main_of(client.get(address))
    assert reading_of(app, match).sheet.standing.totals == (-4, 4)
    assert rows(client, f"/m/{match}")[-1] == "1 Bob bid 8, took 9: Bob & Dee +1 0 1"
    assert rows(client, f"/m/{match}", "uncounted") == ""


def test_an_end_that_moves_is_told_and_a_deal_after_it_is_not_counted(app, client):
    match = sit_down(client, "texas_42", target_marks="2")
    first, second = play(app, match, *[{"bidder": 0, "bid": 30, "made": True}] * 2)
    form = {"bidder": "0", "bid": "84", "made": "true"}
    send(client, f"/m/{match}/deal/{first}/amend", **sealed(app, match), **form)
    page = client.get(f"/m/{match}/deal/{second}")
    assert "Not counted. The match was over before this deal" in main_of(page)
    assert rows(client, f"/m/{match}", "uncounted") == "1 line does not count."
    send(client, f"/m/{match}/deal/{second}/strike", **sealed(app, match))
    form = dict.fromkeys(("bidder", "bid", "contract", "made"), "")
    send(client, f"/m/{match}/deal/{first}/amend", **sealed(app, match), **form)
    assert "The match is not over any more." in main_of(client.get(f"/m/{match}/deal/{first}"))


def test_every_game_has_words(app, client):
    called = {"declarer": 2, "contract": 8, "calls": ["pass", 8, "pass", "pass"], "tricks": 9}
    bid = {"bidder": 2, "bid": 31, "calls": ["pass", 31, "pass", "pass"], "made": True}
    made = {"maker": 1, "turned": True, "cards": [40, 60], "last_trick": 1, "sequences": SEQUENCES}
    for game, names, entry, words in (
        ("boomke_wies", (), called, "Bob Pass, Cem 8, Dee Pass, Ann Pass"),
        ("texas_42", (), bid, "Bob Pass, Cem 31, Dee Pass, Ann Pass"),
        ("knockout_whist", ("Ann", "Bob", "Cem"), {"tricks": [4, 3, 0]}, "Cem no trick: on a dog’s life"),
        ("zwanzig_ab", (), {"trump": "hearts", "tricks": [2, 2, 1, None]}, "Ann 2, Bob 2, Cem 1, Dee –"),
        ("clobyosh", ("Ann", "Bob"), made, "Bob 4 from the K in trumps"),
    ):
        match = sit_down(client, game, *names)
        (deal,) = play(app, match, entry)
        assert words in main_of(client.get(f"/m/{match}/deal/{deal}"))


def test_other_sayings_have_a_page_too(app, client, table):
    match, _ = table
    for kind, body, words in (
        ("adjust", {"points": [0, -1], "note": "<b>reneged"}, "A ruling: <b>reneged"),
        (
            "rules",
            {"rules": {"meetje_fine": "none"}},
            "House rules from here on: Meetje that falls short: Pays nothing",
        ),
        ("seat", {"dealer": 2}, "Cem deals from here on"),
        ("seat", {"seat": 1, "player": "<i>Eve"}, "<i>Eve plays for Bob from here on"),
        ("close", {}, "The match was ended"),
    ):
        address = f"/m/{match}/deal/{say(app, match, kind, **body)}"
        assert words in main_of(client.get(address))
        assert send(client, f"{address}/strike", **sealed(app, match)).status_code == 303
        assert "Removed: this does not count." in main_of(client.get(address))


def rows(client, address, name="rows"):
    """What the sheet of a page says, line by line, the newest first; or what stands above it."""
    part = next(part for part in parsed(client.get(address)).iter() if part.get("id") == name)
    return [text(line) for line in part] if name == "rows" else text(part)


def test_what_is_undone_at_once_leaves_no_line_but_what_its_page_removes_does(app, client, table):
    match, (first, second, third) = table
    send(client, f"/m/{match}/undo", **sealed(app, match))
    assert [row[0] for row in rows(client, f"/m/{match}")] == ["2", "1"]
    send(client, f"/m/{match}/redo", **sealed(app, match))
    send(client, f"/m/{match}/deal/{third}/strike", **sealed(app, match))
    assert [row[0] for row in rows(client, f"/m/{match}")] == ["·", "2", "1"]
    form = sealed(app, match)
    say(app, match, "strike", of=first)
    answer = send(client, f"/m/{match}/deal/{second}/amend", **form, **AMENDED)
    assert answer.status_code == 409
    assert "Another phone has just recorded something" in main_of(answer)


def test_what_changes_a_deal_is_folded_when_the_match_is_over(app, client, table):
    """In play it lies open; both times it is a link or a form, which need no script."""
    match, (first, second, _) = table
    ways = [f"/m/{match}/deal/{first}/amend", f"/m/{match}/deal/{first}/before"]

    def offered(of):
        """What is in the fold of that name while it is closed, and what all links and buttons say."""
        page = parsed(client.get(f"/m/{match}/deal/{of}"))
        return in_folds(page, "Change this deal"), [text(one) for one in page.iter() if one.tag in ("a", "button")]

    folded, words = offered(first)
    assert folded == []
    assert {"Amend this deal", "Remove it"} <= set(words)
    say(app, match, "close")
    folded, words = offered(first)
    assert [one.get("href") for one in folded if one.tag == "a"] == ways
    assert [words.count(one) for one in ("Amend this deal", "Remove it")] == [1, 1]
    assert text(folded[-1]) == "Remove it"
    say(app, match, "strike", of=second)
    folded, words = offered(second)
    assert folded == []
    assert "Restore this deal" in words


def in_folds(page, words):
    """The links and buttons in the closed fold of this name."""
    folds = [one for one in page.iter("details") if text(one.find("summary")) == words and one.get("open") is None]
    return [one for fold in folds for one in fold.iter() if one.tag in ("a", "button")]
