"""Every sentence of a story can be said with the values that its code has."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from models.review.story.choose import MAKERS
from tests.web.review.charts.readers import reading
from web.review.story.past_sentences import PAST
from web.review.story.result_sentences import RESULT
from web.review.story.story_text import SENTENCES, StoryText, sentence
from web.review.story.tonight_sentences import TONIGHT


class Past:
    """A past with two people."""

    class People:
        """Who they are."""

        persons = {1: type("Person", (), {"name": "Ann"}), 2: type("Person", (), {"name": "<Bob>"})}

    people = People


VALUES = {
    "who": [1], "whom": [2], "by": [1], "people": [1, 2], "game": "boomke_wies", "kind": "boom", "bid": 10, "n": 3,
    "m": 2, "of": 5, "due": 2, "nth": 100, "deal": 4, "chance": 5, "now": 60, "score": [7, -2], "minutes": 190,
    "since": "2019-05-01", "year": "2026-01-02", "place": "The Plough", "money": 250,
}  # fmt: skip


def turns():
    """Every code with each of its turns, for one person and for two."""
    return [
        (code, turn, who) for code, found in SENTENCES.items() for turn in range(len(found)) for who in ([1], [1, 2])
    ]


@pytest.mark.parametrize(("code", "turn", "who"), turns())
def test_it_is_said_without_gaps(app, code, turn, who):
    with reading(app, "en"):
        said = StoryText(Past).line({"code": code, "turn": turn, "values": VALUES | {"who": who}})
    assert not re.search(r"[{}]", said)
    assert "<Bob>" not in said
    assert said.endswith(".")


def test_no_code_has_two_meanings():
    assert len(SENTENCES) == len(RESULT) + len(TONIGHT) + len(PAST)


def test_sentences_for_one_and_for_several_differ_in_who_only():
    for code, found in SENTENCES.items():
        for turn in found:
            if not isinstance(turn, str):
                one, several = (sorted(name for _, name, _, _ in Formatter().parse(text) if name) for text in turn)
                assert sorted("both" if name == "who" else name for name in one) == several, code


def test_the_same_turn_is_told_at_every_reading():
    told = {"code": "run", "turn": 7, "values": VALUES}
    assert sentence(told) == sentence(told) == PAST["run"][7 % len(PAST["run"])]
    assert len(MAKERS) == len(set(MAKERS))
