"""Preview of a record before it is made: the end of the match first, then totals, rules, lines, the next deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import mark
from drawing.locale import fill_in
from drawing.node import between, node
from drawing.preview.next_deal_diff import NextDealDiff, changed_sentences
from drawing.preview.sheet_diff import change_row, changed_lines, names_of, standing_lines
from drawing.rule_periods import rule_changes
from drawing.sheet_rows import changed_totals
from scoring.deals import STRUCK
from scoring.words import Sheet

if TYPE_CHECKING:
    from drawing.messages import MessageFormatter
    from drawing.node import Content, Node
    from drawing.preview.sheet_diff import FormatterOfLine
    from drawing.rule_periods import RuleChange
    from scoring.game import Game
    from scoring.words import Line


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
