"""Who deals, who names trump and who leads in Knock-Out Whist."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Rules, Standing


def takes_over(rules: Rules) -> bool:
    """Whether the winner of a deal deals, names trump and leads the next (KO-V1, KO-V11)."""
    return bool(rules["winner_takes_over"] or rules["money"])


def most_tricks(tricks: list[Any]) -> list[int]:
    """The seats that won most tricks, more than one when they tie."""
    best = max([took for took in tricks if took is not None])
    return [place for place, took in enumerate(tricks) if took == best]


def chooser_of(entry: Entry) -> int | None:
    """The seat that names trump next, or None when a card is turned."""
    most = most_tricks(entry["tricks"])
    return most[0] if len(most) == 1 else entry.get("chooser")


def deals_next(standing: Standing, status: list[str], chooser: int | None) -> int:
    """Who deals next: left of the dealer, even one who has just been knocked out (KO-D10), or the winner."""
    rules, before = standing.rules, standing.carry["status"]
    if chooser is not None and takes_over(rules):
        return chooser
    for step in range(1, len(status)):
        place = (standing.dealer + step) % len(status)
        if before[place] != "out" and (status[place] != "out" or rules["out_dealer_deals"]):
            return place
    return standing.dealer


def next_in(status: list[str], place: int) -> int:
    """The next seat clockwise that is still in the match."""
    for step in range(1, len(status)):
        other = (place + step) % len(status)
        if status[other] != "out":
            return other
    return place


def next_holder(hands: list[int], place: int) -> int:
    """The next seat clockwise that holds a card: who leads when this one knocks or has played its only card (KO-D7)."""
    for step in range(1, len(hands)):
        other = (place + step) % len(hands)
        if hands[other]:
            return other
    return place


def leader_of(standing: Standing) -> int:
    """Who leads: as carried, but left of the dealer also when the table has ruled that another deals."""
    if takes_over(standing.rules) and standing.carry["chooser"] is not None:
        return int(standing.carry["leader"])
    if standing.number == 1 and standing.rules["first_leader"] == "dealer":
        return standing.dealer
    return next_in(standing.carry["status"], standing.dealer)
