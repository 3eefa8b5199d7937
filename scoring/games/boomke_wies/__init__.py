"""Boomke Wies: four players in two partnerships say a number of tricks and take it.

Thirteen cards each, ace high. Bidding goes round from the left of the dealer, numbers from 7 to 13, each higher than
the last; who passes is out of the auction. When three have passed the last number stands; 13 is called Boom and
cannot be topped. If the first three pass the dealer must say 7, Boom or Meetje. Who won the auction leads, and the
suit led first is trump. The number is for the side, not for the player alone.

A number from 7 to 12 that is made pays by the tricks taken: 1 for seven to nine, 2 for ten to twelve, 3 for all. One
that fails costs 1 (7, 8, 9) or 2 (10, 11, 12), and pays the other side. Boom is five either way. In a Meetje the side
with seven tricks or more gets 1, and by the disputed fine the dealer's side pays what it lacks to seven.

Source: docs/rules/boomke_wies.md (BW). Options: whether there is an auction, what the dealer may say after three
passes, the fine, what a failed 7, 8 or 9 pays, the simple score, and how long the match is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import Game
from scoring.games.boomke_wies import score as scores
from scoring.games.boomke_wies import talk
from scoring.games.boomke_wies.rules import AUCTION_FIELDS, DEPENDS_ON, OPTIONS, SIMPLE_FIELDS
from scoring.games.boomke_wies.score import declares
from scoring.games.boomke_wies.talk import SENTENCES
from scoring.words import message, problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Field, Line, Message, Outcome, Problem, Rules, Standing


class BoomkeWies(Game):
    """Say a number, take that many."""

    key = "boomke_wies"
    name = message("Boomke Wies")
    tagline = message("Four, partners. Say a number, take that many.")
    partners = True
    dealer_after = 1  # who drew highest keeps score
    idle = ("declarer", "contract", "calls")  # of the game with an auction
    options = OPTIONS
    depends_on = DEPENDS_ON
    sentences = SENTENCES

    check = staticmethod(scores.entry_problems)
    score = staticmethod(scores.score_deal)
    prompt = staticmethod(talk.prompt)
    needs = staticmethod(talk.needs)
    auction = staticmethod(scores.half_made)
    pending_bid = staticmethod(talk.pending_bid)
    sheet_row = staticmethod(talk.sheet_row)

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        if rules["length"] in ("deals", "points") and rules["length_value"] < 1:
            return (problem("rules.length_value", "length_needed"),)
        return ()

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return AUCTION_FIELDS if standing.rules["auction"] else SIMPLE_FIELDS

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        return scores.outcome(standing)

    def closing_decides(self, rules: Rules) -> bool:
        return rules["length"] in ("open", "clock")

    def deals_agreed(self, rules: Rules) -> int | None:
        return int(rules["length_value"]) if rules["length"] == "deals" else None

    def goal(self, standing: Standing) -> int | None:
        rules = standing.rules
        return int(rules["length_value"]) if rules["length"] == "points" else None

    def minutes(self, rules: Rules) -> int | None:
        return int(rules["length_value"]) if rules["length"] == "clock" else None

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        return scores.refusal(standing, draft, key, value)

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
        return talk.hint(standing, key, value)

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return not standing.rules["auction"] or declares(standing, pending)

    def pad_facts(self, standing: Standing, step: str) -> tuple[Any, ...]:
        return ()


GAME = BoomkeWies()
