"""Contracts of Texas 42: which are played, from which bid, what they are worth, and whether one is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.dominoes import ALL_POINTS
from scoring.games.texas_42.fields import MARK, MARK_CONTRACTS

if TYPE_CHECKING:
    from scoring.words import Entry, Rules

LOSE_ALL = ("nello", "low_no")
NAMES_SUIT = ("suit", "plunge", "splash")
SPECIAL = ("nello", "plunge", "splash", "sevens")


def contract_of(entry: Entry) -> str:
    """What is played; a suit where nothing is named."""
    return str(entry.get("contract") or "suit")


def label_of(contract: str) -> str:
    """What a contract is called."""
    return next(choice.label for choice in MARK_CONTRACTS if choice.value == contract)


def bid_done(pending: Entry | None) -> bool:
    """Whether the bid is whole, so that the result comes next; also when all have passed."""
    if pending is None:
        return False
    if "bidder" in pending:
        return "bid" in pending or contract_of(pending) == "low_no"
    return bool(pending.get("calls") == ["pass"] * 4)


def worth(bid: int) -> int:
    """The marks that a bid stands for: 1 up to 42, else the marks bid."""
    return 1 if bid < MARK else bid // MARK


def counts_points(rules: Rules, contract: str, bid: int | None) -> bool:
    """Whether the points taken are needed: below 42 in the points game."""
    return rules["scoring"] == "points" and contract != "low_no" and bid is not None and bid < MARK


def played(rules: Rules, contract: str) -> bool:
    """Whether this table plays a contract at all (TX-V1, V3, V5, V6, V7, V10, V15)."""
    if contract == "no_trump" or contract == "no_trump_low":
        return rules["no_trump"] == "high_or_low" or (rules["no_trump"] == "high" and contract == "no_trump")
    if contract == "suit" or contract == "doubles":
        return contract == "suit" or bool(rules["doubles_trump"])
    if rules["scoring"] == "points" or contract == "low_no":
        return rules["scoring"] == "points" and contract == "low_no" and bool(rules["low_no"])
    return bool(rules["sevens"] if contract == "sevens" else rules[contract] != "off")


def lowest(rules: Rules, contract: str) -> int:
    """The lowest bid with which a contract may be played (TX-V2, TX-D12)."""
    if contract == "no_trump" or contract == "no_trump_low":
        return int(rules["no_trump_from"])
    if contract == "plunge":
        return 3 * MARK if rules["plunge"] == "three_marks" else 4 * MARK
    if contract == "splash":
        return 3 * MARK if rules["splash"] == "three_marks" else 2 * MARK
    return MARK if contract in SPECIAL else 30


def reached(contract: str, bid: int, took: int) -> bool:
    """Whether these points are what the bidding side undertook."""
    return took == 0 if contract in LOSE_ALL else took >= min(bid, ALL_POINTS)


def made(entry: Entry) -> bool:
    """Whether the bidding side made its contract; a penalty always loses it (TX-D19)."""
    if entry.get("penalty"):
        return False
    won = entry.get("made")
    return reached(contract_of(entry), entry.get("bid", MARK), entry["points"]) if won is None else bool(won)
