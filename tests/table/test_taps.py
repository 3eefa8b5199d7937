"""The order of taps in a half-made entry: what Undo takes back first, what Redo makes again."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

from scoring.words import Record
from table.taps import encode_taps, parse_taps, taps_of, with_redone_tap, without_last_tap
from table.undo import turn_of


def form(address):
    """What an address says."""
    return parse_qs(address, keep_blank_values=True)


ORDERS = [  # what a form says, what it said before, and the taps in between as an address keeps them
    ("", "", ""),
    ("step=bid&auction=1&tens=30&count=0", "", ""),
    ("declarer=1", "", "declarer:1"),
    ("declarer=1&trump=hearts", "trump=hearts", "declarer:1"),
    ("trump=clubs", "trump=hearts", "trump:clubs"),
    ("tricks.2=1&tricks.0=3&done=tricks.2:1", "", "tricks.2:1,tricks.0:3"),
    ("tricks.2=2&tricks.0=3&done=tricks.2:1,tricks.0:3", "", "tricks.2:1,tricks.0:3,tricks.2:2"),
    ("tricks.0=3&done=tricks.2:1,tricks.0:3", "", "tricks.2:1,tricks.0:3,tricks.2:"),
    ("won=2&won=0&won=2", "", "won:2,won:0,won:2"),
    ("won=2&done=won:2,won:0", "", "won:2"),
    ("calls=8,pass,9", "", "calls:8,calls:pass,calls:9"),
    ("calls=8,pass,9", "calls=8,pass", "calls:9"),
    ("calls=8,10", "calls=8,pass,9", "calls:10"),
    ("won.0=KS&won.0=AS&done=won.0:KS", "", "won.0:KS,won.0:AS"),
    ("won.0=AS&done=won.0:KS,won.0:AS", "", "won.0:KS,won.0:AS,won.0:KS"),
    ("cut.dog=2C&cut.dog=3C", "", "cut.dog:2C 3C"),
    ("cards.0=4,5", "", "cards.0:4%2C5"),
]


def test_the_taps_of_a_form_in_their_order():
    for said, base, taps in ORDERS:
        assert encode_taps(taps_of(form(said), form(base))) == taps, said


def test_undo_takes_the_last_back_and_redo_makes_it_again():
    for said, back in (
        ("tricks.2=2&tricks.0=3&done=tricks.2:1,tricks.0:3", "tricks.0=3&tricks.2=1&done=tricks.2:1,tricks.0:3"),
        ("step=bid&auction=1&calls=8,pass", "calls=8&auction=1&step=bid&done=calls:8"),
        ("won=2&won=0", "won=2&done=won:2"),
        ("won.0=KS&counted=0&count=0&done=counted:0,won.0:KS", "counted=0&count=0&done=counted:0"),
        ("counted=0&count=0", "count=0"),
        ("cards.0=4,5", ""),
    ):
        last = taps_of(form(said), {})[-1:]
        left = urlencode(without_last_tap(form(said), {}))
        less = form(left)
        assert parse_taps(less.pop("again")[0]) == last
        assert less == form(back)
        again = urlencode(with_redone_tap(form(left), {}))
        assert taps_of(form(again), {}) == taps_of(form(said), {})
    for hostile in ("done=:,a,won", "done=step:bid", "again=x", "calls=,", f"done={'a:1,' * 5000}"):
        for way in (without_last_tap, with_redone_tap):
            assert len(urlencode(way(form(hostile), {}))) < 4000


def log(*said):
    """Records of these kinds; a strike or a restore is of the number behind it."""
    found = []
    for number, one in enumerate(said):
        kind, _, of = one.partition(" ")
        found.append(Record(number + 1, str(number), kind, {"of": of} if of else {}))
    return found


LOGS = [
    ([], None, None, ""),
    (["deal"], ("strike", "0"), None, "recorded"),
    (["deal", "deal"], ("strike", "1"), None, "recorded"),
    (["deal", "deal", "strike 1"], ("strike", "0"), ("restore", "1"), "undone"),
    (["deal", "deal", "strike 1", "restore 1"], ("strike", "1"), None, "redone"),
    (["deal", "deal", "strike 0"], ("restore", "0"), None, "recorded"),
    (["deal", "deal", "strike 0", "restore 0"], ("strike", "1"), ("strike", "0"), "undone"),
    (["deal", "deal", "strike 0", "restore 0", "strike 0"], ("restore", "0"), None, "redone"),
    (["deal", "strike 0", "deal"], ("strike", "2"), None, "recorded"),
    (["deal", "deal", "strike 0", "deal", "strike 3"], ("restore", "0"), ("restore", "3"), "undone"),
    (["deal", "deal", "strike 0", "deal", "restore 0"], ("strike", "0"), None, "recorded"),
    (["deal", "agree 0"], ("strike", "0"), None, "recorded"),
]


def test_what_was_done_last_in_a_log_and_what_takes_it_back():
    for said, undo, redo, last in LOGS:
        turn = turn_of(log(*said))
        steps = [step and (step.kind, step.record.uid) for step in (turn.undo, turn.redo)]
        assert (*steps, turn.last) == (undo, redo, last), said
