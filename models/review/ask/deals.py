"""Cases that are deals, or somebody's part of one: grouped by the database."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import Float, and_, case, cast, func, or_, select

from models.base import db
from models.review.ask.catalog import OF_MATCH, PART
from models.review.ask.matches import match_keys
from models.review.ask.question import NOTHING, Cell
from models.tables.result import Result
from models.tables.review import DealFact, DealPart

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sqlalchemy import ColumnElement

    from models.review.ask.matches import MatchInfo
    from models.review.ask.question import Question
    from models.review.past.matches import Past

    Cells = dict[Hashable, Cell]


def deal_cells(past: Past, circle_id: int, question: Question, asked: dict[int, MatchInfo]) -> Cells:
    """The cells of a question about deals."""
    table: Any = DealPart if question.metric.grain == PART else DealFact
    columns = key_columns(table, question)
    value = cast(value_of(table, question.metric.key), Float)
    query = select(*columns, func.count(), func.sum(value), func.sum(value * value))
    query = query.where(*conditions(past, table, circle_id, question)).group_by(*columns)
    if question.rule is not None:
        query = query.where(table.match_id.in_(list(asked)))
    keys = match_keys(question, asked) if question.cut in OF_MATCH else {}
    cells: Cells = defaultdict(lambda: NOTHING)
    for *raw, n, total, squares in db.session.execute(query):
        key = key_of(past, question, raw, keys)
        if key is not None:
            cells[key] += Cell(n, float(total), float(squares))
    return dict(cells)


def key_columns(table: Any, question: Question) -> list[Any]:
    """The columns that tell the key of a cut."""
    if question.cut in OF_MATCH:
        return [table.match_id]
    if question.cut == "partner":
        return [table.who_id, table.mate_id]
    names = {
        "bid": "bid",
        "seat": "from_dealer",
        "person": "who_id",
        "opponent": "who_id",
        "trump": "trump",
        "game": "game",
    }
    return [getattr(table, names[question.cut])]


def value_of(table: Any, metric: str) -> Any:
    """The value of a deal: 1 or 0 for a share."""
    truth = {
        "made": lambda: table.made.is_(True),
        "sets": lambda: table.made.is_(False),
        "survived": lambda: table.after != "out",
        "none": lambda: table.after == "none",
    }
    if metric in truth:
        return case((truth[metric](), 1), else_=0)
    return table.gain if metric == "own" else table.took


def conditions(past: Past, table: Any, circle_id: int, question: Question) -> list[ColumnElement[bool]]:
    """Which deals count."""
    found: list[ColumnElement[bool]] = [table.circle_id == circle_id]
    if question.game:
        found.append(table.game == question.game)
    else:
        found.append(table.game.in_(question.metric.games))
    if question.first and question.last:
        found.append(table.day.between(question.first, question.last))
    if question.metric.key in ("made", "own", "sets"):
        found.append(table.made.is_not(None))
    elif question.metric.key in ("tricks", "none"):
        found.append(table.took.is_not(None))
    return found + of_person(past, table, question)


def of_person(past: Past, table: Any, question: Question) -> list[ColumnElement[bool]]:
    """The deals of a person: declared by them, or (sets) by others against them; of those in standings otherwise."""
    if question.person is None:
        aside = [player for one in past.people.persons.values() if one.unranked for player in past.people.ids_of(one)]
        return [or_(table.who_id.is_(None), table.who_id.not_in(aside))] if aside else []
    ids = past.people.ids_of(question.person)
    if question.metric.key != "sets":
        return [table.who_id.in_(ids)]
    theirs = select(Result.match_id).where(Result.player_id.in_(ids))
    mine = or_(table.who_id.in_(ids), and_(table.mate_id.is_not(None), table.mate_id.in_(ids)))
    return [table.match_id.in_(theirs), table.who_id.is_not(None), ~mine]


def key_of(past: Past, question: Question, raw: list[Any], keys: dict[int, Hashable]) -> Hashable:
    """The key of a row; None for what belongs to no row: guests, bids and trumps that were not written down."""
    if question.cut in OF_MATCH:
        return keys.get(raw[0])
    if question.cut in ("person", "opponent"):
        return ranked(past, raw[0])
    if question.cut != "partner":
        return raw[0]  # type: ignore[no-any-return]
    one, other = ranked(past, raw[0]), ranked(past, raw[1])
    if one is None or other is None:
        return None
    return other if question.person else tuple(sorted((one, other)))


def ranked(past: Past, player: int | None) -> int | None:
    """The person that a player is, None for a guest and for who stays out of standings."""
    person = past.people.of(player)
    return person.id if person and not person.unranked else None


def kinds_counted(past: Past, circle_id: int, question: Question) -> tuple[str, ...]:
    """The kinds of the deals that a question counts."""
    query = select(DealFact.kind).distinct().where(*conditions(past, DealFact, circle_id, question))
    return tuple(sorted(db.session.scalars(query)))
