"""Zwanzig ab, "20 down": four players, each alone, from twenty down to nought.

32 cards, five each. The dealer gives two, and whoever sits left of the dealer (the maker) names trump from those two;
then three more. From the maker clockwise each may exchange up to three cards at once. Then, in turn, each decides to
stay or to drop out; the maker must stay, so the player opposite the dealer is asked first, and with diamonds as trump
everybody stays. Five tricks: the maker leads, follow suit, and who cannot must trump.

Each trick takes a point off; who stayed and won none gets five more; who dropped out stays where he was. With hearts as
trump all of it is double. If all others drop, the maker takes five off without play. After eight deals without a winner
hearts are trump, nobody chooses and nobody drops. At nought or less after a whole deal the lowest wins; equal lowest
play on until one is ahead.

Source: docs/rules/zwanzig_ab.md (ZA). Options: where it starts, the order of trumps, three cards before trump is
named (with next, blind and a redeal), when to decide, the suit that holds everybody in, at least two players, dropping
twice running, dropping at five or less, the special deals, a bonus for all five tricks, blind hearts, and who plays on
in a tie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import PACK_32
from scoring.game import Game
from scoring.games.zwanzig_ab import score as scores
from scoring.games.zwanzig_ab import talk
from scoring.games.zwanzig_ab.rules import DEPENDS_ON, FIELDS, OPTIONS, PRESETS
from scoring.games.zwanzig_ab.score import special
from scoring.games.zwanzig_ab.sentences import SENTENCES
from scoring.words import message

if TYPE_CHECKING:
    from scoring.words import Carry, Entry, Field, Line, Outcome, Rules, Standing, Table


class ZwanzigAb(Game):
    """From twenty down to nought."""

    key = "zwanzig_ab"
    name = message("Zwanzig ab")
    tagline = message("Four, each alone. From twenty down to zero.")
    high_wins = False
    pack = PACK_32
    options = OPTIONS
    depends_on = DEPENDS_ON
    presets = PRESETS
    sentences = SENTENCES

    check = staticmethod(scores.entry_problems)
    score = staticmethod(scores.score_deal)
    result_problems = staticmethod(scores.result_problems)
    prompt = staticmethod(talk.prompt)
    needs = staticmethod(talk.needs)
    refusal = staticmethod(scores.refusal)
    hint = staticmethod(talk.hint)
    pending_bid = staticmethod(talk.pending_bid)
    sheet_row = staticmethod(talk.sheet_row)
    marks = staticmethod(scores.marks)
    stick = staticmethod(scores.stick)

    def opening(self, table: Table, rules: Rules) -> tuple[int, Carry]:
        return rules["start"], {"dropped": [], "tied": []}

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return FIELDS

    def counted(self, standing: Standing, entry: Entry) -> bool:
        return not entry.get("redeal")

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        return standing.dealer if entry.get("redeal") else (standing.dealer + 1) % 4

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        return scores.outcome(standing)

    def goal(self, standing: Standing) -> int | None:
        return 0 if scores.marks(standing)["kind"] == "five_bar_gates" else None

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return special(standing) or bool(pending and "trump" in pending)


GAME = ZwanzigAb()
