"""Game: the interface of a game, with defaults; a game is a subclass in its own package.

Every method is a pure function of what it is given. Nothing here raises for what a person typed: what is wrong is a
tuple of problems, each beside its field. Behind the class: rules filled up and checked, and the English of the codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import PACK_52
from scoring.words import Message, Outcome, Table, message, problem, same

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import (
        Award,
        Carry,
        Entry,
        Field,
        Line,
        Need,
        Option,
        Problem,
        Rules,
        Sheet,
        Standing,
        Values,
        Wording,
    )


class Game:
    """One game: class attributes describe it, methods are its rules; subclasses override what differs."""

    key: str = ""
    name: str = ""
    tagline: str = ""  # one line of what it is, for the list of games
    begin: str = message("Deal the cards")  # the button that begins a match
    unit: str = "points"
    edition: int = 1  # raised when the meaning of a log changes
    seats: tuple[int, int] = (4, 4)  # fewest and most players
    partners: bool = False  # seats 0 and 2 against 1 and 3
    high_wins: bool = True
    has_totals: bool = True  # whether running totals tell how the sides stand; elsewhere it is the status in marks()
    statuses: dict[str, str] = {}  # status in marks() -> its label, where it tells how the sides stand
    spared_words: str = ""  # what the dashed ring means around what a side took in a deal after which it was spared()
    pack: tuple[tuple[str, ...], ...] = PACK_52  # to draw for the deal from: those of one height together, lowest first
    lowest_deals: bool = False  # of those who draw for the deal the lowest decides, not the highest
    dealer_after: int = 0  # so many seats to the left of whom the draw decides sits the first dealer
    paper_forms: tuple[tuple[str, str], ...] = ()  # key and label of each way to write it on paper, the usual one first
    idle: tuple[str, ...] = ()  # keys of entries under other rules: beside these rules only a null passes, as left out
    options: tuple[Option, ...] = ()
    # option -> (other, its values) that make it matter
    depends_on: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {}
    presets: tuple[tuple[str, str, Rules], ...] = ()  # key, label, the rules that differ
    sentences: dict[str, Wording] = {}  # code -> English wording of every why, problem, prompt, need, hint and outcome

    def table(self, players: tuple[str, ...], first_dealer: int) -> Table:
        """The seats and the sides they make."""
        if self.partners:
            return Table(players, ((0, 2), (1, 3)), first_dealer)
        return Table(players, tuple((seat,) for seat in range(len(players))), first_dealer)

    def rule_problems(self, rules: Rules, players: int) -> tuple[Problem, ...]:
        """What is wrong with complete rules beyond each value by itself (options that exclude each other)."""
        return ()

    def relevant_options(self, rules: Rules, players: int) -> tuple[Option, ...]:
        """The options that have an effect under complete rules, in their order, and those with a problem."""
        wrong = [found.field for found in self.rule_problems(rules, players)]
        return tuple([one for one in self.options if self._matters(rules, one.key) or "rules." + one.key in wrong])

    def _matters(self, rules: Rules, key: str) -> bool:
        """Whether an option has an effect: it depends on none, or one that it depends on matters with such a value."""
        hangs_on = self.depends_on.get(key, ())
        return not hangs_on or any(
            any(same(rules[other], value) for value in values) and self._matters(rules, other)
            for other, values in hangs_on
        )

    def unit_of(self, rules: Rules) -> str:
        """What the totals count under these rules."""
        return self.unit

    def marks_bid(self, rules: Rules, bid: Any) -> int | None:
        """The marks that a bid stands for, in a game where marks are bid."""
        return None

    def opening(self, table: Table, rules: Rules) -> tuple[int, Carry]:
        """The total that every side starts with, and the carry before the first deal."""
        return 0, {}

    def fields(self, standing: Standing) -> tuple[Field, ...]:
        """The fields of the next deal. Return constant tuples: every replay calls this once a deal."""
        return ()

    def check(self, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
        """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
        return ()

    def score(self, standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
        """The awards of a legal entry, and the carry after it."""
        raise NotImplementedError

    def counted(self, standing: Standing, entry: Entry) -> bool:
        """Whether the deal counts as one; a redeal does not, and its number is used again."""
        return True

    def next_dealer(self, standing: Standing, entry: Entry, points: tuple[int, ...], carry: Carry) -> int:
        """Who deals next, after a deal with these points and this new carry."""
        return (standing.dealer + 1) % len(standing.table.players)

    def outcome(self, standing: Standing, lines: list[Line]) -> Outcome | None:
        """Who has won and why, or None while the match goes on; standing is the one after the last line."""
        return None

    def result_problems(self, winner: int, totals: tuple[int, ...]) -> tuple[Problem, ...]:
        """What is wrong with a result that is written down without its deals; totals count where has_totals."""
        best = max(totals) if self.high_wins else min(totals)
        if self.has_totals and (totals[winner] != best or totals.count(best) > 1):
            return (problem("winner", "not_ahead"),)
        return ()

    def decided(self, standing: Standing, winner: int) -> Carry:
        """The carry of a match of which only the result was recorded."""
        return standing.carry

    def closing_decides(self, rules: Rules) -> bool:
        """Whether the table ends a match by closing it; elsewhere a closed match was given up."""
        return False

    def deals_agreed(self, rules: Rules) -> int | None:
        """The most deals that a match can have as it was agreed; None where it does not end by their number."""
        return None

    def minutes(self, rules: Rules) -> int | None:
        """The minutes that a match on the clock lasts, 0 where none were agreed; None without a clock."""
        return None

    def goal(self, standing: Standing) -> int | None:
        """The total that ends the match, to be drawn as a line; None without one."""
        return None

    def payment_parts(self, outcome: Outcome) -> tuple[Message, ...]:
        """The parts of an outcome's payment, as messages; empty where they are not shown."""
        return ()

    def settle(self, sheet: Sheet) -> tuple[int, ...]:
        """What each side receives (negative: pays) in minor units of money; empty when there is no money in it."""
        return ()

    def prompt(self, standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
        """What happens now: who deals how many cards, who speaks, names trump, leads, must stay."""
        return ()

    def needs(self, standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
        """What each side still needs, in this deal and in the match."""
        return ()

    def refusal(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
        """Why this value of this field (of this seat, where it is per seat) is not possible beside the draft."""
        return None

    def hint(self, standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
        """What choosing this value would do, where that is not simply the points of the finished entry."""
        return None

    def bid_done(self, standing: Standing, pending: Entry | None) -> bool:
        """Whether the bid is complete, so that the step is play."""
        return pending is not None

    def auction(self, standing: Standing, calls: list[Any]) -> Values | None:
        """A half-made auction: seats (who made each call), turn, calls (possible now), over, and the entry: what
        it comes to when nobody bids higher, only its calls when nobody bid.

        None in a game without one, or when a call was faulty.
        """
        return None

    def pad_facts(self, standing: Standing, step: str) -> tuple[Any, ...]:
        """A part of the pad's cache key: what it depends on besides rules, seats, dealer, carry and the entry."""
        return standing.number, standing.totals

    def pending_bid(self, standing: Standing, pending: Entry) -> Message:
        """The bid of the deal in play: values seat, big (the number, suit or word in the ring) and more."""
        return Message("bid_so_far", {})

    def sheet_row(self, line: Line) -> tuple[Message, Message]:
        """A scored deal as a row of the sheet: head (who) and story (what happened)."""
        return Message("deal_head", {}), Message("deal_story", {})

    def ranks(self, sheet: Sheet) -> list[int]:
        """A rank of each side at the end, regardless of who won; lower is better."""
        sign = -1 if self.high_wins else 1
        return [sign * total for total in sheet.standing.totals]

    def places(self, sheet: Sheet) -> list[int]:
        """The place of each side from 1: the winners first, the others by ranks(); equal ones share a place."""
        winners = sheet.outcome.winners if sheet.outcome else ()
        ranks = [(0, 0) if side in winners else (1, rank) for side, rank in enumerate(self.ranks(sheet))]
        return [1 + len([other for other in ranks if other < rank]) for rank in ranks]

    def order(self, sheet: Sheet) -> list[int]:
        """The sides, best first; those that share a place in the order of their seats."""
        places = self.places(sheet)
        return sorted(range(len(places)), key=lambda side: (places[side], side))

    def left_words(self, sheet: Sheet, side: int) -> Message:
        """When a side was out of the match, where no totals tell how the sides stand."""
        return Message("", {})

    def comeback(self, lines: list[Line], winners: tuple[int, ...]) -> Message | None:
        """What a winner came back from in these scored deals; None where that is not shown."""
        return None

    def taken(self, entry: Entry) -> list[Any]:
        """What each side took in a deal, where no totals tell; None took no part, an empty list is nothing written."""
        return []

    def spared(self, line: Line) -> tuple[int, ...]:
        """The sides that failed in a scored deal and stay in with less."""
        return ()

    def marks(self, standing: Standing) -> Values:
        """The tally marks of the game as data for drawing: `kind` and what that kind needs."""
        return {"kind": "none"}

    def stick(self, standing: Standing) -> Values:
        """What the tally stick shows: `kind` cuts (a cut a deal) or slots (a match of known length)."""
        return {"kind": "cuts"}


def defaults(game: Game) -> Rules:
    """Every rule key of a game with its default."""
    return {option.key: option.default for option in game.options}


def rules_problems(game: Game, rules: Rules, players: int) -> tuple[Problem, ...]:
    """What is wrong with chosen rules (a part of them is enough): unknown keys, values, and options at odds."""
    options = {option.key: option for option in game.options}
    found = [problem("rules." + key, "unknown_rule") for key in sorted(rules) if key not in options]
    for option in game.options:
        if option.key in rules and not allowed(option, rules[option.key]):
            found.append(problem("rules." + option.key, "rule_value"))
    if found:
        return tuple(found)
    whole = complete(game, rules)
    return game.rule_problems(whole, players)


def allowed(option: Option, value: Any) -> bool:
    """Whether an option can have this value."""
    if option.kind == "yes_no":
        return type(value) is bool
    if option.kind == "one_of":
        return any(same(choice.value, value) for choice in option.choices)
    return type(value) is int and option.low <= value <= option.high


def complete(game: Game, rules: Rules) -> Rules:
    """The chosen rules filled up with the defaults."""
    whole = defaults(game)
    whole.update(rules)
    return whole


def high_or_low(standing: Standing, high_wins: bool) -> tuple[int, ...]:
    """The sides that are ahead: more than one when totals are equal."""
    best = max(standing.totals) if high_wins else min(standing.totals)
    return tuple(side for side, total in enumerate(standing.totals) if total == best)


def last_deal(lines: list[Line]) -> Line | None:
    """The last line that is a deal and counted, or None."""
    for index in range(len(lines) - 1, -1, -1):
        if lines[index].deal.kind == "deal" and not lines[index].problems:
            return lines[index]
    return None


COMMON: dict[str, Wording] = {
    "adjusted": message("a ruling at the table: {note}"),
    "begun": message("Something of this match is written down already"),
    "bid_so_far": message("so far"),
    "closed_already": message("The match is closed already"),
    "list_length": message("One value for each seat is needed"),
    "match_shape": message("A match is a JSON object with game, players, first_dealer, rules, closed and deals"),
    "missing": message("This is still missing"),
    "no_such_call": message("That is not a call in this game"),
    "no_such_game": message("There is no such game"),
    "no_such_seat": message("There is no such seat at this table"),
    "not_a_list": message("A list is needed here"),
    "not_ahead": message("With these totals that side did not win"),
    "not_an_entry": message("A deal is written as keys with values"),
    "not_closed": message("The match is not closed"),
    "not_offered": message("That is not one of the choices"),
    "number_range": message("A whole number from {low} to {high} is needed"),
    "not_text": message("A text of at most {high} characters is needed here"),
    "nothing_chosen": message("Nothing is chosen yet. If everybody passed, say so"),
    "over": message("The match was over before this deal"),
    "player_names": message("Players are a list of names"),
    "players_number": message("This game is played by {low} to {high} people"),
    "points_range": message("Points are whole numbers from {low} to {high}, one for each side"),
    "points_sum": message("The points must add up to {n}"),
    "rule_value": message("This rule cannot have that value"),
    "twice": message("Nobody can be named twice"),
    "unknown_key": message("This game has no such entry"),
    "unknown_rule": message("This game has no such rule"),
    "written_down": message("only the result was written down"),
    "yes_or_no": message("Yes or no is needed here"),
}


def wording(game: Game | None, code: str) -> Wording:
    """The English wording of a code: the game's own, or the common one."""
    if game is not None and code in game.sentences:
        return game.sentences[code]
    return COMMON[code]


def english(game: Game | None, code: str, values: Values) -> str:
    """An English sentence for machines and logs: values stand as they are (seats as numbers)."""
    words = wording(game, code)
    texts = {
        key: ", ".join([english(game, part["code"], part["values"]) for part in values[key]])
        if key.endswith("parts")
        else values[key]
        for key in values
    }
    if type(words) is str:
        return words.format(**texts)
    return words[0 if values.get("n") == 1 else 1].format(**texts)
