"""Knock-Out Whist: nothing is recorded while a question is open, on whatever form of the pad the tricks were told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from drawing.amend_pad import amended_entry
from drawing.form_action import open_questions, parse_record
from drawing.locale import Language
from drawing.pads.knockout_whist import PAD
from drawing.table_page import Place, Table
from scoring.sheet import problems
from tests.laws.knockout_whist_recount import GAME, asks, endings, past_of, played, sheet, took, where
from tests.support.engine_page import Phone, sealed
from tests.support.form_filler import page_of, words_of
from tests.support.tables import send, sheet_of, sit_down

Form = dict[str, list[str]]


def numbers(tricks: list[int | None]) -> Form:
    """All numbers, typed."""
    return {f"tricks.{seat}": ["-" if took is None else str(took)] for seat, took in enumerate(tricks)}


def one_open(rng: Random, tricks: list[int | None]) -> Form:
    """All numbers but one, which is what the others leave."""
    form = numbers(tricks)
    inside = [seat for seat, took in enumerate(tricks) if took is not None]
    del form[f"tricks.{rng.choice(inside)}"]
    return form


def trick_by_trick(rng: Random, tricks: list[int | None]) -> Form:
    """Who won each trick, in any order."""
    won = [str(seat) for seat, took in enumerate(tricks) for _ in range(took or 0)]
    rng.shuffle(won)
    return {"won": won}


def last_tap(tricks: list[int | None]) -> Form:
    """The tap on the last trick, which says all."""
    return {"also": ["&".join(f"{name}={texts[0]}" for name, texts in numbers(tricks).items())]}


def test_nothing_is_recorded_while_a_question_is_open():
    asked, open_so_far = 0, set()
    for now in played(41, 48):
        rng = Random(f"questions {now}")
        if now.outcome:
            continue
        ways = list(endings(now))
        for tricks in rng.sample(ways, min(12, len(ways))):
            wanted = asks(now.standing.rules, past_of(now), tricks)
            open_so_far |= wanted
            ways_to_say = (numbers(tricks), one_open(rng, tricks), trick_by_trick(rng, tricks), last_tap(tricks))
            for form in ({"step": ["play"], **way} for way in ways_to_say):
                kind, entry = parse_record(GAME, now, form)
                half = open_questions(GAME, now, kind, entry, form)
                assert bool(half) == bool(wanted), (tricks, wanted, where(now.standing))
                asked += bool(half)
                if half:
                    assert questions_on_pad(now, half) == wanted, (half, where(now.standing))
                else:
                    assert not problems(GAME, now.standing, entry), (entry, where(now.standing))
    assert asked > 100
    assert open_so_far == {"chooser", "dog", "buys"}


def test_numbers_that_the_others_leave_no_choice_fill_themselves_in():
    """However many are still open; and none is filled in while there is a choice."""
    filled = 0
    for now in played(43, 32):
        rng = Random(f"forced {now}")
        ways = [] if now.outcome else list(endings(now))
        for tricks in rng.sample(ways, min(8, len(ways))):
            inside = [seat for seat, took in enumerate(tricks) if took is not None]
            said = rng.sample(inside, rng.randint(1, len(inside)))
            form = {name: texts for name, texts in numbers(tricks).items() if texts == ["-"]}
            form |= {f"tricks.{seat}": [str(tricks[seat])] for seat in said}
            left = [way for way in ways if all(way[seat] == tricks[seat] for seat in said)]
            _kind, entry = parse_record(GAME, now, {"step": ["play"], **form})
            assert (entry["tricks"] == tricks) == (len(left) == 1), (said, tricks, where(now.standing))
            filled += len(left) == 1 and len(said) < len(inside) - 1
    assert filled > 10


def questions_on_pad(now: Any, half: Form) -> set[str]:
    """What the pad asks when it is drawn with this half-made form."""

    drawn = Table(Place("/m/1", "/e/1"), GAME, now, Language(), half).pad()
    assert isinstance(drawn, PAD)
    return set(drawn.asks) if drawn.questioning else set()


def test_what_is_answered_is_recorded():
    """The form of the questions says that they were asked: then nobody buys, or those who are named."""
    for now in played(42, 32):
        rng = Random(f"answers {now}")
        if now.outcome:
            continue
        ways = list(endings(now))
        for tricks in rng.sample(ways, min(8, len(ways))):
            wanted = asks(now.standing.rules, past_of(now), tricks)
            failed = [str(seat) for seat, took in enumerate(tricks) if took == 0]
            best = [str(seat) for seat, took in enumerate(tricks) if took == max(one or 0 for one in tricks)]
            form = {"step": ["play"], "asked": ["1"], **numbers(tricks)}
            form |= {"chooser": [rng.choice(best)]} if "chooser" in wanted else {}
            form |= {"dog": [rng.choice(failed)]} if "dog" in wanted else {}
            kind, entry = parse_record(GAME, now, form)
            assert not open_questions(GAME, now, kind, entry, form)
            assert not problems(GAME, now.standing, entry), (entry, where(now.standing))
            assert entry.get("buys") == ([] if "buys" in wanted else None)


def test_a_question_that_was_asked_and_not_answered_is_refused_in_words():
    now = sheet(4, {})
    form = {"step": ["play"], "asked": ["1"], **numbers([3, 3, 1, 0])}
    kind, entry = parse_record(GAME, now, form)
    assert not open_questions(GAME, now, kind, entry, form)
    assert [found.field for found in problems(GAME, now.standing, entry)] == ["chooser"]


MONEY = [
    ((), [4, 3, 0], "Who pays to stay in?"),
    ((), [0, 7, 0], "Who pays to stay in?"),
    (([4, 3, 0],), [3, 3, 0], "Who won the cut for trump?"),  # Cem, who bought, is asked about the parish beside it
]


@pytest.mark.parametrize(("before", "tricks", "question"), MONEY)
def test_the_server_asks_who_buys(app: Flask, client: FlaskClient, before, tricks, question):
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem", money="yes")
    for number, one in enumerate(before):
        said = {name: texts[0] for name, texts in numbers(one).items()}
        assert (
            send(client, f"/m/{uid}/say", uid=str(number), step="play", asked="1", buys="2", **said).status_code == 303
        )
    count = len(sheet_of(app, uid).lines)
    for way in (numbers(tricks), trick_by_trick(Random(1), tricks), last_tap(tricks)):
        said = {name: tuple(texts) for name, texts in way.items()}
        answer = send(client, f"/m/{uid}/say", uid="now", step="play", **said)
        page = page_of(client.get(answer.headers["Location"]))
        assert question in words_of(page)
        assert len(sheet_of(app, uid).lines) == count


def test_with_two_players_the_money_game_does_not_end_unasked(app: Flask, client: FlaskClient):
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", money="yes")
    form = {"step": ["play"], "tricks.0": ["7"]}
    answer = send(client, f"/m/{uid}/say", uid="now", **{name: texts[0] for name, texts in form.items()})
    page = page_of(client.get(answer.headers["Location"]))
    assert "Who pays to stay in?" in words_of(page)
    assert not sheet_of(app, uid).lines
    phone = Phone(client, uid)
    drawn = phone.record("say", sealed(client, phone.version, [("step", "play"), ("tricks.0", "7")]))
    assert "counted" not in drawn
    assert "Who pays to stay in?" in json.dumps(drawn["parts"])
    assert answer.headers["Location"].endswith(drawn["query"].replace("/", "%2F"))


def test_a_purchase_stays_when_the_numbers_are_amended():
    before = sheet(4, {"money": True})
    entry = took(4, 2, 1, 0, buys=[3])

    def amended(*tricks: int | None) -> tuple[Any, bool]:
        _kind, now = amended_entry(GAME, before, entry, {"step": ["play"], **numbers(list(tricks))})
        return now.get("buys"), PAD.has_open_question(before.standing, now, entry)

    assert amended(3, 3, 1, 0) == ([3], True)  # a tie: who won the cut is asked
    assert amended(5, 1, 1, 0) == ([3], False)
    assert amended(4, 2, 0, 1) == (None, True)  # Cem was not asked then
    assert amended(4, 1, 1, 1) == (None, False)


def test_who_won_a_cut_stays_when_the_numbers_are_amended():
    rules = {"several_first": "one_by_cut", "first_hand": 6}
    before, entry = sheet(5, rules), took(2, 2, 2, 0, 0, chooser=1, dog=4)

    def amended(*tricks: int | None) -> tuple[Any, Any, bool]:
        _kind, now = amended_entry(GAME, before, entry, {"step": ["play"], **numbers(list(tricks))})
        return now.get("chooser"), now.get("dog"), PAD.has_open_question(before.standing, now, entry)

    assert amended(3, 3, 0, 0, 0) == (1, 4, False)
    assert amended(3, 0, 3, 0, 0) == (None, 4, True)
    assert amended(3, 2, 1, 0, 0) == (None, 4, False)
    assert amended(3, 1, 1, 1, 0) == (None, None, False)


def test_amended_by_numbers_a_purchase_stays_on_the_page(app: Flask, client: FlaskClient):
    uid = sit_down(client, "knockout_whist", money="yes")
    said = {name: texts[0] for name, texts in numbers([4, 2, 1, 0]).items()}
    assert send(client, f"/m/{uid}/say", uid="now", step="play", asked="1", buys="3", **said).status_code == 303
    deal = sheet_of(app, uid).lines[0].deal.uid
    here = f"/m/{uid}/deal/{deal}/amend"
    for tricks, left in (([5, 1, 1, 0], True), ([4, 2, 0, 1], False)):
        query = {name: texts[0] for name, texts in numbers(tricks).items()}
        page = page_of(client.get(here, query_string={"step": "play", **query}))
        take = next(form for form in page.iter("form") if form.get("id") == "take")
        assert (("buys", "3") in [(one.get("name"), one.get("value")) for one in take.iter("input")]) == left
        assert ("disabled" in next(take.iter("button")).attrib) == (not left)
    answer = send(client, here, uid="never", after=str(1), **query)  # by hand: what is open is not recorded
    assert answer.status_code == 422
    assert sheet_of(app, uid).lines[0].deal.entry["tricks"] == [4, 2, 1, 0]
