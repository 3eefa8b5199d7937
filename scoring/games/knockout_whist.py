"""Knock-Out Whist: win a trick in every deal, or be knocked out.

Two to seven players, each alone, ace high. Seven deals of seven, six, five … one card. In the first deal the top
card of the pack is turned for trump; later whoever won most tricks in the deal before looks at the new cards and names
it, and those who tie for most cut. Left of the dealer leads; follow suit if you can. No trick in a deal: out.

The first failure of the match is not the end: whoever fails then goes on a dog's life, one single card in the next
deal, to be played to any trick (a knock on the table keeps it for later, the last trick takes it). A trick with it
brings a full hand back; no trick is the end. Whoever is due to deal and has just been knocked out still deals once. The
winner of the last deal, or the last one left, wins.

For money everybody puts a unit in the pot; the winner of a deal deals, names trump and leads; and who fails buys on: a
dog's life with a full hand on the first occasion, then a parish of one card, then a blind parish not even looked at.

Source: the rule book's knockout_whist, KO. Options: the first hand, the dog's life and who gets it, a first deal that
forgives, the winner taking over, the first lead, ties, knocked-out dealers, exchanging, what the winner names, the two
of diamonds, the rainbow, and the money game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import Game, last_deal
from scoring.words import (
    OPEN,
    SUITS,
    Need,
    Outcome,
    Say,
    Tally,
    award,
    choice,
    count,
    many,
    money,
    number,
    one_of,
    pick,
    problem,
    say,
    seat,
    seats,
    with_value,
    yes_no,
)

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Field, Line, Problem, Rules, Sheet, Standing, Table, Values

MOST_CARDS = 10
LIVES = ("dog", "parish", "blind_parish")  # one rung below the other
BOUGHT = {"dog": "bought_dogs_life", "parish": "bought_parish", "blind_parish": "bought_blind_parish"}
NAMES = {"suit": "names_suit", "suit_or_none": "names_or_none", "suit_and_order": "names_and_order", "all": "names_all"}
NEED_DOG = {"dog": "need_dog", "cut": "need_cut", "dog_cut": "need_dog_cut"}
NONE_DOG = {"dog": "hint_none_dog", "cut": "hint_none_cut", "dog_cut": "hint_none_dog_cut"}
NEED_BUY = {"dog": "need_buy_dog", "parish": "need_buy_parish", "blind_parish": "need_buy_blind"}

FALLS = ("", "dog", "out", "dog_out", "buy", "buy_out", "cut")  # what happens to those without a trick
NAMES_TRUMP = (
    "hint_names",
    "hint_names_dog",
    "hint_names_out",
    "hint_names_dog_out",
    "hint_names_buy",
    "hint_names_buy_out",
    "hint_names_cut",
)
TIES = (
    "hint_ties",
    "hint_ties_dog",
    "hint_ties_out",
    "hint_ties_dog_out",
    "hint_ties_buy",
    "hint_ties_buy_out",
    "hint_ties_cut",
)
STAYS = (
    "hint_stays",
    "hint_stays_dog",
    "hint_stays_out",
    "hint_stays_dog_out",
    "hint_stays_buy",
    "hint_stays_buy_out",
    "hint_stays_cut",
)
BACK = (
    "hint_back",
    "hint_back_dog",
    "hint_back_out",
    "hint_back_dog_out",
    "hint_back_buy",
    "hint_back_buy_out",
    "hint_back_cut",
)
HEADS = {
    "dog": "head_dog",
    "out": "head_out",
    "dog_out": "head_dog_out",
    "buy": "head_buy",
    "buy_out": "head_buy_out",
    "pay": "head_pay",
    "pay_out": "head_pay_out",
}
HEADS_BACK = {
    "": "head_back",
    "dog": "head_back_dog",
    "out": "head_back_out",
    "dog_out": "head_back_dog_out",
    "pay": "head_back_pay",
    "pay_out": "head_back_pay_out",
}
TOOK = ("", "", "took_2", "took_3", "took_4", "took_5", "took_6", "took_7")
TOOK_SOME = ("", "took_1_none", "took_2_none", "took_3_none", "took_4_none", "took_5_none", "took_6_none")


def entry_fields(hand: int) -> tuple[Field, ...]:
    """What is written down for a deal of so many cards; a rainbow stands instead of the tricks."""
    return (
        pick("trump", say("Trump"), SUITS, "bid", optional=True),
        count("tricks", say("Tricks"), hand, "seat", total=hand, optional=True, gaps=True),
        seat(
            "chooser",
            say("Who won the cut for trump"),
            "play",
            optional=True,
            help=say("Asked when several tie for most tricks."),
        ),
        seat(
            "dog",
            say("Who won the cut for the dog’s life"),
            "play",
            optional=True,
            help=say("Asked when only one can have it."),
        ),
        seats("buys", say("Who buys back in"), "play", help=say("Of those without a trick; the others are out.")),
        seat(
            "rainbow",
            say("Rainbow"),
            "play",
            optional=True,
            help=say("Four cards of four suits win the match at once."),
        ),
    )


FIELDS = tuple(entry_fields(hand) for hand in range(MOST_CARDS + 1))


class KnockoutWhist(Game):
    """A trick in every deal, or out."""

    key = "knockout_whist"
    name = say("Knock-Out Whist")
    tagline = say("Two to seven. A trick in every deal, or out.")
    unit = "tricks"
    has_totals = False
    seats = (2, 7)
    options = (
        one_of(
            "dogs_life",
            say("Dog’s life"),
            (
                choice("one_occasion", say("the first time anyone fails"), say("everybody who fails in that deal")),
                choice("one_per_player", say("once for each player")),
                choice("off", say("none"), say("out at the first failure")),
            ),
            say("A player who wins no trick gets one more chance: a single card in the next deal."),
            disputed=True,
        ),
        one_of(
            "several_first",
            say("Several fail the first time"),
            (
                choice("each", say("a dog’s life each")),
                choice("one_by_cut", say("they cut for one, the others are out")),
            ),
            say("Matters only when the dog’s life is for the first occasion."),
            disputed=True,
        ),
        yes_no(
            "out_dealer_deals",
            say("A player knocked out still deals once"),
            True,
            say("Only when next to deal. So nobody loses the turn to lead first."),
            disputed=True,
        ),
        yes_no(
            "winner_takes_over",
            say("The winner takes over"),
            False,
            say("From the second deal on, whoever won most tricks deals, names trump and leads. Ties are cut."),
            disputed=True,
        ),
        number(
            "first_hand",
            say("Cards in the first deal"),
            7,
            2,
            MOST_CARDS,
            say("One card fewer in each deal. One pack must be enough."),
        ),
        yes_no(
            "amnesty",
            say("The first deal forgives"),
            False,
            say("Nobody goes out in the first deal; then there is no dog’s life."),
        ),
        one_of(
            "tie_for_most",
            say("A tie for most tricks"),
            (
                choice("cut", say("they cut, and the winner names trump")),
                choice("turn_card", say("a card is turned up for trump")),
            ),
            say("Always cut when the winner takes over and in the money game."),
        ),
        one_of(
            "first_leader",
            say("The very first lead"),
            (choice("left_of_dealer", say("left of the dealer")), choice("dealer", say("the dealer"))),
            say("Who leads to the first trick of the first deal."),
        ),
        one_of(
            "winner_choices",
            say("The winner names"),
            (
                choice("suit", say("the trump suit")),
                choice("suit_or_none", say("the trump suit or none")),
                choice(
                    "suit_and_order", say("the suit and the order"), say("ace high or low, ranks upward or downward")
                ),
                choice("all", say("the suit or none, and the order"), say("ace high or low, ranks upward or downward")),
            ),
            say("What whoever won most tricks may lay down for the next deal."),
        ),
        yes_no(
            "exchange", say("Exchange"), False, say("After trump is named up to three cards at once may be exchanged.")
        ),
        yes_no(
            "two_of_diamonds",
            say("Two of diamonds beats all"),
            False,
            say("It follows as a diamond, and wins even over the ace of trumps."),
        ),
        yes_no(
            "rainbow",
            say("Rainbow"),
            False,
            say("Four cards of four suits, as dealt, win at once. Of several, only they get four new cards."),
        ),
        yes_no(
            "money",
            say("Play for money"),
            False,
            say("A pot, and whoever fails can buy back in. The winner takes over; a dog’s life is a full hand."),
        ),
        money("stake", say("One unit"), 100, say("What goes in the pot at the start and with each purchase.")),
        one_of(
            "parish_after",
            say("A parish is for sale"),
            (
                choice("any_failure", say("after any later failure"), say("of a player who once bought a dog’s life")),
                choice(
                    "dogs_life_deal",
                    say("only straight after a dog’s life"),
                    say("and the blind one straight after a parish"),
                ),
            ),
            say("In the money game: when a player who bought fails again."),
        ),
    )
    hangs_on = {
        "several_first": (("dogs_life", ("one_occasion",)),),
        "stake": (("money", (True,)),),
        "parish_after": (("money", (True,)),),
    }
    sentences = {
        "amnesty": say("Nobody goes out in this deal"),
        "back": say("a trick: back with a full hand"),
        "blind_card": say("{seats} must not look at the card"),
        "bought_blind_parish": say("no trick: bought a blind parish for {fee_money}"),
        "bought_dogs_life": say("no trick: bought a dog’s life for {fee_money}"),
        "bought_parish": say("no trick: bought a parish for {fee_money}"),
        "buys_last": say("Nothing is sold in the last deal"),
        "buys_none": say("Nothing is for sale at this table"),
        "buys_refused": say("{seat} can buy nothing"),
        "card_turned": say("The top card is turned for trump"),
        "cards_each": many("{n} card each", "{n} cards each"),
        "cards_each_but": many("{n} card each, {seats} 1", "{n} cards each, {seats} 1"),
        "chooser_needless": say("Nobody has to cut for trump"),
        "chooser_not_most": say("{seat} did not win most tricks"),
        "cut_story": say("{took_parts}; {seats} cut for trump: {seat}"),
        "deals": many("{dealer} deals {n} card each", "{dealer} deals {n} cards each"),
        "deals_but": many("{dealer} deals {n} card each, {seats} 1", "{dealer} deals {n} cards each, {seats} 1"),
        "deals_once": say("{dealer} is out and deals this once"),
        "dealt": say("{dealer} dealt"),
        "dog_needless": say("Nobody has to cut for the dog’s life"),
        "dog_not_failed": say("{seat} won a trick"),
        "dogs_life": say("no trick: on a dog’s life"),
        "exchange": many(
            "{n} card may be exchanged, {leader} first", "Up to {n} cards may be exchanged, {leader} first"
        ),
        "exchange_short": say("The pack may run out before everybody has exchanged"),
        "forgiven": say("no trick, forgiven"),
        "head_back": say("{back_seats} back"),
        "head_back_pay": say("{back_seats} back, {low_seats} bought back in"),
        "head_back_pay_out": say("{back_seats} back, {low_seats} bought back in, {out_seats} out"),
        "head_back_dog": say("{back_seats} back, {low_seats} on a dog’s life"),
        "head_back_dog_out": say("{back_seats} back, {low_seats} on a dog’s life, {out_seats} out"),
        "head_back_out": say("{back_seats} back, {out_seats} out"),
        "head_buy": say("{low_seats} bought a dog’s life"),
        "head_buy_out": say("{low_seats} bought a dog’s life, {out_seats} out"),
        "head_pay": say("{low_seats} bought back in"),
        "head_pay_out": say("{low_seats} bought back in, {out_seats} out"),
        "head_dog": say("{low_seats} on a dog’s life"),
        "head_dog_out": say("{low_seats} on a dog’s life, {out_seats} out"),
        "head_forgiven": say("{seats} forgiven"),
        "head_names": say("{seat} names trump"),
        "head_out": say("{out_seats} out"),
        "head_rainbow": say("{seat}"),
        "head_turned": say("{seats} tie for most"),
        "head_wins": say("{seat} won the last trick"),
        "hint_back": say("{seat} back with a full hand"),
        "hint_back_buy": say("{seat} back with a full hand; {low_seats} may buy back in"),
        "hint_back_buy_out": say("{seat} back with a full hand; {low_seats} may buy back in, {out_seats} out"),
        "hint_back_cut": say("{seat} back with a full hand; {low_seats} cut for a dog’s life"),
        "hint_back_dog": say("{seat} back with a full hand; {low_seats} on a dog’s life"),
        "hint_back_dog_out": say("{seat} back with a full hand; {low_seats} on a dog’s life, {out_seats} out"),
        "hint_back_out": say("{seat} back with a full hand; {out_seats} out"),
        "hint_names": say("{seat} names trump"),
        "hint_names_buy": say("{seat} names trump; {low_seats} may buy back in"),
        "hint_names_buy_out": say("{seat} names trump; {low_seats} may buy back in, {out_seats} out"),
        "hint_names_cut": say("{seat} names trump; {low_seats} cut for a dog’s life"),
        "hint_names_dog": say("{seat} names trump; {low_seats} on a dog’s life"),
        "hint_names_dog_out": say("{seat} names trump; {low_seats} on a dog’s life, {out_seats} out"),
        "hint_names_out": say("{seat} names trump; {out_seats} out"),
        "hint_none_dog": say("on a dog’s life"),
        "buys_blind_parish": say("a blind parish for {stake_money}"),
        "buys_dog": say("a dog’s life for {stake_money}"),
        "buys_parish": say("a parish for {stake_money}"),
        "hint_none_buy": say("may buy back in"),
        "hint_none_cut": say("cuts for a dog’s life"),
        "hint_none_dog_cut": say("a dog’s life, or cuts for it"),
        "hint_none_out": say("out"),
        "hint_stays": say("{seat} stays in"),
        "hint_stays_buy": say("{seat} stays in; {low_seats} may buy back in"),
        "hint_stays_buy_out": say("{seat} stays in; {low_seats} may buy back in, {out_seats} out"),
        "hint_stays_cut": say("{seat} stays in; {low_seats} cut for a dog’s life"),
        "hint_stays_dog": say("{seat} stays in; {low_seats} on a dog’s life"),
        "hint_stays_dog_out": say("{seat} stays in; {low_seats} on a dog’s life, {out_seats} out"),
        "hint_stays_out": say("{seat} stays in; {out_seats} out"),
        "hint_ties": say("{seats} tie for most"),
        "hint_ties_buy": say("{seats} tie for most; {low_seats} may buy back in"),
        "hint_ties_buy_out": say("{seats} tie for most; {low_seats} may buy back in, {out_seats} out"),
        "hint_ties_cut": say("{seats} tie for most; {low_seats} cut for a dog’s life"),
        "hint_ties_dog": say("{seats} tie for most; {low_seats} on a dog’s life"),
        "hint_ties_dog_out": say("{seats} tie for most; {low_seats} on a dog’s life, {out_seats} out"),
        "hint_ties_out": say("{seats} tie for most; {out_seats} out"),
        "hint_wins": say("{seat} wins the match"),
        "knocked_out": say("no trick: out"),
        "last_in": say("the last one left"),
        "last_trick": say("won the last deal"),
        "leads": say("{leader} leads"),
        "leads_or_knocks": say("{leader} leads, or knocks and {other} leads"),
        "may_knock": say("{seats} may knock to keep the card, but not in the last trick"),
        "named": say("{seat} named"),
        "names_all": say("{chooser} names trump or no trump, and the order of the ranks"),
        "names_and_order": say("{chooser} names trump and the order of the ranks"),
        "names_or_none": say("{chooser} names trump or no trump"),
        "names_suit": say("{chooser} names trump"),
        "need_buy_blind": say("Without a trick {seat} is out or buys a blind parish"),
        "need_buy_dog": say("Without a trick {seat} is out or buys a dog’s life"),
        "need_buy_parish": say("Without a trick {seat} is out or buys a parish"),
        "need_cut": say("Without a trick {seat} cuts for a dog’s life"),
        "need_dog": say("Without a trick {seat} is on a dog’s life"),
        "need_dog_cut": say("Without a trick {seat} is on a dog’s life, or cuts for it"),
        "need_last": say("{seat} wins the match with the trick"),
        "need_trick": say("{seat} must win a trick or is out"),
        "one_card": say("{seat} has one card only"),
        "pot": say("{pot_money} in the pot"),
        "rainbow": say("dealt four cards of four suits"),
        "rainbow_alone": say("A rainbow ends the match: nothing else is recorded"),
        "rainbow_cards": say("{seat} does not hold four cards"),
        "rainbow_counts": say(
            "Four cards of four suits win at once; if several have them, only they get four new ones"
        ),
        "rainbow_none": say("A rainbow does not count at this table"),
        "seat_is_out": say("{seat} is out"),
        "seat_missing": say("{seat} is still in: how many tricks?"),
        "stays": say("a trick: stays in"),
        "too_many_cards": say("One pack is not enough: with {players} players at most {most} cards"),
        "took_1_none": say("{a_seat} {a}, {seats} none"),
        "took_2": say("{a_seat} {a}, {b_seat} {b}"),
        "took_2_none": say("{a_seat} {a}, {b_seat} {b}, {seats} none"),
        "took_3": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}"),
        "took_3_none": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {seats} none"),
        "took_4": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}"),
        "took_4_none": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}, {seats} none"),
        "took_5": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}, {e_seat} {e}"),
        "took_5_none": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}, {e_seat} {e}, {seats} none"),
        "took_6": say("{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}, {e_seat} {e}, {f_seat} {f}"),
        "took_6_none": say(
            "{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}, {e_seat} {e}, {f_seat} {f}, {seats} none"
        ),
        "took_7": say(
            "{a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}, {e_seat} {e}, {f_seat} {f}, {g_seat} {g}"
        ),
        "tricks": many("{n} trick", "{n} tricks"),
        "tricks_first": say("First the tricks"),
        "tricks_left": many("Only {n} trick is left", "Only {n} tricks are left"),
        "tricks_sum": many("The tricks must add up to {n}", "The tricks must add up to {n}"),
        "turned": say("turned"),
        "two_of_diamonds": say("The two of diamonds beats everything"),
    }

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        if players * rules["first_hand"] + 1 > 52:
            return (problem("rules.first_hand", "too_many_cards", {"players": players, "most": 51 // players}),)
        return ()

    def opening(self, table: Table, rules: Rules) -> tuple[int, Carry]:
        players, hand, dealer = len(table.players), rules["first_hand"], table.first_dealer
        return 0, {
            "status": ["in"] * players,
            "hands": [hand] * players,
            "hand": hand,
            "chooser": None,
            "leader": dealer if rules["first_leader"] == "dealer" else (dealer + 1) % players,
            "dogs_life_used": False,
            "pot": players * rules["stake"] if rules["money"] else 0,
            "lives": [0] * players,
        }

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        fields: tuple[Field, ...] = FIELDS[standing.carry["hand"]]
        return fields

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        if "rainbow" in entry:
            return rainbow_problems(standing, entry)
        if "tricks" not in entry:
            return (problem("tricks", "missing"),)
        found = tricks_problems(standing.carry, entry["tricks"])
        if found:
            return tuple(found + hopeless(standing, entry))
        failed = [place for place, took in enumerate(entry["tricks"]) if took == 0]
        buyers = buys_problems(standing, entry, failed) if "buys" in entry else []
        if failed or "dog" in entry:
            found.extend(dog_problems(standing, entry, failed))
        return tuple(found + (buyers or chooser_problems(standing, entry)))

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        if "rainbow" in entry:
            return (award(entry["rainbow"], 0, "rainbow"),), alone_in(standing.carry, entry["rainbow"])
        status = status_after(standing, entry)
        return awards_of(standing, entry["tricks"], status), carry_after(standing, entry, status)

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        return standing.dealer if "rainbow" in entry else deals_next(standing, carry["status"], carry["chooser"])

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        status = standing.carry["status"]
        if len(status) - status.count("out") > 1:
            return None
        line = last_deal(lines)
        if line is not None and line.deal.entry.get("rainbow") is not None:
            return Outcome((line.deal.entry["rainbow"],), "rainbow", {}, None)
        why = "last_in" if standing.carry["hand"] else "last_trick"
        return Outcome(tuple(place for place, state in enumerate(status) if state != "out"), why, {}, None)

    def decided(self, standing: Standing, winner: int) -> Carry:
        return alone_in(standing.carry, winner)

    def settle(self, sheet: Sheet) -> tuple[int, ...]:
        pot = sheet.standing.carry["pot"]
        if not sheet.outcome or not pot or sheet.outcome.why == "written_down":  # who bought in is not known there
            return ()
        fees = [0] * len(sheet.standing.totals)
        for line in sheet.lines:
            for given in line.awards if line.deal.kind == "deal" else ():
                fees[given.side] += given.values.get("fee_money", 0)
        return tuple(nets(pot, fees, sheet.outcome.winners[0]))

    def deals_agreed(self, rules: Rules) -> int | None:
        return int(rules["first_hand"])

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Say, ...]:
        begun = any(written_tricks(standing, pending or {}))
        first = trump_named(standing) if begun or (pending and pending.get("trump")) else trump_to_come(standing)
        return first + lead_said(standing, begun) + rules_said(standing, begun)

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        found = []
        limits = limits_of(standing, pending or {})
        for place, (low, high) in enumerate(limits):
            if low == 0 < high and possible(standing, with_limits(limits, [place], 1, high)):
                code = need_of(standing, limits, place)
                if code:
                    found.append(Need(place, code, {"seat": place}))
        return tuple(found)

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        if key == "rainbow":
            found = rainbow_problems(standing, with_value(draft, key, value))
            return found[0] if found else None
        if "rainbow" in draft and key != "trump":
            return problem(key, "rainbow_alone")
        if key == "tricks" and seat is not None:
            return tricks_refusal(standing, draft, value, seat)
        if key == "chooser" or key == "dog" or key == "buys":
            return seat_refusal(standing, draft, key, value)
        return None

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Say | None:
        if key == "buys":
            coming = fate(standing, value)
            return Say("buys_" + coming, {"stake_money": standing.rules["stake"]}) if coming in LIVES else None
        if key != "tricks" or seat is None or type(value) is not int:
            return None
        took = settled(standing, written_tricks(standing, draft, value, seat), so_far(draft), seat)
        if took is None:
            return hint_alone(standing, draft, value, seat)
        return hint_all(standing, took, seat)

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return True

    def spoken(self, standing: Standing, pending: Entry) -> Say:
        chooser, trump = standing.carry["chooser"], pending.get("trump")
        return Say("turned" if chooser is None else "named", {"seat": chooser, "big": trump, "trump": trump})

    def account(self, line: Line) -> tuple[Say, Say]:
        if line.deal.entry.get("rainbow") is not None:
            return Say("head_rainbow", {"seat": line.deal.entry["rainbow"]}), Say("rainbow", {})
        return account_head(line), cut_story(line, took_story(line))

    def ranks(self, sheet: Sheet) -> list[int]:
        """Whoever was knocked out later stands better, whoever never was the best."""
        return [-out_in(sheet, side) for side in range(len(sheet.standing.totals))]

    def tallies(self, standing: Standing, line: Line) -> tuple[Tally, ...]:
        return tuple(
            Tally(given.side, given.why, 1) for given in line.awards if not given.points and given.why != "forgiven"
        )

    def marks(self, standing: Standing) -> Values:
        carry = standing.carry
        pot = carry["pot"] if standing.rules["money"] else None
        return {"kind": "status", "status": carry["status"], "hands": carry["hands"], "pot": pot}

    def stick(self, standing: Standing) -> Values:
        most, hand = standing.rules["first_hand"], standing.carry["hand"]
        return {"kind": "slots", "slots": [str(cards) for cards in range(most, 0, -1)], "now": max(most - hand, 0)}


def takes_over(rules: Rules) -> bool:
    """Whether the winner of a deal deals, names trump and leads the next (KO-V1, KO-V11)."""
    return bool(rules["winner_takes_over"] or rules["money"])


def cut_for_one(standing: Standing) -> bool:
    """Whether several who fail in this deal cut for one dog's life (KO-D4)."""
    rules, carry = standing.rules, standing.carry
    if rules["money"] or rules["amnesty"] or carry["dogs_life_used"] or carry["hand"] == 1:
        return False
    return bool(rules["dogs_life"] == "one_occasion" and rules["several_first"] == "one_by_cut")


def fate(standing: Standing, place: int) -> str:
    """The best status that a seat can have after a deal in which it wins no trick."""
    rules, carry = standing.rules, standing.carry
    if carry["hand"] == 1:
        return "out"  # KO-D8
    if rules["money"]:
        return money_fate(rules, carry, place)
    if rules["amnesty"]:
        return "in" if standing.number == 1 else "out"
    if rules["dogs_life"] == "one_occasion":
        return "out" if carry["dogs_life_used"] else "dog"
    return "dog" if rules["dogs_life"] == "one_per_player" and not carry["lives"][place] else "out"


def money_fate(rules: Rules, carry: Carry, place: int) -> str:
    """What a seat without a trick is offered for a unit: the next rung down, or out (KO-V11, KO-D14, KO-D15)."""
    lives = carry["lives"][place]
    if lives == 0:
        return "out" if carry["dogs_life_used"] else "dog"
    if lives > 2 or (rules["parish_after"] == "dogs_life_deal" and carry["status"][place] == "in"):
        return "out"
    return "parish" if lives == 1 else "blind_parish"


def status_after(standing: Standing, entry: Entry) -> list[str]:
    """The status of every seat after a legal deal."""
    after = ["out" if took is None else "in" for took in entry["tricks"]]
    for place, took in enumerate(entry["tricks"]):
        if took == 0:
            paid = not standing.rules["money"] or place in entry.get("buys", ())
            after[place] = fate(standing, place) if paid and entry.get("dog", place) == place else "out"
    return after


def carry_after(standing: Standing, entry: Entry, status: list[str]) -> Carry:
    """The carry after a legal deal with these statuses."""
    rules, carry = standing.rules, standing.carry
    hand = carry["hand"] - 1
    chooser = chooser_of(entry)
    dealer = deals_next(standing, status, chooser)
    occasion = rules["money"] or (rules["dogs_life"] == "one_occasion" and not rules["amnesty"])
    return {
        "status": status,
        "hands": [cards_for(state, hand, rules["money"]) for state in status],
        "hand": hand,
        "chooser": chooser,
        "leader": chooser if takes_over(rules) else next_in(status, dealer),
        "dogs_life_used": carry["dogs_life_used"] or bool(occasion and hand and 0 in entry["tricks"]),
        "pot": carry["pot"] + (rules["stake"] * len(entry.get("buys", ())) if rules["money"] else 0),
        "lives": [lives + 1 if status[place] in LIVES else lives for place, lives in enumerate(carry["lives"])],
    }


def alone_in(carry: Carry, winner: int) -> Carry:
    """The carry when everybody but the winner is out, whatever came of the deals."""
    after = dict(carry)
    after["status"] = ["in" if place == winner else "out" for place in range(len(carry["status"]))]
    after["hands"] = [carry["hand"] if place == winner else 0 for place in range(len(carry["status"]))]
    return after


def cards_for(state: str, hand: int, for_money: bool) -> int:
    """The cards of a seat in a deal of so many; a dog's life that was bought is a full hand (KO-V11)."""
    if state == "in" or (for_money and state == "dog"):
        return hand
    return 0 if state == "out" else 1


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


def out_in(sheet: Sheet, side: int) -> int:
    """The number of the deal in which a side was knocked out; one that is in has the number of the next deal."""
    knocked = [
        line.number
        for line in sheet.lines
        if line.deal.kind == "deal" and any(given.why == "knocked_out" and given.side == side for given in line.awards)
    ]
    return knocked[-1] if knocked else sheet.standing.number


def nets(pot: int, fees: list[int], winner: int) -> list[int]:
    """What each seat has won or lost in minor units: the pot is everybody's first unit and the fees for buying on."""
    unit = (pot - sum(fees)) // len(fees)
    return [(pot if place == winner else 0) - unit - fee for place, fee in enumerate(fees)]


def next_holder(hands: list[int], place: int) -> int:
    """The next seat clockwise that holds a card: who leads when this one knocks or has played its only card (KO-D7)."""
    for step in range(1, len(hands)):
        other = (place + step) % len(hands)
        if hands[other]:
            return other
    return place


def awards_of(standing: Standing, tricks: list[Any], status: list[str]) -> tuple[Award, ...]:
    """Tricks as points, and awards of no points that say who fell, who bought and who came back."""
    before = standing.carry["status"]
    awards = []
    for place, took in enumerate(tricks):
        if took:
            awards.append(award(place, took, "tricks", {"n": took}))
            if before[place] != "in":
                awards.append(award(place, 0, "back" if single(standing, place) else "stays"))
        elif took == 0:
            awards.append(failure(standing, place, status[place]))
    return tuple(awards)


def failure(standing: Standing, place: int, state: str) -> Award:
    """What no trick means to a seat."""
    if state == "out":
        return award(place, 0, "knocked_out")
    if state == "in":
        return award(place, 0, "forgiven")
    if standing.rules["money"]:
        return award(place, 0, BOUGHT[state], {"fee_money": standing.rules["stake"]})
    return award(place, 0, "dogs_life")


def tricks_problems(carry: Carry, tricks: list[Any]) -> list[Problem]:
    """What is wrong with the tricks of a deal: one number for each seat that is in, together the hand."""
    found = []
    together = 0
    hands, status = carry["hands"], carry["status"]
    for place, took in enumerate(tricks):
        if took is None:
            if status[place] != "out":
                found.append(problem("tricks", "seat_missing", {"seat": place}))
        elif status[place] == "out":
            found.append(problem("tricks", "seat_is_out", {"seat": place}))
        else:
            together += took
            if took > hands[place]:
                found.append(problem("tricks", "one_card", {"seat": place}))
    if not found and together != carry["hand"]:
        found.append(problem("tricks", "tricks_sum", {"n": carry["hand"]}))
    return found


def hopeless(standing: Standing, entry: Entry) -> list[Problem]:
    """What is wrong with the cuts and the buyers whatever the tricks may be."""
    found = buys_problems(standing, entry, list(range(len(entry["tricks"]))))
    if not cut_for_one(standing):
        found.extend(dog_problems(standing, entry, []))
    if "chooser" in entry and standing.carry["hand"] == 1:
        found.append(problem("chooser", "chooser_needless"))
    return found


def dog_problems(standing: Standing, entry: Entry, failed: list[int]) -> list[Problem]:
    """The cut for the dog's life: asked only when several fail on the first occasion and one can have it."""
    if len(failed) < 2 or not cut_for_one(standing):
        return [problem("dog", "dog_needless")] if "dog" in entry else []
    if "dog" not in entry:
        return [problem("dog", "missing")]
    return [] if entry["dog"] in failed else [problem("dog", "dog_not_failed", {"seat": entry["dog"]})]


def buys_problems(standing: Standing, entry: Entry, failed: list[int]) -> list[Problem]:
    """Buyers are seats without a trick that are offered something."""
    buys = entry.get("buys", ())
    if buys and not standing.rules["money"]:
        return [problem("buys", "buys_none")]
    if buys and standing.carry["hand"] == 1:
        return [problem("buys", "buys_last")]
    return [
        problem("buys", "buys_refused", {"seat": place})
        for place in buys
        if place not in failed or fate(standing, place) == "out"
    ]


def chooser_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """The cut for trump: asked when several tie for most and no card is turned; else only the one with most will do."""
    most = most_tricks(entry["tricks"])
    cut = takes_over(standing.rules) or standing.rules["tie_for_most"] == "cut"
    chooser = entry.get("chooser")
    if chooser is None:
        return [problem("chooser", "missing")] if len(most) > 1 and cut else []
    if (len(most) > 1 and not cut) or not goes_on(standing, entry):
        return [problem("chooser", "chooser_needless")]
    return [] if chooser in most else [problem("chooser", "chooser_not_most", {"seat": chooser})]


def goes_on(standing: Standing, entry: Entry) -> bool:
    """Whether the match goes on after this deal; where there is a dog's life to cut for it does."""
    if cut_for_one(standing):
        return True
    status = status_after(standing, entry)
    return bool(len(status) - status.count("out") > 1)


def rainbow_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """A rainbow stands alone, by a seat that was dealt four cards (KO-V10, KO-D18)."""
    found = []
    if not standing.rules["rainbow"]:
        found.append(problem("rainbow", "rainbow_none"))
    elif standing.carry["hands"][entry["rainbow"]] != 4:
        found.append(problem("rainbow", "rainbow_cards", {"seat": entry["rainbow"]}))
    if len(entry) > (2 if "trump" in entry else 1):
        found.append(problem("rainbow", "rainbow_alone"))
    return tuple(found)


def trump_to_come(standing: Standing) -> tuple[Say, ...]:
    """Who names trump, or that a card is turned, and who deals how many cards."""
    carry, dealer = standing.carry, standing.dealer
    chooser = carry["chooser"]
    turned = Say("card_turned", {})
    first = turned if chooser is None else Say(NAMES[standing.rules["winner_choices"]], {"chooser": chooser})
    return (first, cards_said("deals", "deals_but", carry, {"dealer": dealer})) + out_dealer_said(standing)


def trump_named(standing: Standing) -> tuple[Say, ...]:
    """Once trump is known: who holds how many cards, and who dealt them."""
    return (
        cards_said("cards_each", "cards_each_but", standing.carry, {}),
        Say("dealt", {"dealer": standing.dealer}),
    )


def cards_said(code: str, code_but: str, carry: Carry, values: Values) -> Say:
    """The cards of a deal; by the other code where some hold a single one."""
    single = single_card(carry)
    values["n"] = carry["hand"]
    values["seats"] = single
    return Say(code_but if single else code, values)


def single_card(carry: Carry) -> list[int]:
    """The seats that hold one card while others hold more: on a dog's life or a parish."""
    if carry["hand"] == 1:
        return []
    return [place for place, cards in enumerate(carry["hands"]) if cards == 1]


def out_dealer_said(standing: Standing) -> tuple[Say, ...]:
    """That the dealer is out and deals for the last time (KO-D10)."""
    gone = standing.carry["status"][standing.dealer] == "out"
    return (Say("deals_once", {"dealer": standing.dealer}),) if gone else ()


def lead_said(standing: Standing, begun: bool) -> tuple[Say, ...]:
    """Who leads, until a trick is won, who may knock, and who must not look at the card."""
    carry = standing.carry
    single = single_card(carry)
    leader = leader_of(standing)
    said = []
    if leader in single and not begun:
        said.append(Say("leads_or_knocks", {"leader": leader, "other": next_holder(carry["hands"], leader)}))
    elif not begun:
        said.append(Say("leads", {"leader": leader}))
    if single:
        said.append(Say("may_knock", {"seats": single}))
    blind = [place for place, state in enumerate(carry["status"]) if state == "blind_parish"]
    if blind:
        said.append(Say("blind_card", {"seats": blind}))
    return tuple(said)


def leader_of(standing: Standing) -> int:
    """Who leads: as carried, but left of the dealer also when the table has ruled that another deals."""
    if takes_over(standing.rules) and standing.carry["chooser"] is not None:
        return int(standing.carry["leader"])
    if standing.number == 1 and standing.rules["first_leader"] == "dealer":
        return standing.dealer
    return next_in(standing.carry["status"], standing.dealer)


def rules_said(standing: Standing, begun: bool) -> tuple[Say, ...]:
    """What this table's options add to the deal; what is done before the first trick only until that is won."""
    rules, carry = standing.rules, standing.carry
    said = [Say("pot", {"pot_money": carry["pot"]})] if rules["money"] else []
    if rules["rainbow"] and carry["hand"] == 4 and not begun:
        said.append(Say("rainbow_counts", {}))
    if rules["amnesty"] and not rules["money"] and standing.number == 1:
        said.append(Say("amnesty", {}))
    if rules["exchange"] and not begun:
        said.extend(exchange_said(standing))
    if rules["two_of_diamonds"]:
        said.append(Say("two_of_diamonds", {}))
    return tuple(said)


def exchange_said(standing: Standing) -> list[Say]:
    """How many cards may be exchanged, from the left of the dealer, and whether the pack is enough (KO-V4, KO-D19)."""
    carry = standing.carry
    first = next_in(carry["status"], standing.dealer)
    said = [Say("exchange", {"n": min(3, carry["hand"]), "leader": first})]
    turned = 1 if carry["chooser"] is None else 0
    wanted = sum([cards + min(3, cards) for cards in carry["hands"]])
    return said + ([Say("exchange_short", {})] if wanted + turned > 52 else [])


def need_of(standing: Standing, limits: list[tuple[int, int]], place: int) -> str:
    """The code of what a seat that can win a trick still needs in this deal; empty when nothing can happen to it."""
    coming = fate(standing, place)
    if coming == "in" or not possible(standing, with_limits(limits, [place], 0, 0)):
        return ""
    if standing.carry["hand"] == 1:
        return "need_last"
    if coming == "out":
        return "need_trick"
    return NEED_BUY[coming] if standing.rules["money"] else NEED_DOG[chance_of(standing, limits, place)]


def chance_of(standing: Standing, limits: list[tuple[int, int]], place: int) -> str:
    """Whether a seat without a trick gets the dog's life ("dog"), cuts for it ("cut"), or either as the rest falls."""
    if not cut_for_one(standing):
        return "dog"
    others = [at for at, state in enumerate(standing.carry["status"]) if state != "out" and at != place]
    without = [at for at in others if limits[at][0] == 0]
    alone = [(max(low, 1) if at in others else low, high) for at, (low, high) in enumerate(limits)]
    if any(limits[at][1] == 0 for at in others) or not possible(standing, with_limits(alone, [place], 0, 0)):
        return "cut"
    together = any(possible(standing, with_limits(limits, [place, at], 0, 0)) for at in without)
    return "dog_cut" if together else "dog"


def so_far(draft: Entry) -> bool:
    """Whether the tricks of a draft are counted as they fall: all may still grow, and null is none so far."""
    return "tricks" in draft and OPEN not in draft["tricks"]


def limits_of(standing: Standing, draft: Entry) -> list[tuple[int, int]]:
    """The fewest and the most tricks that each seat can have in the end; those who are out have none."""
    took, hands = written_tricks(standing, draft), standing.carry["hands"]
    grows = so_far(draft) and sum([one or 0 for one in took]) < standing.carry["hand"]
    return [(one or 0, hands[at] if one is None or grows else one) for at, one in enumerate(took)]


def with_limits(limits: list[tuple[int, int]], places: list[int], low: int, high: int) -> list[tuple[int, int]]:
    """The same limits with others for these seats."""
    return [(low, high) if at in places else limit for at, limit in enumerate(limits)]


def possible(standing: Standing, limits: list[tuple[int, int]]) -> bool:
    """Whether the tricks of the deal can fall within these limits."""
    lows, highs = [low for low, _high in limits], [high for _low, high in limits]
    return bool(sum(lows) <= standing.carry["hand"] <= sum(highs))


def written_tricks(standing: Standing, draft: Entry, value: Any = None, place: int = -1) -> list[int | None]:
    """The tricks written so far, with one more number where a place is given; None stands for what is still open."""
    players = len(standing.table.players)
    said = draft.get("tricks")
    took = said if type(said) is list and len(said) == players else [None] * players
    return [value if at == place else one if type(one) is int else None for at, one in enumerate(took)]


def settled(
    standing: Standing, took: list[int | None], grows: bool = False, place: int = -1
) -> list[int | None] | None:
    """The tricks of the whole deal once they are certain: the rest took none, or one seat takes what is left.

    grows: they are counted as they fall, so that any seat but the one in this place may take what is left.
    """
    carry = standing.carry
    left = carry["hand"] - sum([one for one in took if one is not None])
    inside = [at for at, state in enumerate(carry["status"]) if state != "out"]
    takers = [at for at in inside if at != place and (grows or took[at] is None)]
    if left and len(takers) != 1:
        return None
    whole: list[int | None] = [
        (one or 0) + (left if at in takers and left else 0) if at in inside else one for at, one in enumerate(took)
    ]
    return None if tricks_problems(carry, whole) else whole


def tricks_refusal(standing: Standing, draft: Entry, value: Any, place: int) -> Problem | None:
    """Why a seat cannot have so many tricks, given what the others have; no number is a seat that is out.

    The seats that are open take all that is left; one that is written already may be lowered, and where tricks are
    counted as they fall (null: none so far) all may still grow.
    """
    carry = standing.carry
    gone = carry["status"][place] == "out"
    if type(value) is not int:
        return None if gone else problem("tricks", "seat_missing", {"seat": place})
    if gone:
        return problem("tricks", "seat_is_out", {"seat": place})
    if value > carry["hands"][place]:
        return problem("tricks", "one_card", {"seat": place})
    took = written_tricks(standing, draft)
    others = [one for at, one in enumerate(took) if at != place]
    left = carry["hand"] - sum([one or 0 for one in others])
    if value > max(left, 0):
        return problem("tricks", "tricks_left", {"n": max(left, 0)})
    if "tricks" in draft and draft["tricks"][place] != OPEN:
        return None
    room = sum([carry["hands"][at] for at, one in enumerate(took) if one is None and at != place])
    return problem("tricks", "tricks_sum", {"n": carry["hand"]}) if value + room < left else None


def seat_refusal(standing: Standing, draft: Entry, key: str, place: Any) -> Problem | None:
    """Why a seat cannot have won the cut for trump or for the dog's life, or cannot buy."""
    if key == "buys" and not standing.rules["money"]:
        return problem(key, "buys_none")
    if key == "dog" and not cut_for_one(standing):
        return problem(key, "dog_needless")
    took = settled(standing, written_tricks(standing, draft), so_far(draft))
    if took is None:
        return problem(key, "tricks_first")
    failed = [at for at, one in enumerate(took) if one == 0]
    if key == "dog":
        found = dog_problems(standing, {"tricks": took, "dog": place}, failed)
    elif key == "buys":
        found = buys_problems(standing, {"tricks": took, "buys": [place]}, failed)
    else:
        found = chooser_problems(standing, {"tricks": took, "chooser": place, "buys": failed})
    return found[0] if found else None


def hint_alone(standing: Standing, draft: Entry, value: int, place: int) -> Say | None:
    """What a number of tricks does to its seat while the rest of the deal is open."""
    if value:
        if standing.carry["status"][place] == "in":
            return None
        return Say("hint_back" if single(standing, place) else "hint_stays", {"seat": place})
    coming = fate(standing, place)
    if coming == "in":
        return None
    if coming == "out" or standing.rules["money"]:
        return Say("hint_none_out" if coming == "out" else "hint_none_buy", {})
    return Say(NONE_DOG[chance_of(standing, limits_of(standing, draft), place)], {})


def single(standing: Standing, place: int) -> bool:
    """Whether a seat plays this deal with one card only because it failed."""
    carry = standing.carry
    return cards_for(carry["status"][place], carry["hand"] + 1, standing.rules["money"]) == 1


def hint_all(standing: Standing, took: list[int | None], place: int) -> Say:
    """What the whole deal does when this seat's tricks settle it: who names trump, who falls, who wins."""
    failed = [at for at, one in enumerate(took) if one == 0]
    out = [at for at in failed if fate(standing, at) == "out"]
    low = [at for at in failed if fate(standing, at) in LIVES]
    most = most_tricks(took)
    if len(out) + 1 == len(took) - took.count(None):
        return Say("hint_wins", {"seat": most[0]})
    cut = len(low) > 1 and cut_for_one(standing)
    falls = fall_of("cut" if cut else "buy" if standing.rules["money"] else "dog", low, out)
    values = {"seat": most[0], "seats": most, "low_seats": low, "out_seats": out}
    if place in most or took[place] != 1:  # who had a trick already is in, which says nothing new
        return Say((NAMES_TRUMP if len(most) == 1 else TIES)[falls], values)
    values["seat"] = place
    return Say((BACK if single(standing, place) else STAYS)[falls], values)


def fall_of(chance: str, low: list[int], out: list[int]) -> int:
    """The place in FALLS of what happens to those without a trick, those who have one more chance apart."""
    return FALLS.index(fallen(chance, low, out))


def fallen(chance: str, low: list[int], out: list[int]) -> str:
    """What happens to those without a trick: their chance, that they are out, or both."""
    return "_".join(([chance] if low else []) + (["out"] if out else []))


def account_head(line: Line) -> Say:
    """Who fell, bought or came back; else who names trump next."""
    back = [given.side for given in line.awards if given.why == "back"]
    out = [given.side for given in line.awards if given.why == "knocked_out"]
    bought = [given.side for given in line.awards if "fee_money" in given.values]
    dogs = any(given.why == "bought_dogs_life" for given in line.awards)  # nothing else is sold in that deal
    low = bought or [given.side for given in line.awards if given.why == "dogs_life"]
    if sum(line.points) == 1:
        return Say("head_wins", {"seat": line.points.index(1)})
    falls = fallen(("buy" if dogs else "pay") if bought else "dog", low, out)
    if back or falls:
        values = {"back_seats": back, "low_seats": low, "out_seats": out}
        return Say((HEADS_BACK if back else HEADS)[falls], values)
    forgiven = [given.side for given in line.awards if given.why == "forgiven"]
    return Say("head_forgiven", {"seats": forgiven}) if forgiven else trump_head(line)


def trump_head(line: Line) -> Say:
    """Who names trump after a deal in which nobody failed."""
    most = most_tricks(line.deal.entry["tricks"])
    if len(most) == 1:
        return Say("head_names", {"seat": most[0]})
    chooser = line.deal.entry.get("chooser")
    return Say("head_turned", {"seats": most}) if chooser is None else Say("head_names", {"seat": chooser})


def cut_story(line: Line, took: Say) -> Say:
    """The story of a deal with the cut for trump behind it, where several won most tricks and cut."""
    chooser = line.deal.entry.get("chooser")
    if chooser is None:
        return took
    parts = [{"code": took.code, "values": took.values}]
    return Say("cut_story", {"took_parts": parts, "seats": most_tricks(line.deal.entry["tricks"]), "seat": chooser})


def took_story(line: Line) -> Say:
    """Everybody's tricks, the most first."""
    took = sorted([(-points, place) for place, points in enumerate(line.points) if points])
    values: Values = {"seats": [place for place, one in enumerate(line.deal.entry["tricks"]) if one == 0]}
    for rank, (points, place) in enumerate(took):
        values["abcdefg"[rank]] = -points
        values["abcdefg"[rank] + "_seat"] = place
    return Say((TOOK_SOME if values["seats"] else TOOK)[len(took)], values)


GAME = KnockoutWhist()
