"""Boomke Wies: four players in two partnerships say a number of tricks and take it.

Thirteen cards each, ace high. Bidding goes round from the left of the dealer, numbers from 7 to 13, each higher than
the last; who passes is out of the auction. When three have passed the last number stands; 13 is called Boom and
cannot be topped. If the first three pass the dealer must say 7, Boom or Meetje. Who won the auction leads, and the
suit led first is trump. The number is for the side, not for the player alone.

A number from 7 to 12 that is made pays by the tricks taken: 1 for seven to nine, 2 for ten to twelve, 3 for all. One
that fails costs 1 (7, 8, 9) or 2 (10, 11, 12), and pays the other side. Boom is five either way. In a Meetje the side
with seven tricks or more gets 1, and by the disputed fine the dealer's side pays what it lacks to seven.

Source: the rule book's boomke_wies, BW. Options: whether there is an auction, what the dealer may say after three
passes, the fine, what a failed 7, 8 or 9 pays, the simple score, and how long the match is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import Game, high_or_low
from scoring.words import (
    SUITS,
    Need,
    Outcome,
    Say,
    Tally,
    award,
    calls,
    choice,
    count,
    many,
    number,
    one_of,
    pick,
    problem,
    say,
    seat,
    side_of,
    yes_no,
)

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Field, Line, Problem, Rules, Standing, Values

WITH_AUCTION = (("auction", (True,)),)
BOOM = 13
CONTRACTS = tuple(choice(bid, str(bid)) for bid in range(7, BOOM)) + (
    choice(BOOM, say("Boom"), say("all thirteen tricks")),
    choice("meetje", say("Meetje"), say("nobody bid: the side with seven tricks or more scores")),
)
CALLS = (choice("pass", say("Pass")),) + CONTRACTS
TRUMP = pick("trump", say("Trump"), SUITS, "bid", optional=True)
AUCTION_FIELDS = (
    seat("declarer", say("Who bids"), "bid", optional=True),
    pick("contract", say("Bid"), CONTRACTS, "bid"),
    TRUMP,
    calls(say("The auction, call by call"), CALLS),
    count("tricks", say("Tricks of the bidding side"), BOOM, optional=True),
)
SIMPLE_FIELDS = (TRUMP, count("tricks", say("Tricks of the first side"), BOOM))


class BoomkeWies(Game):
    """Say a number, take that many."""

    key = "boomke_wies"
    name = say("Boomke Wies")
    tagline = say("Four, partners. Say a number, take that many.")
    partners = True
    idle = ("declarer", "contract", "calls")  # of the game with an auction
    options = (
        one_of(
            "meetje_fine",
            say("Meetje that falls short"),
            (
                choice("shortfall", say("Pays what it lacks to seven"), say("5 tricks: −2, they +1")),
                choice("none", say("Pays nothing"), say("5 tricks: 0, they +1")),
            ),
            say("Is the dealer’s side fined for fewer than seven tricks in a Meetje?"),
            disputed=True,
        ),
        one_of(
            "low_bid_failed",
            say("A 7, 8 or 9 that fails pays the others"),
            (
                choice("up_to_nine", say("1, or 2 for ten or more"), say("one point up to nine tricks")),
                choice("nine_only", say("1 for exactly nine"), say("nothing for fewer, 2 for ten or more")),
                choice("seven_to_nine", say("1 for seven to nine"), say("nothing for fewer, 2 for ten or more")),
            ),
            say("What the other side gets when a bid of 7, 8 or 9 is not made."),
            disputed=True,
        ),
        one_of(
            "length",
            say("How long"),
            (
                choice("open", say("Until we stop")),
                choice("deals", say("A number of deals")),
                choice("points", say("First to a total")),
                choice("clock", say("Until time is up"), say("a time like 22:30, or how many minutes")),
            ),
            say("“Until we stop” ends when you end it. Equal totals: one more deal."),
            disputed=True,
        ),
        number(
            "length_value",
            say("How many deals, points or minutes?"),
            0,
            0,
            1000000000,
            say("How many deals, points or minutes to play."),
        ),
        yes_no(
            "auction",
            say("Auction"),
            True,
            say("Off: no bidding, the dealer’s last card makes trump, tricks are points."),
        ),
        one_of(
            "after_three_passes",
            say("After three passes the dealer says"),
            (choice("seven_boom_meetje", say("7, Boom or Meetje")), choice("any_bid", say("any number or Meetje"))),
            say("8 to 12 gain nothing then, and most tables do not allow them."),
        ),
        one_of(
            "meetje_leader",
            say("In a Meetje"),
            (
                choice("dealer", say("the dealer leads; that suit is trump")),
                choice("left_of_dealer", say("the dealer names trump, left of dealer leads")),
            ),
            say("Changes the prompts, not the score."),
        ),
        one_of(
            "simple_score",
            say("Without an auction count"),
            (choice("every_trick", say("every trick")), choice("over_six", say("tricks over six"))),
            say("How tricks become points when there is no auction."),
        ),
    )
    hangs_on = {
        "meetje_fine": WITH_AUCTION,
        "low_bid_failed": WITH_AUCTION,
        "length_value": (("length", ("deals", "points", "clock")),),
        "after_three_passes": WITH_AUCTION,
        "meetje_leader": WITH_AUCTION,
        "simple_score": (("auction", (False,)),),
    }
    sentences = {
        "all_tricks": say("bid {bid}, took all thirteen"),
        "beaten": say("beat the bid of {bid} with {tricks} tricks"),
        "boom_beaten": say("beat a Boom"),
        "boom_lost": say("Boom lost"),
        "boom_made": say("Boom made"),
        "boom_story_lost": say("Boom, lost a trick"),
        "boom_story_made": say("Boom, took all thirteen"),
        "calls_after_end": say("The auction was over before call {call}"),
        "calls_differ": say("The auction ends with another bid"),
        "calls_dealer_must": say("After three passes the dealer must call"),
        "calls_forced": say("After three passes the dealer says 7, Boom or Meetje"),
        "calls_meetje": say("Meetje is for the dealer after three passes"),
        "calls_not_higher": say("Call {call} is not higher than the last bid"),
        "calls_unfinished": say("The auction is not finished"),
        "deal_cards": say("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-5 or 5-4-4"),
        "deal_simple": say("{dealer} may shuffle, {other} cuts; {dealer} deals 13 each, as 4-4-4-1"),
        "dealer_leads_meetje": say("{dealer} leads; the suit led is trump"),
        "dealer_names_meetje": say("{dealer} names trump, {seat} leads"),
        "dealer_only": say("{dealer} only"),
        "declarer_leads": say("{seat} leads; the suit led is trump"),
        "extra_deal": say("Time is up and the totals are equal: this deal decides"),
        "ahead": say("ahead when time was up"),
        "ahead_open": say("ahead when we stopped"),
        "first_there": say("first to {target}"),
        "most_after": say("ahead after {deals} deals"),
        "last_deal": say("The last deal"),
        "level_deal": say("The totals are equal: this deal decides"),
        "length_needed": say("Say how many"),
        "made": say("bid {bid}, took {tricks}"),
        "meetje_fine": many("{n} trick short in a Meetje", "{n} tricks short in a Meetje"),
        "meetje_for_dealer": say("Only the dealer can call Meetje"),
        "meetje_majority": say("the majority in a Meetje: {tricks}"),
        "meetje_story": say("Meetje, took {tricks}"),
        "need_ahead": say("ahead of the other side"),
        "need_all": say("all 13 tricks make it"),
        "need_any": say("any trick beats the Boom"),
        "need_beat": many("{n} trick beats it", "{n} tricks beat it"),
        "need_made": many("{n} trick makes it", "{n} tricks make it"),
        "need_majority": say("7 tricks score in the Meetje"),
        "need_level": many("{n} trick for a tie: one more deal", "{n} tricks for a tie: one more deal"),
        "need_win": many("{n} trick to win the match", "{n} tricks to win the match"),
        "need_win_or_level": many(
            "{n} trick to win the match, {tie} for a tie: one more deal",
            "{n} tricks to win the match, {tie} for a tie: one more deal",
        ),
        "need_points": many("{n} point to win", "{n} points to win"),
        "pending": say("{seat} said"),
        "pending_bare": say("said so far"),
        "short": say("bid {bid}, took {tricks}"),
        "speaks": say("{seat} speaks first"),
        "speaks_now": say("{seat} speaks"),
        "stakes": say("{up_gain} {down_gain}"),
        "stakes_short": say("{up_gain} {down_gain}\u2060…\u2060{most_gain}"),  # no line ends at the dots
        "simple_story": say("{tricks} tricks to {others}"),
        "simple_head": say("{side}"),
        "seat_head": say("{seat}"),
        "tricks": say("{tricks} tricks"),
        "turn_up": say("The dealer’s last card is trump"),
    }

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        if rules["length"] in ("deals", "points") and rules["length_value"] < 1:
            return (problem("rules.length_value", "length_needed"),)
        return ()

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return AUCTION_FIELDS if standing.rules["auction"] else SIMPLE_FIELDS

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        if not standing.rules["auction"]:
            return ()
        contract, declarer = entry["contract"], entry.get("declarer")
        found = []
        if contract == "meetje":
            if declarer is not None and declarer != standing.dealer:
                found.append(problem("declarer", "meetje_for_dealer"))
        elif declarer is None:
            found.append(problem("declarer", "missing"))
        if contract != BOOM and "tricks" not in entry:
            found.append(problem("tricks", "missing"))
        if "calls" in entry and not found:
            found.extend(calls_problems(standing, entry))
        return tuple(found)

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        if not standing.rules["auction"]:
            return simple_awards(standing.rules, entry["tricks"]), standing.carry
        contract, declarer = entry["contract"], declarer_of(standing, entry)
        side = side_of(standing.table, declarer)
        if contract == "meetje":
            return meetje_awards(standing.rules, side, entry["tricks"]), standing.carry
        if contract == BOOM:
            return boom_awards(side, declarer, entry.get("tricks") == BOOM), standing.carry
        return bid_awards(standing.rules, side, declarer, contract, entry["tricks"]), standing.carry

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        ahead = high_or_low(standing, True)
        if len(ahead) > 1:
            return None
        length, value = standing.rules["length"], standing.rules["length_value"]
        if length == "points":
            return Outcome(ahead, "first_there", {"target": value}, None) if max(standing.totals) >= value else None
        if length == "deals":
            return (
                Outcome(ahead, "most_after", {"deals": standing.number - 1}, None) if standing.number > value else None
            )
        why = "ahead" if length == "clock" else "ahead_open"
        return Outcome(ahead, why, {}, None) if standing.closed else None

    def closing_decides(self, rules: Rules) -> bool:
        return rules["length"] in ("open", "clock")

    def deals_agreed(self, rules: Rules) -> int | None:
        return int(rules["length_value"]) if rules["length"] == "deals" else None

    def minutes(self, rules: Rules) -> int | None:
        return int(rules["length_value"]) if rules["length"] == "clock" else None

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Say, ...]:
        dealer = standing.dealer
        left = (dealer + 1) % 4
        extra = what_decides(standing)
        if pending and pending.get("contract") == "meetje":
            if standing.rules["meetje_leader"] == "dealer":
                return (Say("dealer_leads_meetje", {"dealer": dealer}),) + extra
            return (Say("dealer_names_meetje", {"dealer": dealer, "seat": left}),) + extra
        if pending and "declarer" in pending:
            return (Say("declarer_leads", {"seat": pending["declarer"]}),) + extra
        if pending and pending.get("calls"):  # the cards are dealt
            return (first_prompt(standing, pending),) + extra
        packets = "deal_cards" if standing.rules["auction"] else "deal_simple"
        return (first_prompt(standing, pending), Say(packets, {"dealer": dealer, "other": (dealer + 3) % 4})) + extra

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        found = []
        if pending and declares(standing, pending):
            found.extend(contract_needs(standing, pending))
        if what_decides(standing) and (not standing.rules["auction"] or declares(standing, pending)):
            found.extend(deciding_needs(standing, pending or {}))
        if standing.rules["length"] == "points":
            found.extend([points_need(standing, side) for side in (0, 1)])
        return tuple(found)

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        if key == "contract" and value == "meetje" and draft.get("declarer", standing.dealer) != standing.dealer:
            return problem("contract", "dealer_only", {"dealer": standing.dealer})
        if key == "declarer" and draft.get("contract") == "meetje" and value != standing.dealer:
            return problem("declarer", "dealer_only", {"dealer": standing.dealer})
        return None

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Say | None:
        if key == "contract":
            up = 5 if value == BOOM else 2 if value != "meetje" and value > 9 else 1
            down = -up
            if value == "meetje" and standing.rules["meetje_fine"] == "none":
                down = 0
            elif value == "meetje":
                return Say("stakes_short", {"up_gain": up, "down_gain": down, "most_gain": -7})
            return Say("stakes", {"up_gain": up, "down_gain": down})
        return None

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return not standing.rules["auction"] or declares(standing, pending)

    def auction(self, standing: Standing, said: list[Any]) -> Values | None:
        any_bid = standing.rules["after_three_passes"] == "any_bid"
        state = auction(standing.dealer, said, any_bid)
        if state["fault"] or not standing.rules["auction"]:
            return None
        passes = said.count("pass")
        over = state["over"]
        words = () if over else CALLS
        return {
            "seats": state["seats"],
            "turn": state["turn"],
            "calls": [call.value for call in words if not call_fault(call.value, state["high"], passes, any_bid)],
            "over": over,
            "entry": auctioned(state, said),
        }

    def pad_facts(self, standing: Standing, step: str) -> tuple[Any, ...]:
        return ()

    def spoken(self, standing: Standing, pending: Entry) -> Say:
        contract = pending.get("contract")
        word = "Boom" if contract == BOOM else "Meetje" if contract == "meetje" else contract
        values = {"seat": None, "big": word, "trump": pending.get("trump")}
        if not declares(standing, pending):
            return Say("pending_bare", values)
        values["seat"] = declarer_of(standing, pending)
        return Say("pending", values)

    def account(self, line: Line) -> tuple[Say, Say]:
        entry = line.deal.entry
        if entry.get("contract") is None:
            tricks = entry["tricks"]
            most, fewest = max(tricks, BOOM - tricks), min(tricks, BOOM - tricks)
            ahead = Say("simple_head", {"side": 0 if tricks > 6 else 1})
            return ahead, Say("simple_story", {"tricks": most, "others": fewest})
        contract, tricks = entry["contract"], entry.get("tricks")
        declarer = line.dealer if contract == "meetje" else entry["declarer"]
        if contract == "meetje":
            story = Say("meetje_story", {"tricks": tricks})
        elif contract == BOOM:
            story = Say("boom_story_made" if tricks == BOOM else "boom_story_lost", {})
        else:
            story = Say("all_tricks" if tricks == BOOM else "made", {"bid": contract, "tricks": tricks})
        return Say("seat_head", {"seat": declarer}), story

    def tallies(self, standing: Standing, line: Line) -> tuple[Tally, ...]:
        entry = line.deal.entry
        if not standing.rules["auction"] or entry["contract"] == "meetje":
            return ()
        contract, declarer = entry["contract"], entry["declarer"]
        made = (entry.get("tricks") or 0) >= contract
        if contract == BOOM:
            return (Tally(declarer, "boom_made" if made else "boom_lost", 1),)
        return (Tally(declarer, "bid_made" if made else "bid_lost", 1),)


def declares(standing: Standing, pending: Entry | None) -> bool:
    """Whether it is known who plays for which bid."""
    if not pending or "contract" not in pending or not standing.rules["auction"]:
        return False
    return pending["contract"] == "meetje" or "declarer" in pending


def declarer_of(standing: Standing, entry: Entry) -> int:
    """The seat that plays for its bid; in a Meetje the dealer."""
    return int(standing.dealer if entry.get("contract") == "meetje" else entry["declarer"])


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


def low_bid_paid(state: str, others: int) -> int:
    """What the other side gets for its tricks when a 7, 8 or 9 failed (BW-D2)."""
    if others >= 10:
        return 2
    if state == "up_to_nine":
        return 1
    return 1 if others == 9 or (state == "seven_to_nine" and others >= 7) else 0


def boom_awards(side: int, declarer: int, made: bool) -> tuple[Award, ...]:
    """Five for all thirteen; any trick lost costs five and pays five."""
    who = {"bidder": declarer}
    if made:
        return (award(side, 5, "boom_made", who),)
    return (award(side, -5, "boom_lost", who), award(1 - side, 5, "boom_beaten"))


def meetje_awards(rules: Rules, side: int, tricks: int) -> tuple[Award, ...]:
    """One for the majority; the dealer's side may be fined what it lacks to seven (BW-D1)."""
    if tricks >= 7:
        return (award(side, 1, "meetje_majority", {"tricks": tricks}),)
    fine = tricks - 7 if rules["meetje_fine"] == "shortfall" else 0
    majority = award(1 - side, 1, "meetje_majority", {"tricks": BOOM - tricks})
    return ((award(side, fine, "meetje_fine", {"n": -fine}), majority)) if fine else (majority,)


def what_decides(standing: Standing) -> tuple[Say, ...]:
    """That this deal ends the match, where it is known before it is played."""
    if standing.closed:
        return (Say("extra_deal" if standing.rules["length"] == "clock" else "level_deal", {}),)
    left = standing.rules["length_value"] - standing.number + 1
    if standing.rules["length"] != "deals" or left > 1:
        return ()
    return (Say("last_deal" if left == 1 else "level_deal", {}),)


def first_prompt(standing: Standing, pending: Entry | None) -> Say:
    """Before the bid is known: who speaks, by the calls so far; without an auction, which card is trump."""
    if not standing.rules["auction"]:
        return Say("turn_up", {})
    calls = pending.get("calls") if pending else None
    if not calls:
        return Say("speaks", {"seat": (standing.dealer + 1) % 4})
    any_bid = standing.rules["after_three_passes"] == "any_bid"
    return Say("speaks_now", {"seat": auction(standing.dealer, calls, any_bid)["turn"]})


def simple_awards(rules: Rules, tricks: int) -> tuple[Award, ...]:
    """Without an auction every trick counts, or those over six (BW-D11)."""
    book = 6 if rules["simple_score"] == "over_six" else 0
    both = ((0, tricks), (1, BOOM - tricks))
    return tuple(award(side, took - book, "tricks", {"tricks": took}) for side, took in both if took > book)


def auction(dealer: int, said: list[Any], any_bid: bool) -> Values:
    """An auction so far: seats (who made each call), turn, high, holder, over; fault (a code or empty) and its call."""
    passed = [False, False, False, False]
    state: Values = {"fault": "", "call": 0, "turn": (dealer + 1) % 4, "high": None, "holder": None, "over": False}
    state["seats"] = []
    for call in said:
        state["call"] += 1
        state["fault"] = "calls_after_end" if state["over"] else call_fault(call, state["high"], sum(passed), any_bid)
        if state["fault"]:
            return state
        called(state, call, passed)
    return state


def auctioned(state: Values, said: list[Any]) -> Entry:
    """What an auction comes to when nobody bids higher; only its calls when nobody bid."""
    if state["high"] is None:
        return {"calls": said}
    return {"declarer": state["holder"], "contract": state["high"], "calls": said}


def called(state: Values, call: Any, passed: list[bool]) -> None:
    """Take a legal call down: who holds what, whether that was the last, and who speaks next."""
    turn = state["turn"]
    state["seats"].append(turn)
    if call == "pass":
        passed[turn] = True
    else:
        state["high"], state["holder"] = call, turn
    high = state["high"]
    state["over"] = high is not None and (high == BOOM or high == "meetje" or sum(passed) == 3)
    turn = (turn + 1) % 4
    while passed[turn] and not state["over"]:
        turn = (turn + 1) % 4
    state["turn"] = turn


def call_fault(call: Any, high: int | None, passes: int, any_bid: bool) -> str:
    """What is wrong with one call over the highest bid so far, after so many passes."""
    forced = high is None and passes == 3
    if call == "pass":
        return "calls_dealer_must" if forced else ""
    if call == "meetje":
        return "" if forced else "calls_meetje"
    if high is not None and call <= high:
        return "calls_not_higher"
    return "calls_forced" if forced and not any_bid and 7 < call < BOOM else ""


def calls_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with a whole auction, and whether it agrees with declarer and contract."""
    state = auction(standing.dealer, entry["calls"], standing.rules["after_three_passes"] == "any_bid")
    if state["fault"]:
        return (problem("calls", state["fault"], {"call": state["call"]}),)
    if not state["over"]:
        return (problem("calls", "calls_unfinished"),)
    if state["high"] != entry["contract"] or state["holder"] != declarer_of(standing, entry):
        return (problem("calls", "calls_differ"),)
    return ()


def points_need(standing: Standing, side: int) -> Need:
    """What a side lacks to the agreed total; when both have it and are equal, to be ahead."""
    left = standing.rules["length_value"] - standing.totals[side]
    return Need(side, "need_points", {"n": left}) if left > 0 else Need(side, "need_ahead", {})


def contract_needs(standing: Standing, pending: Entry) -> list[Need]:
    """What both sides need in the deal in play."""
    contract = pending["contract"]
    side = side_of(standing.table, declarer_of(standing, pending))
    if contract == "meetje":
        return [Need(side, "need_majority", {}), Need(1 - side, "need_majority", {})]
    if contract == BOOM:
        return [Need(side, "need_all", {}), Need(1 - side, "need_any", {})]
    return [Need(side, "need_made", {"n": contract}), Need(1 - side, "need_beat", {"n": 14 - contract})]


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
    for given in GAME.score(standing, entry)[0]:
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


GAME = BoomkeWies()
