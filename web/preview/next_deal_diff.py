"""How the next deal would differ: what is told before it, what can be chosen, what deals like ours would bring."""

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
    from web.i18n.messages import Speaker

EXAMPLES = 5
OFFER = Markup("{}: {}")


class Worth(NamedTuple):
    """A choice, or a deal like one of ours: what it is worth now and what it would be."""

    what: Words
    was: Words
    now: Words


class NextDeal:
    """The deal to come as it is seen from two sheets; rules: whether the house rules differ."""

    def __init__(self, old: Sheet, new: Sheet, speaker: Speaker, rules: bool) -> None:
        self.old, self.new, self.speaker, self.rules = old, new, speaker, rules
        self.game = speaker.game

    @property
    def anything(self) -> bool:
        """Whether there is a difference to be told."""
        return any((self.gone, self.come, self.closed, self.opened, self.stakes, self.deals, self.bid))

    @cached_property
    def _said(self) -> tuple[list[Words], list[Words]]:
        return self.told(self.old), self.told(self.new)

    def told(self, sheet: Sheet) -> list[Words]:
        """What the table is told to do, and what every side needs."""
        seen = overview(sheet, None, len(sheet.lines))
        needs = [self.need(need) for need in seen["needs"]]
        return [self.speaker.say(said) for said in seen["prompt"]] + needs

    def need(self, need: dict[str, Any]) -> Words:
        """What a side needs, behind its names unless it says them itself."""
        names, words = self.speaker.side(need["side"]), self.speaker.say(need)
        if names in words:
            return words
        return marked("{names}: {words}", names=names, words=words)

    @property
    def gone(self) -> list[Words]:
        """What would not be said any more."""
        return [said for said in self._said[0] if said not in self._said[1]]

    @property
    def come(self) -> list[Words]:
        """What would be said in its place."""
        return [said for said in self._said[1] if said not in self._said[0]]

    @cached_property
    def _offers(self) -> tuple[dict[Words, Words], dict[Words, Words]]:
        return self.offers(self.old), self.offers(self.new)

    def offers(self, sheet: Sheet) -> dict[Words, Words]:
        """Everything that can be chosen on the pad, by its words, with what is said of it there."""
        found: dict[Words, Words] = {}
        for field in pad(sheet)["fields"]:
            found.update(self.field_offers(field))
        return found

    def field_offers(self, field: dict[str, Any]) -> dict[Words, Words]:
        """The same for one field; a row of numbers is told by its ends, a seat that may stay out by its name."""
        label, rows = gettext(field["label"]), field.get("choices")
        if rows is None:
            return {label: ""}
        found: dict[Words, Words] = {}
        for seat, row in enumerate(rows):
            can = [choice for choice in row if not choice["why_not"]]
            name = list_of([label, self.speaker.name(seat)] if field["per"] == "seat" else [label])
            found.update(self.row_offers(name, field["kind"], can))
        return found

    def row_offers(self, name: Markup, kind: str, can: list[dict[str, Any]]) -> dict[Words, Words]:
        """The same for one row of choices."""
        if kind == "count":
            numbers = [choice["value"] for choice in can if choice["value"] is not None]
            span = [f"{num(numbers[0])}–{num(numbers[-1])}"] if numbers else []
            gap = [gettext("takes no part")] if len(can) > len(numbers) else []
            return {OFFER.format(name, words): "" for words in span + gap}
        hints = [self.speaker.say(choice["hint"]) if choice["hint"] else "" for choice in can]
        return {OFFER.format(name, self.word(kind, choice)): hint for choice, hint in zip(can, hints, strict=True)}

    def word(self, kind: str, choice: dict[str, Any]) -> Words:
        """A choice as it stands on its chip."""
        if kind in ("seat", "seats"):
            return self.speaker.name(choice["value"])
        if kind == "flag":
            return gettext("yes") if choice["value"] else gettext("no")
        return SUITS.get(choice["value"]) or in_digits(gettext(str(choice["label"])))

    @property
    def closed(self) -> list[Words]:
        """What could not be chosen any more."""
        return [words for words in self._offers[0] if words not in self._offers[1]]

    @property
    def opened(self) -> list[Words]:
        """What could be chosen besides."""
        return [words for words in self._offers[1] if words not in self._offers[0]]

    @property
    def stakes(self) -> list[Worth]:
        """The choices that would be worth something else."""
        old, new = self._offers
        return [Worth(words, old[words], new[words]) for words in old if old[words] != new.get(words, old[words])]

    @cached_property
    def deals(self) -> list[Worth]:
        """Deals like those of this match that would score otherwise from here on, the newest first, each kind once."""
        found: dict[Words, Worth] = {}
        for line in reversed(self.old.lines if self.rules else ()):
            worth = self.deal_like(line)
            if worth and worth.was != worth.now and len(found) < EXAMPLES:
                found.setdefault(worth.was, worth)
        return list(found.values())

    def deal_like(self, line: Line) -> Worth | None:
        """A deal that was written down, as it would count if it came next."""
        if line.deal.kind != "deal" or line.problems:
            return None
        like = gettext("like deal {n}", n=line.number)
        return Worth(like, self.next_line(self.old, line), self.next_line(self.new, line))

    def next_line(self, sheet: Sheet, line: Line) -> Words:
        """What a line of the sheet would say of this deal if it came next."""
        bare = Sheet(sheet.game, (), sheet.standing, None, None)
        return line_words(extend(self.game, bare, (line.deal._replace(dealer=None),)).lines[0], self.speaker)

    @property
    def bid(self) -> list[Words]:
        """Why the bid of the deal in play could not be written down like this, where it can be now."""
        spoken = self.new.pending
        if not spoken or bid_problems(self.game, self.old.standing, spoken):
            return []
        found = bid_problems(self.game, self.new.standing, spoken)
        return [self.speaker.say({"code": wrong.code, "values": wrong.values}) for wrong in found]
