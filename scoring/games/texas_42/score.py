"""The points of a deal of Texas 42, in marks and in points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.dominoes import ALL_POINTS
from scoring.games.texas_42.contracts import SPECIAL, contract_of, made, worth
from scoring.games.texas_42.fields import MARK
from scoring.words import award, side_of

if TYPE_CHECKING:
    from scoring.words import Award, Carry, Entry, Standing

VERDICTS = {
    "bid": ("bid_made", "bid_set", "bid_penalty"),
    "took": ("bid_made_took", "bid_set_took", "bid_penalty"),
    "marks": ("marks_made", "marks_set", "marks_penalty"),
    "nello": ("nello_made", "nello_set", "nello_penalty"),
    "plunge": ("plunge_made", "plunge_set", "plunge_penalty"),
    "splash": ("splash_made", "splash_set", "splash_penalty"),
    "sevens": ("sevens_made", "sevens_set", "sevens_penalty"),
    "all": ("all_made", "all_set", "bid_penalty"),
    "low_no": ("low_no_made", "low_no_set", "low_no_penalty"),
}


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if "bidder" not in entry:
        return (), standing.carry
    side = side_of(standing.table, entry["bidder"])
    if standing.rules["scoring"] == "marks":
        return marks_awards(side, entry), standing.carry
    return points_awards(side, entry), standing.carry


def marks_awards(side: int, entry: Entry) -> tuple[Award, ...]:
    """Marks go to one side: to the bidders when made, to the others when set."""
    bid, contract, won = entry["bid"], contract_of(entry), made(entry)
    what = contract if contract in SPECIAL else "bid" if bid < MARK else "marks"
    return (verdict(side, won, worth(bid), what, entry),)


def points_awards(side: int, entry: Entry) -> tuple[Award, ...]:
    """The points game: from 42 on and in Low-No the bid alone; below it what was taken, and the bid when it was set."""
    bid, won = entry.get("bid", MARK), made(entry)
    if bid >= MARK:
        return (verdict(side, won, bid, "low_no" if contract_of(entry) == "low_no" else "all", entry),)
    first = verdict(side, won, entry["points"] if won else bid, "bid", entry)
    theirs = ALL_POINTS - entry["points"]
    return (first, award(1 - side, theirs, "their_points", {"n": theirs})) if theirs else (first,)


def verdict(side: int, won: bool, gain: int, what: str, entry: Entry) -> Award:
    """The award to the bidding side for what it made, or to the other side for the set."""
    values = {"bid": entry.get("bid", MARK), "n": gain, "bidder": entry["bidder"]}
    if "points" in entry:
        values["took"] = entry["points"]
        what = "took" if what == "bid" else what
    why = VERDICTS[what][2 if entry.get("penalty") else 0 if won else 1]
    return award(side if won else 1 - side, gain, why, values)
