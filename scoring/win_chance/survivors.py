"""Who is left last, where whoever wins no trick is out: players alike but for what life they have.

A state is how many are in and could still fail once (lives), how many are in and could not (inside), how many play one
card after a failure (dogs), and the cards of the next deal.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Shares = tuple[float, ...]


class State(NamedTuple):
    """How many of each kind are left, and the cards of the next deal."""

    lives: int
    inside: int
    dogs: int
    cards: int


class Values(NamedTuple):
    """The chance of one of each kind to be left last."""

    lives: float
    inside: float
    dogs: float


class Fall(NamedTuple):
    """What a deal can do: dogs that won a trick, those with a life and those without that won none, and its chance."""

    dogs: int
    lives: int
    inside: int
    chance: float


class Survivors:
    """How a table plays, with the chances that were worked out for it."""

    def __init__(self, empty: Callable[[int, int], Shares], dog: Callable[[int], float], rule: str, cut: bool) -> None:
        """empty: of so many players with full hands and tricks among them, the chance that 0, 1, … win none.

        dog: of so many players left, the chance of one on a dog's life to win a trick. rule: off, one_occasion (all who
        fail in the first deal in which anybody does get another life) or one_per_player; cut: only one of several.
        """
        self.empty, self.dog, self.rule, self.cut = empty, dog, rule, cut
        self.known: dict[State, Values] = {}

    def values(self, state: State) -> Values:
        """The chance of one of each kind; 0 for a kind that nobody is of."""
        if state not in self.known:
            self.known[state] = self.worked_out(state)
        return self.known[state]

    def worked_out(self, state: State) -> Values:
        """The same, from all that the next deal can do; the last trick goes to anybody."""
        left = state.lives + state.inside + state.dogs
        if left == 1 or state.cards <= 1:
            return Values(*(bool(n) / left for n in state[:3]))
        found, whole = [0.0, 0.0, 0.0], 0.0
        for fall in self.falls(state):
            whole += fall.chance
            for kind, value in enumerate(self.after(state, fall)):
                found[kind] += fall.chance * value
        return Values(*(value / whole / max(1, n) for value, n in zip(found, state[:3], strict=True)))

    def falls(self, state: State) -> Iterator[Fall]:
        """All that a deal can do."""
        full = state.lives + state.inside
        dog = self.dog(full + state.dogs)
        for won in range(min(state.dogs, state.cards) + 1):
            of_dogs = comb(state.dogs, won) * dog**won * (1 - dog) ** (state.dogs - won)
            for failed, chance in enumerate(self.empty(full, state.cards - won)):
                for lives in range(max(0, failed - state.inside), min(failed, state.lives) + 1):
                    ways = comb(state.lives, lives) * comb(state.inside, failed - lives) / comb(full, failed)
                    if chance:  # somebody wins a trick
                        yield Fall(won, lives, failed - lives, of_dogs * chance * ways)

    def after(self, state: State, fall: Fall) -> tuple[float, float, float]:
        """The chances after a deal, summed over those of each kind before it."""
        stay, safe = state.lives - fall.lives, state.inside - fall.inside
        spared = 0 if self.rule == "off" else 1 if self.cut and fall.lives > 1 else fall.lives
        ended = self.rule == "one_occasion" and fall.lives + fall.inside > 0  # the occasion is over, for all
        came = State(0 if ended else stay, safe + fall.dogs + (stay if ended else 0), spared, state.cards - 1)
        then = self.values(came)
        kept = then.inside if ended else then.lives
        return stay * kept + spared * then.dogs, safe * then.inside, fall.dogs * then.inside


@cache
def urn(evenness: float, players: int, tricks: int) -> Shares:
    """The chance that so many (0, 1, …) of the players win none of the tricks, which fall by Pólya's urn.

    Who has won some wins more easily, the more so the smaller the evenness is.
    """
    held = {0: 1.0}  # players with a trick -> chance
    for fallen in range(tricks):
        after: dict[int, float] = {}
        for n, chance in held.items():
            new = (players - n) * evenness / (players * evenness + fallen)
            after[n] = after.get(n, 0.0) + chance * (1 - new)
            after[n + 1] = after.get(n + 1, 0.0) + chance * new
        held = after
    return tuple(held.get(players - n, 0.0) for n in range(players + 1))
