"""Questions about the past: a free one, how much is luck, who never played together."""

from __future__ import annotations

from flask import Response, abort, render_template
from flask.typing import ResponseReturnValue

from models.review.ask.ask import ask, whole_answer
from models.review.ask.catalog import METRICS, refusal
from models.review.ask.matches import rules_played
from web.auth.rate_limit import count_use
from web.review.ask import page as words
from web.review.ask.address import parse_question, question_of
from web.review.ask.answer_csv import answer_csv
from web.review.ask.choices import choices
from web.review.ask.links import RowLinks
from web.review.ask.luck_page import never_partners_rows
from web.review.ask.other_rule_page import other_rule_page
from web.review.ask.presets import presets
from web.review.ask.words import refusal_words
from web.review.damaged_matches import damaged_links
from web.review.open_past import open_past
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("ask", __name__)


@bp.get("/review/ask", needs=WATCH_CIRCLE)
def show_questions() -> ResponseReturnValue:
    """A question with its answer, or why it makes no sense (422); other questions."""
    here = open_past()
    args = parse_question(here.past)
    code = refusal(METRICS[args.metric], args.cut, args.game, args.who is not None)
    question = question_of(args)
    answer = None if code else ask(here.past, here.circle.id, question)
    page = render_template(
        "review/ask/ask.html",
        metric=args.metric,
        sentence=words.sentence(args),
        choices=choices(here.past, here.circle.id, args) if args.pick else [],
        refused=refusal_words(code, args.metric, args.cut, args.game) if code else "",
        rows=words.rows(here.past, args, answer, RowLinks(here.past, here.circle.id, question)) if answer else [],
        ticks=words.ticks(args, answer) if answer and answer.rows else "",
        verdict=words.verdict(here.past, args, answer) if answer else "",
        cases=answer.whole.n if answer else 0,
        heads=words.heads(),
        table=words.table(here.past, args, answer) if answer else [],
        rules=args.address(pick="rule") if args.game and rules_played(here.past, here.circle.id, args.game) else "",
        presets=presets(here.past, args),
        csv=args.address_at("ask.download_answer") if answer else "",
        damaged=damaged_links(here.damaged),
    )
    return (page, 422) if code else page


@bp.get("/review/ask/answer.csv", needs=WATCH_CIRCLE)
def download_answer() -> Response:
    """The figures of an answer as CSV; 422 where the question makes no sense."""
    count_use("export")
    here = open_past()
    args = parse_question(here.past)
    if refusal(METRICS[args.metric], args.cut, args.game, args.who is not None):
        abort(422)
    answer = whole_answer(here.past, here.circle.id, question_of(args))
    return answer_csv(here.past, args, answer)


@bp.get("/review/ask/never-together", needs=WATCH_CIRCLE)
def show_never_together() -> str:
    """Who played with partners but never with each other, and who least."""
    here = open_past()
    never, least = never_partners_rows(here.past)
    return render_template(
        "review/ask/never_together.html", never=never, least=least, damaged=damaged_links(here.damaged)
    )


@bp.get("/review/ask/rules", needs=WATCH_CIRCLE)
def show_other_rule() -> str:
    """The table of a game under another house rule."""
    here = open_past()
    return render_template(
        "review/ask/other_rule.html", page=other_rule_page(here.past), damaged=damaged_links(here.damaged)
    )
