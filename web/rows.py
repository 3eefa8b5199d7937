"""The rows of the sheet and the cuts of the stick: made once for a line and kept while the line stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from scoring.board import told_line
from web.addresses import address
from web.language import gettext, language
from web.pads import LETTERS
from web.shelf import Shelf
from web.wording import num, safe, signed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.words import Line, Sheet
    from web.wording import Speaker

STICK_WIDTH = 264  # px of the stick on the narrowest phone, its ends left off
CUT_WIDTH, GAP_WIDTH, BARE_WIDTH = 11, 6, 8
MOST_CUTS = 7


class Drawn(NamedTuple):
    """A line with its row on the sheet, its cut on the stick and the width of that in px."""

    line: Line
    row: Markup
    cut: Markup
    width: int


_kept: Shelf[list[Drawn]] = Shelf(256)  # matches


def drawn_lines(uid: str, sheet: Sheet, speaker: Speaker) -> list[Drawn]:
    """Every line of a match drawn, oldest first; those that are as they were when last drawn are not drawn again."""
    key, lines = (uid, language()), sheet.lines
    known = _kept.get(key) or []
    same = unchanged(known, lines)
    if same == len(known) == len(lines):
        return known
    return _kept.put(key, known[:same] + [drawn(uid, line, speaker) for line in lines[same:]])


def unchanged(known: list[Drawn], lines: tuple[Line, ...]) -> int:
    """How many lines are as they were drawn; one that is the same object has the same ones before it."""
    n = min(len(known), len(lines))
    if n and known[n - 1].line is lines[n - 1]:
        return n
    return next((at for at in range(n) if known[at].line != lines[at]), n)


def drawn(uid: str, line: Line, speaker: Speaker) -> Drawn:
    """A line drawn."""
    told = told_line(speaker.game, line)
    return Drawn(line, row(uid, told, speaker), *cut(told, speaker))


def newest_cuts(lines: list[Drawn]) -> list[Markup]:
    """As many of the newest cuts as the stick holds, oldest first."""
    cuts, room = [], STICK_WIDTH
    for found in reversed(lines):
        room -= found.width
        if room < 0:
            break
        if found.line.deal.kind == "deal" and not found.line.problems:
            cuts.append(found.cut)
    return cuts[::-1]


def row(uid: str, told: dict[str, Any], speaker: Speaker) -> Markup:
    """One line of the sheet: number, who, why, the running totals with what was gained underlined."""
    head, story, style = words_of(told, speaker)
    number = told["number"] if told["kind"] == "deal" and not told["problems"] else "·"
    page = address("deal.deal", uid=uid, of="-").removesuffix("-") + told["uid"]
    words = f"<span>{escape(head)}<small>{escape(story)}</small></span>"
    return safe(f'<li><a class="line{style}" href="{page}"><b>{number}</b>{words}{sums(told, speaker)}</a></li>')


def words_of(told: dict[str, Any], speaker: Speaker) -> tuple[Markup | str, Markup | str, str]:
    """Head and story of a line, and the class of its row."""
    if told["problems"]:
        return gettext("Not counted"), Markup("; ").join(speaker.say(found) for found in told["problems"]), " faulty"
    if told["kind"] == "adjust":
        note, gains = escape(told["entry"].get("note", "")), gained(told["points"])
        return gettext("A ruling"), safe(f"{note} {gains}"), " ruling"
    if told["kind"] == "rules":
        return gettext("House rules changed"), rules_changed(told, speaker), " ruling"
    story = speaker.say(told["story"])
    if len(speaker.sides) == 2 and any(told["points"]):
        story = safe(f"{story}: {gained(told['points'])}")
    return speaker.say(told["head"]), story, ""


def rules_changed(told: dict[str, Any], speaker: Speaker) -> str:
    """The rules that changed, by label and new value."""
    changes = told["entry"]["rules"]
    return ", ".join(
        rule_in_words(option, changes[option.key]) for option in speaker.game.options if option.key in changes
    )


def rule_in_words(option: Any, value: Any) -> str:
    """A house rule and its value: "Meetje that falls short: Pays nothing"."""
    return f"{gettext(option.label)}: {rule_value(option, value)}"


def rule_value(option: Any, value: Any) -> str:
    """The value of a house rule in words."""
    if option.kind == "yes_no":
        return gettext("yes") if value else gettext("no")
    if option.kind == "one_of":
        return next((gettext(choice.label) for choice in option.choices if choice.value == value), str(value))
    return f"{value / 100:.2f}" if option.kind == "money" else str(value)


def gained(points: Iterable[int]) -> Markup:
    """What each side gained or lost, behind its mark."""
    return safe(" ".join([f'<i class="mark {LETTERS[side]}"></i> {signed(n)}' for side, n in enumerate(points) if n]))


def sums(told: dict[str, Any], speaker: Speaker) -> Markup:
    """The running totals; games that count no points show none."""
    if speaker.game.unit == "tricks" or told["problems"] or told["kind"] == "rules":
        return Markup('<span class="sum"></span>')
    good = 1 if speaker.game.high_wins else -1
    styles = [
        f' class="gain {LETTERS[side]}"' if points * good > 0 else "" for side, points in enumerate(told["points"])
    ]
    cells = [f"<span{style}>{num(total)}</span>" for style, total in zip(styles, told["totals"], strict=True)]
    return safe(f'<span class="sum">{"".join(cells)}</span>')


def cut(told: dict[str, Any], speaker: Speaker) -> tuple[Markup, int]:
    """The cuts of a deal, from above for the first side and from below for the second, and their width in px."""
    ups, downs = (min(max(points, 0), MOST_CUTS) for points in (list(told["points"]) + [0, 0])[:2])
    marks = '<i class="up"></i>' * ups + '<i class="down"></i>' * downs or '<i class="none"></i>'
    said = ", ".join(f"{speaker.side_text(side)} {num(n)}" for side, n in enumerate(told["points"]) if n) or gettext(
        "no score"
    )
    words = escape(gettext("Deal {number}: {said}").format(number=told["number"], said=said))
    text = safe(f'<li>{marks}<span class="unseen">{words}</span></li>')
    return text, (ups + downs) * CUT_WIDTH + GAP_WIDTH if ups + downs else BARE_WIDTH
