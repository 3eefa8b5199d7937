"""What each seat has made in a deal of Clobyosh, also while it is only half written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.fields import BELA, LAST_TRICK
from scoring.games.clobyosh.sequences import needs_same_card, scores_sequences, sequences_problems

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing


def made(standing: Standing, entry: Entry) -> tuple[int, int]:
    """What each seat has made by itself in a deal, in points: cards, last trick, Bela and sequences."""
    return made_with(entry, scores_sequences(standing, entry))


def made_with(entry: Entry, sequence: tuple[int, int, str]) -> tuple[int, int]:
    """The same when it is known who scores sequences."""
    both = list(entry["cards"])
    if "last_trick" in entry:
        both[entry["last_trick"]] += LAST_TRICK
    if "bela" in entry:
        both[entry["bela"]] += BELA
    if sequence[1]:
        both[sequence[0]] += sequence[1]
    return both[0], both[1]


def so_far(standing: Standing, draft: Entry) -> tuple[int, int]:
    """What each seat has made by what is written so far; what is not yet known counts nothing."""
    return made(standing, settled(draft))


def settled(draft: Entry) -> Entry:
    """A partial entry made whole enough to be counted: gaps are noughts, sequences that are none yet are left out.

    So are the points of both seats, which stand while it is open whose sequence is better.
    """
    whole = {key: draft[key] for key in draft if draft[key] is not None}
    for key in ("cards", "sequence_points"):
        if key in whole or key == "cards":
            whole[key] = [item or 0 for item in whole.get(key, (0, 0))]
    if "sequences" in whole and sequences_problems(whole):
        whole.pop("sequences")
    if all(whole.get("sequence_points", (0, 0))):
        whole.pop("sequence_points")
    return whole


def settled_with(draft: Entry, key: str, value: Any) -> Entry:
    """What is written so far, with one value more."""
    whole = settled(draft)
    whole[key] = value
    return whole


def loses_sequences(standing: Standing, draft: Entry, seat: int) -> bool:
    """Whether the best sequences written so far would not count if this seat had won no trick (CB-D6)."""
    return scores_sequences(standing, settled_with(draft, "no_trick", seat))[2] == "no_trick"


def bela_gone(draft: Entry, side: int) -> bool:
    """Whether the other seat has declared a trump run with the king or the queen, so that this one has no Bela."""
    return needs_same_card(settled_with(draft, "bela", side))
