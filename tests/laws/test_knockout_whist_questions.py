"""Knock-Out Whist: nothing is recorded while a question is open, on whatever form of the pad the tricks were told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scoring.sheet import problems
from scoring.words import Sheet
from table.amendment import amended_entry
from table.language import Language
from table.pads.knockout_whist import PAD
from table.screen import Place, Table
from table.taps import open_questions, parse_record
from tests.laws.knockout_whist_recount import GAME, asks, endings, past_of, played, sheet, took, where
from tests.support.engine_page import Phone, sealed
from tests.support.form_filler import page_of, words_of
from tests.support.tables import send, sheet_of, sit_down

Form = dict[str, list[str]]
Tricks = list[int | None]
PLAY, ASKED = {"step": ["play"]}, {"step": ["play"], "asked": ["1"]}


def numbers(*tricks: int | None) -> Form:
    """All numbers, typed."""
    return {f"tricks.{seat}": ["-" if took is None else str(took)] for seat, took in enumerate(tricks)}


def one_open(rng: Random, tricks: Tricks) -> Form:
    """All numbers but one, which is what the others leave."""
    left = rng.choice([seat for seat, took in enumerate(tricks) if took is not None])
    return {name: texts for name, texts in numbers(*tricks).items() if name != f"tricks.{left}"}


def trick_by_trick(rng: Random, tricks: Tricks) -> Form:
    """Who won each trick, in any order."""
    won = [str(seat) for seat, took in enumerate(tricks) for _ in range(took or 0)]
    return {"won": rng.sample(won, len(won))}


def last_tap(tricks: Tricks) -> Form:
    """The tap on the last trick, which says all."""
    return {"also": ["&".join(f"{name}={texts[0]}" for name, texts in numbers(*tricks).items())]}


def questions_on_pad(now: Sheet, half: Form) -> set[str]:
    """What the pad asks when it is drawn with this half-made form."""
    drawn = Table(Place("/m/1", "/e/1"), GAME, now, Language(), half).pad()
    assert isinstance(drawn, PAD)
    return set(drawn.asks) if drawn.questioning else set()


def test_nothing_is_recorded_while_a_question_is_open_and_what_is_answered_is():
    """The form of the questions says that they were asked: then nobody buys, or those who are named.

    Numbers that the others leave no choice fill themselves in, however many are open; none is while there is a choice.
    """
    seen, filled = set(), 0
    for now in played(32):
        rng, past = Random(f"questions {now}"), None if now.outcome else past_of(now)
        ways = [] if past is None else list(endings(now))
        for tricks in rng.sample(ways, min(3, len(ways))):
            wanted = asks(now.standing.rules, past, tricks)
            seen |= wanted
            for form in (numbers(*tricks), one_open(rng, tricks), trick_by_trick(rng, tricks), last_tap(tricks)):
                kind, entry = parse_record(GAME, now, PLAY | form)
                half = open_questions(GAME, now, kind, entry, PLAY | form)
                assert bool(half) == bool(wanted), (tricks, wanted, where(now.standing))
                if half:
                    assert questions_on_pad(now, half) == wanted, (half, where(now.standing))
                else:
                    assert not problems(GAME, now.standing, entry), (entry, where(now.standing))
            failed = [str(seat) for seat, took in enumerate(tricks) if took == 0]
            best = [str(seat) for seat, took in enumerate(tricks) if took == max(one or 0 for one in tricks)]
            answers = {"chooser": [rng.choice(best)], "dog": [rng.choice(failed or ["0"])]}
            form = ASKED | numbers(*tricks) | {key: answers[key] for key in wanted & set(answers)}
            kind, entry = parse_record(GAME, now, form)
            assert not open_questions(GAME, now, kind, entry, form)
            assert not problems(GAME, now.standing, entry), (entry, where(now.standing))
            assert entry.get("buys") == ([] if "buys" in wanted else None)
            inside = [seat for seat, took in enumerate(tricks) if took is not None]
            said = rng.sample(inside, rng.randint(1, len(inside)))
            form = {name: texts for name, texts in numbers(*tricks).items() if texts == ["-"] or int(name[7:]) in said}
            alike = [way for way in ways if all(way[seat] == tricks[seat] for seat in said)]
            _kind, entry = parse_record(GAME, now, PLAY | form)
            assert (entry["tricks"] == tricks) == (len(alike) == 1), (said, tricks, where(now.standing))
            filled += len(alike) == 1 and len(said) < len(inside) - 1
    assert seen == {"chooser", "dog", "buys"}
    assert filled > 5


def test_a_question_that_was_asked_and_not_answered_is_refused_in_words():
    now, form = sheet(4, {}), ASKED | numbers(3, 3, 1, 0)
    kind, entry = parse_record(GAME, now, form)
    assert not open_questions(GAME, now, kind, entry, form)
    assert [found.field for found in problems(GAME, now.standing, entry)] == ["chooser"]


def test_the_server_and_the_phone_ask_who_buys(app: Flask, client: FlaskClient):
    """With two players, too, where the match would end; who bought is asked about the parish beside a cut."""
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", money="yes")
    answer = send(client, f"/m/{uid}/say", uid="now", step="play", **{"tricks.0": "7"})
    assert "Who pays to stay in?" in words_of(page_of(client.get(answer.headers["Location"])))
    assert not sheet_of(app, uid).lines
    phone = Phone(client, uid)
    drawn = phone.record("say", sealed(client, phone.version, [("step", "play"), ("tricks.0", "7")]))
    assert "counted" not in drawn
    assert "Who pays to stay in?" in json.dumps(drawn["parts"])
    assert answer.headers["Location"].endswith(drawn["query"].replace("/", "%2F"))

    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem", money="yes")
    for number, (tricks, question) in enumerate(
        (([4, 3, 0], "pays to stay in?"), ([3, 3, 0], "won the cut for trump?"))
    ):
        for way in (numbers(*tricks), trick_by_trick(Random(1), tricks), last_tap(tricks)):
            said = {name: tuple(texts) for name, texts in way.items()}
            answer = send(client, f"/m/{uid}/say", uid="now", step="play", **said)
            assert f"Who {question}" in words_of(page_of(client.get(answer.headers["Location"])))
            assert len(sheet_of(app, uid).lines) == number
        send(client, f"/m/{uid}/say", uid="4-3", step="play", asked="1", buys="2", **numbers(4, 3, 0))


def test_a_purchase_and_who_won_a_cut_stay_when_the_numbers_are_amended():
    bought, entry = sheet(4, {"money": True}), took(4, 2, 1, 0, buys=[3])
    cut = sheet(5, {"several_first": "one_by_cut", "first_hand": 6})
    won = took(2, 2, 2, 0, 0, chooser=1, dog=4)

    def amended(before: Sheet, entry: Any, *tricks: int | None) -> tuple[Any, ...]:
        _kind, now = amended_entry(GAME, before, entry, PLAY | numbers(*tricks))
        keys = ("buys",) if before is bought else ("chooser", "dog")
        return *(now.get(key) for key in keys), PAD.has_open_question(before.standing, now, entry)

    assert amended(bought, entry, 3, 3, 1, 0) == ([3], True)  # a tie: who won the cut is asked
    assert amended(bought, entry, 5, 1, 1, 0) == ([3], False)
    assert amended(bought, entry, 4, 2, 0, 1) == (None, True)  # Cem was not asked then
    assert amended(bought, entry, 4, 1, 1, 1) == (None, False)
    assert amended(cut, won, 3, 3, 0, 0, 0) == (1, 4, False)
    assert amended(cut, won, 3, 0, 3, 0, 0) == (None, 4, True)
    assert amended(cut, won, 3, 2, 1, 0, 0) == (None, 4, False)
    assert amended(cut, won, 3, 1, 1, 1, 0) == (None, None, False)


def test_amended_by_numbers_a_purchase_stays_on_the_page(app: Flask, client: FlaskClient):
    uid = sit_down(client, "knockout_whist", money="yes")
    send(client, f"/m/{uid}/say", uid="now", step="play", asked="1", buys="3", **numbers(4, 2, 1, 0))
    place = f"/m/{uid}/deal/{sheet_of(app, uid).lines[0].deal.uid}/amend"
    for tricks, left in ((numbers(5, 1, 1, 0), True), (numbers(4, 2, 0, 1), False)):
        page = page_of(client.get(place, query_string={"step": "play", **tricks}))
        take = next(form for form in page.iter("form") if form.get("id") == "take")
        assert (("buys", "3") in [(one.get("name"), one.get("value")) for one in take.iter("input")]) == left
        assert ("disabled" in next(take.iter("button")).attrib) == (not left)
    answer = send(client, place, uid="never", after="1", step="play", **tricks)  # what is open is not recorded
    assert answer.status_code == 422
    assert sheet_of(app, uid).lines[0].deal.entry["tricks"] == [4, 2, 1, 0]
