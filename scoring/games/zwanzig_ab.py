"""Zwanzig ab, "20 down": four players, each alone, from twenty down to nought.

32 cards, five each. The dealer gives two, and whoever sits left of the dealer (the maker) names trump from those two;
then three more. From the maker clockwise each may exchange up to three cards at once. Then, in turn, each decides to
stay or to drop out; the maker must stay, so the player opposite the dealer is asked first, and with diamonds as trump
everybody stays. Five tricks: the maker leads, follow suit, and who cannot must trump.

Each trick takes a point off; who stayed and won none gets five more; who dropped out stays where he was. With hearts as
trump all of it is double. If all others drop, the maker takes five off without play. After eight deals without a winner
hearts are trump, nobody chooses and nobody drops. At nought or less after a whole deal the lowest wins; equal lowest
play on until one is ahead.

Source: the rule book's zwanzig_ab, ZA. Options: where it starts, the order of trumps, three cards before trump is
named (with next, blind and a redeal), when to decide, the suit that holds everybody in, at least two players, dropping
twice running, dropping at five or less, the special deals, a bonus for all five tricks, blind hearts, and who plays on
in a tie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import Game
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
    flag,
    many,
    number,
    one_of,
    pick,
    problem,
    say,
    with_value,
    yes_no,
)

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Field, Line, Problem, Rules, Standing, Table, Values

TRICKS = 5
LOW = 5  # a player at this total or less may be held in (ZA-V7)
DRAWN = 100  # more than this is not drawn as strokes
WAYS = (
    choice("named", say("named"), say("from the three cards")),
    choice("next", say("next"), say("the maker's fourth card is dealt face up and makes trump")),
    choice("blind", say("blind"), say("before looking: all points double")),
)
FIELDS = (
    pick("named", say("How trump was made"), WAYS, "bid", optional=True),
    pick("trump", say("Trump"), SUITS, "bid", optional=True),
    flag("redeal", say("Redeal"), "bid", help=say("All three cards of the maker are sevens and eights.")),
    count("tricks", say("Tricks"), TRICKS, "seat", total=TRICKS, optional=True, gaps=True, help=say("Or dropped out.")),
)
STORIES = {  # winners of tricks, whether some stayed without one, whether some dropped
    (1, True, False): "story_1_none",
    (1, True, True): "story_1_none_dropped",
    (2, False, True): "story_2_dropped",
    (2, True, False): "story_2_none",
    (2, True, True): "story_2_none_dropped",
    (3, False, True): "story_3_dropped",
    (3, True, False): "story_3_none",
    (4, False, False): "story_4",
}


class ZwanzigAb(Game):
    """From twenty down to nought."""

    key = "zwanzig_ab"
    name = say("Zwanzig ab")
    tagline = say("Four, each alone. From twenty down to nought.")
    high_wins = False
    options = (
        one_of(
            "special_deals",
            say("After eight deals"),
            (
                choice("ninth_on", say("hearts and no dropping from the ninth on")),
                choice("ninth_only", say("hearts and no dropping in the ninth only")),
                choice("off", say("nothing changes")),
            ),
            say("When nobody has reached nought in eight deals: hearts are trump, nobody drops, all points double."),
            disputed=True,
        ),
        one_of(
            "tie_break",
            say("Equal lowest at nought or less"),
            (
                choice("all_play", say("all four play on, anyone can win")),
                choice("tied_only", say("only the tied can win")),
            ),
            say("The match goes on until one is alone lowest."),
            disputed=True,
        ),
        one_of(
            "all_stay_suit",
            say("Everybody stays when trump is"),
            (choice("diamonds", say("diamonds")), choice("clubs", say("clubs"))),
            say("With this suit as trump nobody may drop out."),
            disputed=True,
        ),
        yes_no(
            "low_score_may_drop",
            say("At five or less you may drop out"),
            True,
            say("Off: who is that close must stay in every deal."),
            disputed=True,
        ),
        yes_no(
            "drop_twice",
            say("You may drop out twice running"),
            True,
            say("Off: who dropped out of a deal must stay in the next."),
            disputed=True,
        ),
        yes_no(
            "two_active",
            say("At least two must play"),
            False,
            say("If the other two have dropped out the dealer must stay."),
            disputed=True,
        ),
        one_of(
            "first_packet",
            say("Trump is made from"),
            (
                choice("two", say("two cards")),
                choice("three", say("three cards"), say("with next, blind, and a redeal of sevens and eights")),
            ),
            say("How many cards the maker has seen, and what else the maker may say."),
        ),
        one_of(
            "decide",
            say("Stay or drop"),
            (
                choice("after_exchange", say("after the exchange")),
                choice("before_exchange", say("before it: only who stays exchanges")),
            ),
            say("Only what the table is told to do; the score is the same."),
        ),
        one_of(
            "trump_order",
            say("Order of the cards"),
            (
                choice("plain", say("ace, ten, king"), say("A 10 K Q J 9 8 7 in every suit")),
                choice("jass", say("jack and nine of trumps first"), say("trumps J 9 A 10 K Q 8 7")),
                choice("natural", say("ace, king, queen"), say("A K Q J 10 9 8 7 in every suit")),
            ),
            say("Which card wins the trick; the score is the same."),
        ),
        one_of(
            "blind_hearts",
            say("Hearts named blind count"),
            (choice(4, say("four times")), choice(2, say("twice"))),
            say("Hearts double and blind doubles: whether both together do."),
        ),
        one_of(
            "sweep_bonus",
            say("All five tricks"),
            (choice(0, say("five points")), choice(5, say("ten points"), say("if they were played for"))),
            say("Whether winning every trick takes five more off."),
        ),
        number("start", say("Everybody starts at"), 20, 1, 1000000000, say("The points to get rid of.")),
    )
    presets = (
        (
            "jager",
            say("Jager"),
            {
                "trump_order": "jass",
                "first_packet": "three",
                "decide": "before_exchange",
                "all_stay_suit": "clubs",
                "two_active": True,
                "drop_twice": False,
                "low_score_may_drop": False,
                "special_deals": "off",
            },
        ),
    )
    sentences = {
        "all_double": say("all points double"),
        "all_dropped": say("all the others dropped out"),
        "all_fourfold": say("all count four times"),
        "all_stay": say("{trump} are trump: everybody stays"),
        "decides_first": say("{other} decides first"),
        "decides_now": say("{other} decides"),
        "deals_three_two": say("{dealer} deals 3 cards each, then 2"),
        "deals_two_three": say("{dealer} deals 2 cards each, then 3"),
        "dealt": say("{dealer} dealt"),
        "dropped": say("dropped out"),
        "exchange": say("each may exchange up to 3 cards, {maker} first"),
        "exchange_first": say("first each may exchange up to 3 cards, {maker} first; then stay or drop"),
        "exchange_later": say("who stays may then exchange up to 3 cards, {maker} first"),
        "first_down": say("at {total}, the lowest"),
        "head_both": say("{down_seats} {down_gain}, {up_seats} {up_gain}"),
        "head_down": say("{down_seats} {down_gain}"),
        "head_redeal": say("Redeal"),
        "hint_all_stay": say("all must stay"),
        "hint_double": say("all double"),
        "hint_points": say("{points_gain}"),
        "leads": say("{maker} leads"),
        "made": say("{seat} made"),
        "made_blind": say("{seat}, blind, made"),
        "made_next": say("{seat} said next:"),
        "named_special": say("hearts are trump, nobody names it"),
        "named_two": say("with two cards trump is simply named"),
        "names_three": say("{maker} names trump from three cards, says next, or names it blind"),
        "names_two": say("{maker} names trump from two cards"),
        "need_alone": say("{seat} wins when alone lowest after this deal"),
        "need_tricks": many("{n} trick takes {seat} to 0 or below", "{n} tricks take {seat} to 0 or below"),
        "no_trick": say("stayed in without a trick"),
        "no_trick_times": say("stayed in without a trick, times {times}"),
        "redeal_alone": say("a redeal stands alone: nothing was played"),
        "redeal_none": say("there is no redeal at this table"),
        "redeal_right": say("if all three are sevens and eights {maker} may ask for a redeal"),
        "redeal_special": say("there is no redeal once hearts are always trump"),
        "special": say("hearts are trump, nobody drops out, all points double"),
        "stay_low": say("{seat} must stay: at 5 or less"),
        "stay_maker": say("{seat} is the maker and must stay"),
        "stay_special": say("{seat} must stay: nobody drops out of this deal"),
        "stay_suit": say("{seat} must stay: that suit holds everybody in"),
        "stay_twice": say("{seat} must stay: dropped out of the last deal"),
        "stay_two": say("{seat} must stay: two must play"),
        "story_1_none": say("{trump}, all stayed: {a_seat} {a}, {none_seats} none"),
        "story_1_none_dropped": say("{trump}; {a_seat} {a}, {none_seats} none; {seats} dropped"),
        "story_2_dropped": say("{trump}; {a_seat} {a}, {b_seat} {b}; {seats} dropped"),
        "story_2_none": say("{trump}, all stayed: {a_seat} {a}, {b_seat} {b}, {none_seats} none"),
        "story_2_none_dropped": say("{trump}; {a_seat} {a}, {b_seat} {b}, {none_seats} none; {seats} dropped"),
        "story_3_dropped": say("{trump}; {a_seat} {a}, {b_seat} {b}, {c_seat} {c}; {seats} dropped"),
        "story_3_none": say("{trump}, all stayed: {a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {none_seats} none"),
        "story_4": say("{trump}, all stayed: {a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}"),
        "story_alone": say("{trump}; {seats} dropped, {maker} takes all five"),
        "story_redeal": say("three sevens and eights: {dealer} deals again"),
        "sweep": say("all five tricks"),
        "tricks": many("{n} trick", "{n} tricks"),
        "tricks_left": many("only {n} trick is left", "only {n} tricks are left"),
        "tricks_sum": say("the tricks must add up to 5"),
        "tricks_times": many("{n} trick, times {times}", "{n} tricks, times {times}"),
        "trump_special": say("hearts are trump in this deal"),
        "two_play": say("if the other two drop, {dealer} must stay"),
    }

    def opening(self, table: Table, rules: Rules) -> tuple[int, Carry]:
        return rules["start"], {"dropped": [], "tied": []}

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return FIELDS

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        if entry.get("redeal"):
            return redeal_problems(standing, entry)
        found = []
        if "named" in entry:
            found.extend(named_problems(standing))
        found.extend(trump_problems(standing, entry.get("trump")))
        if "tricks" not in entry:
            found.append(problem("tricks", "missing"))
        else:
            found.extend(tricks_problems(standing, entry))
        return tuple(found)

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        if entry.get("redeal"):
            return (), standing.carry
        tricks = entry["tricks"]
        awards = awards_of(standing, tricks, times(standing, entry))
        dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker_of(standing)]
        return awards, {"dropped": dropped, "tied": tied_after(standing, awards)}

    def counted(self, standing: Standing, entry: Entry) -> bool:
        return not entry.get("redeal")

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        return standing.dealer if entry.get("redeal") else (standing.dealer + 1) % 4

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        totals = standing.totals
        if min(totals) > 0:
            return None
        can_win = able_to_win(standing)
        lowest = min([totals[seat] for seat in can_win])
        lows = tuple(seat for seat in can_win if totals[seat] == lowest)
        return Outcome(lows, "first_down", {"total": lowest}, None) if lowest <= 0 and len(lows) == 1 else None

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Say, ...]:
        if special(standing):
            return special_said(standing)
        trump = pending.get("trump") if pending else None
        return trump_made(standing, pending or {}, trump) if trump else trump_to_come(standing)

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        factor, dropped = times(standing, pending or {}), dropped_out(standing, pending or {})
        found = [need_of(standing, seat, factor) for seat in able_to_win(standing)]
        return tuple(need for need in found if need and not (need.side in dropped and need.code == "need_tricks"))

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        found: list[Problem] = []
        if key == "redeal":
            found = list(redeal_problems(standing, with_value(draft, key, True))) if value else []
        elif draft.get("redeal"):
            found = [problem(key, "redeal_alone")]
        elif key == "tricks" and seat is not None:
            return tricks_refusal(standing, draft, value, seat)
        elif key == "trump":
            found = trump_problems(standing, value) or dropped_problems(standing, value, written_tricks(draft))
        elif key == "named":
            found = named_problems(standing)
        return found[0] if found else None

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Say | None:
        if key == "tricks" and seat is not None and (special(standing) or "trump" in draft):
            return Say("hint_points", {"points_gain": points_of(standing, draft, value, seat)})
        if key == "trump" and value == "hearts":
            return Say("hint_double", {})
        if key == "trump" and value == standing.rules["all_stay_suit"]:
            return Say("hint_all_stay", {})
        return Say("hint_double", {}) if key == "named" and value == "blind" else None

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return special(standing) or bool(pending and "trump" in pending)

    def spoken(self, standing: Standing, pending: Entry) -> Say:
        way, trump = pending.get("named"), pending.get("trump")
        code = "made_blind" if way == "blind" else "made_next" if way == "next" else "made"
        return Say(code, {"seat": maker_of(standing), "big": trump, "trump": trump})

    def account(self, line: Line) -> tuple[Say, Say]:
        if line.deal.entry.get("redeal"):
            return Say("head_redeal", {}), Say("story_redeal", {"dealer": line.dealer})
        return account_head(line), account_story(line)

    def tallies(self, standing: Standing, line: Line) -> tuple[Tally, ...]:
        told = {
            "no_trick": "no_trick",
            "no_trick_times": "no_trick",
            "dropped": "dropped",
            "all_dropped": "all_dropped",
        }
        found = [Tally(given.side, told[given.why], 1) for given in line.awards if given.why in told]
        tricks = line.deal.entry.get("tricks") or []
        swept = [seat for seat, took in enumerate(tricks) if took == TRICKS and tricks.count(None) < 3]
        return tuple(found + [Tally(seat, "sweep", 1) for seat in swept])

    def marks(self, standing: Standing) -> Values:
        start = standing.rules["start"]
        return {"kind": "gates", "start": start} if start <= DRAWN else {"kind": "none"}

    def stick(self, standing: Standing) -> Values:
        reading, now = standing.rules["special_deals"], standing.number - 1
        slots = [str(deal) for deal in range(1, 9)] + ([] if reading == "off" else ["♥"])
        if reading == "ninth_on":
            return {"kind": "slots", "slots": slots, "now": min(now, 8)}
        return {"kind": "slots", "slots": slots + [str(deal) for deal in range(len(slots) + 1, now + 2)], "now": now}


def maker_of(standing: Standing) -> int:
    """The seat left of the dealer, which names trump, stays in and leads."""
    return (standing.dealer + 1) % 4


def special(standing: Standing) -> bool:
    """Whether hearts are trump in this deal without anybody's choice (ZA-V8, ZA-D1)."""
    reading, deal = standing.rules["special_deals"], standing.number
    return bool(deal == 9 and reading == "ninth_only") or bool(deal > 8 and reading == "ninth_on")


def times(standing: Standing, entry: Entry) -> int:
    """What the points of this deal are multiplied by: twice for hearts, twice for blind, and both by the option."""
    hearts = entry.get("trump") == "hearts" or special(standing)
    if entry.get("named") != "blind":
        return 2 if hearts else 1
    return int(standing.rules["blind_hearts"]) if hearts else 2


def must_stay(
    standing: Standing, trump: str | None, dropped: tuple[int, ...] | list[int]
) -> tuple[tuple[int, str], ...]:
    """The seats that may not drop out, in the order they are asked, each with the code of the first reason (ZA-D12).

    trump is None while it is not known; dropped are the seats that have dropped out of this deal so far.
    """
    found = [(maker_of(standing), "stay_maker")]
    for step in (2, 3, 4):
        seat = (standing.dealer + step) % 4
        why = reason_to_stay(standing, seat, trump, dropped)
        if why:
            found.append((seat, why))
    return tuple(found)


def reason_to_stay(standing: Standing, seat: int, trump: str | None, dropped: tuple[int, ...] | list[int]) -> str:
    """Why a seat that did not make trump may not drop out; empty when it may."""
    rules, dealer = standing.rules, standing.dealer
    if trump == rules["all_stay_suit"]:
        return "stay_suit"
    if special(standing):
        return "stay_special"
    if standing.totals[seat] <= LOW and not rules["low_score_may_drop"]:
        return "stay_low"
    if seat in standing.carry["dropped"] and not rules["drop_twice"]:
        return "stay_twice"
    others_dropped = (dealer + 2) % 4 in dropped and (dealer + 3) % 4 in dropped
    return "stay_two" if rules["two_active"] and seat == dealer and others_dropped else ""


def redeal_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """A redeal stands alone and belongs to the three-card packet (ZA-V2)."""
    found = []
    if special(standing):
        found.append(problem("redeal", "redeal_special"))
    elif standing.rules["first_packet"] == "two":
        found.append(problem("redeal", "redeal_none"))
    if len(entry) > 1:
        found.append(problem("redeal", "redeal_alone"))
    return tuple(found)


def named_problems(standing: Standing) -> list[Problem]:
    """How trump was made can be said only where there is a choice of ways."""
    if special(standing):
        return [problem("named", "named_special")]
    return [problem("named", "named_two")] if standing.rules["first_packet"] == "two" else []


def trump_problems(standing: Standing, trump: str | None) -> list[Problem]:
    """Trump is needed but in a special deal, where it can only be hearts."""
    if special(standing):
        return [] if trump is None or trump == "hearts" else [problem("trump", "trump_special")]
    return [problem("trump", "missing")] if trump is None else []


def tricks_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """Five tricks among those who stayed, none of whom was free to drop; the maker's five may be left out."""
    tricks, maker = entry["tricks"], maker_of(standing)
    together = sum([took for took in tricks if took is not None])
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    found = []
    if tricks[maker] is None and len(dropped) < 3:
        found.append(problem("tricks", "stay_maker", {"seat": maker}))
    elif together != TRICKS and tricks[maker] is not None:
        found.append(problem("tricks", "tricks_sum"))
    return found + dropped_problems(standing, entry.get("trump"), tricks)


def dropped_problems(standing: Standing, trump: str | None, tricks: list[Any]) -> list[Problem]:
    """Who dropped out (no number) though held in."""
    dropped = [seat for seat in asked(standing) if tricks[seat] is None]
    held = must_stay(standing, trump, dropped) if dropped else ()
    return [problem("tricks", why, {"seat": seat}) for seat, why in held if seat in dropped]


def awards_of(standing: Standing, tricks: list[Any], factor: int) -> tuple[Award, ...]:
    """A point off for each trick, five on for none, nothing for who dropped; all of it times a factor."""
    if tricks.count(None) >= 3:
        return alone_awards(maker_of(standing), factor)
    awards = []
    for seat, took in enumerate(tricks):
        if took is None:
            awards.append(award(seat, 0, "dropped"))
        elif took:
            awards.append(times_award(seat, -took, "tricks", "tricks_times", factor, took))
            if took == TRICKS and standing.rules["sweep_bonus"]:
                awards.append(award(seat, -standing.rules["sweep_bonus"] * factor, "sweep"))
        else:
            awards.append(times_award(seat, TRICKS, "no_trick", "no_trick_times", factor, took))
    return tuple(awards)


def times_award(seat: int, points: int, why: str, why_times: str, factor: int, took: int) -> Award:
    """An award with the factor in its reason where there is one."""
    values = {"n": took} if factor == 1 else {"n": took, "times": factor}
    return award(seat, points * factor, why if factor == 1 else why_times, values)


def alone_awards(maker: int, factor: int) -> tuple[Award, ...]:
    """The maker is left alone and takes all five without play, with no bonus (ZA-D14)."""
    others = tuple(award((maker + step) % 4, 0, "dropped") for step in (1, 2, 3))
    return (award(maker, -TRICKS * factor, "all_dropped"),) + others


def tied_after(standing: Standing, awards: tuple[Award, ...]) -> list[int]:
    """The seats that were equal lowest at nought or less for the first time: only they can still win (ZA-D4)."""
    if standing.rules["tie_break"] != "tied_only":
        return []
    known: list[int] = standing.carry["tied"] or tie_of(list(standing.totals))
    if known:
        return known
    totals = list(standing.totals)
    for given in awards:
        totals[given.side] += given.points
    return tie_of(totals)


def tie_of(totals: list[int]) -> list[int]:
    """The seats that are equal lowest at nought or less; empty when one is alone or all are above."""
    lowest = min(totals)
    lows = [seat for seat, total in enumerate(totals) if total == lowest]
    return lows if lowest <= 0 and len(lows) > 1 else []


def able_to_win(standing: Standing) -> list[int]:
    """The seats that can still win: all, or those of the first tie (ZA-D4)."""
    tied: list[int] = standing.carry["tied"]
    return tied if tied and standing.rules["tie_break"] == "tied_only" else [0, 1, 2, 3]


def need_of(standing: Standing, seat: int, factor: int) -> Need | None:
    """How many tricks take a seat to nought, where five are enough."""
    total = standing.totals[seat]
    if total <= 0:
        return Need(seat, "need_alone", {"seat": seat})
    tricks = (total + factor - 1) // factor
    if tricks > TRICKS and total <= (TRICKS + standing.rules["sweep_bonus"]) * factor:
        tricks = TRICKS
    return Need(seat, "need_tricks", {"n": tricks, "seat": seat}) if tricks <= TRICKS else None


def special_said(standing: Standing) -> tuple[Say, ...]:
    """What is done in a deal in which hearts are trump without a choice; the exchange is as usual (ZA-D13)."""
    maker = {"maker": maker_of(standing)}
    return (Say("special", {}), deals_said(standing), Say("exchange", maker), Say("leads", maker))


def deals_said(standing: Standing) -> Say:
    """Who deals how many cards at a time."""
    code = "deals_two_three" if standing.rules["first_packet"] == "two" else "deals_three_two"
    return Say(code, {"dealer": standing.dealer})


def trump_to_come(standing: Standing) -> tuple[Say, ...]:
    """Who makes trump and how, and who must stay whatever it will be."""
    maker = maker_of(standing)
    if standing.rules["first_packet"] == "two":
        said = [Say("names_two", {"maker": maker}), deals_said(standing)]
    else:
        said = [Say("names_three", {"maker": maker}), deals_said(standing), Say("redeal_right", {"maker": maker})]
    return tuple(said + held_said(standing, None, []))


def trump_made(standing: Standing, pending: Entry, trump: str) -> tuple[Say, ...]:
    """What the points count, who must stay, whose turn it is to decide, the exchange and the lead."""
    maker = {"maker": maker_of(standing)}
    factor = times(standing, pending)
    said = [Say("all_double" if factor == 2 else "all_fourfold", {})] if factor > 1 else []
    said.extend(held_said(standing, trump, dropped_out(standing, pending)))
    said.extend(decision_said(standing, pending))
    said.append(Say("dealt", {"dealer": standing.dealer}))
    exchange = "exchange_first" if standing.rules["decide"] == "after_exchange" else "exchange_later"
    free = undecided(standing, {"trump": trump})
    return tuple(said + [Say(exchange if free else "exchange", maker), Say("leads", maker)])


def decision_said(standing: Standing, draft: Entry) -> list[Say]:
    """Who is asked now whether to stay, and whom the option for two players may hold in."""
    free, dropped = undecided(standing, draft), dropped_out(standing, draft)
    said = [Say("decides_now" if dropped else "decides_first", {"other": free[0]})] if free else []
    if free and len(free) + len(dropped) == 3 and standing.rules["two_active"]:
        said.append(Say("two_play", {"dealer": standing.dealer}))
    return said


def undecided(standing: Standing, draft: Entry) -> list[int]:
    """The seats that are still asked whether they stay, in turn; whoever sits before one that dropped out stayed.

    None once tricks are written: then the cards are played.
    """
    if any(type(tricks) is int for tricks in written_tricks(draft)):
        return []
    turns, dropped = asked(standing), dropped_out(standing, draft)
    held = [seat for seat, _why in must_stay(standing, draft.get("trump"), dropped)]
    over = turns.index(dropped[-1]) + 1 if dropped else 0
    return [seat for seat in turns[over:] if seat not in held]


def dropped_out(standing: Standing, draft: Entry) -> list[int]:
    """The seats that have dropped out of this deal so far, in the order they are asked."""
    took = written_tricks(draft)
    return [seat for seat in asked(standing) if took[seat] is None]


def asked(standing: Standing) -> list[int]:
    """The seats that are asked whether they stay, in turn: opposite the dealer, the dealer's right, the dealer."""
    return [(standing.dealer + step) % 4 for step in (2, 3, 4)]


def held_said(standing: Standing, trump: str | None, dropped: list[int]) -> list[Say]:
    """Who may not drop out and why; one line for all when the suit holds everybody in."""
    held = must_stay(standing, trump, dropped)
    if trump == standing.rules["all_stay_suit"]:
        return [Say("all_stay", {"trump": trump})]
    return [Say(why, {"seat": seat}) for seat, why in held if why != "stay_maker"]


def written_tricks(draft: Entry) -> list[Any]:
    """What is written so far for each seat: a number, None for one that dropped, or OPEN."""
    said = draft.get("tricks")
    return said if type(said) is list and len(said) == 4 else [OPEN, OPEN, OPEN, OPEN]


def with_tricks(draft: Entry, value: Any, seat: int) -> list[Any]:
    """What is written for each seat, with another value for one of them."""
    return [value if other == seat else took for other, took in enumerate(written_tricks(draft))]


def tricks_refusal(standing: Standing, draft: Entry, value: Any, seat: int) -> Problem | None:
    """Why a seat cannot have so many tricks, given what the others have, or may not drop out (no number).

    The last seat of which nothing is written takes all that is left; one that is written already may be lowered.
    """
    took = with_tricks(draft, value, seat)
    left = TRICKS - sum([tricks for tricks in took if type(tricks) is int])
    if value is None:
        held = drop_refusal(standing, draft.get("trump"), took, seat)
        if held:
            return held
    elif left < 0:
        return problem("tricks", "tricks_left", {"n": max(left + value, 0)})
    last = OPEN not in took and written_tricks(draft)[seat] == OPEN
    return problem("tricks", "tricks_sum") if last and left else None


def drop_refusal(standing: Standing, trump: str | None, took: list[Any], seat: int) -> Problem | None:
    """Why a seat may not drop out: it is held in, or two must play and all others have dropped."""
    alone = all(took[other] is None for other in asked(standing))
    for held, why in must_stay(standing, trump, asked(standing) if alone else ()):
        if held == seat or why == "stay_two":
            return problem("tricks", why, {"seat": held})
    return None


def points_of(standing: Standing, draft: Entry, value: Any, seat: int) -> int:
    """What so many tricks are worth to a seat in this deal; no number is nothing for one who drops."""
    factor = times(standing, draft)
    if value is None:
        return 0
    if value == 0:
        return TRICKS * factor
    took = written_tricks(draft)
    played = seat != maker_of(standing) or any(took[other] is not None for other in asked(standing))
    bonus = standing.rules["sweep_bonus"] if value == TRICKS and played else 0
    return int(-(value + bonus) * factor)


def account_head(line: Line) -> Say:
    """Who came down most, and who went up."""
    best, worst = min(line.points), max(line.points)
    values: Values = {
        "down_seats": [seat for seat, points in enumerate(line.points) if points == best],
        "down_gain": best,
        "up_seats": [seat for seat, points in enumerate(line.points) if points == worst],
        "up_gain": worst,
    }
    return Say("head_both" if worst > 0 else "head_down", values)


def account_story(line: Line) -> Say:
    """Trump, everybody's tricks, the most first, and who dropped."""
    tricks, maker = line.deal.entry["tricks"], (line.dealer + 1) % 4
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    values: Values = {"trump": line.deal.entry.get("trump") or "hearts", "seats": dropped, "maker": maker}
    if len(dropped) == 3:
        return Say("story_alone", values)
    took = sorted([(-tricks[seat], seat) for seat in range(4) if tricks[seat]])
    values["none_seats"] = [seat for seat, number in enumerate(tricks) if number == 0]
    for rank, (points, seat) in enumerate(took):
        values["abcd"[rank]] = -points
        values["abcd"[rank] + "_seat"] = seat
    return Say(STORIES[(len(took), bool(values["none_seats"]), bool(dropped))], values)


GAME = ZwanzigAb()
