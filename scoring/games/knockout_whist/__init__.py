"""Knock-Out Whist: win a trick in every deal, or be knocked out.

Two to seven players, each alone, ace high. Seven deals of seven, six, five … one card. In the first deal the top
card of the pack is turned for trump; later whoever won most tricks in the deal before looks at the new cards and names
it, and those who tie for most cut. Left of the dealer leads; follow suit if you can. No trick in a deal: out.

The first failure of the match is not the end: whoever fails then goes on a dog's life, one single card in the next
deal, to be played to any trick (a knock on the table keeps it for later, the last trick takes it). A trick with it
brings a full hand back; no trick is the end. Whoever is due to deal and has just been knocked out still deals once. The
winner of the last deal, or the last one left, wins.

For money everybody puts a unit in the pot; the winner of a deal deals, names trump and leads; and who fails buys on: a
dog's life with a full hand on the first occasion, then a parish of one card, then a blind parish not even looked at.

Source: docs/rules/knockout_whist.md (KO). Options: the first hand, the dog's life and who gets it, a first deal that
forgives, the winner taking over, the first lead, ties, knocked-out dealers, exchanging, what the winner names, the two
of diamonds, the rainbow, and the money game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import Game
from scoring.games.knockout_whist import check as checks
from scoring.games.knockout_whist import score as scores
from scoring.games.knockout_whist import talk
from scoring.games.knockout_whist.rules import DEPENDS_ON, FIELDS, OPTIONS
from scoring.games.knockout_whist.score import alone_in, deals_next
from scoring.games.knockout_whist.sentences import SENTENCES, STATUSES
from scoring.words import message, problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Carry, Entry, Field, Problem, Rules, Standing, Values


class KnockoutWhist(Game):
    """A trick in every deal, or out."""

    key = "knockout_whist"
    name = message("Knock-Out Whist")
    tagline = message("Two to seven. A trick in every deal, or out.")
    unit = "tricks"
    has_totals = False
    statuses = STATUSES
    spared_words = message("Dashed ring: on a dog’s life.")
    seats = (2, 7)
    options = OPTIONS
    depends_on = DEPENDS_ON
    sentences = SENTENCES

    opening = staticmethod(scores.opening)
    check = staticmethod(checks.entry_problems)
    score = staticmethod(scores.score_deal)
    outcome = staticmethod(scores.outcome)
    settle = staticmethod(scores.settle)
    prompt = staticmethod(talk.prompt)
    needs = staticmethod(talk.needs)
    refusal = staticmethod(checks.refusal)
    hint = staticmethod(talk.hint)
    pending_bid = staticmethod(talk.pending_bid)
    sheet_row = staticmethod(talk.sheet_row)
    ranks = staticmethod(scores.ranks)
    left_words = staticmethod(scores.left_words)
    comeback = staticmethod(scores.comeback)
    spared = staticmethod(scores.spared)

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        if players * rules["first_hand"] + 1 > 52:
            return (problem("rules.first_hand", "too_many_cards", {"players": players, "most": 51 // players}),)
        return ()

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        fields: tuple[Field, ...] = FIELDS[standing.carry["hand"]]
        return fields

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        return standing.dealer if "rainbow" in entry else deals_next(standing, carry["status"], carry["chooser"])

    def decided(self, standing: Standing, winner: int) -> Carry:
        return alone_in(standing.carry, winner)

    def deals_agreed(self, rules: Rules) -> int | None:
        return int(rules["first_hand"])

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return True

    def taken(self, entry: Entry) -> list[Any]:
        return entry.get("tricks") or []

    def marks(self, standing: Standing) -> Values:
        carry = standing.carry
        pot = carry["pot"] if standing.rules["money"] else None
        return {"kind": "status", "status": carry["status"], "hands": carry["hands"], "pot": pot}

    def stick(self, standing: Standing) -> Values:
        most, hand = standing.rules["first_hand"], standing.carry["hand"]
        return {"kind": "slots", "slots": [str(cards) for cards in range(most, 0, -1)], "now": max(most - hand, 0)}


GAME = KnockoutWhist()
