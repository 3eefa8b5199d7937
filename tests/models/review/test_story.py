"""Which sentences are told of an evening, by hand; on the evenings of whole circles tests/review/ tells them again."""

from __future__ import annotations

from datetime import date

from models.review.people import Person
from models.review.story import StoryDeal, StoryMatch, StorySide, result, story_of
from models.tables import Evening

ANN, BOB, CEM, DEE = (Person(n, name.lower(), name, False) for n, name in enumerate(("Ann", "Bob", "Cem", "Dee")))
DAY = date(2026, 1, 2)
AC, BD = (ANN, CEM), (BOB, DEE)


def short(told):
    """A sentence as what, who and how many."""
    who = " + ".join(" & ".join(person.name for person in unit) for unit in told.who)
    return " ".join(str(part) for part in (told.what, who, told.n or "", told.of or "") if part)


def all_short(told):
    """All sentences of a story."""
    return "|".join(map(short, told))


def match(first, second, *totals, game="boomke_wies", deals=2, curve=()):
    """A match of two sides that the one of the higher total won, or where they are equal nobody."""
    sides = [StorySide(who, total, total > min(totals)) for who, total in zip((first, second), totals, strict=True)]
    played = [StoryDeal(f"d{n}", n + 1, ANN, "bid", 8, True, False) for n in range(deals)]
    return StoryMatch("uid", game, DAY, 0, 0, sides, played, [[chance, 1000 - chance] for chance in curve])


def test_who_won_and_which_match_is_told():
    evening = Evening(id=1, circle_id=1, date=DAY)
    long, open_ended = {"deals": 9}, {"deals": 0}
    for matches, expected in (
        ([match(AC, BD, 5, 0)], "match Ann & Cem|size 1"),
        ([match(AC, BD, 5, 5)], "played 1|size 1"),
        ([match(AC, BD, 5, 2), match(BD, AC, 5, 2)], "shared Ann & Cem + Bob & Dee 1|size 2"),
        ([match(AC, BD, 5, 2), match(AC, BD, 5, 5)], "won Ann & Cem 1 1|size 2"),
        ([match(AC, BD, 5, 2), match(AC, BD, 11, 10)], "won Ann & Cem 2 2|close Ann & Cem 1|size 2"),
        ([match(AC, BD, 5, 2), match(BD, AC, 13, 12), match(BD, AC, 7, 6)],
         "won Bob & Dee 2 3|close Bob & Dee 1|size 3"),
        ([match(AC, BD, 5, 0), match(AC, BD, 5, 2)], "won Ann & Cem 2 2|match Ann & Cem|size 2"),
        ([match(AC, BD, -2, -5), match(AC, BD, 5, -9, **long)], "won Ann & Cem 2 2|longest 9|size 2"),
        ([match(AC, BD, 5, 2, **open_ended), match(AC, BD, 5, 2, **long)], "won Ann & Cem 2 2|size 2"),
        # no margins where no totals are; the one who won at fewer points is not ahead by any
        ([match(AC, BD, 7, 6, game="knockout_whist"), match(AC, BD, 7, 2)], "won Ann & Cem 2 2|size 2"),
        ([match(AC, (), 5, 2), match((), AC, 5, 2), match(AC, (), 6, 2)], "won Ann & Cem 2 3|size 3"),
    ):  # fmt: skip
        assert all_short(story_of(evening, matches, None, ())) == expected
    assert short(result([match((), (), 5, 2)])) == "played 1"


def test_a_match_turned_at_the_deal_that_changed_most_for_a_winner_who_was_behind_before_it_and_after_it_not():
    for totals, curve, deal in (
        ((6, 5), (500, 40, 500, 1000), 1),
        ((6, 5), (500, 300, 400, 350, 900, 450, 1000), 3),
        ((5, 6), (500, 300, 400, 700, 350, 900, 0), 5),
        ((6, 5), (500, 600, 800, 1000), None),  # never behind
        ((6, 5), (500, 480, 520, 1000), None),  # hardly behind
        ((6, 5), (), None),
        ((5, 5), (500, 300, 700, 500), None),
    ):
        turn = match(AC, BD, *totals, deals=max(0, len(curve) - 1), curve=curve).turn
        assert (turn and turn[1]) == deal
