"""Boomke Wies: what the table is told, and the sentence of every code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.boomke_wies.rules import BOOM
from scoring.games.boomke_wies.score import calls_so_far, declarer_of, declares, score_deal
from scoring.words import Message, Need, message, plural_message, side_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Line, Standing, Wording


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who deals how many cards, who speaks, names trump, leads, what decides."""
    dealer = standing.dealer
    left = (dealer + 1) % 4
    extra = what_decides(standing)
    if pending and pending.get("contract") == "meetje":
        if standing.rules["meetje_leader"] == "dealer":
            return (Message("dealer_leads_meetje", {"dealer": dealer}),) + extra
        return (Message("dealer_names_meetje", {"dealer": dealer, "seat": left}),) + extra
    if pending and "declarer" in pending:
        return (Message("declarer_leads", {"seat": pending["declarer"]}),) + extra
    if pending and pending.get("calls"):  # the cards are dealt
        return (first_prompt(standing, pending),) + extra
    packets = "deal_cards" if standing.rules["auction"] else "deal_simple"
    return (first_prompt(standing, pending), Message(packets, {"dealer": dealer, "other": (dealer + 3) % 4})) + extra


def first_prompt(standing: Standing, pending: Entry | None) -> Message:
    """Before the bid is known: who speaks, by the calls so far; without an auction, which card is trump."""
    if not standing.rules["auction"]:
        return Message("turn_up", {})
    calls = pending.get("calls") if pending else None
    if not calls:
        return Message("speaks", {"seat": (standing.dealer + 1) % 4})
    any_bid = standing.rules["after_three_passes"] == "any_bid"
    return Message("speaks_now", {"seat": calls_so_far(standing.dealer, calls, any_bid)["turn"]})


def what_decides(standing: Standing) -> tuple[Message, ...]:
    """That this deal ends the match, where it is known before it is played."""
    if standing.closed:
        return (Message("extra_deal" if standing.rules["length"] == "clock" else "level_deal", {}),)
    left = standing.rules["length_value"] - standing.number + 1
    if standing.rules["length"] != "deals" or left > 1:
        return ()
    return (Message("last_deal" if left == 1 else "level_deal", {}),)


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """What each side still needs, in this deal and in the match."""
    found = []
    if pending and declares(standing, pending):
        found.extend(contract_needs(standing, pending))
    if what_decides(standing) and (not standing.rules["auction"] or declares(standing, pending)):
        found.extend(deciding_needs(standing, pending or {}))
    if standing.rules["length"] == "points":
        found.extend([points_need(standing, side) for side in (0, 1)])
    return tuple(found)


def contract_needs(standing: Standing, pending: Entry) -> list[Need]:
    """What both sides need in the deal in play."""
    contract = pending["contract"]
    side = side_of(standing.table, declarer_of(standing, pending))
    if contract == "meetje":
        return [Need(side, "need_majority", {}), Need(1 - side, "need_majority", {})]
    if contract == BOOM:
        return [Need(side, "need_all", {}), Need(1 - side, "need_any", {})]
    return [Need(side, "need_made", {"n": contract}), Need(1 - side, "need_beat", {"n": 14 - contract})]


def points_need(standing: Standing, side: int) -> Need:
    """What a side lacks to the agreed total; when both have it and are equal, to be ahead."""
    left = standing.rules["length_value"] - standing.totals[side]
    return Need(side, "need_points", {"n": left}) if left > 0 else Need(side, "need_ahead", {})


def deciding_needs(standing: Standing, pending: Entry) -> list[Need]:
    """What each side needs to win the match or to be level, in a deal that ends it unless the totals are then equal."""
    side = side_of(standing.table, declarer_of(standing, pending)) if standing.rules["auction"] else 0
    ahead = [ahead_after(standing, pending, side, tricks) for tricks in range(BOOM + 1)]
    behind = [-ahead[BOOM - tricks] for tricks in range(BOOM + 1)]
    return [need for need in (deciding_need(side, ahead), deciding_need(1 - side, behind)) if need]


def ahead_after(standing: Standing, pending: Entry, side: int, tricks: int) -> int:
    """How many points a side is ahead after the deal in play, when that is written down with so many tricks."""
    entry = dict(pending)
    entry["tricks"] = tricks
    ahead = standing.totals[side] - standing.totals[1 - side]
    for given in score_deal(standing, entry)[0]:
        ahead += given.points if given.side == side else -given.points
    return ahead


def deciding_need(side: int, ahead: list[int]) -> Need | None:
    """The fewest tricks with which a side wins, and with which it is level; ahead: by tricks, and never falling."""
    win, level = len([by for by in ahead if by <= 0]), len([by for by in ahead if by < 0])
    if win > BOOM:
        return Need(side, "need_level", {"n": level}) if 0 < level <= BOOM else None
    if 0 < level < win:
        return Need(side, "need_win_or_level", {"n": win, "tie": level})
    return Need(side, "need_win", {"n": win}) if win else None


def hint(standing: Standing, key: str, value: Any) -> Message | None:
    """What choosing this value would do, where that is not simply the points of the finished entry."""
    if key == "contract":
        up = 5 if value == BOOM else 2 if value != "meetje" and value > 9 else 1
        down = -up
        if value == "meetje" and standing.rules["meetje_fine"] == "none":
            down = 0
        elif value == "meetje":
            return Message("stakes_short", {"up_gain": up, "down_gain": down, "most_gain": -7})
        return Message("stakes", {"up_gain": up, "down_gain": down})
    return None


def pending_bid(standing: Standing, pending: Entry) -> Message:
    """The bid of the deal in play, for the ring: values seat, big (number, suit or word) and more."""
    contract = pending.get("contract")
    word = "Boom" if contract == BOOM else "Meetje" if contract == "meetje" else contract
    values = {"seat": None, "big": word, "trump": pending.get("trump")}
    if not declares(standing, pending):
        return Message("pending_bare", values)
    values["seat"] = declarer_of(standing, pending)
    return Message("pending", values)


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    entry = line.deal.entry
    if entry.get("contract") is None:
        tricks = entry["tricks"]
        most, fewest = max(tricks, BOOM - tricks), min(tricks, BOOM - tricks)
        ahead = Message("simple_head", {"side": 0 if tricks > 6 else 1})
        return ahead, Message("simple_story", {"tricks": most, "others": fewest})
    contract, tricks = entry["contract"], entry.get("tricks")
    declarer = line.dealer if contract == "meetje" else entry["declarer"]
    if contract == "meetje":
        story = Message("meetje_story", {"tricks": tricks})
    elif contract == BOOM:
        story = Message("boom_story_made" if tricks == BOOM else "boom_story_lost", {})
    else:
        story = Message("all_tricks" if tricks == BOOM else "made", {"bid": contract, "tricks": tricks})
    return Message("seat_head", {"seat": declarer}), story


SENTENCES: dict[str, Wording] = {
    "all_tricks": message("bid {bid}, took all thirteen"),
    "beaten": message("beat the bid of {bid} with {tricks} tricks"),
    "boom_beaten": message("beat a Boom"),
    "boom_lost": message("Boom lost"),
    "boom_made": message("Boom made"),
    "boom_story_lost": message("Boom, lost a trick"),
    "boom_story_made": message("Boom, took all thirteen"),
    "calls_after_end": message("The auction was over before call {call}"),
    "calls_differ": message("The auction ends with another bid"),
    "calls_dealer_must": message("After three passes the dealer must call"),
    "calls_forced": message("After three passes the dealer says 7, Boom or Meetje"),
    "calls_meetje": message("Meetje is for the dealer after three passes"),
    "calls_not_higher": message("Call {call} is not higher than the last bid"),
    "calls_unfinished": message("The auction is not finished"),
    "deal_cards": message("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-5 or 5-4-4"),
    "deal_simple": message("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-4-1"),
    "dealer_leads_meetje": message("{dealer} leads; the suit led is trump"),
    "dealer_names_meetje": message("{dealer} names trump, {seat} leads"),
    "dealer_only": message("{dealer} only"),
    "declarer_leads": message("{seat} leads; the suit led is trump"),
    "extra_deal": message("Time is up and the totals are equal: this deal decides"),
    "ahead": message("ahead when time was up"),
    "ahead_open": message("ahead when we stopped"),
    "first_there": message("first to {target}"),
    "most_after": message("ahead after {deals} deals"),
    "last_deal": message("The last deal"),
    "level_deal": message("The totals are equal: this deal decides"),
    "length_needed": message("Say how many"),
    "made": message("bid {bid}, took {tricks}"),
    "meetje_fine": plural_message("{n} trick short in a Meetje", "{n} tricks short in a Meetje"),
    "meetje_for_dealer": message("Only the dealer can call Meetje"),
    "meetje_majority": message("the majority in a Meetje: {tricks}"),
    "meetje_story": message("Meetje, took {tricks}"),
    "need_ahead": message("ahead of the other side"),
    "need_all": message("all 13 tricks make it"),
    "need_any": message("any trick beats the Boom"),
    "need_beat": plural_message("{n} trick beats it", "{n} tricks beat it"),
    "need_made": plural_message("{n} trick makes it", "{n} tricks make it"),
    "need_majority": message("7 tricks score in the Meetje"),
    "need_level": plural_message("{n} trick for a tie: one more deal", "{n} tricks for a tie: one more deal"),
    "need_win": plural_message("{n} trick to win the match", "{n} tricks to win the match"),
    "need_win_or_level": plural_message(
        "{n} trick to win the match, {tie} for a tie: one more deal",
        "{n} tricks to win the match, {tie} for a tie: one more deal",
    ),
    "need_points": plural_message("{n} point to win", "{n} points to win"),
    "pending": message("{seat} said"),
    "pending_bare": message("said so far"),
    "short": message("bid {bid}, took {tricks}"),
    "speaks": message("{seat} speaks first"),
    "speaks_now": message("{seat} speaks"),
    "stakes": message("{up_gain} {down_gain}"),
    "stakes_short": message("{up_gain} {down_gain}\u2060…\u2060{most_gain}"),  # no line ends at the dots
    "simple_story": message("{tricks} tricks to {others}"),
    "simple_head": message("{side}"),
    "seat_head": message("{seat}"),
    "tricks": message("{tricks} tricks"),
    "turn_up": message("The dealer’s last card is trump"),
}
