"""Clobyosh, or Bela: two players, one of them says what is trump and must then make more points than the other.

The pack has 32 cards. Six cards each, one is turned up: forehand, who does not deal, takes its suit as trump or passes,
then the dealer; when both pass forehand may name a suit, then the dealer. Who took or named is the maker. Four passes:
forehand deals anew. Three more cards each make nine; forehand leads. When the turned suit was taken, the trump seven
may be swapped for the turned card. Led suits are followed; a trump led must be beaten; who cannot follow must trump.

In trumps the jack is 20 and the nine 14; ace 11, ten 10, king 4, queen 3, a plain jack 2. The last trick is 10, Bela
(king and queen of trump in one hand) 20, three cards in sequence 20, four 50. Only the player with the best sequence
scores sequences, and then all of them: fifty beats twenty, then the higher top card, then trump, then forehand. Who
wins no trick scores none.

A maker with more points than the other: both keep their own. With fewer: all goes to the other. First to 501; who gets
there while playing may say so, and wins at once.

Source: the rule book's clobyosh, CB. Options: the target, equal totals, equal sequences, who deals next, sequences
without a trick, both over the target, a false claim, the suits of the second round, the swap of the seven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import are_runs, better_runs, most_through_a_rank, run_points, run_start, share_a_card
from scoring.game import Game, high_or_low, last_deal
from scoring.words import (
    SUITS,
    Need,
    Outcome,
    Say,
    Tally,
    award,
    choice,
    flag,
    many,
    number,
    one_of,
    pick,
    points,
    problem,
    say,
    seat,
    sequences,
    yes_no,
)

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Field, Line, Problem, Rules, Standing, Table, Values

    Each = tuple[tuple[Award, ...], tuple[Award, ...]]

MOST = 146  # all the points of 18 cards out of 32
LEAST = 18
LAST_TRICK = 10
BELA = 20
SEQUENCE_TOTALS = (0, 20, 40, 50, 60, 70, 100)
EQUAL = {"maker_zero": "tied_lost", "held": "tied_waits", "all_to_opponent": "tied_all", "both_keep": "tied_keep"}
TIED = ("tied_lost", "tied_waits", "tied_all", "tied_keep")
VERDICTS = ("claimed", "false_claim", "fell_short") + TIED
FIELDS = (
    seat("maker", say("Who makes trump"), "bid", optional=True, help=say("Nobody: four passes, forehand deals again.")),
    flag("turned", say("Took the turned suit"), "bid", help=say("No: named a suit in the second round.")),
    pick("trump", say("Trump"), SUITS, "bid", optional=True),
    points(
        "cards",
        say("Card points"),
        MOST,
        per="seat",
        optional=True,
        help=say("The points of the cards won in tricks, without the ten for the last trick."),
    ),
    seat("last_trick", say("Last trick"), "play", optional=True, help=say("The winner of the ninth trick: 10 points.")),
    seat(
        "bela",
        say("Bela"),
        "play",
        optional=True,
        help=say("Had king and queen of trump and said so: 20 points."),
    ),
    sequences(say("Sequences"), help=say("What each player declared: length and top card. Who scores is worked out.")),
    points(
        "sequence_points",
        say("Sequence points"),
        100,
        per="seat",
        optional=True,
        help=say("Instead of the sequences, when you have settled who scores and how much."),
    ),
    seat("no_trick", say("Won no trick"), "play", optional=True, help=say("Without a trick no sequence counts.")),
    seat(
        "claim",
        say("Claims"),
        "play",
        optional=True,
        help=say("Said during play that the target is reached."),
    ),
)


class Clobyosh(Game):
    """Name trump, then beat the other."""

    key = "clobyosh"
    name = say("Clobyosh")
    tagline = say("Two. Name trump, then make more than the other.")
    seats = (2, 2)
    options = (
        number(
            "target",
            say("Played to"),
            501,
            1,
            1000000000,
            say("The first to reach this many points wins. Some tables play to 500."),
            True,
        ),
        one_of(
            "equal_totals",
            say("A maker with equal points"),
            (
                choice("maker_zero", say("scores nothing"), say("66 to 66: 0 and 66")),
                choice(
                    "held",
                    say("has them held over"),
                    say("66 to 66: 0 and 66, and 66 for the next deal’s winner"),
                ),
                choice("all_to_opponent", say("loses it all"), say("66 to 66: 0 and 132")),
                choice("both_keep", say("keeps it"), say("66 to 66: 66 each")),
            ),
            say("What happens when both made the same; the maker promised more."),
            disputed=True,
        ),
        one_of(
            "equal_sequences",
            say("Equal best sequences"),
            (
                choice("forehand", say("forehand scores"), say("whoever declared first")),
                choice("nobody", say("nobody scores")),
            ),
            say("Same length, same top card, neither in trumps."),
            disputed=True,
        ),
        one_of(
            "next_dealer",
            say("The next deal is dealt by"),
            (
                choice(
                    "deal_winner",
                    say("the winner of this one"),
                    say("if equal, the winner of the last trick"),
                ),
                choice("last_trick", say("the winner of the last trick")),
                choice("alternate", say("each in turn")),
            ),
            say("The non-dealer has the edge."),
            disputed=True,
        ),
        yes_no(
            "sequences_need_trick",
            say("A sequence needs a trick"),
            True,
            say("On: if the player with the best sequence wins no trick, nobody scores sequences. Bela always counts."),
            disputed=True,
        ),
        one_of(
            "both_over",
            say("Both reach the target, nobody claimed"),
            (
                choice("last_trick", say("last trick wins")),
                choice("higher_total", say("more points win"), say("if equal, the last trick")),
                choice("non_maker", say("the one who did not make trump wins"), say("counts first")),
            ),
            say("Who wins when both get there in the same deal?"),
        ),
        one_of(
            "false_claim",
            say("A claim that was wrong"),
            (
                choice("play_on", say("costs nothing"), say("finish the deal")),
                choice("loses_deal", say("loses the deal"), say("all that both have made goes to the other")),
            ),
            say("Somebody says that the target is reached, and it is not."),
        ),
        one_of(
            "second_round_suits",
            say("Suits to name in the second round"),
            (choice("other_three", say("the other three")), choice("any", say("any suit"))),
            say("Changes the prompts, not the score."),
        ),
        yes_no(
            "exchange_seven",
            say("Swap of the trump seven"),
            True,
            say("When the turned suit was taken, the trump seven may be swapped for the turned card."),
        ),
    )
    sentences = {
        "ahead": say("{points} beats {other}’s {other_points}: each keeps their own"),
        "bela": say("Bela"),
        "bela_enough": say("at {total} a Bela is enough"),
        "beats": many("{n} more beats {other}’s {points}", "{n} more beat {other}’s {points}"),
        "both_higher": say("both reached {target}: more points"),
        "both_last_trick": say("both reached {target}: the last trick decides"),
        "both_non_maker": say("both reached {target}: the maker counts last"),
        "both_ways": say("Give the sequences or their points, not both"),
        "can_claim": say("{total}: a claim wins now"),
        "cards": many("{n} point in cards", "{n} points in cards"),
        "cards_too_few": say("Nine tricks hold at least {low} points together, not {n}"),
        "cards_too_many": say("Nine tricks hold at most {high} points together, not {n}"),
        "claim": say("claimed {target} during play"),
        "claim_loses": say("too soon, all to {other}"),
        "claim_play_on": say("too soon, play on"),
        "claim_short": many("{n} point short of {target}, play on", "{n} points short of {target}, play on"),
        "claim_wins": say("{total}: wins"),
        "claimed": say("claimed with {total}"),
        "count_up": say("Both count the cards they took"),
        "deal_cards": say("{seat} cuts or taps the pack, {dealer} deals 3 + 3 each and turns a card up"),
        "deal_rest": say("{dealer} deals 3 more each"),
        "else_all": say("else all {points} go to {other}"),
        "else_keep": say("else both keep {points}"),
        "else_lost": many("else the maker’s {n} is lost", "else the maker’s {n} are lost"),
        "else_waits": many(
            "else {n} is held over for the next deal’s winner", "else {n} are held over for the next deal’s winner"
        ),
        "false_claim": say("{ours_parts}, a false claim of {target}"),
        "fell_short": say("{ours_parts} against {other}’s {theirs_parts}"),
        "fifty_enough": say("at {total} a run of four is enough"),
        "first_there": say("reached {target}"),
        "from_other": say("all that {other} made"),
        "has_cards": say("A player who wins no trick has no card points"),
        "last_trick": say("the last trick"),
        "last_trick_enough": say("at {total} the last trick is enough"),
        "lead": say("{seat} leads"),
        "has_last": say("The winner of the last trick has won a trick"),
        "made_bare": say("{points}"),
        "made_with": say("{points} with {parts}"),
        "must_beat": say("must make more than {other}"),
        "need_points": many("{n} point to go", "{n} points to go"),
        "no_sequence": say("then the sequences of {seat} do not count"),
        "nobody_made": say("With nobody making trump there is nothing else to enter"),
        "pending": say("{seat} made {trump}"),
        "pending_bare": say("{seat} made trump"),
        "passed_head": say("Four passes"),
        "passed_story": say("{seat} deals again"),
        "plus": say("{up_gain}"),
        "run_low": say("A run of {length} from {top} goes below the seven"),
        "runs_bela": say("Bela and the other’s trump sequence need the same card"),
        "runs_plain": say("Four sequences through one card do not fit in three plain suits"),
        "runs_shape": say("A list of sequences for each player: length 3 to 8, top card ace to nine, trump or not"),
        "runs_too_long": say("{seat} has only nine cards"),
        "runs_trump": say("Two trump sequences need the same card"),
        "second_any": say("When both pass, {seat} may name any suit"),
        "second_other": say("When both pass, {seat} may name another suit"),
        "sequence_no_trick": say("Sequences count with a trick only"),
        "sequence_one_side": say("Only one player can score sequences"),
        "sequence_total": say("Sequences make 0, 20, 40, 50, 60, 70 or 100"),
        "sequences_declared_first": say("the best sequence, declared first"),
        "sequences_settled": say("sequences"),
        "sequences_top": say("the higher sequence"),
        "sequences_trump": say("the best sequence, in trumps"),
        "sequences_unanswered": say("sequences, unanswered"),
        "sequences_value": say("a fifty against a twenty"),
        "speaks": say("{seat} takes the turned suit or passes"),
        "sequences_of": many("{n} point in sequences", "{n} points in sequences"),
        "story_claimed": say("{seat} makes {ours_parts} and claims with {total}"),
        "story_false_claim": say("{ours_parts} against {other}’s {theirs_parts}, claimed too soon, all to {other}"),
        "story_fell_short": say("{ours_parts} against {other}’s {theirs_parts}, all to {other}"),
        "story_made": say("{ours_parts}, {other} {theirs_parts}"),
        "story_tied_all": say("{ours_parts}, {other} {theirs_parts}; all to {other}"),
        "story_tied_keep": say("{ours_parts}, {other} {theirs_parts}; both keep their own"),
        "story_tied_lost": say("{ours_parts}, {other} {theirs_parts}; only {other} scores"),
        "story_tied_waits": say("{ours_parts}, {other} {theirs_parts}; {points} held over"),
        "story_waited": many(
            "{story_parts}; {n} point held over goes to {seat}", "{story_parts}; {n} points held over go to {seat}"
        ),
        "swap_seven": say("The trump seven may be swapped for the turned card"),
        "tied_all": say("{ours_parts}, {other} {theirs_parts}: all to {other}"),
        "tied_keep": say("{points} each"),
        "tied_lost": say("{ours_parts}, {other} {theirs_parts}: the maker scores nothing"),
        "tied_waits": say("{ours_parts}, {other} {theirs_parts}: the maker’s are held over"),
        "trump_lost": say("trump lost"),
        "trump_made": say("trump made"),
        "trump_tied": say("trump tied"),
        "waited": say("points held over"),
        "waiting": many("{n} point held over for this deal’s winner", "{n} points held over for this deal’s winner"),
    }

    def opening(self, table: Table, rules: Rules) -> tuple[int, Carry]:
        return 0, {"held": 0}

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        return FIELDS

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        if "maker" not in entry:
            return tuple([problem(key, "nobody_made") for key in sorted(entry)])
        found = [problem(key, "missing") for key in ("turned", "cards") if key not in entry]
        if "last_trick" not in entry and "claim" not in entry:
            found.append(problem("last_trick", "missing"))
        if "cards" in entry:
            found.extend(cards_problems(entry))
        if "no_trick" in entry:
            found.extend(no_trick_problems(entry))
        if "sequences" in entry:
            found.extend(sequences_problems(entry))
        if "sequence_points" in entry:
            found.extend(sequence_points_problems(standing, entry))
        if not found and "claim" in entry and "last_trick" not in entry:
            found.extend(claim_problems(standing, entry))
        return tuple(found)

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        if "maker" not in entry:
            return (), standing.carry
        awards, held = awards_of(standing, entry)
        if held and ends(standing, awards):
            held = 0
        return awards, standing.carry if held == standing.carry["held"] else {"held": held}

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        rule = standing.rules["next_dealer"]
        if rule == "alternate" or "maker" not in entry:
            return 1 - standing.dealer
        if rule == "last_trick" and "last_trick" in entry:
            return int(entry["last_trick"])
        maker: int = entry["maker"]
        if "claim" not in entry and points[maker] > points[1 - maker]:
            return maker
        verdict = verdict_of(standing, entry, made(standing, entry))
        if verdict in TIED:
            return int(entry["last_trick"])
        return 1 - loser_of(entry, verdict)

    def result_problems(self, winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
        return ()  # a claim, or the last trick, can win with fewer points

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        target = standing.rules["target"]
        if max(standing.totals) < target:
            return None
        last = last_deal(lines)
        if last and claimed(last) and standing.totals[last.awards[0].side] >= target:
            return Outcome((last.deal.entry["claim"],), "claim", {"target": target}, None)
        if min(standing.totals) < target:
            return Outcome(high_or_low(standing, True), "first_there", {"target": target}, None)
        return both_over(standing, last.deal.entry if last else {})

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Say, ...]:
        dealer, rules, held = standing.dealer, standing.rules, standing.carry["held"]
        waiting = (Say("waiting", {"n": held}),) if held else ()
        if pending and pending.get("last_trick") is not None:  # played out
            return (Say("count_up", {}),) + waiting
        if pending and pending.get("maker") is not None:
            may_swap = pending.get("turned") and rules["exchange_seven"]
            swap = (Say("swap_seven", {}),) if may_swap else ()
            return (Say("lead", {"seat": 1 - dealer}), Say("deal_rest", {"dealer": dealer})) + swap + waiting
        second = "second_any" if rules["second_round_suits"] == "any" else "second_other"
        first = (Say("speaks", {"seat": 1 - dealer}), Say("deal_cards", {"seat": 1 - dealer, "dealer": dealer}))
        return first + (Say(second, {"seat": 1 - dealer}),) + waiting

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        draft: Entry = pending if pending and pending.get("maker") is not None else {}
        found = deal_needs(standing, draft) if draft else []
        target = standing.rules["target"]
        there = [need.side for need in found if need.code == "can_claim"]
        short = [side for side, total in enumerate(standing.totals) if total < target and side not in there]
        return tuple(found + [match_need(standing, side, draft) for side in short])

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        if key == "no_trick":
            return no_trick_refusal(standing, with_value(draft, key, value))
        if key == "last_trick" and draft.get("no_trick") == value:
            return problem("last_trick", "has_last")
        if key == "bela" and needs_same_card(with_value(draft, key, value)):
            return problem("bela", "runs_bela")
        if key == "claim" and draft.get("cards") is not None and draft.get("last_trick") is None:
            found = claim_problems(standing, with_value(draft, key, value))
            return found[0] if found else None
        return None

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Say | None:
        if key == "last_trick" or key == "bela":
            return Say("plus", {"up_gain": LAST_TRICK if key == "last_trick" else BELA})
        if key == "no_trick" and loses_sequences(standing, draft, value):
            return Say("no_sequence", {"seat": value})
        if key == "claim":
            return claim_hint(standing, draft, value)
        return None

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        return pending is not None and pending.get("maker") is not None and pending.get("turned") is not None

    def spoken(self, standing: Standing, pending: Entry) -> Say:
        maker, trump = pending.get("maker"), pending.get("trump")
        if maker is None:
            return Say("passed_head", {})
        counting = pending.get("cards") or (None, None)
        big = so_far(standing, pending)[maker] if counting[maker] is not None else trump
        if big is None:
            return Say("pending_bare", {"seat": maker, "big": None, "alone": True})
        return Say("pending" if trump and big != trump else "pending_bare", {"seat": maker, "big": big, "trump": trump})

    def account(self, line: Line) -> tuple[Say, Say]:
        maker, trump = line.deal.entry.get("maker"), line.deal.entry.get("trump")
        if maker is None:
            return Say("passed_head", {}), Say("passed_story", {"seat": 1 - line.dealer})
        return Say("pending" if trump else "pending_bare", {"seat": maker, "trump": trump}), story(line, maker)

    def tallies(self, standing: Standing, line: Line) -> tuple[Tally, ...]:
        entry = line.deal.entry
        if entry.get("maker") is None:
            return ()
        verdict = line.awards[0].why if line.awards and line.awards[0].why in VERDICTS else "made"
        found = maker_tally(entry, verdict)
        return found + (() if entry.get("bela") is None else (Tally(entry["bela"], "bela", 1),))

    def marks(self, standing: Standing) -> Values:
        return {"kind": "road", "target": standing.rules["target"]}


def made(standing: Standing, entry: Entry) -> tuple[int, int]:
    """What each seat has made by itself in a deal, in points: cards, last trick, Bela and sequences."""
    return made_with(entry, scores_sequences(standing, entry))


def made_with(entry: Entry, sequence: tuple[int, int, str]) -> tuple[int, int]:
    """The same when it is known who scores sequences."""
    both = list(entry["cards"])
    if "last_trick" in entry:
        both[entry["last_trick"]] += LAST_TRICK
    if "bela" in entry:
        both[entry["bela"]] += BELA
    if sequence[1]:
        both[sequence[0]] += sequence[1]
    return both[0], both[1]


def scores_sequences(standing: Standing, entry: Entry) -> tuple[int, int, str]:
    """Who scores sequences (-1: nobody), the points, and why: a reason of better_runs, settled, equal or no_trick."""
    if "sequence_points" in entry:
        given = entry["sequence_points"]
        return (0, given[0], "settled") if given[0] else (1, given[1], "settled")
    if "sequences" not in entry:
        return -1, 0, "none"
    forehand = 1 - standing.dealer
    runs = entry["sequences"]
    place, why = better_runs(runs[forehand], runs[1 - forehand])
    if place < 0:
        return -1, 0, why
    if why == "declared_first" and standing.rules["equal_sequences"] == "nobody":
        return -1, 0, "equal"
    owner = forehand if place == 0 else 1 - forehand
    if standing.rules["sequences_need_trick"] and entry.get("no_trick") == owner:
        return -1, 0, "no_trick"
    return owner, sum([run_points(run["length"]) for run in runs[owner]]), why


def loses_sequences(standing: Standing, draft: Entry, seat: int) -> bool:
    """Whether the best sequences written so far would not count if this seat had won no trick (CB-D6)."""
    return scores_sequences(standing, with_value(draft, "no_trick", seat))[2] == "no_trick"


def claim_total(standing: Standing, entry: Entry, seat: int) -> int:
    """The points that a claim of this seat would show: its total and what it has made so far in the deal (CB-D9)."""
    return standing.totals[seat] + so_far(standing, entry)[seat]


def claim_reaches(standing: Standing, entry: Entry, seat: int) -> bool:
    """Whether a claim of this seat now would win the match."""
    return claim_total(standing, entry, seat) >= int(standing.rules["target"])


def so_far(standing: Standing, draft: Entry) -> tuple[int, int]:
    """What each seat has made by what is written so far; what is not yet known counts nothing."""
    return made(standing, settled(draft))


def settled(draft: Entry) -> Entry:
    """A partial entry made whole enough to be counted: gaps are noughts, sequences that are none yet are left out.

    So are the points of both seats, which stand while it is open whose sequence is better.
    """
    whole = {key: draft[key] for key in draft if draft[key] is not None}
    for key in ("cards", "sequence_points"):
        if key in whole or key == "cards":
            whole[key] = [item or 0 for item in whole.get(key, (0, 0))]
    if "sequences" in whole and sequences_problems(whole):
        whole.pop("sequences")
    if all(whole.get("sequence_points", (0, 0))):
        whole.pop("sequence_points")
    return whole


def with_value(draft: Entry, key: str, value: Any) -> Entry:
    """What is written so far, with one value more."""
    whole = settled(draft)
    whole[key] = value
    return whole


def verdict_of(standing: Standing, entry: Entry, both: tuple[int, int]) -> str:
    """How the deal ends: made, or one of VERDICTS."""
    if "claim" in entry:
        claimer = entry["claim"]
        if standing.totals[claimer] + both[claimer] >= standing.rules["target"]:
            return "claimed"
        if standing.rules["false_claim"] == "loses_deal":
            return "false_claim"
    ours, theirs = both[entry["maker"]], both[1 - entry["maker"]]
    if ours == theirs:
        return EQUAL[standing.rules["equal_totals"]]
    return "made" if ours > theirs else "fell_short"


def awards_of(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], int]:
    """The awards of a deal with a maker, and how many points wait after it."""
    sequence = scores_sequences(standing, entry)
    both, each = made_with(entry, sequence), (own(entry, 0, sequence), own(entry, 1, sequence))
    maker, held = entry["maker"], standing.carry["held"]
    verdict = verdict_of(standing, entry, both)
    if verdict == "claimed":
        return claim_awards(standing, entry["claim"], both, each), held
    if verdict in TIED:
        return tie_awards(standing, maker, both, each, verdict), held + both[0] if verdict == "tied_waits" else held
    loser = loser_of(entry, verdict)
    awards = kept(maker, each) if verdict == "made" else all_to_other(standing, loser, both, each, verdict)
    return awards + ((award(1 - loser, held, "waited"),) if held else ()), 0


def ends(standing: Standing, awards: tuple[Award, ...]) -> bool:
    """Whether somebody reaches the target with these awards: points that wait then are lost."""
    gained = [sum([given.points for given in awards if given.side == side]) for side in (0, 1)]
    return any(standing.totals[side] + gained[side] >= standing.rules["target"] for side in (0, 1))


def loser_of(entry: Entry, verdict: str) -> int:
    """The seat that lost a deal that was not tied: by a false claim, by falling short, or as the maker's opponent."""
    if verdict == "claimed":
        return 1 - int(entry["claim"])
    if verdict == "false_claim":
        return int(entry["claim"])
    return int(entry["maker"] if verdict == "fell_short" else 1 - entry["maker"])


def own(entry: Entry, seat: int, sequence: tuple[int, int, str]) -> tuple[Award, ...]:
    """What a seat has made, in the order it is counted: sequences, Bela, last trick, cards."""
    found = []
    scorer, gained, why = sequence
    if scorer == seat and gained:
        found.append(award(seat, gained, "sequences_" + why))
    if entry.get("bela") == seat:
        found.append(award(seat, BELA, "bela"))
    if entry.get("last_trick") == seat:
        found.append(award(seat, LAST_TRICK, "last_trick"))
    in_cards = entry["cards"][seat]
    if in_cards:
        found.append(award(seat, in_cards, "cards", {"n": in_cards}))
    return tuple(found)


def kept(maker: int, each: Each) -> tuple[Award, ...]:
    """Both keep their own; who did not make trump counts first."""
    return each[1 - maker] + each[maker]


def all_to_other(standing: Standing, loser: int, both: tuple[int, int], each: Each, verdict: str) -> tuple[Award, ...]:
    """The loser of the deal gets nothing, the other everything (CB-D15); the first award, of no points, says why."""
    other = 1 - loser
    why = award(loser, 0, verdict, comparison(standing, both, each, loser))
    moved = (award(other, both[loser], "from_other", {"other": loser}),) if both[loser] else ()
    return (why,) + each[other] + moved


def comparison(standing: Standing, both: tuple[int, int], each: Each, seat: int) -> Values:
    """What a seat made against what the other made, in points and in words."""
    values = against(both, each, seat)
    values["target"] = standing.rules["target"]
    return values


def against(both: tuple[int, int], each: Each, seat: int) -> Values:
    """The points of a seat and of the other, and both with all that they hold beside the cards."""
    other = 1 - seat
    ours, theirs = in_full(both[seat], each[seat]), in_full(both[other], each[other])
    return {
        "points": both[seat],
        "other": other,
        "other_points": both[other],
        "ours_parts": [ours],
        "theirs_parts": [theirs],
    }


def in_full(made_points: int, awards: tuple[Award, ...]) -> Values:
    """What a seat made, as a code with values: the points, with its sequences, Bela and last trick."""
    parts = [part(given) for given in awards if given.why in ("bela", "last_trick") or is_sequence(given)]
    if not parts:
        return {"code": "made_bare", "values": {"points": made_points}}
    return {"code": "made_with", "values": {"points": made_points, "parts": parts}}


def part(given: Award) -> Values:
    """Sequences with their points, Bela or the last trick, as a code with values."""
    if is_sequence(given):
        return {"code": "sequences_of", "values": {"n": given.points}}
    return {"code": given.why, "values": {}}


def is_sequence(given: Award) -> bool:
    """Whether an award is for sequences."""
    return given.why.startswith("sequences_")


def tie_awards(standing: Standing, maker: int, both: tuple[int, int], each: Each, verdict: str) -> tuple[Award, ...]:
    """Equal totals by the house rule (CB-D1)."""
    if verdict == "tied_all":
        return all_to_other(standing, maker, both, each, verdict)
    why = (award(maker, 0, verdict, comparison(standing, both, each, maker)),)
    return why + (kept(maker, each) if verdict == "tied_keep" else each[1 - maker])


def claim_awards(standing: Standing, claimer: int, both: tuple[int, int], each: Each) -> tuple[Award, ...]:
    """The claimer scores what was made until then, the other nothing."""
    return (award(claimer, 0, "claimed", {"total": standing.totals[claimer] + both[claimer]}),) + each[claimer]


def claimed(line: Line) -> bool:
    """Whether a scored deal ended with a claim that reached the target."""
    return bool(line.awards) and line.awards[0].why == "claimed"


def both_over(standing: Standing, entry: Entry) -> Outcome | None:
    """Who wins when both have reached the target and nobody claimed (CB-D8); None while that is not to be known."""
    rule, target, last = standing.rules["both_over"], standing.rules["target"], entry.get("last_trick")
    ahead = high_or_low(standing, True)
    if rule == "non_maker" and entry.get("maker") is not None:
        return Outcome((1 - entry["maker"],), "both_non_maker", {"target": target}, None)
    if rule == "last_trick" and last is not None:
        return Outcome((last,), "both_last_trick", {"target": target}, None)
    if len(ahead) == 1:
        return Outcome(ahead, "both_higher", {"target": target}, None)
    return None if last is None else Outcome((last,), "both_last_trick", {"target": target}, None)


def cards_problems(entry: Entry) -> list[Problem]:
    """Eighteen of the 32 cards hold 18 to 146 points; a claim may come before all are played."""
    both = entry["cards"][0] + entry["cards"][1]
    if both > MOST:
        return [problem("cards", "cards_too_many", {"n": both, "high": MOST})]
    if both < LEAST and "last_trick" in entry:
        return [problem("cards", "cards_too_few", {"n": both, "low": LEAST})]
    return []


def no_trick_problems(entry: Entry) -> list[Problem]:
    """Who won no trick has no card points and not the last trick."""
    found = []
    if entry["no_trick"] == entry.get("last_trick"):
        found.append(problem("no_trick", "has_last"))
    if "cards" in entry and entry["cards"][entry["no_trick"]]:
        found.append(problem("cards", "has_cards"))
    return found


def no_trick_refusal(standing: Standing, draft: Entry) -> Problem | None:
    """Why a seat cannot have won no trick, given what is written so far."""
    found = no_trick_problems(draft)
    if not found and "sequence_points" in draft:
        settled_so = [known for known in sequence_points_problems(standing, draft) if known.code == "sequence_no_trick"]
        found = [problem("no_trick", known.code) for known in settled_so]
    return found[0] if found else None


def sequences_problems(entry: Entry) -> list[Problem]:
    """Whether the declared sequences can all have been held: their shape first, then one by one, then together."""
    declared = entry["sequences"]
    if not are_runs(declared):
        return [problem("sequences", "runs_shape")]
    runs = declared[0] + declared[1]
    low = [run for run in runs if run_start(run) + run["length"] > 8]
    found = [problem("sequences", "run_low", {"length": run["length"], "top": run["top"]}) for run in low]
    for holder in (0, 1):
        if sum([run["length"] for run in declared[holder]]) > 9:
            found.append(problem("sequences", "runs_too_long", {"seat": holder}))
    if share_a_card([run for run in runs if run["trump"]]):
        found.append(problem("sequences", "runs_trump"))
    if needs_same_card(entry):
        found.append(problem("sequences", "runs_bela"))
    if most_through_a_rank([run for run in runs if not run["trump"]]) > 3:
        found.append(problem("sequences", "runs_plain"))
    return found


def needs_same_card(entry: Entry) -> bool:
    """Whether Bela and a trump sequence of the other seat hold the same king or queen."""
    if "bela" not in entry or "sequences" not in entry:
        return False
    return any(run["trump"] and run_start(run) < 3 for run in entry["sequences"][1 - entry["bela"]])


def sequence_points_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """What is wrong with sequences that the table has settled itself."""
    given = entry["sequence_points"]
    found = []
    if "sequences" in entry:
        found.append(problem("sequence_points", "both_ways"))
    if given[0] and given[1]:
        found.append(problem("sequence_points", "sequence_one_side"))
    if given[0] not in SEQUENCE_TOTALS or given[1] not in SEQUENCE_TOTALS:
        found.append(problem("sequence_points", "sequence_total"))
    if "no_trick" in entry and given[entry["no_trick"]] and standing.rules["sequences_need_trick"]:
        found.append(problem("sequence_points", "sequence_no_trick"))
    return found


def claim_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """A claim that does not reach the target is no end: where it costs nothing the deal is to be finished."""
    claimer, target = entry["claim"], standing.rules["target"]
    short = target - standing.totals[claimer] - made(standing, entry)[claimer]
    if short < 1 or standing.rules["false_claim"] == "loses_deal":
        return []
    return [problem("claim", "claim_short", {"n": short, "target": target})]


def claim_hint(standing: Standing, draft: Entry, claimer: int) -> Say:
    """What a claim would do now."""
    if claim_reaches(standing, draft, claimer):
        return Say("claim_wins", {"total": claim_total(standing, draft, claimer)})
    if standing.rules["false_claim"] == "loses_deal":
        return Say("claim_loses", {"other": 1 - claimer})
    return Say("claim_play_on", {})


def deal_needs(standing: Standing, draft: Entry) -> list[Need]:
    """What the maker still needs in the deal, and who could claim now."""
    maker, other = draft["maker"], 1 - draft["maker"]
    both = so_far(standing, draft)
    found = [
        Need(seat, "can_claim", {"total": claim_total(standing, draft, seat)})
        for seat in (0, 1)
        if claim_reaches(standing, draft, seat)
    ]
    cards = draft.get("cards") or (None, None)
    if cards[other] is None:
        found.append(Need(maker, "must_beat", {"other": other}))
    elif both[maker] <= both[other]:
        found.append(Need(maker, "beats", {"n": both[other] - both[maker] + 1, "other": other, "points": both[other]}))
        if cards[maker] is not None and both[maker]:
            found.append(otherwise(standing, maker, both))
    elif sure(standing, draft, maker):
        found.append(Need(maker, "ahead", {"points": both[maker], "other": other, "other_points": both[other]}))
    else:
        found.append(Need(maker, "must_beat", {"other": other}))
    return found


def sure(standing: Standing, draft: Entry, maker: int) -> bool:
    """Whether a maker who is ahead stays so, whatever is still open: who has the last trick, and whether any trick."""
    if draft.get("last_trick") is None or undecided(draft):
        return False
    cards = draft.get("cards") or (None, None)
    if cards[maker] is not None or draft["last_trick"] == maker:
        return True
    bare = made(standing, with_value(draft, "no_trick", maker))
    return bare[maker] > bare[1 - maker]


def undecided(draft: Entry) -> bool:
    """Whether it is open whose sequence is better: both stand."""
    return all(draft.get("sequence_points") or (0, 0))


def otherwise(standing: Standing, maker: int, both: tuple[int, int]) -> Need:
    """What becomes of the points of a maker who does not make more."""
    ours, theirs = both[maker], both[1 - maker]
    rule = standing.rules["equal_totals"]
    if ours < theirs or rule == "all_to_opponent":
        return Need(maker, "else_all", {"points": ours + theirs, "other": 1 - maker})
    if rule == "both_keep":
        return Need(maker, "else_keep", {"points": ours})
    goes_on = standing.totals[1 - maker] + theirs < standing.rules["target"]
    return Need(maker, "else_waits" if rule == "held" and goes_on else "else_lost", {"n": ours})


def match_need(standing: Standing, side: int, draft: Entry) -> Need:
    """What is enough to reach the target with what a side has so far, of what nobody has in this deal yet.

    That is the last trick, a Bela or a run of four; else so many points.
    """
    total = claim_total(standing, draft, side)
    left = standing.rules["target"] - total
    ways = (
        (LAST_TRICK, "last_trick_enough", ("last_trick", "no_trick")),
        (BELA, "bela_enough", ("bela",)),
        (50, "fifty_enough", ("sequences", "sequence_points", "no_trick")),
    )
    for enough, code, keys in ways:
        open_to = all(draft.get(key) is None for key in keys)
        if left <= enough and open_to and not (code == "bela_enough" and bela_gone(draft, side)):
            return Need(side, code, {"total": total})
    return Need(side, "need_points", {"n": left})


def bela_gone(draft: Entry, side: int) -> bool:
    """Whether the other seat has declared a trump run with the king or the queen, so that this one has no Bela."""
    return needs_same_card(with_value(draft, "bela", side))


def story(line: Line, maker: int) -> Say:
    """What happened in a deal with a maker; who gets what had been held over comes last."""
    told = told_story(line, maker)
    held = [given for given in line.awards if given.why == "waited"]
    if not held:
        return told
    before = [{"code": told.code, "values": told.values}]
    return Say("story_waited", {"story_parts": before, "n": held[0].points, "seat": held[0].side})


def told_story(line: Line, maker: int) -> Say:
    """How the deal itself ended."""
    first = line.awards[0] if line.awards else None
    each = (of_side(line, 0), of_side(line, 1))
    both = sum([given.points for given in each[0]]), sum([given.points for given in each[1]])
    if first and first.why == "claimed":
        seat = first.side
        ours = [in_full(both[seat], each[seat])]
        return Say("story_claimed", {"seat": seat, "total": first.values["total"], "ours_parts": ours})
    if first and first.why in VERDICTS:
        return Say("story_" + first.why, first.values)
    return Say("story_made", against(both, each, maker))


def of_side(line: Line, side: int) -> tuple[Award, ...]:
    """What a side got for this deal alone."""
    return tuple([given for given in line.awards if given.side == side and given.why != "waited"])


def maker_tally(entry: Entry, verdict: str) -> tuple[Tally, ...]:
    """What a deal adds to the record of its maker, or of who claimed."""
    if verdict == "claimed" or verdict == "false_claim":
        return (Tally(entry["claim"], verdict, 1),)
    tied = verdict != "made" and verdict != "fell_short"
    return (Tally(entry["maker"], "trump_tied" if tied else "trump_made" if verdict == "made" else "trump_lost", 1),)


GAME = Clobyosh()
