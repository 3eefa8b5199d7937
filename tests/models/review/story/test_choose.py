"""Which things are told of an evening: the heaviest, of other kinds and people, nothing bad beside something good."""

from __future__ import annotations

from models.review.story.candidate import Candidate, bits, rarity
from models.review.story.choose import chosen


def thing(code, kind, weight, *about, good=True):
    """A candidate."""
    return Candidate(code, kind, weight, {}, about, good=good)


def codes(*candidates, **more):
    """The codes of those chosen."""
    return [one.code for one in chosen(candidates, **more)]


def test_the_heaviest_come_first():
    assert codes(thing("light", "a", 1, 1), thing("heavy", "b", 3, 2), thing("middle", "c", 2, 3)) == [
        "heavy",
        "middle",
        "light",
    ]


def test_of_a_kind_only_the_heaviest_is_told():
    assert codes(thing("one", "run", 3, 1), thing("other", "run", 2, 2), thing("last", "first", 1, 3)) == [
        "one",
        "last",
    ]


def test_other_people_go_before_more_about_the_same():
    found = codes(thing("a", "a", 9, 1, 2), thing("b", "b", 8, 2), thing("c", "c", 2, 3), thing("d", "d", 1, 4))
    assert found == ["a", "c", "d"]
    assert codes(thing("a", "a", 9, 1), thing("b", "b", 8, 1)) == ["a", "b"]


def test_what_is_about_nobody_goes_before_them_only_when_it_is_heavy():
    twice = [thing("a", "a", 9, 1), thing("b", "b", 1.8, 1)]
    assert codes(*twice, thing("dull", "paper", 1), most=2) == ["a", "b"]
    assert codes(*twice, thing("round", "round", 3), most=2) == ["a", "round"]


def test_nothing_bad_is_told_of_somebody_of_whom_there_is_something_good():
    bad = thing("lost", "rare", 9, 1, good=False)
    assert codes(bad, thing("won", "row", 1, 1)) == ["won"]
    assert codes(bad, thing("won", "row", 1, 2)) == ["lost", "won"]


def test_what_the_first_line_told_is_not_told_again():
    assert codes(thing("a", "evening", 9, 1), thing("b", "b", 1, 2), said={"evening"}) == ["b"]


def test_the_order_does_not_depend_on_that_of_the_makers():
    many = [thing(f"code{n}", f"kind{n % 5}", n % 3, n % 4) for n in range(20)]
    assert codes(*many) == codes(*reversed(many))


def test_what_was_seen_less_often_is_heavier():
    assert bits(0.5) == 1.0
    assert rarity(0, 100, 0.03) > rarity(1, 100, 0.03) > rarity(30, 100, 0.03)
    assert rarity(0, 0, 0.5) == 1.0
