"""A question and its answer for the page: the sentence, what can be asked instead, rows, verdict, table."""

from __future__ import annotations

from typing import Any, NamedTuple

from markupsafe import Markup, escape

from models.review.ask.catalog import METRICS
from models.review.ask.question import Answer, AnswerMean, AnswerRow
from models.review.past.matches import Past
from models.review.statistics.rates import Rate
from scoring.games import games
from web.i18n.locale import gettext, in_digits, money, ngettext
from web.markup import html
from web.review.ask.address import QuestionArgs
from web.review.ask.choices import rule_words
from web.review.ask.links import RowLinks
from web.review.ask.words import cut_words, key_words, metric_words
from web.review.charts.band import Band, Scale, band, counted, scale_ticks
from web.review.number_format import tenths
from web.review.rate_rows import percent, rate_row

MOST_ROWS = 24
MOST_EVENINGS = 200  # a larger number would be no promise
LINK = Markup('<a href="{}">{}</a>')


class ShownRow(NamedTuple):
    """A row of the answer, and where it leads."""

    address: str
    words: str
    drawing: Any
    figure: str | None
    below: str


def sentence(args: QuestionArgs) -> Markup:
    """The question; each part is a link to what else can stand there."""
    parts = {
        "metric": metric_words(args.metric),
        "cut": cut_words(args.cut),
        "game": gettext("in {game}", game=gettext(games()[args.game].name)) if args.game else gettext("in all games"),
        "who": gettext("of {name}", name=args.who.name) if args.who else gettext("of everybody"),
        "year": gettext("in {year}", year=in_digits(str(args.year))) if args.year else gettext("ever"),
    }
    links = {key: LINK.format(args.address(pick=key), words) for key, words in parts.items()}
    said = escape(gettext("{metric} {game}, {cut}, {who}, {year}?")).format(**links)
    if args.rule and args.game:
        said += Markup(" ") + LINK.format(args.address(pick="rule"), rule_words(args.game, args.rule))
    return said


def rows(past: Past, args: QuestionArgs, answer: Answer, links: RowLinks) -> list[ShownRow]:
    """The rows of the answer."""
    shown = answer.rows[-MOST_ROWS:] if args.cut == "month" else answer.rows[:MOST_ROWS]
    scale = scale_of(answer)
    return [ShownRow(links.address(row.key), *row_of(past, args, row, scale)) for row in shown]


def row_of(past: Past, args: QuestionArgs, row: AnswerRow, scale: Scale) -> tuple[str, Any, str | None, str]:
    """The words, the drawing, the figure and the small words of a row."""
    words, value = key_words(past, args.cut, row.key, args.game), row.value
    if isinstance(value, Rate):
        found = rate_row(value, "", words, scale=Scale(0, 100), own_ruler=True)
        return (words, found.drawing, None if found.figure is None else str(found.figure), found.below)
    below = ngettext("{num} case", "{num} cases", value.of)
    if value.shown is None or value.low is None or value.high is None:
        return (words, html(counted(value.of, value.of)), None, below)
    notch = 0 if scale.low < 0 < scale.high else None
    label = gettext("{value}, between {low} and {high}", **{key: figure(args, end) for key, end in ends(value).items()})
    drawn = html(band(Band(value.shown, value.low, value.high, notch), scale, label))
    return (words, drawn, figure(args, value.shown), below)


def ends(value: AnswerMean) -> dict[str, float]:
    """A shown mean and its ends by name."""
    return {"value": value.shown or 0.0, "low": value.low or 0.0, "high": value.high or 0.0}


def figure(args: QuestionArgs, value: float) -> str:
    """A mean in the metric's unit."""
    return money(round(value)) if args.metric == "money" else tenths(value)


def scale_of(answer: Answer) -> Scale:
    """The ruler on which all bands of means lie, nought included."""
    values = [row.value for row in answer.rows if row.value.shown is not None]
    low = min([0.0, *(value.low or 0.0 for value in values)])
    high = max([0.0, *(value.high or 0.0 for value in values)])
    return Scale(low, high if high > low else low + 1)


def ticks(args: QuestionArgs, answer: Answer) -> Any:
    """The words of the scale."""
    if METRICS[args.metric].rate:
        return html(scale_ticks(Scale(0, 100), [(n, in_digits(str(n))) for n in (25, 50, 75)]))
    scale = scale_of(answer)
    return html(
        scale_ticks(scale, [(end, figure(args, end)) for end in (scale.low, scale.high) if end or scale.low == 0])
    )


def table(past: Past, args: QuestionArgs, answer: Answer) -> list[list[str]]:
    """The rows as a table: what, cases, made, in 100 (or the mean), between."""
    return [table_row(past, args, row) for row in answer.rows]


def table_row(past: Past, args: QuestionArgs, row: AnswerRow) -> list[str]:
    """A row of it."""
    value, words = row.value, key_words(past, args.cut, row.key, args.game)
    if value.shown is None or value.low is None or value.high is None:
        made = in_digits(str(value.made)) if isinstance(value, Rate) else ""
        return [words, in_digits(str(value.of)), made, "", ""]
    if isinstance(value, Rate):
        between = f"{round(100 * value.low)}–{round(100 * value.high)}"
        return [words, in_digits(str(value.of)), in_digits(str(value.made)), percent(value.shown), in_digits(between)]
    between = gettext("{low} to {high}", low=figure(args, value.low), high=figure(args, value.high))
    return [words, in_digits(str(value.of)), "", figure(args, value.shown), between]


def heads() -> list[str]:
    """The heads of that table."""
    return ["", gettext("Cases"), gettext("Of them so"), gettext("On average"), gettext("Between")]


def compared_words(past: Past, args: QuestionArgs, key: Any) -> str:
    """What a row is called in a sentence."""
    if args.cut == "seat":
        return gettext("seat {n} from the dealer", n=key)
    return key_words(past, args.cut, key, args.game)


def verdict(past: Past, args: QuestionArgs, answer: Answer) -> str:
    """What the answer says, and how sure that is."""
    if not answer.rows and args.cut == "writer":
        return gettext("Not yet: who writes is known only once their phone has said yes or no to a line for its seat.")
    if not answer.rows:
        return gettext("Nothing was recorded that answers this.")
    if answer.compared is None:
        return gettext("Too few cases to compare: eight are needed of two.")
    one, other, found = answer.compared
    ahead, behind = (other, one) if found.ahead == 1 else (one, other)
    values = {"one": compared_words(past, args, ahead), "other": compared_words(past, args, behind)}
    sure = round(100 * max(found.chance or 0.5, 1 - (found.chance or 0.5)))
    if found.verdict == "better":
        return gettext("{one} is above {other}, at {n} to {m}.", n=min(99, sure), m=max(1, 100 - sure), **values)
    if found.verdict == "perhaps":
        return gettext("{one} is perhaps above {other}, at {n} to {m}.", n=sure, m=100 - sure, **values)
    if found.evenings and found.evenings <= MOST_EVENINGS:
        more = ngettext("about {num} evening more", "about {num} evenings more", found.evenings)
        return gettext("{one} and {other} cannot be told apart yet: {more}.", more=more, **values)
    return gettext("{one} and {other} cannot be told apart yet.", **values)
