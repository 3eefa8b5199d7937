"""The matches of a circle as questions cut them: month, order in the evening, place, stake, rule."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Hashable
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select

from models.base import db
from models.review.ask.catalog import SEAT
from models.review.ask.question import Question
from models.review.deals.scope import Scope
from models.review.match_rules import readable_rules, times_of_rules
from models.review.past.matches import Past
from models.review_tables import MatchReview
from models.tables import Evening, Match
from scoring.game import complete
from scoring.games import games

LATE = 6  # this match of an evening and all later ones are one row


class MatchInfo(NamedTuple):
    """A match, finished or not; money: what each side receives."""

    match_id: int
    game: str
    day: date
    evening_id: int
    started_at: datetime
    state: str
    seconds: int
    deals: int
    swing: int | None
    writer: str | None
    money: list[int]
    place: str
    rules: dict[str, Any]


COLUMNS = (MatchReview.match_id, MatchReview.game, MatchReview.day, MatchReview.evening_id, MatchReview.started_at)
MORE = (MatchReview.state, MatchReview.seconds, MatchReview.deals, MatchReview.swing, MatchReview.writer)


def matches_of_question(past: Past, circle_id: int, question: Question) -> dict[int, MatchInfo]:
    """The matches that a question is about, by id."""
    rules = Match.rules_text if needs_rules(question) else MatchReview.game
    query = select(*COLUMNS, *MORE, MatchReview.money, Evening.place, rules.label("rules"))
    query = query.join(Evening, Evening.id == MatchReview.evening_id).join(Match, Match.id == MatchReview.match_id)
    query = query.where(*asked_for(circle_id, question))
    if question.person and only_own(question):
        query = query.where(Match.id.in_([match.id for match in past.by_person.get(question.person.id, [])]))
    rows = db.session.execute(query.order_by(MatchReview.started_at, MatchReview.match_id)).all()
    known = needs_rules(question)
    found = [MatchInfo._make((*row[:-1], readable_rules(row.game, row.rules) if known else {})) for row in rows]
    return {match.match_id: match for match in found if follows(match, question.rule)}


def asked_for(circle_id: int, question: Question) -> list[ColumnElement[bool]]:
    """The conditions of the matches of anybody."""
    found = [MatchReview.circle_id == circle_id]
    found += [MatchReview.game == question.game] if question.game else []
    if question.first and question.last:
        found.append(MatchReview.day.between(question.first, question.last))
    return found


def only_own(question: Question) -> bool:
    """Whether no match matters in which the person of a question was not."""
    own = question.person is not None and question.metric.grain == SEAT
    return own and question.cut != "order" and question.rule is None


def needs_rules(question: Question) -> bool:
    """Whether the rules of the matches matter."""
    return question.rule is not None or question.cut == "stake"


def follows(match: MatchInfo, rule: tuple[str, Any] | None) -> bool:
    """Whether a match was played under a rule."""
    return rule is None or match.rules.get(rule[0]) == rule[1]


def match_keys(question: Question, matches: dict[int, MatchInfo]) -> dict[int, Hashable]:
    """The key of each match by the cut of a question that is about matches."""
    orders = order_in_evening(matches) if question.cut == "order" else {}
    keys: dict[int, Hashable] = {}
    for match_id, match in matches.items():
        if question.cut == "month":
            keys[match_id] = question.month_of(match.day)
        elif question.cut == "order":
            keys[match_id] = orders[match_id]
        elif question.cut == "place":
            keys[match_id] = match.place
        else:
            keys[match_id] = stake_of(match) if question.cut == "stake" else match.game
    return keys


def order_in_evening(matches: dict[int, MatchInfo]) -> dict[int, int]:
    """Which match of its evening each was, from 1; LATE for all later ones."""
    seen: Counter[int] = Counter()
    found = {}
    for match_id, match in matches.items():
        seen[match.evening_id] += 1
        found[match_id] = min(LATE, seen[match.evening_id])
    return found


def stake_of(match: MatchInfo) -> int:
    """The stake of a match in minor units, 0 without money: the first of its rules about money that matters."""
    game = games()[match.game]
    keys = [option.key for option in game.relevant_options(complete(game, match.rules), 4) if option.kind == "money"]
    return int(match.rules.get(keys[0]) or 0) if keys else 0


def evenings_in(circle_id: int, question: Question, matches: dict[int, MatchInfo]) -> int:
    """On how many evenings somebody played matches that a question is about; matches: those that were looked at."""
    if not only_own(question):
        return len({match.evening_id for match in matches.values()})
    return count_evenings(circle_id, question)


def count_evenings(circle_id: int, question: Question) -> int:
    """On how many evenings anybody played matches that a question without a rule is about."""
    query = select(func.count(MatchReview.evening_id.distinct())).where(*asked_for(circle_id, question))
    return int(db.session.scalar(query) or 0)


def rules_played(past: Past, circle_id: int, game: str) -> dict[str, list[Any]]:
    """The disputed rules of a game that the circle has played with several values: these, most played first."""
    return past.kept(("rules", past.version_of(game)), lambda: rules_in_logs(past, circle_id, game))


def rules_in_logs(past: Past, circle_id: int, game: str) -> dict[str, list[Any]]:
    """The same, looked up."""
    found: dict[str, Counter[Any]] = defaultdict(Counter)
    texts = times_of_rules(Scope(circle_id, game, version=past.version_of(game)))
    for text, (times,) in sorted(texts.items()):
        rules = readable_rules(game, text)
        for option in games()[game].options:
            if option.disputed and option.key in rules:
                found[option.key][json.dumps(rules[option.key])] += times
    return {key: [json.loads(value) for value, _ in n.most_common()] for key, n in found.items() if len(n) > 1}
