"""Cases that are deals, or somebody's part of one: grouped by the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from typing import Any

from sqlalchemy import ColumnElement, Float, and_, case, cast, func, or_, select

from models.base import db
from models.review.ask.catalog import DEAL, METRICS, OF_MATCH, PART
from models.review.ask.matches import MatchInfo, match_keys
from models.review.ask.question import NOTHING, Cell, Question
from models.review.deals.scope import Scope
from models.review.past.matches import Past
from models.review.stored.count_cache import Sums, added_up
from models.review_tables import DealFact, DealPart
from models.tables import Result

Cells = dict[Hashable, Cell]


def deal_cells(past: Past, circle_id: int, question: Question, asked: dict[int, MatchInfo]) -> Cells:
    """The cells of a question about deals; asked: its matches, unless it is added up."""
    keys = match_keys(question, asked) if question.cut in OF_MATCH else {}
    cells: Cells = defaultdict(lambda: NOTHING)
    for raw, (n, total, squares) in sums_of(past, circle_id, question, asked):
        key = key_of(past, question, list(raw), keys)
        if key is not None:
            cells[key] += Cell(n, float(total), float(squares))
    return dict(cells)


def are_added_up(question: Question) -> bool:
    """Whether a question is about everybody's deals under all rules: these are counted once for each quarter."""
    everybody = question.person is None and question.rule is None
    return everybody and question.metric.grain in (DEAL, PART) and question.cut not in OF_MATCH


def sums_of(past: Past, circle_id: int, question: Question, asked: dict[int, MatchInfo]) -> Iterable[tuple[Any, Any]]:
    """Number, sum and squares of the deals of a question, by the values of its columns."""
    if are_added_up(question):
        return everybodys_sums(past, circle_id, question, question.cut).items()
    table: Any = DealPart if question.metric.grain == PART else DealFact
    where = conditions(past, table, circle_id, question)
    where += [table.match_id.in_(list(asked))] if question.rule is not None else []
    return grouped(table, question.metric.key, key_columns(table, question), where).items()


def everybodys_sums(past: Past, circle_id: int, question: Question, cut: str) -> Sums:
    """The same of everybody's deals, by a cut."""
    version = past.version_of(question.game)
    scope = Scope(circle_id, question.game, question.first, question.last, version=version)
    people = [past.people.persons[one] for one in sorted(past.unranked)]
    aside = tuple(player for person in people for player in past.people.ids_of(person))
    return quarter_sums(scope, question.metric.key, cut, aside, question.metric.games)


@added_up
def quarter_sums(scope: Scope, metric: str, cut: str, aside: tuple[int, ...], games: tuple[str, ...]) -> Sums:
    """The same of everybody's deals."""
    table: Any = DealPart if METRICS[metric].grain == PART else DealFact
    where = [table.circle_id == scope.circle_id, of_game(table, scope.game, games), *counted(table, metric)]
    where += [table.day.between(scope.first, scope.last)] if scope.first and scope.last else []
    where += [or_(table.who_id.is_(None), table.who_id.not_in(aside))] if aside else []
    return grouped(table, metric, key_columns_of(table, cut), where)


def grouped(table: Any, metric: str, columns: list[Any], where: list[ColumnElement[bool]]) -> Sums:
    """By these columns: how many deals, the sum of their values and of the squares."""
    value = cast(value_of(table, metric), Float)
    query = select(*columns, func.count(), func.sum(value), func.sum(value * value)).where(*where).group_by(*columns)
    return {tuple(row[:-3]): tuple(row[-3:]) for row in db.session.execute(query)}


def key_columns(table: Any, question: Question) -> list[Any]:
    """The columns that tell the key of a question's cut."""
    return [table.match_id] if question.cut in OF_MATCH else key_columns_of(table, question.cut)


def key_columns_of(table: Any, cut: str) -> list[Any]:
    """The columns that tell the key of a cut of deals."""
    if cut == "partner":
        return [table.who_id, table.mate_id]
    names = {
        "bid": "bid",
        "seat": "from_dealer",
        "person": "who_id",
        "opponent": "who_id",
        "trump": "trump",
        "game": "game",
        "kind": "kind",
    }
    return [getattr(table, names[cut])]


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
    found = [table.circle_id == circle_id, of_game(table, question.game, question.metric.games)]
    if question.first and question.last:
        found.append(table.day.between(question.first, question.last))
    return found + counted(table, question.metric.key) + of_person(past, table, question)


def of_game(table: Any, game: str | None, games: Collection[str]) -> ColumnElement[bool]:
    """That a deal is of a game, or of one of several."""
    found: ColumnElement[bool] = table.game == game if game else table.game.in_(games)
    return found


def counted(table: Any, metric: str) -> list[ColumnElement[bool]]:
    """That what a metric needs of a deal is known."""
    if metric in ("made", "own", "sets"):
        return [table.made.is_not(None)]
    return [table.took.is_not(None)] if metric in ("tricks", "none") else []


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
    if are_added_up(question):
        return tuple(sorted(kind for (kind,) in everybodys_sums(past, circle_id, question, "kind")))
    query = select(DealFact.kind).distinct().where(*conditions(past, DealFact, circle_id, question))
    return tuple(sorted(db.session.scalars(query)))
