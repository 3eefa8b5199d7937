"""The rows of the sheet and the cuts of the stick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.answers import marked
from drawing.shapes import LETTERS, mark
from drawing.tree import between, node
from scoring.words import same

if TYPE_CHECKING:
    from typing import Any

    from drawing.language import Language
    from drawing.speech import Speaker
    from drawing.tree import Node, Piece
    from scoring.answers import Answer
    from scoring.words import Option, Values

STICK_WIDTH = 264  # px of the stick on the narrowest phone, its ends left off
CUT_WIDTH, GAP_WIDTH, BARE_WIDTH = 11, 6, 8
MOST_CUTS = 7


def row(speaker: Speaker, here: str, told: Values, given: tuple[Answer, ...] = ()) -> Node:
    """One line of the sheet: number, who, why, the running totals with what was gained underlined.

    here is the address of the table, given what was answered to the line.
    """
    head, story, style = words_of(speaker, told)
    number = speaker.language.number(told["number"]) if told["kind"] == "deal" and not told["problems"] else "·"
    words = marked(speaker.language, head, story, given)
    place = {"class": "line" + style, "href": f"{here}/deal/{told['uid']}"}
    return node("li", {}, node("a", place, node("b", {}, number), words, sums(speaker, told)))


def words_of(speaker: Speaker, told: Values) -> tuple[Piece, Piece, str]:
    """Head and story of a line, and the class of its row."""
    language = speaker.language
    if told["problems"]:
        found = between([speaker.say(problem) for problem in told["problems"]], language.gettext("; "))
        return language.gettext("Not counted"), found, " faulty"
    if told["kind"] == "adjust":
        note = told["entry"].get("note") or ""
        return language.gettext("A ruling"), [node("bdi", {}, note), " ", gained(language, told["points"])], " ruling"
    if told["kind"] == "rules":
        return language.gettext("House rules changed"), rules_changed(speaker, told["entry"]["rules"]), " ruling"
    story = speaker.say(told["story"])
    if len(speaker.sides) == 2 and any(told["points"]):
        story = [story, ": ", gained(language, told["points"])]
    return speaker.say(told["head"]), story, ""


def rules_changed(speaker: Speaker, changes: Values) -> str:
    """The rules that changed, by label and new value."""
    options = [option for option in speaker.game.options if option.key in changes]
    told = [rule_in_words(speaker.language, option, changes[option.key]) for option in options]
    return speaker.language.gettext(", ").join(told)


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


def gained(language: Language, points: Any) -> list[Piece]:
    """What each side gained or lost, behind its mark."""
    each: list[Piece] = [
        node("span", {"class": "gained"}, mark(side), " ", language.signed(n)) for side, n in enumerate(points) if n
    ]
    return between(each, " ")


def sums(speaker: Speaker, told: Values) -> Node:
    """The running totals; games that count no points show none."""
    if speaker.game.unit == "tricks" or told["problems"] or told["kind"] == "rules":
        return node("span", {"class": "sum"})
    good = 1 if speaker.game.high_wins else -1
    number, points = speaker.language.number, told["points"]
    cells: list[Piece] = [
        node("span", {"class": "gain " + LETTERS[side] if points[side] * good > 0 else None}, number(total))
        for side, total in enumerate(told["totals"])
    ]
    return node("span", {"class": "sum"}, cells)


def moved(language: Language, before: Any, after: Any, first: int = 0) -> Node:
    """Running totals, one a side from the first on; one that is no longer what it was stands struck above the new."""
    none = [None] * len(after or before)
    pairs = zip(before or none, after or none)  # noqa: B905  one interpreter knows no strict
    cells: list[Piece] = [moved_total(language, first + n, old, new) for n, (old, new) in enumerate(pairs)]
    return node("span", {"class": "sum"}, cells)


def moved_total(language: Language, side: int, old: int | None, new: int | None) -> Node:
    """One side's total, as it was and as it is; None where there was or is none."""
    if old == new:
        return node("span", {}, None if new is None else language.number(new))
    was, now = None, None
    if old is not None:
        said = node("span", {"class": "unseen"}, language.gettext("was"), " ")
        was = node("del", {}, said, language.number(old))
    if new is not None:
        now = node("ins", {"class": "gain"}, language.number(new))
    return node("span", {"class": LETTERS[side]}, was, now)


def cut(speaker: Speaker, told: Values) -> tuple[Node, int]:
    """The cuts of a deal, from above for the first side and from below for the second, and their width in px."""
    language, points = speaker.language, told["points"]
    ups, downs = [min(max(points[side] if side < len(points) else 0, 0), MOST_CUTS) for side in range(2)]
    marks: list[Piece] = [node("i", {"class": "up"})] * ups + [node("i", {"class": "down"})] * downs
    said = language.gettext(", ").join(
        [f"{speaker.side_text(side)} {language.number(n)}" for side, n in enumerate(points) if n]
    ) or language.gettext("no score")
    words = language.gettext("Deal {number}: {said}", number=told["number"], said=said)
    text = node("li", {}, marks or node("i", {"class": "none"}), node("span", {"class": "unseen"}, words))
    return text, (ups + downs) * CUT_WIDTH + GAP_WIDTH if ups + downs else BARE_WIDTH


def newest(lines: list[Any]) -> list[Piece]:
    """The cuts of as many of the newest lines as the stick holds, oldest first; each has line, cut and width."""
    found: list[Piece] = []
    room = STICK_WIDTH
    for drawn in reversed(lines):
        room -= drawn.width
        if room < 0:
            break
        if drawn.line.deal.kind == "deal" and not drawn.line.problems:
            found.append(drawn.cut)
    return list(reversed(found))


def toast_words(speaker: Speaker, told: Values) -> list[Piece]:
    """What was recorded last, in short."""
    language = speaker.language
    deal = told["kind"] == "deal"
    number = language.gettext("Deal {n}", n=told["number"]) if deal else language.gettext("Recorded")
    each: list[Piece] = [
        node("span", {}, node("span", {}, speaker.side(side)), " ", language.signed(n))
        for side, n in enumerate(told["points"])
        if n and len(speaker.sides) == 2
    ]
    return [number, ": ", between(each, language.gettext(", ")) or words_of(speaker, told)[0]]
