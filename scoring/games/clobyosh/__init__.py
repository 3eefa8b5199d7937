"""Clobyosh, or Bela: two players, one of them says what is trump and must then make more points than the other.

The pack has 32 cards. Six cards each, one is turned up: forehand, who does not deal, takes its suit as trump or passes,
then the dealer; when both pass forehand may name a suit, then the dealer. Who took or named is the maker. Four passes:
forehand deals anew. Three more cards each make nine; forehand leads. When the turned suit was taken, the trump seven
may be swapped for the turned card. Led suits are followed; a trump led must be beaten; who cannot follow must trump.

In trumps the jack is 20 and the nine 14; ace 11, ten 10, king 4, queen 3, a plain jack 2. The last trick is 10, Bela
(king and queen of trump in one hand) 20, three cards in sequence 20, four 50. Only the player with the best sequence
scores sequences, and then all of them: fifty beats twenty, then the higher top card, then trump, then forehand. Who
wins no trick scores none.

A maker with more points than the other: both keep their own. With fewer: all goes to the other. First to 501; who gets
there while playing may say so, and wins at once.

Source: docs/rules/clobyosh.md (CB). Options: the target, equal totals, equal sequences, who deals next, sequences
without a trick, both over the target, a false claim, the suits of the second round, the swap of the seven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import PACK_32
from scoring.game import Game
from scoring.games.clobyosh import check as checks
from scoring.games.clobyosh import score as scores
from scoring.games.clobyosh import talk
from scoring.games.clobyosh.rules import FIELDS, OPTIONS
from scoring.games.clobyosh.sentences import SENTENCES
from scoring.words import message

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Carry, Entry, Field, Message, Problem, Rules, Standing, Table, Values


class Clobyosh(Game):
    """Name trump, then beat the other."""

    key = "clobyosh"
    name = message("Clobyosh")
    tagline = message("Two. Name trump, then make more than the other.")
    seats = (2, 2)
    pack = PACK_32
    lowest_deals = True
    options = OPTIONS
    sentences = SENTENCES

    check = staticmethod(checks.entry_problems)
    score = staticmethod(scores.score_deal)
    outcome = staticmethod(scores.outcome)
    prompt = staticmethod(talk.prompt)
    needs = staticmethod(talk.needs)
    pending_bid = staticmethod(talk.pending_bid)
    sheet_row = staticmethod(talk.sheet_row)

    def opening(self, table: Table, rules: Rules) -> tuple[int, Carry]:
        return 0, {"held": 0}

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return FIELDS

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        return scores.next_dealer(standing, entry, points)

    def result_problems(self, winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
        return ()  # a claim, or the last trick, can win with fewer points

    def goal(self, standing: Standing) -> int | None:
        return int(standing.rules["target"])

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        return checks.refusal(standing, draft, key, value)

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
        return talk.hint(standing, draft, key, value)

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return pending is not None and pending.get("maker") is not None and pending.get("turned") is not None

    def marks(self, standing: Standing) -> Values:
        return {"kind": "road", "target": standing.rules["target"]}


GAME = Clobyosh()
