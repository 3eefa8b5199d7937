"""The rows of the sheet and the cuts of the tally stick. `line` is a line as plain data (scoring.board.board_line)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import RESULT, STRUCK
from scoring.words import same
from table.icons import LETTERS, mark
from table.language import fill_in
from table.node import between, node
from table.status import with_confirmations

if TYPE_CHECKING:
    from typing import Any

    from scoring.deals import Confirmation
    from scoring.words import Line, Option, Values
    from table.language import Language, MessageFormatter
    from table.node import Content, Node


def row(formatter: MessageFormatter, here: str, line: Values, confirmations: tuple[Confirmation, ...] = ()) -> Node:
    """One line of the sheet: number, head, story, and the running totals with gains underlined.

    here is the address of the table.
    """
    head, story, style = row_texts(formatter, line)
    number = formatter.language.number(line["number"]) if line["kind"] == "deal" and not line["problems"] else "·"
    words = with_confirmations(formatter.language, head, story, confirmations)
    place = {"class": "line" + style, "href": f"{here}/deal/{line['uid']}"}
    return node("li", {}, node("a", place, node("b", {}, number), words, sums(formatter, line)))


def sheet_heading(formatter: MessageFormatter) -> Node:
    """The heading of the sheet, with the mark of each side above its totals."""
    head = node("h2", {}, formatter.language.gettext("The sheet"))
    if not formatter.game.has_totals:
        return head
    named = [node("span", {"class": "unseen"}, formatter.side(side)) for side in range(len(formatter.sides))]
    marks: list[Content] = [node("span", {}, mark(side), name) for side, name in enumerate(named)]
    return node("div", {"class": "heads"}, head, node("span", {"class": "sum"}, marks))


def row_texts(formatter: MessageFormatter, line: Values) -> tuple[Content, Content, str]:
    """Head and story of a line, and the class of its row."""
    language = formatter.language
    if line["kind"] == STRUCK:
        head, story = crossed_out(formatter, line)
        return head, story, " struck"
    if line["problems"]:
        found = between([formatter.format(problem) for problem in line["problems"]], language.gettext("; "))
        return language.gettext("Not counted"), found, " faulty"
    if line["kind"] == "adjust":
        note = line["entry"].get("note")
        gains: Content = signed_gains(formatter, line["points"])
        return language.gettext("A ruling"), [node("bdi", {}, note), ": ", gains] if note else gains, " ruling"
    if line["kind"] == RESULT:
        return formatter.side(line["entry"]["winner"]), language.gettext("only the result was written down"), " ruling"
    if line["kind"] == "rules":
        return language.gettext("House rules changed"), rules_changed(formatter, line["entry"]["rules"]), " ruling"
    return formatter.format(line["head"]), story_of(formatter, line), ""


def story_of(formatter: MessageFormatter, line: Values) -> Content:
    """What happened in a deal, and what it scored where two sides play."""
    story = formatter.format(line["story"])
    if len(formatter.sides) == 2 and formatter.game.has_totals and any(line["points"]):
        return [story, ": ", signed_gains(formatter, line["points"])]
    return story


def crossed_out(formatter: MessageFormatter, line: Values) -> tuple[Content, Content]:
    """Head and story of a removed deal, crossed out."""
    removed = formatter.language.gettext("removed")
    if "head" not in line:
        return node("del", {}, formatter.language.gettext("A deal")), removed
    return node("del", {}, formatter.format(line["head"])), [node("del", {}, story_of(formatter, line)), " ", removed]


def rules_changed(formatter: MessageFormatter, changes: Values) -> str:
    """The rules that changed, by label and new value."""
    options = [option for option in formatter.game.options if option.key in changes]
    texts = [rule_in_words(formatter.language, option, changes[option.key]) for option in options]
    return formatter.language.gettext(", ").join(texts)


def rule_in_words(language: Language, option: Option, value: Any) -> str:
    """A house rule and its value: "Meetje that falls short: Pays nothing"."""
    return f"{language.gettext(option.label)}: {rule_value(language, option, value)}"


def rule_value(language: Language, option: Option, value: Any) -> str:
    """The value of a house rule in words."""
    if option.kind == "yes_no":
        return language.gettext("yes") if value else language.gettext("no")
    if option.kind == "one_of":
        labels = [language.gettext(choice.label) for choice in option.choices if same(choice.value, value)]
        return labels[0] if labels else str(value)
    return language.money(value) if option.kind == "money" else language.number(value)


def signed_gains(formatter: MessageFormatter, points: Any) -> list[Content]:
    """The points of each side that has any, behind its mark; its names are there for screen readers."""
    signed = formatter.language.signed
    named = [node("span", {"class": "unseen"}, formatter.side(side), " ") for side in range(len(points))]
    each: list[Content] = [
        node("span", {"class": "gained"}, mark(side), " ", named[side], signed(n)) for side, n in enumerate(points) if n
    ]
    return between(each, " ")


def sums(formatter: MessageFormatter, line: Values) -> Node:
    """The running totals; games that count no points show none."""
    if not formatter.game.has_totals or line["problems"] or line["kind"] in ("rules", STRUCK):
        return node("span", {"class": "sum"})
    good = 1 if formatter.game.high_wins else -1
    number, points = formatter.language.number, line["points"]
    cells: list[Content] = [
        node("span", {"class": "gain " + LETTERS[side] if points[side] * good > 0 else None}, number(total))
        for side, total in enumerate(line["totals"])
    ]
    return node("span", {"class": "sum"}, cells)


def changed_totals(language: Language, before: Any, after: Any, first: int = 0) -> Node:
    """Running totals before and after a change, one a side from `first` on; a changed one is struck above the new."""
    none = [None] * len(after or before)
    pairs = zip(before or none, after or none)  # noqa: B905  one interpreter knows no strict
    cells: list[Content] = [changed_total(language, first + n, old, new) for n, (old, new) in enumerate(pairs)]
    return node("span", {"class": "sum"}, cells)


def changed_total(language: Language, side: int, old: int | None, new: int | None) -> Node:
    """One side's total, as it was and as it is; None where there was or is none."""
    if old == new:
        return node("span", {}, None if new is None else language.number(new))
    was, now = None, None
    if old is not None:
        label = node("span", {"class": "unseen"}, language.gettext("was"), " ")
        was = node("del", {}, label, language.number(old))
    if new is not None:
        now = node("ins", {"class": "gain"}, language.number(new))
    return node("span", {"class": LETTERS[side]}, was, now)


def uncounted_notice(language: Language, lines: tuple[Line, ...]) -> Node:
    """The notice above the sheet of how many lines do not count; hidden where every line does."""
    removed = len([line for line in lines if line.deal.kind == STRUCK])
    faulty = len([line for line in lines if line.problems and line.deal.kind != STRUCK])
    words = []
    if removed:
        words.append(language.ngettext("{num} deal is removed.", "{num} deals are removed.", removed, num=removed))
    if faulty:
        more = language.ngettext("{num} line does not count.", "{num} lines do not count.", faulty, num=faulty)
        words.append(more)
    return node("p", {"class": "soft", "id": "uncounted", "hidden": not words}, " ".join(words))


def newest_standing(lines: tuple[Line, ...]) -> Line | None:
    """The newest line that is not crossed out."""
    for place in range(len(lines) - 1, -1, -1):
        if lines[place].deal.kind != STRUCK:
            return lines[place]
    return None


def cut(formatter: MessageFormatter, line: Values) -> Node:
    """The cut of a deal: in the half of the side that gained more, a thin line where neither did.

    Screen readers get the points of each side.
    """
    language, points = formatter.language, line["points"]
    lead = (points[0] - points[1]) * (1 if formatter.game.high_wins else -1)
    each: list[Content] = [[formatter.side(side), " ", language.signed(n)] for side, n in enumerate(points) if n]
    scores: Content = between(each, language.gettext(", ")) or language.gettext("no score")
    words = fill_in(
        language.gettext("Deal {number}: {said}"), {"number": language.number(line["number"]), "said": scores}
    )
    mark = node("i", {"class": "up" if lead > 0 else "down" if lead < 0 else "none"})
    return node("li", {}, mark, node("span", {"class": "unseen"}, words))


def cuts(lines: list[Any]) -> list[Content]:
    """The cuts of all deals that count, oldest first; each line has line and cut."""
    return [drawn.cut for drawn in lines if drawn.line.deal.kind == "deal" and not drawn.line.problems]


def short_line(formatter: MessageFormatter, line: Values) -> list[Content]:
    """A line in short: a deal's number, head and, with two sides, points; a ruling's points."""
    language = formatter.language
    if line["kind"] not in ("deal", STRUCK):
        each = signed_gains(formatter, line["points"])
        return [language.gettext("a ruling"), [language.gettext(", "), each] if each else None]
    number, head = language.gettext("deal {n}", n=line["number"]), row_texts(formatter, line)[0]
    counted = len(formatter.sides) == 2 and formatter.game.has_totals and any(line["points"])
    has_head = line["kind"] == STRUCK or not line["problems"]  # else it is not counted
    names_somebody = (
        has_head and "head" in line and line["head"]["values"]
    )  # else a sentence, which begins with a capital
    apart = language.gettext(", ") if names_somebody else " · "
    return [number, apart, head, [": ", signed_gains(formatter, line["points"])] if counted else None]
