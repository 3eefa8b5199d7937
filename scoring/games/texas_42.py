"""Texas 42: four players, two fixed partnerships, a double-six set; say what the seven tricks will bring.

Seven dominoes each. 5-5 and 6-4 count ten, 5-0, 4-1 and 3-2 five, every trick one: 42 in all. One turn each to bid,
from the left of the dealer: 30 to 41 points, then 1 mark (all 42), 2 marks, and above 2 marks one mark more at a time.
Who bid highest names a suit as trump, or no trump, or doubles, and leads. From 1 mark on all seven tricks are needed,
or a special contract is played: Nello (lose every trick, the partner sits out), Sevens (nearest to seven pips wins),
Plunge (four doubles, 4 marks, the partner names trump; the only bid that may jump). If all pass it is thrown in.

A bid that is made pays its side 1 mark up to 42 and else the marks bid; a bid that is set pays the others the same.
Seven marks write ALL and win. With stakes the losers pay for each mark they lack and for each time they were set.

The points game bids 30 to 42, 84 and, over 84, 168. Below 42 both sides score what they took; a set gives the others
what they took and the bid. From 42 on the bid alone counts. After three passes the dealer must bid, or says Low-No.

Source: the rule book's texas_42, TX. Options: marks or points and to what total, a deal that nobody bids, raises, which
contracts are played and how, how the first trick is led, both sides past the target, stakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.dominoes import ALL_POINTS
from scoring.game import Game, last_deal
from scoring.words import (
    Need,
    Outcome,
    Payment,
    Say,
    Tally,
    award,
    calls,
    choice,
    flag,
    many,
    money,
    number,
    one_of,
    pick,
    points,
    problem,
    say,
    seat,
    side_of,
    with_value,
    yes_no,
)

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Choice, Entry, Field, Line, Problem, Rules, Sheet, Standing, Values

MARKS_GAME = (("scoring", ("marks",)),)
POINTS_GAME = (("scoring", ("points",)),)
TALLY = ("a_left", "a_right", "a_bar", "l1_stem", "l1_foot", "l2_stem", "l2_foot")  # one stroke a mark (TX-D21)
MARK = ALL_POINTS
DEALER_MUST = "dealer_must_bid"
LOSE_ALL = ("nello", "low_no")
NAMES_SUIT = ("suit", "plunge", "splash")
SPECIAL = ("nello", "plunge", "splash", "sevens")
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
TRUMPS = ("trump_0", "trump_1", "trump_2", "trump_3", "trump_4", "trump_5", "trump_6")

NUMBERS = tuple(choice(bid, str(bid)) for bid in range(30, MARK))
MARK_BIDS = NUMBERS + (
    choice(42, say("1 mark"), say("all seven tricks")),
    choice(84, say("2 marks")),
    choice(126, say("3 marks")),
    choice(168, say("4 marks")),
    choice(210, say("5 marks")),
    choice(252, say("6 marks")),
    choice(294, say("7 marks")),
)
POINT_BIDS = NUMBERS + (
    choice(42, "42", say("all seven tricks")),
    choice(84, "84"),
    choice(168, "168", say("only over 84")),
)
PASS = (choice("pass", say("Pass")),)
LOW_NO = choice("low_no", say("Low-No"), say("lose every trick, for 42"))
PLAIN_CONTRACTS = (
    choice("suit", say("A suit")),
    choice("no_trump", say("No trump"), say("doubles high")),
    choice("no_trump_low", say("No trump, low"), say("doubles low")),
    choice("doubles", say("Doubles"), say("a suit of their own, and trump")),
)
MARK_CONTRACTS = PLAIN_CONTRACTS + (
    choice("nello", say("Nello"), say("lose every trick")),
    choice("plunge", say("Plunge"), say("four doubles, the partner names trump")),
    choice("splash", say("Splash"), say("three doubles, the partner names trump")),
    choice("sevens", say("Sevens"), say("nearest to seven pips wins")),
)
BIDDER = seat("bidder", say("Who bids"), "bid", optional=True, help=say("Nobody, when everybody passed."))
TRUMP = pick(
    "trump",
    say("Trump"),
    (
        choice(0, say("Blanks")),
        choice(1, say("Ones")),
        choice(2, say("Twos")),
        choice(3, say("Threes")),
        choice(4, say("Fours")),
        choice(5, say("Fives")),
        choice(6, say("Sixes")),
    ),
    "bid",
    optional=True,
)
MADE = flag("made", say("Made or set?"), "play", help=say("Whether the bidding side got what it bid."))
POINTS = points(
    "points", say("Points of the bidding side"), ALL_POINTS, optional=True, help=say("Tricks and counters, 42 in all.")
)
PENALTY = flag(
    "penalty",
    say("Set by a penalty"),
    "play",
    help=say("A renege or another offence of the bidding side: the contract is lost."),
)


CONTRACT_HELP = say("If left blank, a suit is trump.")


def entry_fields(
    bids: tuple[Choice, ...], contracts: tuple[Choice, ...], low_no: tuple[Choice, ...]
) -> tuple[Field, ...]:
    """What the table writes down for a deal with these bids and contracts."""
    return (
        BIDDER,
        pick("bid", say("Bid"), bids, "bid", optional=True),
        pick("contract", say("Played as"), contracts + low_no, "bid", optional=True, help=CONTRACT_HELP),
        TRUMP,
        calls(say("The auction, call by call"), PASS + bids + low_no),
        MADE,
        POINTS,
        PENALTY,
    )


MARKS_FIELDS = entry_fields(MARK_BIDS, MARK_CONTRACTS, ())
POINTS_FIELDS = entry_fields(POINT_BIDS, PLAIN_CONTRACTS, (LOW_NO,))


class Texas42(Game):
    """Bid, take the counters, write ALL."""

    key = "texas_42"
    name = say("Texas 42")
    tagline = say("Four, partners, dominoes. First to write ALL.")
    begin = say("Shake the dominoes")
    unit = "marks"
    partners = True
    options = (
        one_of(
            "scoring",
            say("Played for"),
            (
                choice("marks", say("Marks"), say("first to write ALL")),
                choice("points", say("Points"), say("what the tricks bring is counted")),
            ),
            say("In marks a deal is worth 1 mark or the marks bid; in points it is worth what was taken."),
        ),
        number("target_marks", say("Marks to win"), 7, 1, 1000000000, say("Seven marks write ALL.")),
        number(
            "target_points",
            say("Points to win"),
            250,
            1,
            1000000000,
            say("The total that ends a game played for points."),
        ),
        one_of(
            "all_pass",
            say("Nobody bids"),
            (
                choice("throw_in", say("Throw it in"), say("the next one deals")),
                choice("dealer_must_bid", say("Dealer must"), say("30 or more")),
            ),
            say("What happens after three passes. In a game played for points the dealer must always bid."),
            disputed=True,
        ),
        one_of(
            "raise_above_two",
            say("Over 2 marks bid"),
            (choice("one_mark", say("One mark more")), choice("any", say("Any number of marks"))),
            say("How far one bid may go over another once 2 marks are reached."),
            disputed=True,
        ),
        one_of(
            "no_trump",
            say("No trump"),
            (
                choice("high", say("Doubles high")),
                choice("high_or_low", say("Doubles high or low"), say("the bidder says which")),
                choice("off", say("Not played")),
            ),
            say("Follow me: nothing is trump, every trick goes to the suit that was led."),
        ),
        one_of(
            "no_trump_from",
            say("No trump from a bid of"),
            (choice(30, say("30"), say("any bid")), choice(42, say("42"), say("1 mark, or 42 in points"))),
            say("The lowest bid with which no trump may be played."),
        ),
        yes_no(
            "doubles_trump",
            say("Doubles as trump"),
            True,
            say("The doubles are a suit of their own, from 6-6 down, and trump."),
        ),
        one_of(
            "nello",
            say("Nello"),
            (
                choice("on", say("From 1 mark")),
                choice("forced_dealer", say("Only a forced dealer"), say("needs: dealer must bid")),
                choice("off", say("Not played")),
            ),
            say("The bidder loses every trick, without trump; the partner’s dominoes lie face down."),
        ),
        one_of(
            "nello_doubles",
            say("Doubles in Nello and Low-No"),
            (
                choice("own", say("A suit of their own")),
                choice("high_own", say("High in suit or own")),
                choice("high_low_own", say("High, low or own")),
                choice("all", say("High, low, own or own turned round")),
            ),
            say("Where there is a choice, the bidder says so before leading. The score is the same."),
        ),
        yes_no(
            "sevens",
            say("Sevens"),
            True,
            say("From 1 mark: everybody plays nearest to seven pips, and the nearest wins."),
        ),
        one_of(
            "plunge",
            say("Plunge"),
            (
                choice("standard", say("4 marks"), say("the bidder leads")),
                choice("three_marks", say("3 marks"), say("the partner leads")),
                choice("off", say("Not played")),
            ),
            say("With four doubles: the partner names trump, all seven tricks are needed. It may be bid with a jump."),
        ),
        one_of(
            "splash",
            say("Splash"),
            (
                choice("off", say("Not played")),
                choice("two_marks", say("2 marks")),
                choice("three_marks", say("3 marks")),
            ),
            say("A Plunge with three doubles; only beside the Plunge for 3 marks."),
        ),
        one_of(
            "partner_choice",
            say("In Plunge and Splash the partner chooses"),
            (
                choice("trump_only", say("Trump")),
                choice("any_contract", say("Trump or a contract"), say("no trump, Sevens or Nello")),
            ),
            say("What the bidder’s partner may name."),
        ),
        yes_no(
            "low_end_lead",
            say("Lead by the low end"),
            False,
            say("In the first trick the bidder may call a tile by its lower number."),
        ),
        yes_no(
            "must_lead_trump",
            say("First lead is a trump"),
            False,
            say("Off: the bidder may lead anything to the first trick."),
        ),
        one_of(
            "both_past_target",
            say("Both sides past the target"),
            (
                choice("higher_total", say("The higher total wins"), say("play on when equal")),
                choice("declarers_first", say("The bidders win"), say("they count first")),
            ),
            say("In a game played for points one deal can take both sides past it."),
        ),
        yes_no(
            "low_no",
            say("Low-No"),
            True,
            say("In points: after three passes the dealer may undertake to lose every trick, for 42."),
        ),
        money(
            "stake_per_mark",
            say("Stake for a mark"),
            0,
            say("What the losers pay for each mark they lack. Nothing, when not for money."),
        ),
        money("stake_per_set", say("Stake for a set"), 0, say("What the losers pay for each time they were set.")),
    )
    hangs_on = {
        "target_marks": MARKS_GAME,
        "target_points": POINTS_GAME,
        "all_pass": MARKS_GAME,
        "raise_above_two": MARKS_GAME,
        "no_trump_from": (("no_trump", ("high", "high_or_low")),),
        "nello": MARKS_GAME,
        "nello_doubles": (("nello", ("on", "forced_dealer")), ("low_no", (True,))),
        "sevens": MARKS_GAME,
        "plunge": MARKS_GAME,
        "splash": (("plunge", ("three_marks",)),),
        "partner_choice": (("plunge", ("standard", "three_marks")),),
        "both_past_target": POINTS_GAME,
        "low_no": POINTS_GAME,
        "stake_per_mark": MARKS_GAME,
        "stake_per_set": MARKS_GAME,
    }
    presets = (("straight_42", say("Straight 42"), {"nello": "off", "plunge": "off", "sevens": False}),)
    sentences = {
        "all_made": say("bid {bid}, took all seven tricks"),
        "all_set": say("bid {bid}, lost a trick, set"),
        "all_seven": say("all seven tricks"),
        "all_written": say("ALL is written, and ALL is all there is"),
        "bid_made": say("bid {bid}, made"),
        "bid_made_took": say("bid {bid}, took {took} of 42"),
        "bid_penalty": say("bid {bid}, set by a penalty"),
        "bid_set": say("bid {bid}, set"),
        "bid_set_took": say("bid {bid}, took {took} of 42, set"),
        "both_past": say("both sides reached {target}: the higher total wins"),
        "calls_after_end": say("Call {call} is one too many: everybody speaks once"),
        "calls_below_84": say("168 can be called only over 84"),
        "calls_dealer_must": say("After three passes the dealer must bid"),
        "calls_differ": say("The auction ends with another bid"),
        "calls_low_no": say("Low-No is for the dealer after three passes"),
        "calls_not_higher": say("Call {call} is not higher than the last bid"),
        "calls_opening": say("Call {call} is more than 2 marks, which only a raise or a Plunge may be"),
        "calls_raise": say("Above 2 marks a bid goes up by one mark: call {call}"),
        "calls_unfinished": say("The auction is not finished"),
        "count_points": say("Count the points"),
        "dealer_must": say("The dealer must bid when the others pass"),
        "dealer_only": say("{dealer} only"),
        "dealt": say("{dealer} dealt"),
        "declarers_first": say("both sides reached {target}: the bidders count first"),
        "disagree": say("Made or set and the points do not agree"),
        "doubles_all": say(
            "{seat} says how doubles rank: high in their suits, low, a suit of their own, or that reversed"
        ),
        "doubles_high_low_own": say("{seat} says how doubles rank: high in their suits, low, or a suit of their own"),
        "doubles_high_own": say("{seat} says how doubles rank: high in their suits, or a suit of their own"),
        "doubles_own": say("Doubles are a suit of their own, 6-6 high"),
        "doubles_trump": say("Doubles are trump"),
        "first_marks": many("first to {n} mark", "first to {n} marks"),
        "first_points": say("first to {target} points"),
        "forced_nello": say("Nello is for the dealer after three passes"),
        "jump_plunge": say("A bid that jumped must be played as Plunge"),
        "jump_plunge_splash": say("A bid that jumped must be played as Plunge or Splash"),
        "for_marks": many("{n} mark", "{n} marks"),
        "leads": say("{seat} leads"),
        "leads_trump": say("{seat} leads a trump"),
        "level_bid": say("from a bid of {bid}"),
        "level_marks": many("from {n} mark", "from {n} marks"),
        "low_no_bid": say("Low-No has no number"),
        "low_no_made": say("Low-No, lost every trick"),
        "low_no_penalty": say("Low-No, set by a penalty"),
        "low_no_set": say("Low-No, won a trick, set"),
        "low_end": say("{seat} may call the first lead by its low end"),
        "marks_change": many("{before} → {n} mark", "{before} → {n} marks"),
        "marks_made": many("bid {n} mark, took all seven tricks", "bid {n} marks, took all seven tricks"),
        "marks_penalty": many("bid {n} mark, set by a penalty", "bid {n} marks, set by a penalty"),
        "marks_set": many("bid {n} mark, lost a trick, set", "bid {n} marks, lost a trick, set"),
        "marks_to_win": many("{n} mark to win", "{n} marks to win"),
        "must_bid": say("After three passes {dealer} must bid"),
        "names_trump": say("{seat} names trump and leads"),
        "names_leads_trump": say("{seat} names trump and leads one"),
        "nearest_wins": say("Nearest to seven pips wins"),
        "need_all": say("all seven tricks make it"),
        "need_bid": say("{bid} of 42 makes it"),
        "need_catch": say("a trick for {seat} sets it"),
        "need_none": say("no trick at all makes it"),
        "need_set": many("{n} point sets it", "{n} points set it"),
        "need_trick": say("one trick sets it"),
        "loser_leads": say("{seat} leads and must lose every trick"),
        "nello_made": many("Nello for {n} mark, lost every trick", "Nello for {n} marks, lost every trick"),
        "nello_penalty": many("Nello for {n} mark, set by a penalty", "Nello for {n} marks, set by a penalty"),
        "nello_set": many("Nello for {n} mark, won a trick, set", "Nello for {n} marks, won a trick, set"),
        "no_trump_high": say("No trump, doubles high"),
        "no_trump_low": say("No trump, doubles low"),
        "nobody_bid": say("Everybody passed: throw it in"),
        "nobody_head": say("No bid"),
        "nobody_story": say("everybody passed: thrown in"),
        "not_played": say("Not at this table"),
        "partner_leads": say("{partner_seat} names trump and leads"),
        "partner_may": say("{partner_seat} may also choose no trump, Sevens or Nello"),
        "partner_names": say("{partner_seat} names trump, {seat} leads"),
        "partner_sits_out": say("{partner_seat} sits out"),
        "pending": say("{seat} bid {big}"),
        "pending_marks": many("{seat} bid {big} mark", "{seat} bid {big} marks"),
        "pending_bare": say("{seat} bid"),
        "play_on": say("Both sides are past {target} and level: this deal decides"),
        "plunge_made": many("Plunge for {n} mark, made", "Plunge for {n} marks, made"),
        "plunge_penalty": many("Plunge for {n} mark, set by a penalty", "Plunge for {n} marks, set by a penalty"),
        "plunge_set": many("Plunge for {n} mark, set", "Plunge for {n} marks, set"),
        "points_change": many("{before} → {n} point", "{before} → {n} points"),
        "points_to_win": many("{n} point to win", "{n} points to win"),
        "rule_dealer_must_bid": say("This needs the rule that the dealer must bid"),
        "rule_plunge_three": say("Splash needs the Plunge for 3 marks"),
        "seat_head": say("{seat}"),
        "set_gives": say("set: {low} to {high} for them"),
        "sevens_made": many(
            "Sevens for {n} mark, took all seven tricks", "Sevens for {n} marks, took all seven tricks"
        ),
        "sevens_penalty": many("Sevens for {n} mark, set by a penalty", "Sevens for {n} marks, set by a penalty"),
        "sevens_set": many("Sevens for {n} mark, lost a trick, set", "Sevens for {n} marks, lost a trick, set"),
        "shuffles": say("{dealer} shuffles and draws last"),
        "speaks": say("{seat} speaks first"),
        "speaks_now": say("{seat} speaks"),
        "splash_made": many("Splash for {n} mark, made", "Splash for {n} marks, made"),
        "splash_penalty": many("Splash for {n} mark, set by a penalty", "Splash for {n} marks, set by a penalty"),
        "splash_set": many("Splash for {n} mark, set", "Splash for {n} marks, set"),
        "stake": say("1 mark"),
        "stake_wins": say("for the game"),
        "their_points": many("took {n} point", "took {n} points"),
        "then_marks": many("then {n} mark to win", "then {n} marks to win"),
        "then_wins": say("and that wins"),
        "trump_0": say("Blanks are trump"),
        "trump_1": say("Ones are trump"),
        "trump_2": say("Twos are trump"),
        "trump_3": say("Threes are trump"),
        "trump_4": say("Fours are trump"),
        "trump_5": say("Fives are trump"),
        "trump_6": say("Sixes are trump"),
        "trump_not_named": say("No suit is trump here"),
        "who_bid": say("Say who bid; when nobody did, record only the calls"),
    }

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        found = []
        if rules["nello"] == "forced_dealer" and rules["all_pass"] != DEALER_MUST:
            found.append(problem("rules.nello", "rule_dealer_must_bid"))
        if rules["splash"] != "off" and rules["plunge"] != "three_marks":
            found.append(problem("rules.splash", "rule_plunge_three"))
        return tuple(found)

    def unit_of(self, rules: Rules) -> str:
        return str(rules["scoring"])

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return POINTS_FIELDS if standing.rules["scoring"] == "points" else MARKS_FIELDS

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        if "bidder" in entry:
            found = bid_problems(standing, entry) + result_problems(standing.rules, entry)
        else:
            found = nobody_problems(standing.rules, entry)
        if "calls" in entry:
            found.extend(calls_problems(standing, entry, not found))
        return tuple(found)

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        if "bidder" not in entry:
            return (), standing.carry
        side = side_of(standing.table, entry["bidder"])
        if standing.rules["scoring"] == "marks":
            return marks_awards(side, entry), standing.carry
        return points_awards(side, entry), standing.carry

    def result_problems(self, winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
        return ()  # of two past the target the declarers can win with fewer points (TX-D15)

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        last = last_deal(lines)
        bidder = last.deal.entry.get("bidder") if last is not None else None
        declarers = None if bidder is None else side_of(standing.table, bidder)
        winner = winner_of(standing.rules, standing.totals, declarers)
        if winner is None:
            return None
        if standing.rules["scoring"] == "marks":
            return marks_outcome(standing, lines, winner)
        return points_outcome(standing, winner, declarers)

    def settle(self, sheet: Sheet) -> tuple[int, ...]:
        if sheet.outcome is None or sheet.outcome.payment is None:
            return ()
        loser, amount = sheet.outcome.payment
        return tuple(-amount if side == loser else amount for side in (0, 1))

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Say, ...]:
        if pending is None or not self.bid_done(standing, pending):
            return auction_prompt(standing, pending)
        if "bidder" not in pending:
            return (Say("nobody_bid", {}),)
        return play_prompt(standing.rules, pending) + (Say("dealt", {"dealer": standing.dealer}),)

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        if pending is None or "bidder" not in pending or not self.bid_done(standing, pending):
            return to_win(standing, 0) + to_win(standing, 1)
        side = side_of(standing.table, pending["bidder"])
        ours, theirs = deal_needs(pending, side)
        return (ours,) + then(standing, pending, side, True) + (theirs,) + then(standing, pending, 1 - side, False)

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        contract, bidder, bid = contract_of(draft), draft.get("bidder"), draft.get("bid")
        found: list[Problem] = []
        if key == "contract":
            said = draft.get("calls") or []
            jump = auction(standing.rules, standing.dealer, said)["jump"]
            found = contract_problems(standing, value, bidder, bid)
            found += privilege_problems(standing.rules, said, jump, value)
            found += unnamed_problems("contract", value, draft)
            found += disagreements("contract", standing.rules, with_value(draft, key, value))
        elif key == "bid":
            found = contract_problems(standing, contract, bidder, value)
        elif key == "bidder":
            found = contract_problems(standing, contract, value, bid)
        elif key == "trump":
            found = unnamed_problems("trump", contract, with_value(draft, key, value))
        elif key == "made" and counts_points(standing.rules, contract, bid):
            found = [problem("made", "count_points")]
        elif key == "made":
            found = disagreements("made", standing.rules, with_value(draft, key, value))
        return found[0] if found else None

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Say | None:
        if key == "bid":
            return bid_hint(standing, draft, value)
        if key == "made" or (key == "penalty" and value):
            return verdict_hint(standing, draft, bool(key == "made" and value))
        return None

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        if pending is None:
            return False
        if "bidder" in pending:
            return "bid" in pending or contract_of(pending) == "low_no"
        return bool(pending.get("calls") == ["pass"] * 4)

    def auction(self, standing: Standing, said: list[Any]) -> Values | None:
        rules, dealer = standing.rules, standing.dealer
        state = auction(rules, dealer, said)
        if state["fault"]:
            return None
        return {
            "seats": [(dealer + 1 + index) % 4 for index in range(len(said))],
            "turn": state["turn"],
            "calls": possible_calls(rules, said),
            "over": state["over"],
            "entry": auctioned(state, said),
        }

    def pad_facts(self, standing: Standing, step: str) -> tuple[Any, ...]:
        return standing.totals if step == "play" or standing.rules["scoring"] == "marks" else ()

    def spoken(self, standing: Standing, pending: Entry) -> Say:
        bid, bidder, contract = pending.get("bid"), pending.get("bidder"), contract_of(pending)
        values: Values = {"seat": bidder, "big": bid, "trump": pending.get("trump")}
        if contract == "low_no":
            values["big"] = LOW_NO.label
        elif bid is not None and bid >= MARK and standing.rules["scoring"] == "marks":
            values["big"] = values["n"] = worth(bid)
            if contract not in SPECIAL:
                return Say("pending_marks", values)
            values["big"] = label_of(contract)
        if bidder is None:
            return Say("nobody_head", values)
        return Say("pending_bare" if values["big"] is None else "pending", values)

    def account(self, line: Line) -> tuple[Say, Say]:
        if not line.awards:
            return Say("nobody_head", {}), Say("nobody_story", {})
        first = line.awards[0]
        return Say("seat_head", {"seat": line.deal.entry["bidder"]}), Say(first.why, first.values)

    def tallies(self, standing: Standing, line: Line) -> tuple[Tally, ...]:
        bidder = line.deal.entry.get("bidder")
        if bidder is None:
            return ()
        made = line.awards[0].side == side_of(standing.table, bidder)
        said = Tally(bidder, "bid_made" if made else "bid_set", 1)
        contract = contract_of(line.deal.entry)
        return (said, Tally(bidder, contract, 1)) if contract in SPECIAL or contract == "low_no" else (said,)

    def marks(self, standing: Standing) -> Values:
        if standing.rules["scoring"] == "points":
            return {"kind": "road", "target": standing.rules["target_points"]}
        target = standing.rules["target_marks"]
        return {"kind": "all", "target": target, "sides": [len(strokes(total)) for total in standing.totals]}


def strokes(total: int) -> list[str]:
    """The strokes of ALL that so many marks draw, in their order; more than seven still show it complete."""
    return list(TALLY[: max(0, total)])


def label_of(contract: str) -> str:
    """What a contract is called."""
    return next(choice.label for choice in MARK_CONTRACTS if choice.value == contract)


def contract_of(entry: Entry) -> str:
    """What is played; a suit where nothing is said."""
    return str(entry.get("contract") or "suit")


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
    said = entry.get("made")
    return reached(contract_of(entry), entry.get("bid", MARK), entry["points"]) if said is None else bool(said)


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


def nobody_problems(rules: Rules, entry: Entry) -> list[Problem]:
    """What is wrong with a deal that nobody bid (TX-V9); where there is a bid it was somebody's."""
    if "bid" in entry:
        return [problem("bidder", "missing")]
    if must_bid(rules):
        return [problem("bidder", "dealer_must")]
    return [problem("bidder", "who_bid")] if len(entry) > ("calls" in entry) else []


def bid_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """What is wrong with who bid, what, and what is played."""
    contract, bid = contract_of(entry), entry.get("bid")
    found = contract_problems(standing, contract, entry["bidder"], bid)
    if bid is None and contract != "low_no":
        found.append(problem("bid", "missing"))
    return found + unnamed_problems("trump", contract, entry)


def unnamed_problems(key: str, contract: str, entry: Entry) -> list[Problem]:
    """A suit was named where none is trump; said of the field that is tapped."""
    return [problem(key, "trump_not_named")] if "trump" in entry and contract not in NAMES_SUIT else []


def contract_problems(standing: Standing, contract: str, bidder: int | None, bid: int | None) -> list[Problem]:
    """Why this contract cannot be played by this bidder with this bid; what is not known yet is None."""
    if contract == "suit":
        return []
    rules, found = standing.rules, []
    if not played(rules, contract):
        return [problem("contract", "not_played")]
    dealers = contract == "low_no" or (contract == "nello" and rules["nello"] == "forced_dealer")
    if dealers and bidder is not None and bidder != standing.dealer:
        found.append(problem("contract", "dealer_only", {"dealer": standing.dealer}))
    if contract == "low_no":
        return found + ([] if bid is None else [problem("bid", "low_no_bid")])
    need = lowest(rules, contract)
    if bid is not None and bid < need:
        code = "level_marks" if rules["scoring"] == "marks" else "level_bid"
        found.append(problem("contract", code, {"n": need // MARK, "bid": need}))
    return found


def result_problems(rules: Rules, entry: Entry) -> list[Problem]:
    """What is wrong with the result: something must be known, and what is known must agree."""
    contract, bid = contract_of(entry), entry.get("bid")
    said, took, penalty = entry.get("made"), entry.get("points"), entry.get("penalty")
    if counts_points(rules, contract, bid):
        if took is None:
            return [problem("points", "missing")]
    elif said is None and took is None and not penalty:
        return [problem("made", "missing")]
    if penalty or said is None or took is None or (bid is None and contract not in LOSE_ALL):
        return []  # a penalty decides whatever else is written
    return [] if said == reached(contract, bid or MARK, took) else [problem("made", "disagree")]


def disagreements(key: str, rules: Rules, draft: Entry) -> list[Problem]:
    """Made or set and the points do not agree; said of the field that is tapped."""
    found = [known for known in result_problems(rules, draft) if known.code == "disagree"]
    return [problem(key, "disagree")] if found else []


def must_bid(rules: Rules) -> bool:
    """Whether the dealer must bid after three passes (TX-D5); in the points game always."""
    return bool(rules["all_pass"] == DEALER_MUST or rules["scoring"] == "points")


def auction(rules: Rules, dealer: int, said: list[Any]) -> Values:
    """An auction so far, whole or half-made.

    fault: a code, or empty, with the number of the faulty call; turn: the seat that speaks now; high and holder: the
    highest call and its seat; jump: it may only be played as Plunge (TX-D7); over: everybody has spoken.
    """
    high, holder, jump, fault, call = None, None, False, "", 0
    for index, word in enumerate(said):
        fault = call_fault(rules, word, high, index)
        if fault:
            call = index + 1
            break
        if word != "pass":
            jump = word != "low_no" and not plain_bid(rules, word, high)
            high, holder = word, (dealer + 1 + index) % 4
    turn = (dealer + 1 + len(said)) % 4
    return {
        "fault": fault,
        "call": call,
        "turn": turn,
        "high": high,
        "holder": holder,
        "jump": jump,
        "over": len(said) == 4,
    }


def auctioned(state: Values, said: list[Any]) -> Entry:
    """The bid that an auction comes to when nobody bids higher; only its calls when nobody bid."""
    if state["high"] is None:
        return {"calls": said}
    if state["high"] == "low_no":
        return {"bidder": state["holder"], "contract": "low_no", "calls": said}
    entry = {"bidder": state["holder"], "bid": state["high"], "calls": said}
    if state["jump"]:
        entry["contract"] = "plunge"
    return entry


def possible_calls(rules: Rules, said: list[Any]) -> list[Any]:
    """The calls that can be said next; none when everybody has spoken or a call was faulty."""
    state = auction(rules, 0, said)
    if state["fault"]:
        return []
    words = PASS + (POINT_BIDS + (LOW_NO,) if rules["scoring"] == "points" else MARK_BIDS)
    return [word.value for word in words if not call_fault(rules, word.value, state["high"], len(said))]


def call_fault(rules: Rules, call: Any, high: Any, index: int) -> str:
    """What is wrong with a call over the highest so far, as the call of this place (0 is left of the dealer)."""
    if index > 3:
        return "calls_after_end"
    forced = index == 3 and high is None
    if call == "pass":
        return "calls_dealer_must" if forced and must_bid(rules) else ""
    if call == "low_no":
        return "" if forced and rules["low_no"] else "calls_low_no"
    if high is not None and call <= high:
        return "calls_not_higher"
    if plain_bid(rules, call, high) or call == jump_bid(rules):
        return ""
    if rules["scoring"] == "points":
        return "calls_below_84"
    return "calls_opening" if high is None or high < 2 * MARK else "calls_raise"


def plain_bid(rules: Rules, bid: int, high: int | None) -> bool:
    """Whether a bid over the highest so far needs no privilege (TX-D3, TX-D13)."""
    if bid <= 2 * MARK:
        return True
    if high is None or high < 2 * MARK:
        return False
    return rules["scoring"] == "points" or rules["raise_above_two"] == "any" or bid == high + MARK


def jump_bid(rules: Rules) -> int | None:
    """The bid that a Plunge may jump to (TX-D12), or None where there is none."""
    if rules["scoring"] == "points" or rules["plunge"] == "off":
        return None
    return lowest(rules, "plunge")


def highest_bid(rules: Rules) -> int:
    """The highest bid of marks that an auction can come to: an opening, and three raises over it."""
    opening = max(2 * MARK, jump_bid(rules) or 0)
    return 7 * MARK if rules["raise_above_two"] == "any" else min(opening + 3 * MARK, 7 * MARK)


def calls_problems(standing: Standing, entry: Entry, sound: bool) -> list[Problem]:
    """What is wrong with the auction, and, in an entry that is sound without it, whether the two agree."""
    state = auction(standing.rules, standing.dealer, entry["calls"])
    if state["fault"]:
        return [problem("calls", state["fault"], {"call": state["call"]})]
    if not state["over"]:
        return [problem("calls", "calls_unfinished")]
    if not sound:
        return []
    contract = contract_of(entry)
    said = "low_no" if contract == "low_no" else entry.get("bid")
    if state["high"] != said or state["holder"] != entry.get("bidder"):
        return [problem("calls", "calls_differ")]
    return privilege_problems(standing.rules, entry["calls"], state["jump"], contract)


def privilege_problems(rules: Rules, said: list[Any], jump: bool, contract: str) -> list[Problem]:
    """Why the calls forbid a contract: a jump is for Plunge (TX-D7), and Nello may be for forced dealers (TX-V10)."""
    both = rules["splash"] == "three_marks"
    if jump and contract != "plunge" and not (both and contract == "splash"):
        return [problem("contract", "jump_plunge_splash" if both else "jump_plunge")]
    if contract == "nello" and rules["nello"] == "forced_dealer" and said[:3].count("pass") < len(said[:3]):
        return [problem("contract", "forced_nello")]
    return []


def target_of(rules: Rules) -> int:
    """The total that ends a match, in marks or points."""
    return int(rules["target_marks"] if rules["scoring"] == "marks" else rules["target_points"])


def winner_of(rules: Rules, totals: Any, declarers: int | None) -> int | None:
    """The side that has won with these totals, or None; declarers bid in the last deal (TX-D15)."""
    target, past = target_of(rules), min(totals) >= target_of(rules)
    if max(totals) < target:
        return None
    if (
        past
        and rules["scoring"] == "points"
        and rules["both_past_target"] == "declarers_first"
        and declarers is not None
    ):
        return declarers
    return None if totals[0] == totals[1] else 0 if totals[0] > totals[1] else 1


def points_outcome(standing: Standing, winner: int, declarers: int | None) -> Outcome:
    """The end of the points game: one side at the target, or both, of which one wins (TX-D15)."""
    values, past = {"target": target_of(standing.rules)}, min(standing.totals) >= target_of(standing.rules)
    first = declarers is not None and standing.rules["both_past_target"] == "declarers_first"
    why = "first_points" if not past else "declarers_first" if first else "both_past"
    return Outcome((winner,), why, values, None)


def marks_outcome(standing: Standing, lines: list[Line], winner: int) -> Outcome:
    """The end of a game of marks, with what the losers pay when there are stakes (TX-V14)."""
    rules, loser = standing.rules, 1 - winner
    why = "all_written" if rules["target_marks"] == len(TALLY) else "first_marks"
    per_mark, per_set = rules["stake_per_mark"], rules["stake_per_set"]
    values: Values = {"n": rules["target_marks"]}
    if per_mark == 0 and per_set == 0:
        return Outcome((winner,), why, values, None)
    short, sets = lacking(standing, loser), times_set(standing, lines, loser)
    values.update({"short": short, "sets": sets, "mark_money": per_mark, "set_money": per_set})
    return Outcome((winner,), why, values, Payment(loser, short * per_mark + sets * per_set))


def times_set(standing: Standing, lines: list[Line], side: int) -> int:
    """How often a side bid and was set, penalties included."""
    others = [line for line in lines if line.deal.kind == "deal" and line.awards and line.awards[0].side != side]
    return sum([side_of(standing.table, line.deal.entry["bidder"]) == side for line in others])


def lacking(standing: Standing, side: int) -> int:
    """What a side lacks to the target, in marks or points; nothing when it is there."""
    return max(0, target_of(standing.rules) - standing.totals[side])


def auction_prompt(standing: Standing, pending: Entry | None) -> tuple[Say, ...]:
    """Before the bid is known: who speaks, who shuffles before anybody spoke, and what is special about this deal."""
    dealer, rules = standing.dealer, standing.rules
    calls = (pending or {}).get("calls") or []
    spoken = len(calls)
    found = [Say("speaks_now" if spoken else "speaks", {"seat": (dealer + 1 + spoken) % 4})]
    if not spoken:
        found.append(Say("shuffles", {"dealer": dealer}))
    if must_bid(rules) and all(call == "pass" for call in calls):
        found.append(Say("must_bid", {"dealer": dealer}))
    if rules["scoring"] == "points" and min(standing.totals) >= rules["target_points"]:
        found.append(Say("play_on", {"target": rules["target_points"]}))
    return tuple(found)


def play_prompt(rules: Rules, pending: Entry) -> tuple[Say, ...]:
    """After the bid: what is trump or who names it, and who leads; for how many marks where the ring has a word."""
    contract, bidder = contract_of(pending), pending["bidder"]
    who = {"seat": bidder, "partner_seat": (bidder + 2) % 4}
    marks = (Say("for_marks", {"n": worth(pending["bid"])}),) if contract in SPECIAL else ()
    if contract in LOSE_ALL:
        doubles = Say("doubles_" + rules["nello_doubles"], who)
        return marks + (Say("partner_sits_out", who), Say("loser_leads", who), doubles)
    if contract == "sevens":
        return marks + (Say("leads", who), Say("nearest_wins", {}))
    if contract == "plunge" or contract == "splash":
        return marks + partner_prompt(rules, pending, who)
    lead = "leads_trump" if rules["must_lead_trump"] and contract in ("suit", "doubles") else "leads"
    low_end = (Say("low_end", who),) if rules["low_end_lead"] and lead == "leads" else ()
    return trump_prompt(pending, contract, lead, who) + low_end


def trump_prompt(pending: Entry, contract: str, lead: str, who: Values) -> tuple[Say, ...]:
    """What is trump, or that the bidder names it, and the lead."""
    if contract == "doubles":
        return (Say("doubles_trump", {}), Say(lead, who))
    if contract != "suit":
        return (Say("no_trump_high" if contract == "no_trump" else "no_trump_low", {}), Say(lead, who))
    if "trump" in pending:
        return (Say(TRUMPS[pending["trump"]], {}), Say(lead, who))
    return (Say("names_leads_trump" if lead == "leads_trump" else "names_trump", who),)


def partner_prompt(rules: Rules, pending: Entry, who: Values) -> tuple[Say, ...]:
    """In Plunge and Splash the partner names trump, and leads where Plunge is worth three marks (TX-D8)."""
    leads = rules["plunge"] == "three_marks"
    if "trump" in pending:
        leader = who["partner_seat"] if leads else who["seat"]
        return (Say(TRUMPS[pending["trump"]], {}), Say("leads", {"seat": leader}))
    named = Say("partner_leads" if leads else "partner_names", who)
    return (named, Say("partner_may", who)) if rules["partner_choice"] == "any_contract" else (named,)


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


def results(rules: Rules, written: Entry, won: bool) -> list[tuple[int, int]]:
    """What a bid that is made, or set, can bring to the bidding side and to the others; penalties left out."""
    bid = written.get("bid", MARK)
    if counts_points(rules, contract_of(written), bid):
        if won:
            return [(took, ALL_POINTS - took) for took in range(bid, ALL_POINTS + 1)]
        return [(0, ALL_POINTS - took + bid) for took in range(bid)]
    gain = worth(bid) if rules["scoring"] == "marks" else bid
    return [(gain, 0) if won else (0, gain)]


def wins(standing: Standing, written: Entry, side: int, won: bool) -> bool:
    """Whether a bid that is made, or set, wins the match for a side whatever is taken."""
    declarers = side_of(standing.table, written["bidder"])
    for ours, theirs in results(standing.rules, written, won):
        totals = [total + (ours if other == declarers else theirs) for other, total in enumerate(standing.totals)]
        if winner_of(standing.rules, totals, declarers) != side:
            return False
    return True


def then(standing: Standing, written: Entry, side: int, won: bool) -> tuple[Need, ...]:
    """What a side still needs in the match when the bid is made, or set, to its good."""
    if wins(standing, written, side, won):
        return (Need(side, "then_wins", {}),)
    left = lacking(standing, side) - worth(written.get("bid", MARK))
    if standing.rules["scoring"] == "marks" and left > 0:
        return (Need(side, "then_marks", {"n": left}),)
    return to_win(standing, side)


def bid_hint(standing: Standing, draft: Entry, bid: int) -> Say | None:
    """What a bid is about: one mark, all seven tricks, the game; in points what a set would give."""
    if standing.rules["scoring"] == "points":
        set_gives = Say("set_gives", {"low": ALL_POINTS + 1, "high": ALL_POINTS + bid})
        return set_gives if bid < MARK else Say("all_seven", {})
    bidder = draft.get("bidder")
    bids = {"bidder": bidder, "bid": bid}
    if bidder is not None and wins(standing, bids, side_of(standing.table, bidder), True):
        return Say("stake_wins", {})
    return Say("stake", {}) if bid < MARK else Say("all_seven", {}) if bid == MARK else None


def verdict_hint(standing: Standing, draft: Entry, won: bool) -> Say | None:
    """How the total changes that a verdict moves; None below 42 in the points game, where points are counted."""
    rules, contract, bid = standing.rules, contract_of(draft), draft.get("bid")
    known = "bidder" in draft and (bid is not None or contract == "low_no")
    if not known or counts_points(rules, contract, bid):
        return None
    side = side_of(standing.table, draft["bidder"])
    side = side if won else 1 - side
    before, gain = standing.totals[side], max(results(rules, draft, won)[0])
    code = "marks_change" if rules["scoring"] == "marks" else "points_change"
    return Say(code, {"side": side, "before": before, "n": before + gain})


GAME = Texas42()
