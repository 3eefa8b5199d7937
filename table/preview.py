"""What an amendment or a ruling would change: totals, lines and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.board import overview, pad
from scoring.deals import STRUCK
from scoring.sheet import bid_problems, extend
from scoring.words import Deal, Sheet
from table.changes import change_row, changed_lines, names_of, standing_lines
from table.icons import mark
from table.language import SUITS, fill_in
from table.node import between, node, text_of
from table.rule_periods import rule_changes
from table.sheet import changed_totals
from table.words import line_words

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Line, Values
    from table.changes import FormatterOfLine
    from table.language import MessageFormatter
    from table.node import Content, Node
    from table.rule_periods import RuleChange

    Offers = list[tuple[Content, Content]]  # choices by their labels, with their hints

MAX_EXAMPLES = 5

ValueChange = NamedTuple("ValueChange", [("what", "Content"), ("was", "Content"), ("now", "Content")])
"""A choice, or a deal like an earlier one, with its value before and after."""


class NextDealDiff:
    """The next deal on two sheets; rules: whether the house rules differ."""

    def __init__(self, old: Sheet, new: Sheet, formatter: MessageFormatter, rules: bool) -> None:
        self.old, self.new, self.formatter, self.rules = old, new, formatter, rules
        self.game, self.language = formatter.game, formatter.language
        olds, news = self.prompt_and_needs(old), self.prompt_and_needs(new)
        self.old_sentences = [sentence for sentence in olds if sentence not in news]
        self.new_sentences = [sentence for sentence in news if sentence not in olds]
        before, after = self.offers(old), self.offers(new)
        self.old_choices = [words for words, _ in before if hint_of(after, words) is None]
        self.new_choices = [words for words, _ in after if hint_of(before, words) is None]
        self.stakes = [
            ValueChange(words, hint, hint_of(after, words)) for words, hint in before if differs(after, words, hint)
        ]
        self.deals = self.deals_like()

    @property
    def anything(self) -> bool:
        """Whether anything differs."""
        parts = (self.old_sentences, self.new_sentences, self.old_choices, self.new_choices, self.stakes, self.deals)
        return any(len(part) > 0 for part in parts) or len(self.bid()) > 0

    def prompt_and_needs(self, sheet: Sheet) -> list[Content]:
        """The prompt of the table, and what every side needs."""
        seen = overview(sheet, None, len(sheet.lines))
        needs: list[Content] = [self.need(need) for need in seen["needs"]]
        return [self.formatter.format(sentence) for sentence in seen["prompt"]] + needs

    def need(self, need: Values) -> Content:
        """What a side needs, behind its names unless the sentence has them."""
        names, words = self.formatter.side(need["side"]), self.formatter.format(need)
        if text_of(names) in text_of(words):
            return words
        return fill_in(self.language.gettext("{names}: {words}"), {"names": names, "words": words})

    def offers(self, sheet: Sheet) -> Offers:
        """Every choice on the pad by its label, with its hint."""
        found: Offers = []
        for field in pad(sheet)["fields"]:
            for words, hint in self.field_offers(field):
                if hint_of(found, words) is None:
                    found.append((words, hint))
                else:  # two players of one name
                    found = [(label, hint if label == words else other) for label, other in found]
        return found

    def field_offers(self, field: Values) -> Offers:
        """The choices of one field: a range of numbers by its ends, a seat that may stay out by its name."""
        label, rows = self.language.gettext(field["label"]), field.get("choices")
        if rows is None:
            return [(label, "")]
        found: Offers = []
        for seat, row in enumerate(rows):
            can = [choice for choice in row if not choice["why_not"]]
            behind = [self.language.gettext(", "), self.formatter.name(seat)] if field["per"] == "seat" else []
            found += self.row_offers([label] + behind, field["kind"], can)
        return found

    def row_offers(self, name: list[Content], kind: str, can: list[Values]) -> Offers:
        """The choices of one row."""
        language = self.language
        if kind == "count":
            numbers = [choice["value"] for choice in can if choice["value"] is not None]
            span = [f"{language.number(numbers[0])}–{language.number(numbers[-1])}"] if numbers else []
            gap = [language.gettext("takes no part")] if len(can) > len(numbers) else []
            return [(name + [": ", words], "") for words in span + gap]
        return [
            (name + [": ", self.word(kind, choice)], self.formatter.format(choice["hint"]) if choice["hint"] else "")
            for choice in can
        ]

    def word(self, kind: str, choice: Values) -> Content:
        """The label of a choice on its chip."""
        language = self.language
        if kind in ("seat", "seats"):
            return self.formatter.name(choice["value"])
        if kind == "flag":
            return language.gettext("yes") if choice["value"] else language.gettext("no")
        return SUITS.get(choice["value"]) or language.in_digits(language.gettext(str(choice["label"])))

    def deals_like(self) -> list[ValueChange]:
        """Deals of this match that would score otherwise from here on, newest first, each kind once."""
        found: list[ValueChange] = []
        for line in reversed(self.old.lines if self.rules else ()):
            worth = self.deal_like(line) if line.deal.kind == "deal" and not line.problems else None
            if worth and worth.was != worth.now and all(worth.was != other.was for other in found):
                found.append(worth)
        return found[:MAX_EXAMPLES]

    def deal_like(self, line: Line) -> ValueChange:
        """A recorded deal as it would count next, before and after."""
        like = self.language.gettext("like deal {n}", n=line.number)
        return ValueChange(like, self.next_line(self.old, line), self.next_line(self.new, line))

    def next_line(self, sheet: Sheet, line: Line) -> Content:
        """The line of this deal if it came next."""
        bare = Sheet(sheet.game, (), sheet.standing, None, None)
        deal = Deal(line.deal.uid, line.deal.kind, line.deal.entry, None)
        return line_words(self.formatter, extend(self.game, bare, (deal,)).lines[0])

    def bid(self) -> list[Content]:
        """Why the bid in play would no longer be valid, where it is now."""
        spoken = self.new.pending
        if not spoken or bid_problems(self.game, self.old.standing, spoken):
            return []
        found = bid_problems(self.game, self.new.standing, spoken)
        return [self.formatter.format({"code": wrong.code, "values": wrong.values}) for wrong in found]

    def drawn(self) -> Node:
        """All of it."""
        gettext = self.language.gettext
        lead = gettext("The current bid would no longer be allowed:")
        bids: list[Content] = [node("p", {"class": "notice"}, lead, " ", fault) for fault in self.bid()]
        gone = [sentence_row(gettext("cannot be chosen any more"), "del", words) for words in self.old_choices]
        new = [sentence_row(gettext("can be chosen"), "ins", words) for words in self.new_choices]
        worth: list[Content] = [
            node("li", {}, node("small", {}, one.what), " ", node("del", {}, one.was), " ", node("ins", {}, one.now))
            for one in self.stakes + self.deals
        ]
        sentences = changed_sentences(
            gettext("no longer"), gettext("from here on"), self.old_sentences, self.new_sentences
        )
        head = node("h2", {}, gettext("From the next deal on"))
        return node("section", {}, head, bids, node("ul", {"class": "apart"}, sentences, gone, new, worth))


def changed_sentences(gone: str, here: str, old: list[Content], new: list[Content]) -> list[Content]:
    """Sentences that would go and sentences that would come, each with a word that says so."""
    return [sentence_row(gone, "del", words) for words in old] + [sentence_row(here, "ins", words) for words in new]


def sentence_row(what: str, tag: str, words: Content) -> Node:
    """A sentence that would go (del) or come (ins)."""
    return node("li", {}, node("small", {}, what), " ", node(tag, {}, words))


def hint_of(offers: Offers, words: Content) -> Content:
    """The hint of a choice; None where there is no such choice."""
    return next((hint for label, hint in offers if label == words), None)


def differs(offers: Offers, words: Content, hint: Content) -> bool:
    """Whether a choice is there with another hint."""
    other = hint_of(offers, words)
    return other is not None and bool(other != hint)


class Preview:
    """Two sheets of a match, without a record and with it, compared.

    formatter: of the table after it, formatter_then: of the table at a line; uid: of the record.
    prose: the sentences of the rules that would go, and those that would come.
    """

    def __init__(
        self,
        formatter: MessageFormatter,
        formatter_then: FormatterOfLine,
        old: Sheet,
        new: Sheet,
        uid: str,
        prose: tuple[list[Content], list[Content]] = ([], []),
    ) -> None:
        self.formatter, self.formatter_then, self.game = formatter, formatter_then, formatter.game
        self.language, self.old, self.new, self.uid, self.prose = formatter.language, old, new, uid, prose
        self.rules = rule_changes(self.language, self.game, old.standing.rules, new.standing.rules)
        was, now = old.standing.totals, new.standing.totals
        moved = was != now and self.game.has_totals
        self.totals = [(side, was[side], now[side]) for side in range(len(now))] if moved else []

    def parts(self) -> list[Content]:
        """All that would change."""
        end, not_counted, lines, following = self.end(), self.not_counted(), self.lines(), self.next()
        gettext = self.language.gettext
        nothing = not (end or lines or self.totals or self.rules or (following and following.anything))
        head = node("h2", {}, gettext("The sheet"))
        return [
            node("p", {"class": "notice"}, between(end, " ")) if end else None,
            node("p", {"class": "notice"}, not_counted) if not_counted else None,
            node("p", {}, gettext("No total, deal or rule would change.")) if nothing else None,
            node("ul", {}, [self.total_row(*moved) for moved in self.totals]) if self.totals else None,
            self.rules_parts() if self.rules else None,
            self.prose_section() if self.prose[0] or self.prose[1] else None,
            node("section", {"class": "lines"}, head, node("ol", {}, lines)) if lines else None,
            following.drawn() if following and following.anything else None,
        ]

    def end(self) -> list[Content]:
        """What would change about the end of the match."""
        was, now, gettext = self.old.outcome, self.new.outcome, self.language.gettext
        if was is None and now is None:
            return self.state()
        if now is None:
            return [gettext("The match would not be over any more.")]
        names = names_of(self.formatter, now.winners)
        why = self.formatter.format({"code": now.why, "values": now.values})
        if was is None:
            words = gettext("The match would be over now. It goes to {names}:")
            return [fill_in(words, {"names": names}), why]
        if was.winners != now.winners:
            words = gettext("The match would go to {names} instead of {others}:")
            return [fill_in(words, {"names": names, "others": names_of(self.formatter, was.winners)}), why]
        return []

    def state(self) -> list[Content]:
        """What closing or reopening would mean while nobody has won."""
        was, now, gettext = self.old.standing, self.new.standing, self.language.gettext
        if was.closed == now.closed:
            return []
        if was.closed:
            return [gettext("The match would go on with deal {n}.", n=now.number)]
        if self.game.closing_decides(now.rules):
            return [gettext("Nobody is ahead: the match would go on until somebody is.")]
        given_up = gettext("It will have no winner, and no more deals can be recorded.")
        return [given_up, gettext("You can resume it any time.")]

    def not_counted(self) -> str:
        """How many deals would no longer count, or count again."""
        was, now = uncounted_deals(self.old.lines), uncounted_deals(self.new.lines)
        there = [line.deal.uid for line in standing_lines(self.new)]
        lost = len([uid for uid in now if uid not in was])
        found = len([uid for uid in was if uid not in now and uid in there])
        ngettext = self.language.ngettext
        words = [
            ngettext("{num} more deal would not count.", "{num} more deals would not count.", lost, num=lost),
            ngettext("{num} deal would count again.", "{num} deals would count again.", found, num=found),
        ]
        return " ".join([words[n] for n, many in enumerate((lost, found)) if many])

    def lines(self) -> list[Content]:
        """Every line of the sheet that would change, without the new one."""
        others = tuple([line for line in self.new.lines if line.deal.uid != self.uid])
        new = Sheet(self.new.game, others, self.new.standing, self.new.outcome, self.new.pending)
        changes = changed_lines(self.language, self.old, new, self.formatter_then)
        return [change_row(self.language, change, self.game.has_totals) for change in changes]

    def total_row(self, side: int, before: int, after: int) -> Node:
        """The total of a side before and after."""
        names, sums = (
            node("span", {}, self.formatter.side(side)),
            changed_totals(self.language, (before,), (after,), side),
        )
        return node("li", {"class": "line"}, mark(side), names, sums)

    def rules_parts(self) -> list[Content]:
        """The house rules that would change."""
        rows: list[Content] = [self.rule_row(change) for change in self.rules]
        kept = node("p", {"class": "soft"}, self.language.gettext("Deals already recorded stay as they are."))
        return [node("dl", {"class": "settled"}, rows), kept]

    def rule_row(self, change: RuleChange) -> Node:
        """A house rule with both values, and what the new one means."""
        was = node("del", {}, node("span", {"class": "unseen"}, self.language.gettext("was"), " "), change.was)
        meaning = node("small", {}, change.meaning) if change.meaning else None
        return node(
            "div", {}, node("dt", {}, change.label), node("dd", {}, was, " ", node("b", {}, change.now), meaning)
        )

    def prose_section(self) -> Node:
        """The sentences of the rules that would go, and those that would come."""
        gettext = self.language.gettext
        rows = changed_sentences(gettext("no longer"), gettext("from here on"), self.prose[0], self.prose[1])
        return node("section", {}, node("h2", {}, gettext("In the rules")), node("ul", {"class": "apart"}, rows))

    def next(self) -> NextDealDiff | None:
        """How the next deal would differ; None where there is none before or after."""
        if not (goes_on(self.game, self.old) and goes_on(self.game, self.new)):
            return None
        return NextDealDiff(self.old, self.new, self.formatter, rules=len(self.rules) > 0)


def goes_on(game: Game, sheet: Sheet) -> bool:
    """Whether a match is neither over nor given up."""
    given_up = sheet.standing.closed and not game.closing_decides(sheet.standing.rules)
    return sheet.outcome is None and not given_up


def uncounted_deals(lines: tuple[Line, ...]) -> list[str]:
    """The uids of the deals that do not count."""
    return [line.deal.uid for line in lines if line.problems and line.deal.kind != STRUCK]
