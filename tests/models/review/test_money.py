"""The money of an evening, worked out by hand; and laws that every evening keeps, compared with brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

from models.review.money import SETTLED_EXACTLY, Debt, balances, debts, payments

ANN_CEM, BOB_DEE, ANN_BOB, CEM_DEE = ("Ann", "Cem"), ("Bob", "Dee"), ("Ann", "Bob"), ("Cem", "Dee")
PEOPLE = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lou")


def test_an_evening_is_shared_among_partners_and_rounded_once():
    """Three matches at 0.25: each alone leaves half a cent to everybody, of the three together only one is left."""
    thrice = [(ANN_CEM, 25), (BOB_DEE, -25), (ANN_BOB, 25), (CEM_DEE, -25), (("Ann", "Dee"), 25), (("Bob", "Cem"), -25)]
    found = balances(thrice, "20 November")
    assert found["Ann"] in (37, 38)
    assert {found[name] for name in ("Bob", "Cem", "Dee")} <= {-12, -13}
    assert sum(found.values()) == 0
    assert balances([(ANN_CEM, 25), (BOB_DEE, -25)] * 2, "") == {"Ann": 25, "Bob": -25, "Cem": 25, "Dee": -25}
    assert balances([(ANN_CEM, 25), (BOB_DEE, -25), (ANN_CEM, -25), (BOB_DEE, 25)], "") == {}
    pot = [(("Ann",), 200), (("Bob",), -100), (("Cem",), -100)]
    assert balances(pot, "") == {"Ann": 200, "Bob": -100, "Cem": -100}
    merged = [(("Ann", "Ann"), 25), (BOB_DEE, -25)]  # two players of one match who are one person today
    assert balances(merged, "")["Ann"] == 25


def test_the_cent_that_is_left_goes_to_another_on_another_evening():
    once = [(ANN_CEM, 25), (BOB_DEE, -25)]
    favoured = Counter(balances(once, f"evening {n}")["Ann"] for n in range(400))
    assert favoured.keys() == {12, 13}
    assert min(favoured.values()) > 120


def test_payments_are_few():
    assert payments({"Ann": 225, "Dee": -225, "Cem": 150, "Bob": -150}) == {("Dee", "Ann"): 225, ("Bob", "Cem"): 150}
    assert payments({"Ann": 300, "Bob": -100, "Cem": -200}) == {("Cem", "Ann"): 200, ("Bob", "Ann"): 100}
    three_and_three = {"Ann": 50, "Bob": -20, "Cem": -30, "Dee": 70, "Eve": -60, "Fay": -10}
    assert len(payments(three_and_three)) == 4
    assert payments({}) == {}


def random_sides(rng: Random, people: tuple[str, ...]) -> list[tuple[tuple[str, ...], int]]:
    """Some matches of two sides of up to three."""
    sides = []
    for _ in range(rng.randint(1, 7)):
        size = rng.randint(1, min(3, len(people) // 2))
        sitting = tuple(rng.sample(people, 2 * size))
        amount = rng.choice((5, 25, 100, 175, rng.randint(1, 999)))
        sides += [(sitting[:size], amount), (sitting[size:], -amount)]
    return sides


def fewest(amounts: tuple[int, ...]) -> int:
    """The fewest payments by trying: the first debt is paid to, or joined with, each other in turn."""

    @cache
    def left(amounts: tuple[int, ...]) -> int:
        if not amounts:
            return 0
        first, *rest = amounts
        ways = []
        for n, other in enumerate(rest):
            if first * other < 0:
                after = [*rest[:n], first + other, *rest[n + 1 :]]
                ways.append(1 + left(tuple(sorted(amount for amount in after if amount))))
        return min(ways)

    return left(tuple(sorted(amount for amount in amounts if amount)))


def test_laws_of_every_evening():
    rng = Random(31)
    for seed in range(300):
        sides = random_sides(rng, PEOPLE[: rng.randint(2, len(PEOPLE))])
        found = balances(sides, str(seed))
        rng.shuffle(sides)
        assert balances(sides, str(seed)) == found  # the order of matches does not matter
        exact: Counter[str] = Counter()
        for people, amount in sides:
            for person in people:
                exact[person] += Fraction(amount, len(people))
        assert all(abs(exact[person] - found.get(person, 0)) < 1 for person in exact)
        assert sum(found.values()) == 0
        assert all(type(amount) is int for amount in found.values())
        paid = payments(found)
        assert min(paid.values(), default=1) > 0
        assert not {payer for payer, _ in paid} & {payee for _, payee in paid}
        assert len(paid) <= max(len(found) - 1, 0)
        assert settled_by(paid) == found


def settled_by(paid: dict[tuple[str, str], int]) -> dict[str, int]:
    """What everybody has to get so that these payments settle it."""
    result: Counter[str] = Counter()
    for (payer, payee), amount in paid.items():
        result[payer] -= amount
        result[payee] += amount
    return {person: amount for person, amount in result.items() if amount}


def test_no_fewer_payments_would_do():
    rng = Random(7)
    for _ in range(150):
        amounts = [rng.randint(-6, 6) for _ in range(rng.randint(1, 6))]
        found = {name: amount for name, amount in zip(PEOPLE, [*amounts, -sum(amounts)], strict=False) if amount}
        assert len(payments(found)) == fewest(tuple(found.values())), found


def test_more_people_than_are_settled_exactly_are_even_too():
    many = {f"P{n:02}": 3**n % 101 + 1 for n in range(SETTLED_EXACTLY + 6)}
    many["Host"] = -sum(many.values())
    assert settled_by(payments(many)) == many


def test_a_debt_that_grows_is_due_for_the_difference():
    assert debts({"Ann": 225, "Dee": -225}, {("Dee", "Ann"): 200}) == [Debt("Dee", "Ann", 225, 200)]
    assert debts({"Ann": 225, "Dee": -225}, {("Dee", "Ann"): 225}) == [Debt("Dee", "Ann", 225, 225)]


def test_what_was_paid_too_much_goes_back_and_to_others():
    """Dee paid Ann 2.00, but after one more match it is Bob who gets 0.50 from her."""
    paid = {("Dee", "Ann"): 200}
    assert debts({"Bob": 50, "Dee": -50}, paid) == [
        Debt("Dee", "Ann", 200, 200),
        Debt("Ann", "Dee", 150, 0),
        Debt("Ann", "Bob", 50, 0),
    ]
    assert debts({}, paid) == [Debt("Ann", "Dee", 200, 0), Debt("Dee", "Ann", 200, 200)]
    rng = Random(3)
    for seed in range(200):
        found = balances(random_sides(rng, PEOPLE[:5]), str(seed))
        before = {(payer, payee): rng.randint(1, 300) for payer, payee in [rng.sample(PEOPLE[:5], 2)]}
        told = debts(found, before)
        assert settled_by({(debt.payer, debt.payee): debt.amount for debt in told}) == found
        assert all(0 <= debt.paid <= debt.amount for debt in told)
