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
DRAWN = 120  # strokes; with a larger total on the board none are drawn
WAYS = (
    choice("named", say("named"), say("from the three cards")),
    choice("next", say("next"), say("the maker’s fourth card is dealt face up and makes trump")),
    choice("blind", say("blind"), say("before looking at the cards: all points double")),
)
FIELDS = (
    pick("named", say("How trump was made"), WAYS, "bid", optional=True),
    pick("trump", say("Trump"), SUITS, "bid", optional=True),
    flag("redeal", say("Redeal"), "bid", help=say("All three cards of the maker are sevens and eights.")),
    count("tricks", say("Tricks"), TRICKS, "seat", total=TRICKS, optional=True, gaps=True, help=say("Or dropped out.")),
)
TOLD = ("no_trick", "dropped", "all_dropped")  # how the reasons begin that are kept for review
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
    tagline = say("Four, each alone. From twenty down to zero.")
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
            say("When nobody has reached zero in eight deals: hearts are trump, nobody drops, all points double."),
            disputed=True,
        ),
        one_of(
            "tie_break",
            say("Equal lowest at zero or below"),
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
            say("Off: at five or less you must stay in."),
            disputed=True,
        ),
        yes_no(
            "drop_twice",
            say("You may drop out twice running"),
            True,
            say("Off: after dropping out you must stay in the next deal."),
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
                choice("before_exchange", say("before it: only those who stay exchange")),
            ),
            say("Changes the prompts, not the score."),
        ),
        one_of(
            "trump_order",
            say("Order of the cards"),
            (
                choice("plain", say("ace, ten, king"), say("A 10 K Q J 9 8 7 in every suit")),
                choice("jass", say("jack and nine of trumps first"), say("trumps J 9 A 10 K Q 8 7")),
                choice("natural", say("ace, king, queen"), say("A K Q J 10 9 8 7 in every suit")),
            ),
            say("Which card wins the trick. Changes the rules page, not the score."),
        ),
        one_of(
            "blind_hearts",
            say("Hearts named blind count"),
            (choice(4, say("four times")), choice(2, say("twice"))),
            say("Do hearts and blind multiply?"),
        ),
        one_of(
            "sweep_bonus",
            say("All five tricks"),
            (choice(0, say("five points")), choice(5, say("ten points"), say("if they were played for"))),
            say("Whether winning every trick takes five more off."),
        ),
        number("start", say("Everybody starts at"), 20, 1, 1000000000, say("The points to get rid of.")),
    )
    hangs_on = {"blind_hearts": (("first_packet", ("three",)),)}
    presets = (
        (
            "jager",
            say("Jäger’s rules"),
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
        "all_dropped_blind": say("all the others dropped out, named blind, times {times}"),
        "all_dropped_times": say("all the others dropped out, times {times}"),
        "all_fourfold": say("all count four times"),
        "all_stay": say("{trump} are trump: everybody stays"),
        "may_drop": say("{other} may drop"),
        "may_drop_in_turn": say("{free_seats} may drop"),
        "deals_three_two": say("{dealer} deals 3 cards each, then 2"),
        "deals_two_three": say("{dealer} deals 2 cards each, then 3"),
        "dropped": say("dropped out"),
        "exchange": say("Each may exchange up to 3 cards, {maker} first"),
        "exchange_first": say("Exchange up to 3 cards, {maker} first"),
        "exchange_later": say("Those who stay may then exchange up to 3 cards, {maker} first"),
        "first_down": say("at {total}, the lowest"),
        "head_1": say("{a_seat} {a_gain}"),
        "head_2": say("{a_seat} {a_gain}, {b_seat} {b_gain}"),
        "head_3": say("{a_seat} {a_gain}, {b_seat} {b_gain}, {c_seat} {c_gain}"),
        "head_4": say("{a_seat} {a_gain}, {b_seat} {b_gain}, {c_seat} {c_gain}, {d_seat} {d_gain}"),
        "head_redeal": say("Redeal"),
        "hint_all_stay": say("all must stay"),
        "hint_double": say("all double"),
        "hint_points": say("{points_gain}"),
        "hint_sweep": say("{alone_gain} or {sweep_gain}"),
        "leads": say("{maker} leads"),
        "made": say("{seat} made"),
        "made_blind": say("{seat}, blind, made"),
        "made_next": say("{seat} said next:"),
        "not_down": say("Whoever wins has come down to zero or below"),
        "named_special": say("Hearts are trump, nobody names it"),
        "named_two": say("With two cards trump is simply named"),
        "names_three": say("{maker} names trump from three cards, says next, or names it blind"),
        "names_two": say("{maker} names trump from two cards"),
        "need_alone": say("{seat} wins if alone lowest, at 0 or below, after this deal"),
        "need_single": many(
            "{n} trick takes {seat} to 0 or below, fewer if points double",
            "{n} tricks take {seat} to 0 or below, fewer if points double",
        ),
        "need_sweep": say("All five tricks, if they are played for, take {seat} to 0 or below"),
        "need_sweep_wins": say("All five tricks, if they are played for, take {seat} to 0 or below, and that wins"),
        "need_tricks": many("{n} trick takes {seat} to 0 or below", "{n} tricks take {seat} to 0 or below"),
        "need_tricks_wins": many(
            "{n} trick takes {seat} to 0 or below, and that wins",
            "{n} tricks take {seat} to 0 or below, and that wins",
        ),
        "no_trick": say("stayed in without a trick"),
        "no_trick_blind": say("stayed in without a trick, named blind, times {times}"),
        "no_trick_times": say("stayed in without a trick, times {times}"),
        "redeal_alone": say("A redeal stands alone: nothing was played"),
        "redeal_none": say("There is no redeal at this table"),
        "redeal_right": say("If all three are sevens and eights {maker} may ask for a redeal"),
        "redeal_special": say("There is no redeal once hearts are always trump"),
        "special": say("Hearts are trump, nobody drops out, all points double"),
        "stay_low": say("{seat} must stay: at 5 or less"),
        "stay_maker": say("{seat} is the maker and must stay"),
        "stay_special": say("{seat} must stay: nobody drops out of this deal"),
        "stay_suit": say("{seat} must stay: that suit holds everybody in"),
        "stay_twice": say("{seat} must stay: dropped out of the last deal"),
        "stay_two": say("{seat} must stay: two must play"),
        "story_1_none": say("{trump_parts}, all stayed: {a_seat} {a}, {none_seats} none"),
        "story_1_none_dropped": say("{trump_parts}; {a_seat} {a}, {none_seats} none; {seats} dropped"),
        "story_2_dropped": say("{trump_parts}; {a_seat} {a}, {b_seat} {b}; {seats} dropped"),
        "story_2_none": say("{trump_parts}, all stayed: {a_seat} {a}, {b_seat} {b}, {none_seats} none"),
        "story_2_none_dropped": say("{trump_parts}; {a_seat} {a}, {b_seat} {b}, {none_seats} none; {seats} dropped"),
        "story_3_dropped": say("{trump_parts}; {a_seat} {a}, {b_seat} {b}, {c_seat} {c}; {seats} dropped"),
        "story_3_none": say("{trump_parts}, all stayed: {a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {none_seats} none"),
        "story_4": say("{trump_parts}, all stayed: {a_seat} {a}, {b_seat} {b}, {c_seat} {c}, {d_seat} {d}"),
        "story_alone": say("{trump_parts}; {seats} dropped, {maker} takes all five"),
        "story_redeal": say("three sevens and eights: {dealer} deals again"),
        "sweep": say("all five tricks"),
        "sweep_blind": say("all five tricks, named blind, times {times}"),
        "sweep_times": say("all five tricks, times {times}"),
        "tricks": many("{n} trick", "{n} tricks"),
        "tricks_left": many("Only {n} trick is left", "Only {n} tricks are left"),
        "tricks_sum": say("The tricks must add up to 5"),
        "tricks_blind": many("{n} trick, named blind, times {times}", "{n} tricks, named blind, times {times}"),
        "tricks_times": many("{n} trick, times {times}", "{n} tricks, times {times}"),
        "trump_blind": say("{trump} blind ×{times}"),
        "trump_plain": say("{trump}"),
        "trump_special": say("Hearts are trump in this deal"),
        "trump_times": say("{trump} ×{times}"),
        "two_play": say("If the other two drop, {dealer} must stay"),
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
        awards = awards_of(standing, tricks, times(standing, entry), entry.get("named") == "blind")
        dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker_of(standing)]
        return awards, {"dropped": dropped, "tied": tied_after(standing, awards)}

    def counted(self, standing: Standing, entry: Entry) -> bool:
        return not entry.get("redeal")

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        return standing.dealer if entry.get("redeal") else (standing.dealer + 1) % 4

    def result_problems(self, winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
        if totals[winner] > 0:
            return (problem("winner", "not_down"),)
        alone = totals[winner] == min(totals) and totals.count(totals[winner]) == 1
        return () if alone else (problem("winner", "not_ahead"),)

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
        draft = pending or {}
        found = [need_of(standing, draft, seat) for seat in able_to_win(standing)]
        return tuple(need for need in found if need)

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
            return hint_of_tricks(standing, draft, value, seat)
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
        found = [Tally(given.side, what, 1) for given in line.awards for what in TOLD if given.why.startswith(what)]
        tricks = line.deal.entry.get("tricks") or []
        swept = [seat for seat, took in enumerate(tricks) if took == TRICKS and tricks.count(None) < 3]
        return tuple(found + [Tally(seat, "sweep", 1) for seat in swept])

    def marks(self, standing: Standing) -> Values:
        start = standing.rules["start"]
        drawn = max(start, max(standing.totals)) <= DRAWN
        return {"kind": "gates", "start": start} if drawn else {"kind": "none"}

    def stick(self, standing: Standing) -> Values:
        state, now = standing.rules["special_deals"], standing.number - 1
        slots = [str(deal) for deal in range(1, 9)] + ([] if state == "off" else ["♥"])
        if state == "ninth_on":
            return {"kind": "slots", "slots": slots, "now": min(now, 8)}
        return {"kind": "slots", "slots": slots + [str(deal) for deal in range(len(slots) + 1, now + 2)], "now": now}


def maker_of(standing: Standing) -> int:
    """The seat left of the dealer, which names trump, stays in and leads."""
    return (standing.dealer + 1) % 4


def special(standing: Standing) -> bool:
    """Whether hearts are trump in this deal without anybody's choice (ZA-V8, ZA-D1)."""
    state, deal = standing.rules["special_deals"], standing.number
    return bool(deal == 9 and state == "ninth_only") or bool(deal > 8 and state == "ninth_on")


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


def awards_of(standing: Standing, tricks: list[Any], factor: int, blind: bool) -> tuple[Award, ...]:
    """A point off for each trick, five on for none, nothing for who dropped; all of it times a factor."""
    if tricks.count(None) >= 3:
        return alone_awards(maker_of(standing), factor, blind)
    awards = []
    for seat, took in enumerate(tricks):
        if took is None:
            awards.append(award(seat, 0, "dropped"))
        elif took:
            awards.append(times_award(seat, -took, "tricks", factor, blind, {"n": took}))
            if took == TRICKS and standing.rules["sweep_bonus"]:
                awards.append(times_award(seat, -standing.rules["sweep_bonus"], "sweep", factor, blind, {}))
        else:
            awards.append(times_award(seat, TRICKS, "no_trick", factor, blind, {"n": took}))
    return tuple(awards)


def times_award(seat: int, points: int, why: str, factor: int, blind: bool, values: Values) -> Award:
    """An award with the factor in its reason where there is one, and that trump was named blind."""
    if factor == 1:
        return award(seat, points, why, values)
    return award(seat, points * factor, why + ("_blind" if blind else "_times"), with_value(values, "times", factor))


def alone_awards(maker: int, factor: int, blind: bool) -> tuple[Award, ...]:
    """The maker is left alone and takes all five without play, with no bonus (ZA-D14)."""
    others = tuple(award((maker + step) % 4, 0, "dropped") for step in (1, 2, 3))
    return (times_award(maker, -TRICKS, "all_dropped", factor, blind, {}),) + others


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
    """The seats that can still win: all, or those of the first tie, which a ruling may have made (ZA-D4)."""
    if standing.rules["tie_break"] != "tied_only":
        return [0, 1, 2, 3]
    tied: list[int] = standing.carry["tied"] or tie_of(list(standing.totals))
    return tied or [0, 1, 2, 3]


def need_of(standing: Standing, draft: Entry, seat: int) -> Need | None:
    """How many tricks take a seat to zero, where it can still take so many, and whether the match is won with them.

    Before trump is named the tricks are those of a deal that counts once; doubled, fewer do.
    """
    total, factor = standing.totals[seat], times(standing, draft)
    if total <= 0:
        return Need(seat, "need_alone", {"seat": seat})
    tricks = (total + factor - 1) // factor
    swept = tricks > TRICKS and total <= (TRICKS + standing.rules["sweep_bonus"]) * factor
    tricks = TRICKS if swept else tricks
    took = written_tricks(draft)[seat]
    if took is None or tricks > (left_for(draft, seat) if took == OPEN else took):
        return None
    if not trump_known(standing, draft):
        return (
            None if swept else Need(seat, "need_tricks" if tricks == 1 else "need_single", {"n": tricks, "seat": seat})
        )
    alone = may_be_alone(standing, draft, seat)
    if swept and alone and left_alone(standing, draft):
        return None
    code = "need_sweep" if swept and alone else "need_tricks"
    won = wins_with(standing, draft, seat, tricks, swept or not alone)
    return Need(seat, code + "_wins" if won else code, {"n": tricks, "seat": seat})


def trump_known(standing: Standing, draft: Entry) -> bool:
    """Whether it is known what the points of this deal are multiplied by."""
    return special(standing) or "trump" in draft


def left_for(draft: Entry, seat: int) -> int:
    """How many tricks are left for a seat, given what the others have."""
    took = written_tricks(draft)
    return TRICKS - sum([tricks for other, tricks in enumerate(took) if other != seat and type(tricks) is int])


def left_alone(standing: Standing, draft: Entry) -> bool:
    """Whether all but the maker have dropped out."""
    return len(dropped_out(standing, draft)) == 3


def may_be_alone(standing: Standing, draft: Entry, seat: int) -> bool:
    """Whether this seat is the maker and may yet take all five because all the others drop out."""
    took, others = written_tricks(draft), asked(standing)
    if seat in others or any(type(took[other]) is int for other in others):
        return False
    return len(must_stay(standing, draft.get("trump"), others)) == 1


def wins_with(standing: Standing, draft: Entry, seat: int, tricks: int, played: bool) -> bool:
    """Whether a seat with so many tricks, or more, is alone lowest whatever the others do.

    played: five tricks would be won in play, with their bonus. The worst is that one other takes all that is left, or
    stays where it is when nothing is.
    """
    took, factor = written_tricks(draft), times(standing, draft)
    if took[seat] != OPEN:
        tricks = took[seat]
    elif took.count(OPEN) == 1:
        tricks = left_for(draft, seat)
    bonus = standing.rules["sweep_bonus"] if tricks == TRICKS and played else 0
    after = standing.totals[seat] - (tricks + bonus) * factor
    left = left_for(draft, seat) - tricks
    return all(
        standing.totals[other] + lowest_gain(standing, draft, other, left) > after
        for other in able_to_win(standing)
        if other != seat
    )


def lowest_gain(standing: Standing, draft: Entry, seat: int, left: int) -> int:
    """The least that a seat can be given in this deal when so many tricks are left for all who are still open."""
    took, factor = written_tricks(draft)[seat], times(standing, draft)
    if (
        took == OPEN
        and left == 0
        and not drop_refusal(standing, draft.get("trump"), with_tricks(draft, None, seat), seat)
    ):
        return 0
    tricks = left if took == OPEN else took
    if tricks is None:
        return 0
    return int((-tricks if tricks else TRICKS) * factor)


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
    """What the points count, who must stay, who may still drop out, the exchange and the lead.

    Once tricks are written the cards are played: who leads is all that is left to say.
    """
    factor = times(standing, pending)
    said = [Say("all_double" if factor == 2 else "all_fourfold", {})] if factor > 1 else []
    played = in_play(pending)
    if not played:
        said.extend(held_said(standing, trump, dropped_out(standing, pending)))
        said.extend(decision_said(standing, pending))
    said.append(Say("leads", {"maker": maker_of(standing)}))
    if not played:
        said.extend(exchange_said(standing, pending, trump))
    return tuple(said)


def exchange_said(standing: Standing, pending: Entry, trump: str) -> list[Say]:
    """When cards are exchanged; nothing where that was before anybody dropped out."""
    maker, first = {"maker": maker_of(standing)}, standing.rules["decide"] == "after_exchange"
    if not undecided(standing, {"trump": trump}):
        return [Say("exchange", maker)]
    if first and dropped_out(standing, pending):
        return []
    return [Say("exchange_first" if first else "exchange_later", maker)]


def in_play(draft: Entry) -> bool:
    """Whether tricks are written already."""
    return any(type(tricks) is int for tricks in written_tricks(draft))


def decision_said(standing: Standing, draft: Entry) -> list[Say]:
    """Who may still drop out, in turn (a stay is not tapped), and whom the option for two players may hold in."""
    free, dropped = undecided(standing, draft), dropped_out(standing, draft)
    if not free:
        return []
    said = [Say("may_drop_in_turn", {"free_seats": free}) if free[1:] else Say("may_drop", {"other": free[0]})]
    if len(free) + len(dropped) == 3 and standing.rules["two_active"]:
        said.append(Say("two_play", {"dealer": standing.dealer}))
    return said


def undecided(standing: Standing, draft: Entry) -> list[int]:
    """The seats that are still asked whether they stay, in turn; whoever sits before one that dropped out stayed.

    None once tricks are written: then the cards are played.
    """
    if in_play(draft):
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


def hint_of_tricks(standing: Standing, draft: Entry, value: Any, seat: int) -> Say:
    """What so many tricks are worth to a seat in this deal; two things for five of a maker who may be left alone."""
    factor, bonus = times(standing, draft), standing.rules["sweep_bonus"] if value == TRICKS else 0
    if bonus and may_be_alone(standing, draft, seat) and not left_alone(standing, draft):
        return Say("hint_sweep", {"alone_gain": -TRICKS * factor, "sweep_gain": -(TRICKS + bonus) * factor})
    if left_alone(standing, draft):
        bonus = 0
    points = 0 if value is None else TRICKS if value == 0 else -(value + bonus)
    return Say("hint_points", {"points_gain": points * factor})


def account_head(line: Line) -> Say:
    """What everybody won or lost, who came down most first."""
    moved = sorted([(points, seat) for seat, points in enumerate(line.points) if points])
    values: Values = {}
    for rank, (points, seat) in enumerate(moved):
        values["abcd"[rank] + "_seat"] = seat
        values["abcd"[rank] + "_gain"] = points
    return Say("head_" + str(len(moved)), values)


def account_story(line: Line) -> Say:
    """Trump, everybody's tricks, the most first, and who dropped."""
    tricks, maker = line.deal.entry["tricks"], (line.dealer + 1) % 4
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    values: Values = {"trump_parts": [trump_in_story(line)], "seats": dropped, "maker": maker}
    if len(dropped) == 3:
        return Say("story_alone", values)
    took = sorted([(-tricks[seat], seat) for seat in range(4) if tricks[seat]])
    values["none_seats"] = [seat for seat, number in enumerate(tricks) if number == 0]
    for rank, (points, seat) in enumerate(took):
        values["abcd"[rank]] = -points
        values["abcd"[rank] + "_seat"] = seat
    return Say(STORIES[(len(took), bool(values["none_seats"]), bool(dropped))], values)


def trump_in_story(line: Line) -> Values:
    """Trump with what the points counted and that it was named blind: a code with values of its own."""
    trump = line.deal.entry.get("trump") or "hearts"
    found = [(given.why, given.values["times"]) for given in line.awards if "times" in given.values]
    if not found:
        return {"code": "trump_plain", "values": {"trump": trump}}
    why, factor = found[0]
    code = "trump_blind" if why.endswith("_blind") else "trump_times"
    return {"code": code, "values": {"trump": trump, "times": factor}}


GAME = ZwanzigAb()
