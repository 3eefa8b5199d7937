"""The pack of Clobyosh as forms name its cards, and the points of those that a player won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import SUIT_OF, TRICK_ORDER, card_points

if TYPE_CHECKING:
    from drawing.form_entry import Form

ORDER = ("spades", "diamonds", "clubs", "hearts")
LETTER = {SUIT_OF[letter]: letter for letter in SUIT_OF}
PACK = [rank + LETTER[suit] for suit in ORDER for rank in TRICK_ORDER]


def points_won(trump: str | None, cards: list[str]) -> int:
    """The points of these cards, each counted once; what is no card counts nothing."""
    return card_points(trump, [card for card in PACK if card in cards])


def summed(trump: str | None, form: Form) -> dict[int, int]:
    """The card points of each seat whose cards were tapped, where no number was typed since."""
    done = form.get("counted") or []
    seats = [seat for seat in (0, 1) if any(form.get(f"won.{seat}") or []) or str(seat) in done]
    return {
        seat: points_won(trump, form.get(f"won.{seat}") or [])
        for seat in seats
        if not "".join(form.get(f"cards.{seat}") or [])
    }
