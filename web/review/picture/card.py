"""A card as SVG without references: title, result, stick of the year, curve, three lines, name of the app.

The renderer knows neither CSS variables nor direction: colours are put in, and a text from right to left is
embedded as such and changes the end that it is anchored at.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import LETTERS, emblem
from drawing.node import node
from web.i18n.locale import current_language, gettext
from web.markup import html
from web.review.charts.axes import WIDTH, mirrored, path, word
from web.review.charts.chance import HEIGHT, UNDER, Course, chart_words, curve
from web.review.charts.evening import Gains, deal_numbers, drawn_stick, middle_of
from web.review.charts.rough_strokes import mark, ring
from web.review.charts.stick import Notch, Stick, stick
from web.review.charts.tally_marks import five_bar_gate
from web.review.charts.year import Cut, at, month_names, year_span
from web.review.picture.hatching import hatched
from web.review.picture.lettering import BROAD, fitted, fitted_line
from web.review.picture.theme import style_of

if TYPE_CHECKING:
    from drawing.node import Content, Node

WIDE, HIGH, EDGE = 1080, 1350, 90
INNER = WIDE - 2 * EDGE
FROM_RIGHT, POP = "\u202b", "\u202c"  # an embedding: the renderer takes every text to run from the left


class PictureCard(NamedTuple):
    """What the picture says, in the reader's words; side: whose result it is.

    With no course the match is a stick, with no deals either one large figure stands there. evening: whose year the
    stick shows; ringed: whether its cut is in question.
    """

    title: str
    when: str
    result: str
    side: int | None
    lines: list[str]
    evenings: list[Cut]
    evening: date
    course: Course | None = None
    deals: list[Gains] = []
    ringed: bool = True
    figure: str = ""


def card_svg(card: PictureCard, dark: bool) -> str:
    """The card as a text of SVG."""
    background = node("rect", {"class": "background", "width": str(WIDE), "height": str(HIGH)})
    parts: list[Content] = [
        background,
        year_part(card),
        title_part(card),
        course_part(card),
        lines_part(card),
        foot_part(card),
    ]
    head = {"xmlns": "http://www.w3.org/2000/svg", "width": str(WIDE), "height": str(HIGH)}
    rtl = current_language().rtl
    return str(html(node("svg", head, style_of(dark, rtl), [towards_right(part) if rtl else part for part in parts])))


def boxed(top: float, height: float, *parts: Content, scale: float = INNER / WIDTH) -> Node:
    """Parts in the units of charts, as wide as the card allows."""
    box = {"x": str(EDGE), "y": str(top), "width": str(INNER), "height": str(round(height * scale))}
    return node("svg", {**box, "viewBox": f"0 0 {WIDTH} {height}", "overflow": "visible"}, list(parts))


def year_part(card: PictureCard) -> Node:
    """The stick of the year with this evening ringed."""
    begin, end = year_span(card.evening)
    cuts, lies = [cut for cut in sorted(card.evenings) if begin <= cut.day < end], Stick()
    most = max((cut.deals for cut in cuts), default=1)
    body = stick(lies, [Notch(at(cut.day), 0.4 + 0.56 * cut.deals / most) for cut in cuts])
    around = ring(at(card.evening), 20, 10.5, 14) if card.ringed else None
    months = [label(7 + 352 * (n + 0.5) / 12, 57, name) for n, name in enumerate(month_names(begin))]
    return boxed(32, 65, body, around, months)


def label(x: float, y: float, text: str, style: str = "lab") -> Node:
    """A word of a chart."""
    return word(x, str(y), text, style)


def title_part(card: PictureCard) -> list[Content]:
    """The title in two lines, and the result at the end of the second."""
    size, lines = fitted(card.title, INNER, len(card.result) + 3)
    texts = [text(EDGE, 312 + 90 * n, line, size) for n, line in enumerate(lines)]
    y = 312 + 90 * (len(lines) - 1)
    result = text(WIDE - EDGE, y, card.result, size, anchor="end")
    if card.side is None:
        return [texts, result]
    x = mirrored(WIDE - EDGE - BROAD * size * len(card.result) - 48, WIDE)
    spot = node("g", {"transform": f"translate({x:g} {y - size / 3:g})"}, path("dotm", mark(card.side, size / 3)))
    return [texts, result, node("g", {"class": LETTERS[card.side]}, spot)]


def course_part(card: PictureCard) -> list[Content]:
    """The curve over the stick of the match, or the stick alone, or one large figure."""
    course = card.course
    deals = card.deals if course is None else course.deals
    if not deals:
        return figure_part(card.figure)
    turn = None if course is None else course.turn
    places = [middle_of(UNDER, len(deals), n) for n in range(len(deals))]
    styles = ["lab now" if n == turn else "lab" for n in range(len(deals))]
    numbers = [
        label(x, 48, name, style)
        for x, name, style in zip(places, deal_numbers(len(deals), turn), styles, strict=True)
        if name
    ]
    around = None if turn is None else ring(places[turn], UNDER.middle, 11, 18)
    under = [drawn_stick(UNDER, deals), around, numbers]
    if course is None:
        return [boxed(640, 54, under)]
    drawn, words = (
        node("g", {"class": "plot"}, curve(course, hatched)),
        node("g", {"class": "over"}, chart_words(course)),
    )
    return [boxed(412, HEIGHT, drawn, words), boxed(412 + round(HEIGHT * INNER / WIDTH), 54, under)]


def figure_part(figure: str) -> list[Content]:
    """One large figure in the middle, as large as it fits."""
    size = min(240, int(INNER / (BROAD * max(4, len(figure)))))
    return [text(WIDE / 2, 760 + size // 3, figure, size, anchor="middle")] if figure else []


def lines_part(card: PictureCard) -> list[Content]:
    """Three lines, numbered from two by their tallies."""
    return [
        part
        for n, line in enumerate(card.lines[:3])
        for part in (
            gate_at(n + 2, 1082 + 60 * n),
            text(EDGE + 76, 1121 + 60 * n, *fitted_line(line, INNER - 76), style="line"),
        )
    ]


def gate_at(number: int, top: float) -> Node:
    """A tally of 52 pixels at the start of a line."""
    tag, attributes, children = five_bar_gate(number)
    place = {"x": f"{mirrored(EDGE + 20, WIDE) - 26:g}", "y": f"{top:g}", "width": "52", "height": "48"}
    return (tag, {**attributes, **place}, children)


def foot_part(card: PictureCard) -> list[Content]:
    """The name of the app, small, and the date."""
    tag, attributes, children = emblem("stick")
    place = {"x": f"{mirrored(EDGE + 26, WIDE) - 26:g}", "y": "1277", "width": "52", "height": "52"}
    rule = path("grid", f"M{EDGE} 1266H{WIDE - EDGE}")
    words = [text(EDGE + 72, 1314, gettext("Tallystick"), 34), text(WIDE - EDGE, 1314, card.when, 34, "end", "date")]
    return [rule, (tag, {**attributes, **place}, children), words]


def text(x: float, y: float, words: str, size: int, anchor: str = "start", style: str = "say") -> Node:
    """A text of the card at a mirrored x."""
    place = {"x": f"{mirrored(x, WIDE):g}", "y": str(y), "font-size": str(size), "text-anchor": anchor}
    return node("text", {"class": style, **place}, words)


def towards_right(content: Content) -> Content:
    """The same drawing with its texts as the renderer needs them from right to left."""
    if type(content) is list:
        return [towards_right(part) for part in content]
    if type(content) is not tuple:
        return content
    tag, attributes, children = content
    if tag != "text":
        return (tag, attributes, [towards_right(child) for child in children])
    other = {"start": "end", "end": "start", "middle": "middle"}[attributes["text-anchor"]]
    return (tag, {**attributes, "text-anchor": other}, [FROM_RIGHT, *children, POP])
