"""The points of a deal of Boomke Wies, who wins the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import high_or_low
from scoring.games.boomke_wies.auction import declarer_of
from scoring.games.boomke_wies.fields import BOOM
from scoring.games.boomke_wies.meetje import meetje_awards
from scoring.words import Outcome, award, side_of

if TYPE_CHECKING:
    from scoring.words import Award, Carry, Entry, Rules, Standing


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if not standing.rules["auction"]:
        return simple_awards(standing.rules, entry["tricks"]), standing.carry
    contract, declarer = entry["contract"], declarer_of(standing, entry)
    side = side_of(standing.table, declarer)
    if contract == "meetje":
        return meetje_awards(standing.rules, side, entry["tricks"]), standing.carry
    if contract == BOOM:
        return boom_awards(side, declarer, entry.get("tricks") == BOOM), standing.carry
    return bid_awards(standing.rules, side, declarer, contract, entry["tricks"]), standing.carry


def bid_awards(rules: Rules, side: int, declarer: int, bid: int, tricks: int) -> tuple[Award, ...]:
    """A bid of 7 to 12: paid by the tricks when made, by the bid when it fails."""
    values = {"bidder": declarer, "bid": bid, "tricks": tricks}
    if tricks >= bid:
        paid = 3 if tricks == BOOM else 2 if tricks >= 10 else 1
        return (award(side, paid, "all_tricks" if tricks == BOOM else "made", values),)
    others = BOOM - tricks
    lost, paid = (2, 2) if bid >= 10 else (1, low_bid_paid(rules["low_bid_failed"], others))
    short = award(side, -lost, "short", values)
    return (short, award(1 - side, paid, "beaten", {"bid": bid, "tricks": others})) if paid else (short,)


def low_bid_paid(rule: str, others: int) -> int:
    """What the other side gets for its tricks when a 7, 8 or 9 failed (BW-D2)."""
    if others >= 10:
        return 2
    if rule == "up_to_nine":
        return 1
    return 1 if others == 9 or (rule == "seven_to_nine" and others >= 7) else 0


def boom_awards(side: int, declarer: int, made: bool) -> tuple[Award, ...]:
    """Five for all thirteen; any trick lost costs five and pays five."""
    who = {"bidder": declarer}
    if made:
        return (award(side, 5, "boom_made", who),)
    return (award(side, -5, "boom_lost", who), award(1 - side, 5, "boom_beaten"))


def simple_awards(rules: Rules, tricks: int) -> tuple[Award, ...]:
    """Without an auction every trick counts, or those over six (BW-D11)."""
    book = 6 if rules["simple_score"] == "over_six" else 0
    both = ((0, tricks), (1, BOOM - tricks))
    return tuple(award(side, took - book, "tricks", {"tricks": took}) for side, took in both if took > book)


def outcome(standing: Standing) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    ahead = high_or_low(standing, True)
    if len(ahead) > 1:
        return None
    length, value = standing.rules["length"], standing.rules["length_value"]
    if length == "points":
        return Outcome(ahead, "first_there", {"target": value}, None) if max(standing.totals) >= value else None
    if length == "deals":
        return Outcome(ahead, "most_after", {"deals": standing.number - 1}, None) if standing.number > value else None
    why = "ahead" if length == "clock" else "ahead_open"
    return Outcome(ahead, why, {}, None) if standing.closed else None
