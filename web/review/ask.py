"""What card players ask of their past: about a dozen questions, each a page with filters (web/review/answers.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from flask import abort, render_template, request, url_for

from models.review.people import Person
from models.review.scope import Scope
from models.review.wins import wins_in
from scoring.game import Game
from scoring.games import games
from scoring.review import review_of
from scoring.words import message
from web.i18n.locale import gettext
from web.review import answers
from web.review.answers import Asked, Row
from web.review.opened import Counted, OpenReview, counted, open_review
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("ask", __name__)


class Question(NamedTuple):
    """A question; fits: in which games it can be asked; one_game: only in one of them; note: what is counted."""

    words: str
    answer: Callable[[Asked], Sequence[Row]]
    note: str
    fits: Callable[[Game], bool] = lambda game: True
    one_game: bool = False
    of_person: bool = False


def bidding(game: Game) -> bool:
    """Whether bids are made or lost in a game."""
    return review_of(game.key).bids


WON, MADE = message("matches won"), message("bids made")
PAYS = message("The notch: made that often, a bid brings nothing and costs nothing.")
QUESTIONS = {
    "winners": Question(message("Who wins most?"), answers.winners, WON),
    "with": Question(
        message("With whom does {name} win?"), answers.with_whom, WON, lambda game: game.partners, of_person=True
    ),
    "against": Question(
        message("Against whom does {name} win?"), answers.against_whom, message("came out ahead"), of_person=True
    ),
    "bidders": Question(message("Who bids most, and makes it?"), answers.bidders, MADE, bidding),
    "bids": Question(message("How often is each bid made?"), answers.bids, MADE, bidding, one_game=True),
    "trumps": Question(message("How often is each trump made?"), answers.trumps, MADE, bidding, one_game=True),
    "seats": Question(message("Which seat bids most?"), answers.seats, MADE, bidding, one_game=True),
    "dealers": Question(
        message("Does the dealer’s side win more deals?"), answers.dealers, message("deals with more points"), bidding
    ),
    "lengths": Question(
        message("How long does a match take?"), answers.lengths, message("the middle match: half are shorter")
    ),
    "closest": Question(
        message("Which matches were closest?"), answers.closest, message("won by"), lambda game: game.has_totals, True
    ),
    "attendance": Question(message("Who was there most often?"), answers.present, ""),
    "places": Question(message("Where do we play most, and who wins there?"), answers.places, ""),
    "weekdays": Question(message("On which day do we play most, and who wins then?"), answers.weekdays, ""),
}


@bp.get("/review/ask", needs=WATCH_CIRCLE)
def show_questions() -> str:
    """The questions that can be asked of what this circle played."""
    review = open_review()
    person, played = next(iter(regulars(review)), None), [games()[game] for game in review.most_played]
    questions = [
        (url_for("ask.show_answer", question=key), asked_words(question, person))
        for key, question in QUESTIONS.items()
        if any(map(question.fits, played)) and (person or not question.of_person)
    ]
    return render_template("review/ask.html", questions=questions)


@bp.get("/review/ask/<slug:question>", needs=WATCH_CIRCLE)
def show_answer(question: str) -> str:
    """The answer to a question with its filters; 404 for a question, a game, a time or a person that is none."""
    found, review = QUESTIONS.get(question) or abort(404), open_review()
    shown, who = shown_of(found, review), request.args.get("who")
    people = regulars(review) if found.of_person else []
    person = review.person(who) if who is not None else next(iter(people), None)
    if person and found.of_person:
        shown = shown._replace(values=shown.values | {"who": person.uid})
    known = games_of(review, found)
    here = [evening for evening in review.played if evening.game in known]
    choices = [(one.name, one.uid) for one in people]
    answered = here and (person or not found.of_person)
    return render_template(
        "review/ask.html",
        words=asked_words(found, person),
        note=gettext(found.note) if found.note else "",
        remark=gettext(PAYS) if found.answer is answers.bids else "",
        shown=shown,
        people=shown.links(request.path, "who", choices),
        games=shown.games(request.path, here)[found.one_game :],
        times=shown.times(request.path, review.played),
        rows=found.answer(Asked(review, shown, person)) if answered else [],
    )


def regulars(review: OpenReview) -> list[Person]:
    """Who is ranked, those with most matches first."""
    won = wins_in(Scope(review.circle.id), review.people).people
    return [row.people[0] for row in sorted(won, key=lambda row: -row.share.of)]


def games_of(review: OpenReview, question: Question) -> list[str]:
    """The games of the circle in which it can be asked, of which most matches were played first."""
    return [game for game in review.most_played if question.fits(games()[game])]


def shown_of(question: Question, review: OpenReview) -> Counted:
    """What an answer counts: of a game where it is asked of one, the most played one without; 404 for no such game."""
    shown, known = counted(review), games_of(review, question)
    if shown.game:
        return shown if question.fits(shown.game) else abort(404)
    if not question.one_game or not known:
        return shown
    return counted(review, known[0])._replace(values=shown.values | {"game": known[0]})


def asked_words(question: Question, person: Person | None) -> str:
    """The words of a question."""
    return gettext(question.words, name=person.name) if person and question.of_person else gettext(question.words)
