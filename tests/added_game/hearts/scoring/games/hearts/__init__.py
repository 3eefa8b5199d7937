"""Hearts: four players, each alone, thirteen cards each; take no hearts, and not the queen of spades.

Before a deal is played each passes three cards: to the left, then to the right in the next deal, then across, then
nobody passes, and so on. The two of clubs leads; follow suit if you can; the highest card of the suit led takes the
trick. Each heart is a point, the queen of spades thirteen: 26 in a deal. Who takes all of them has shot the moon: then
the others get 26 each and who shot it none, or, by another rule, who shot it has 26 taken off.

When somebody has 100 points or more after a deal, the lowest total wins; equal lowest play on.

Source: the common rules of Hearts. Options: the total that ends a match, shooting the moon, passing, the jack of
diamonds that takes ten off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.hearts import score, talk
from scoring.games.hearts.sentences import SENTENCES

from scoring.game import Game
from scoring.words import choice, message, number, one_of, points, problem, seat, yes_no

if TYPE_CHECKING:
    from scoring.words import Award, Carry, Entry, Field, Line, Message, Need, Outcome, Problem, Standing

OPTIONS = (
    number(
        "target",
        message("The match ends at"),
        100,
        10,
        500,
        message("When somebody has so many points, the lowest wins."),
    ),
    one_of(
        "moon",
        message("Shooting the moon"),
        (
            choice("others", message("26 to each of the others"), ""),
            choice("self", message("26 off for who shot it"), ""),
        ),
        message("What taking all 26 points brings."),
        disputed=True,
    ),
    one_of(
        "passing",
        message("Passing"),
        (choice("four", message("left, right, across, none"), ""), choice("none", message("no passing"), "")),
        message("Changes what the table is told before a deal, not the score."),
    ),
    yes_no(
        "jack", message("Jack of diamonds"), False, message("Who takes the jack of diamonds has ten points taken off.")
    ),
)
IN_A_DEAL, QUEEN = 26, 13
POINTS = points(
    "points",
    message("Points taken"),
    IN_A_DEAL,
    per="seat",
    total=IN_A_DEAL,
    help=message("A heart is 1, the queen of spades 13."),
)
FIELDS = (POINTS,)
WITH_JACK = (POINTS, seat("jack", message("Who took the jack of diamonds"), "play"))


class Hearts(Game):
    """Take no hearts."""

    key = "hearts"
    name = message("Hearts")
    tagline = message("Four, each alone. Take no hearts, and not the queen.")
    high_wins = False
    options = OPTIONS
    sentences = SENTENCES
    idle = ("jack",)

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return WITH_JACK if standing.rules["jack"] else FIELDS

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        return () if max(entry["points"]) >= QUEEN else (problem("points", "queen_missing"),)

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        return score.awards(standing.rules, entry), standing.carry

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        return score.outcome(standing)

    def goal(self, standing: Standing) -> int | None:
        return int(standing.rules["target"])

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return True

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
        return talk.prompt(standing)

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        return talk.needs(standing)

    def sheet_row(self, line: Line) -> tuple[Message, Message]:
        return talk.sheet_row(line)


GAME = Hearts()
