"""How the next deal would differ: its prompt, its choices, and what earlier deals of the match would score."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from scoring.board import overview
from scoring.pad import pad
from scoring.sheet import bid_problems, extend
from scoring.words import Sheet
from web.history.entry_text import line_words
from web.i18n.locale import gettext, in_digits, list_of, marked, num
from web.i18n.messages import SUITS

if TYPE_CHECKING:
    from scoring.words import Line
    from web.history.entry_text import Words
    from web.i18n.messages import MarkupFormatter

MAX_EXAMPLES = 5
CHOICE_FORMAT = Markup("{}: {}")


class ValueChange(NamedTuple):
    """A choice, or a deal like an earlier one, with its value before and after."""

    what: Words
    was: Words
    now: Words


class NextDealDiff:
    """The next deal on two sheets; rules: whether the house rules differ."""

    def __init__(self, old: Sheet, new: Sheet, formatter: MarkupFormatter, rules: bool) -> None:
        self.old, self.new, self.formatter, self.rules = old, new, formatter, rules
        self.game = formatter.game

    @property
    def anything(self) -> bool:
        """Whether anything differs."""
        return any(
            (
                self.old_sentences,
                self.new_sentences,
                self.old_choices,
                self.new_choices,
                self.stakes,
                self.deals,
                self.bid,
            )
        )

    @cached_property
    def _sentences(self) -> tuple[list[Words], list[Words]]:
        return self.prompt_and_needs(self.old), self.prompt_and_needs(self.new)

    def prompt_and_needs(self, sheet: Sheet) -> list[Words]:
        """The prompt of the table, and what every side needs."""
        seen = overview(sheet, None, len(sheet.lines))
        needs = [self.need(need) for need in seen["needs"]]
        return [self.formatter.format(sentence) for sentence in seen["prompt"]] + needs

    def need(self, need: dict[str, Any]) -> Words:
        """What a side needs, behind its names unless the sentence has them."""
        names, words = self.formatter.side(need["side"]), self.formatter.format(need)
        if names in words:
            return words
        return marked("{names}: {words}", names=names, words=words)

    @property
    def old_sentences(self) -> list[Words]:
        """Sentences that would go."""
        return [sentence for sentence in self._sentences[0] if sentence not in self._sentences[1]]

    @property
    def new_sentences(self) -> list[Words]:
        """Sentences that would come."""
        return [sentence for sentence in self._sentences[1] if sentence not in self._sentences[0]]

    @cached_property
    def _offers(self) -> tuple[dict[Words, Words], dict[Words, Words]]:
        return self.offers(self.old), self.offers(self.new)

    def offers(self, sheet: Sheet) -> dict[Words, Words]:
        """Every choice on the pad by its label, with its hint."""
        found: dict[Words, Words] = {}
        for field in pad(sheet)["fields"]:
            found.update(self.field_offers(field))
        return found

    def field_offers(self, field: dict[str, Any]) -> dict[Words, Words]:
        """The choices of one field: a range of numbers by its ends, a seat that may stay out by its name."""
        label, rows = gettext(field["label"]), field.get("choices")
        if rows is None:
            return {label: ""}
        found: dict[Words, Words] = {}
        for seat, row in enumerate(rows):
            can = [choice for choice in row if not choice["why_not"]]
            name = list_of([label, self.formatter.name(seat)] if field["per"] == "seat" else [label])
            found.update(self.row_offers(name, field["kind"], can))
        return found

    def row_offers(self, name: Markup, kind: str, can: list[dict[str, Any]]) -> dict[Words, Words]:
        """The choices of one row."""
        if kind == "count":
            numbers = [choice["value"] for choice in can if choice["value"] is not None]
            span = [f"{num(numbers[0])}–{num(numbers[-1])}"] if numbers else []
            gap = [gettext("takes no part")] if len(can) > len(numbers) else []
            return {CHOICE_FORMAT.format(name, words): "" for words in span + gap}
        hints = [self.formatter.format(choice["hint"]) if choice["hint"] else "" for choice in can]
        return {
            CHOICE_FORMAT.format(name, self.word(kind, choice)): hint for choice, hint in zip(can, hints, strict=True)
        }

    def word(self, kind: str, choice: dict[str, Any]) -> Words:
        """The label of a choice on its chip."""
        if kind in ("seat", "seats"):
            return self.formatter.name(choice["value"])
        if kind == "flag":
            return gettext("yes") if choice["value"] else gettext("no")
        return SUITS.get(choice["value"]) or in_digits(gettext(str(choice["label"])))

    @property
    def old_choices(self) -> list[Words]:
        """Choices that would go."""
        return [words for words in self._offers[0] if words not in self._offers[1]]

    @property
    def new_choices(self) -> list[Words]:
        """Choices that would come."""
        return [words for words in self._offers[1] if words not in self._offers[0]]

    @property
    def stakes(self) -> list[ValueChange]:
        """Choices with another hint."""
        old, new = self._offers
        return [ValueChange(words, old[words], new[words]) for words in old if old[words] != new.get(words, old[words])]

    @cached_property
    def deals(self) -> list[ValueChange]:
        """Deals of this match that would score otherwise from here on, newest first, each kind once."""
        found: dict[Words, ValueChange] = {}
        for line in reversed(self.old.lines if self.rules else ()):
            worth = self.deal_like(line)
            if worth and worth.was != worth.now and len(found) < MAX_EXAMPLES:
                found.setdefault(worth.was, worth)
        return list(found.values())

    def deal_like(self, line: Line) -> ValueChange | None:
        """A recorded deal as it would count next, before and after; None for what is no counted deal."""
        if line.deal.kind != "deal" or line.problems:
            return None
        like = gettext("like deal {n}", n=line.number)
        return ValueChange(like, self.next_line(self.old, line), self.next_line(self.new, line))

    def next_line(self, sheet: Sheet, line: Line) -> Words:
        """The line of this deal if it came next."""
        bare = Sheet(sheet.game, (), sheet.standing, None, None)
        return line_words(extend(self.game, bare, (line.deal._replace(dealer=None),)).lines[0], self.formatter)

    @property
    def bid(self) -> list[Words]:
        """Why the bid in play would no longer be valid, where it is now."""
        spoken = self.new.pending
        if not spoken or bid_problems(self.game, self.old.standing, spoken):
            return []
        found = bid_problems(self.game, self.new.standing, spoken)
        return [self.formatter.format({"code": wrong.code, "values": wrong.values}) for wrong in found]
