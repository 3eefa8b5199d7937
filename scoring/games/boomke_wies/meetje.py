"""The points of a Meetje, which the dealer alone can say, with its fine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.boomke_wies.fields import BOOM
from scoring.words import award

if TYPE_CHECKING:
    from scoring.words import Award, Rules


def meetje_awards(rules: Rules, side: int, tricks: int) -> tuple[Award, ...]:
    """One for the majority; the dealer's side may be fined what it lacks to seven (BW-D1)."""
    if tricks >= 7:
        return (award(side, 1, "meetje_majority", {"tricks": tricks}),)
    fine = tricks - 7 if rules["meetje_fine"] == "shortfall" else 0
    majority = award(1 - side, 1, "meetje_majority", {"tricks": BOOM - tricks})
    return ((award(side, fine, "meetje_fine", {"n": -fine}), majority)) if fine else (majority,)
