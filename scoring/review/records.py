"""What a circle keeps records of: deals and matches that stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scoring.review.where import Where
    from scoring.words import Wording


class Record(NamedTuple):
    """One kind of record. The holder is who declared, or whose part it was, with the partner; of a match who won.

    of: which deals count; about: "deal" (the largest value of one), "evening", "match", "ever" (the most such deals of
    one person in it, or of all times), "first" (the first such deal) or "fewest" (the win in the fewest deals, in
    matches that had no deal as `of` of the winner’s, where `of` says anything); value: of a deal as in MeanRow, or bid.
    """

    code: str
    label: Wording
    of: Where
    about: str = "deal"
    value: str = "gain"
