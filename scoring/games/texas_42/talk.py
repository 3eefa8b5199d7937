"""Texas 42: what the table is told, and what each side needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.texas_42.check import must_bid
from scoring.games.texas_42.rules import ALL_POINTS, LOW_NO, MARK
from scoring.games.texas_42.score import (
    LOSE_ALL,
    SPECIAL,
    bid_done,
    contract_of,
    counts_points,
    label_of,
    lacking,
    winner_of,
    worth,
)
from scoring.words import Message, Need, side_of

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Line, Rules, Standing, Values


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """What each side still needs, in this deal and in the match."""
    if pending is None or "bidder" not in pending or not bid_done(pending):
        return to_win(standing, 0) + to_win(standing, 1)
    side = side_of(standing.table, pending["bidder"])
    ours, theirs = deal_needs(pending, side)
    return (ours,) + then(standing, pending, side, True) + (theirs,) + then(standing, pending, 1 - side, False)


def deal_needs(pending: Entry, side: int) -> tuple[Need, Need]:
    """What makes the bid, and what sets it."""
    bid = pending.get("bid", MARK)
    if contract_of(pending) in LOSE_ALL:
        return Need(side, "need_none", {}), Need(1 - side, "need_catch", {"seat": pending["bidder"]})
    if bid >= MARK:
        return Need(side, "need_all", {}), Need(1 - side, "need_trick", {})
    return Need(side, "need_bid", {"bid": bid}), Need(1 - side, "need_set", {"n": ALL_POINTS + 1 - bid})


def to_win(standing: Standing, side: int) -> tuple[Need, ...]:
    """What a side still needs in the match; nothing when it is past the target and level."""
    left = lacking(standing, side)
    code = "marks_to_win" if standing.rules["scoring"] == "marks" else "points_to_win"
    return (Need(side, code, {"n": left}),) if left else ()


def then(standing: Standing, written: Entry, side: int, won: bool) -> tuple[Need, ...]:
    """What a side still needs in the match when the bid is made, or set, to its good."""
    if wins(standing, written, side, won):
        return (Need(side, "then_wins", {}),)
    left = lacking(standing, side) - worth(written.get("bid", MARK))
    if standing.rules["scoring"] == "marks" and left > 0:
        return (Need(side, "then_marks", {"n": left}),)
    return to_win(standing, side)


def wins(standing: Standing, written: Entry, side: int, won: bool) -> bool:
    """Whether a bid that is made, or set, wins the match for a side whatever is taken."""
    declarers = side_of(standing.table, written["bidder"])
    for ours, theirs in results(standing.rules, written, won):
        totals = [total + (ours if other == declarers else theirs) for other, total in enumerate(standing.totals)]
        if winner_of(standing.rules, totals, declarers) != side:
            return False
    return True


def results(rules: Rules, written: Entry, won: bool) -> list[tuple[int, int]]:
    """What a bid that is made, or set, can bring to the bidding side and to the others; penalties left out."""
    bid = written.get("bid", MARK)
    if counts_points(rules, contract_of(written), bid):
        if won:
            return [(took, ALL_POINTS - took) for took in range(bid, ALL_POINTS + 1)]
        return [(0, ALL_POINTS - took + bid) for took in range(bid)]
    gain = worth(bid) if rules["scoring"] == "marks" else bid
    return [(gain, 0) if won else (0, gain)]


TRUMPS = ("trump_0", "trump_1", "trump_2", "trump_3", "trump_4", "trump_5", "trump_6")


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who shuffles, speaks, names trump and leads."""
    if pending is None or not bid_done(pending):
        return auction_prompt(standing, pending)
    if "bidder" not in pending:
        return (Message("nobody_bid", {}),)
    return play_prompt(standing.rules, pending) + (Message("dealt", {"dealer": standing.dealer}),)


def auction_prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """Before the bid is known: who speaks, who shuffles before anybody spoke, and what is special about this deal."""
    dealer, rules = standing.dealer, standing.rules
    calls = (pending or {}).get("calls") or []
    calls_made = len(calls)
    found = [Message("speaks_now" if calls_made else "speaks", {"seat": (dealer + 1 + calls_made) % 4})]
    if not calls_made:
        found.append(Message("shuffles", {"dealer": dealer}))
    if must_bid(rules) and all(call == "pass" for call in calls):
        found.append(Message("must_bid", {"dealer": dealer}))
    if rules["scoring"] == "points" and min(standing.totals) >= rules["target_points"]:
        found.append(Message("play_on", {"target": rules["target_points"]}))
    return tuple(found)


def play_prompt(rules: Rules, pending: Entry) -> tuple[Message, ...]:
    """After the bid: what is trump or who names it, and who leads; for how many marks where the ring has a word."""
    contract, bidder = contract_of(pending), pending["bidder"]
    who = {"seat": bidder, "partner_seat": (bidder + 2) % 4}
    marks = (Message("for_marks", {"n": worth(pending["bid"])}),) if contract in SPECIAL else ()
    if contract in LOSE_ALL:
        doubles = Message("doubles_" + rules["nello_doubles"], who)
        return marks + (Message("partner_sits_out", who), Message("loser_leads", who), doubles)
    if contract == "sevens":
        return marks + (Message("leads", who), Message("nearest_wins", {}))
    if contract == "plunge" or contract == "splash":
        return marks + partner_prompt(rules, pending, who)
    lead = "leads_trump" if rules["must_lead_trump"] and contract in ("suit", "doubles") else "leads"
    low_end = (Message("low_end", who),) if rules["low_end_lead"] and lead == "leads" else ()
    return trump_prompt(pending, contract, lead, who) + low_end


def trump_prompt(pending: Entry, contract: str, lead: str, who: Values) -> tuple[Message, ...]:
    """What is trump, or that the bidder names it, and the lead."""
    if contract == "doubles":
        return (Message("doubles_trump", {}), Message(lead, who))
    if contract != "suit":
        return (Message("no_trump_high" if contract == "no_trump" else "no_trump_low", {}), Message(lead, who))
    if "trump" in pending:
        return (Message(TRUMPS[pending["trump"]], {}), Message(lead, who))
    return (Message("names_leads_trump" if lead == "leads_trump" else "names_trump", who),)


def partner_prompt(rules: Rules, pending: Entry, who: Values) -> tuple[Message, ...]:
    """In Plunge and Splash the partner names trump, and leads where Plunge is worth three marks (TX-D8)."""
    leads = rules["plunge"] == "three_marks"
    if "trump" in pending:
        leader = who["partner_seat"] if leads else who["seat"]
        return (Message(TRUMPS[pending["trump"]], {}), Message("leads", {"seat": leader}))
    named = Message("partner_leads" if leads else "partner_names", who)
    return (named, Message("partner_may", who)) if rules["partner_choice"] == "any_contract" else (named,)


def hint(standing: Standing, draft: Entry, key: str, value: Any) -> Message | None:
    """What choosing this value would do, where that is not simply the points of the finished entry."""
    if key == "bid":
        return bid_hint(standing, draft, value)
    if key == "made" or (key == "penalty" and value):
        return verdict_hint(standing, draft, bool(key == "made" and value))
    return None


def bid_hint(standing: Standing, draft: Entry, bid: int) -> Message | None:
    """What a bid is about: one mark, all seven tricks, the game; in points what a set would give."""
    if standing.rules["scoring"] == "points":
        set_gives = Message("set_gives", {"low": ALL_POINTS + 1, "high": ALL_POINTS + bid})
        return set_gives if bid < MARK else Message("all_seven", {})
    bidder = draft.get("bidder")
    bids = {"bidder": bidder, "bid": bid}
    if bidder is not None and wins(standing, bids, side_of(standing.table, bidder), True):
        return Message("stake_wins", {})
    return Message("stake", {}) if bid < MARK else Message("all_seven", {}) if bid == MARK else None


def verdict_hint(standing: Standing, draft: Entry, won: bool) -> Message | None:
    """How the total changes that a verdict moves; None below 42 in the points game, where points are counted."""
    rules, contract, bid = standing.rules, contract_of(draft), draft.get("bid")
    known = "bidder" in draft and (bid is not None or contract == "low_no")
    if not known or counts_points(rules, contract, bid):
        return None
    side = side_of(standing.table, draft["bidder"])
    side = side if won else 1 - side
    before, gain = standing.totals[side], max(results(rules, draft, won)[0])
    code = "marks_change" if rules["scoring"] == "marks" else "points_change"
    return Message(code, {"side": side, "before": before, "n": before + gain})


def pending_bid(standing: Standing, pending: Entry) -> Message:
    """The bid of the deal in play, for the ring: values seat, big (number, suit or word) and more."""
    bid, bidder, contract = pending.get("bid"), pending.get("bidder"), contract_of(pending)
    values: Values = {"seat": bidder, "big": bid, "trump": pending.get("trump")}
    if contract == "low_no":
        values["big"] = LOW_NO.label
    elif bid is not None and bid >= MARK and standing.rules["scoring"] == "marks":
        values["big"] = values["n"] = worth(bid)
        if contract not in SPECIAL:
            return Message("pending_marks", values)
        values["big"] = label_of(contract)
    if bidder is None:
        return Message("nobody_head", values)
    return Message("pending_bare" if values["big"] is None else "pending", values)


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    if not line.awards:
        return Message("nobody_head", {}), Message("nobody_story", {})
    first = line.awards[0]
    return Message("seat_head", {"seat": line.deal.entry["bidder"]}), Message(first.why, first.values)
