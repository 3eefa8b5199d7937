"""How the next deal would differ: its prompt, its choices, and what earlier deals of the match would score."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.locale import fill_in
from drawing.messages import SUITS
from drawing.node import node, text_of
from drawing.record_words import line_words
from scoring.board import overview, pad
from scoring.sheet import bid_problems, extend
from scoring.words import Deal, Sheet

if TYPE_CHECKING:
    from drawing.messages import MessageFormatter
    from drawing.node import Content, Node
    from scoring.words import Line, Values

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
