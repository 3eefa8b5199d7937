"""Texas 42: four players, two fixed partnerships, a double-six set; say what the seven tricks will bring.

Seven dominoes each. 5-5 and 6-4 count ten, 5-0, 4-1 and 3-2 five, every trick one: 42 in all. One turn each to bid,
from the left of the dealer: 30 to 41 points, then 1 mark (all 42), 2 marks, and above 2 marks one mark more at a time.
Who bid highest names a suit as trump, or no trump, or doubles, and leads. From 1 mark on all seven tricks are needed,
or a special contract is played: Nello (lose every trick, the partner sits out), Sevens (nearest to seven pips wins),
Plunge (four doubles, 4 marks, the partner names trump; the only bid that may jump). If all pass it is thrown in.

A bid that is made pays its side 1 mark up to 42 and else the marks bid; a bid that is set pays the others the same.
Seven marks write ALL and win. With stakes the losers pay for each mark they lack and for each time they were set.

The points game bids 30 to 42, 84 and, over 84, 168. Below 42 both sides score what they took; a set gives the others
what they took and the bid. From 42 on the bid alone counts. After three passes the dealer must bid, or says Low-No.

Source: docs/rules/texas_42.md (TX). Options: marks or points and to what total, a deal that nobody bids, raises, which
contracts are played and how, how the first trick is led, both sides past the target, stakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import Game
from scoring.games.texas_42 import check as checks
from scoring.games.texas_42 import score as scores
from scoring.games.texas_42 import talk
from scoring.games.texas_42.rules import BY_PIPS, DEPENDS_ON, MARK, MARKS_FIELDS, OPTIONS, POINTS_FIELDS, PRESETS
from scoring.games.texas_42.sentences import SENTENCES
from scoring.words import message

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Field, Message, Problem, Rules, Sheet, Standing


class Texas42(Game):
    """Bid, take the counters, write ALL."""

    key = "texas_42"
    name = message("Texas 42")
    tagline = message("Four, partners, dominoes. First to write ALL.")
    begin = message("Shake the dominoes")
    unit = "marks"
    partners = True
    pack = BY_PIPS
    paper_forms = (("marks", message("Marks")), ("points", message("Points")))
    options = OPTIONS
    depends_on = DEPENDS_ON
    presets = PRESETS
    sentences = SENTENCES

    check = staticmethod(checks.entry_problems)
    score = staticmethod(scores.score_deal)
    outcome = staticmethod(scores.outcome)
    payment_parts = staticmethod(scores.payment_parts)
    prompt = staticmethod(talk.prompt)
    needs = staticmethod(talk.needs)
    auction = staticmethod(checks.half_made)
    pending_bid = staticmethod(talk.pending_bid)
    sheet_row = staticmethod(talk.sheet_row)
    marks = staticmethod(scores.marks)

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        return checks.rule_problems(rules)

    def unit_of(self, rules: Rules) -> str:
        return str(rules["scoring"])

    def marks_bid(self, rules: Rules, bid: Any) -> int | None:
        return scores.worth(bid) if rules["scoring"] == "marks" and type(bid) is int and bid >= MARK else None

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return POINTS_FIELDS if standing.rules["scoring"] == "points" else MARKS_FIELDS

    def result_problems(self, winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
        return ()  # of two past the target the declarers can win with fewer points (TX-D15)

    def goal(self, standing: Standing) -> int | None:
        return scores.target_of(standing.rules)

    def settle(self, sheet: Sheet) -> tuple[int, ...]:
        if sheet.outcome is None or sheet.outcome.payment is None:
            return ()
        loser, amount = sheet.outcome.payment
        return tuple(-amount if side == loser else amount for side in (0, 1))

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        return checks.refusal(standing, draft, key, value)

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
        return talk.hint(standing, draft, key, value)

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return scores.bid_done(pending)

    def pad_facts(self, standing: Standing, step: str) -> tuple[Any, ...]:
        return standing.totals if step == "play" or standing.rules["scoring"] == "marks" else ()


GAME = Texas42()
