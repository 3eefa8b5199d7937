"""Scoring a log's deals: replay() and extend() make the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import RESULT, STRUCK, with_player
from scoring.entry_shape import shape_problems, sum_problems, without_nulls
from scoring.game import complete, rules_problems
from scoring.words import Award, Line, Outcome, Sheet, Standing, problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from scoring.game import Game
    from scoring.words import Deal, Entry, Problem, Rules, Table, Values


def problems(game: Game, standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """All that is wrong with an entry for the deal to come; empty when it can be scored."""
    if type(entry) is not dict:
        return (problem("entry", "not_an_entry"),)
    table = standing.table
    found = shape_problems(game.fields(standing), entry, len(table.players), len(table.sides), game.idle)
    if found:
        return tuple(found)
    whole = without_nulls(entry)
    return sum_problems(game.fields(standing), whole) or game.check(standing, whole)


def bid_problems(game: Game, standing: Standing, bid: Entry) -> tuple[Problem, ...]:
    """What is wrong with a bid: only problems of the fields that are entered before play."""
    bid_keys = [field.key for field in game.fields(standing) if field.step == "bid"]
    return tuple([found for found in problems(game, standing, bid) if found.field in bid_keys])


def start(game: Game, table: Table, rules: Rules) -> Standing:
    """The standing before the first deal; rules are the chosen ones, filled up with the defaults."""
    whole = complete(game, rules)
    total, carry = game.opening(table, whole)
    return Standing(table, whole, 1, table.first_dealer, (total,) * len(table.sides), carry, False)


def replay(game: Game, table: Table, rules: Rules, deals: tuple[Deal, ...], pending: Entry | None = None) -> Sheet:
    """The sheet of a match: every deal scored in order. Never raises; a line with problems counts nothing."""
    sheet = Sheet(game.key, (), start(game, table, rules), None, None)
    return extend(game, sheet, deals, pending)


def extend(game: Game, sheet: Sheet, deals: tuple[Deal, ...], pending: Entry | None = None) -> Sheet:
    """The sheet after more deals. A line never depends on later deals, so an earlier sheet can be extended."""
    lines = list(sheet.lines)
    standing, outcome = sheet.standing, sheet.outcome
    for deal in deals:
        standing, outcome = _apply(game, standing, outcome, deal, lines)
    return Sheet(game.key, tuple(lines), standing, outcome, pending)


def standings(
    game: Game, table: Table, rules: Rules, deals: tuple[Deal, ...], lines: tuple[Line, ...]
) -> Iterator[tuple[Standing, Line]]:
    """Every counted deal of a match as its line, each behind the standing in which it was played; a redeal is none.

    lines: those of its sheet; what was accepted there is not looked at again.
    """
    known = {line.deal.uid: line for line in lines}
    standing = start(game, table, rules)
    for deal in deals:
        if deal.kind == "deal":
            line = known[deal.uid]
            if not line.problems:
                standing, entry = _with_dealer(standing, deal), without_nulls(deal.entry)
                if game.counted(standing, entry):
                    yield standing, line
                carry = game.score(standing, entry)[1]
                standing = _after(game, standing, entry, line, carry)
        elif deal.kind == RESULT:
            standing = _result(game, standing, deal, [])
        elif deal.kind != STRUCK:
            standing = _ruling(game, standing, deal, [])


def _apply(
    game: Game, standing: Standing, outcome: Outcome | None, deal: Deal, lines: list[Line]
) -> tuple[Standing, Outcome | None]:
    """Apply one deal or ruling and append its line; what the standing and the outcome are then."""
    if deal.kind == "deal":
        return _deal(game, standing, outcome, deal, lines)
    if deal.kind == STRUCK:
        lines.append(_crossed_out(game, standing, deal))
        return standing, outcome
    if deal.kind == RESULT:
        return _result(game, standing, deal, lines), recorded_result(lines)
    standing = _ruling(game, standing, deal, lines)
    return standing, recorded_result(lines) or game.outcome(standing, lines)


def _deal(
    game: Game, standing: Standing, outcome: Outcome | None, deal: Deal, lines: list[Line]
) -> tuple[Standing, Outcome | None]:
    """Score one deal and append its line; a deal with problems leaves the standing as it was."""
    before, standing = standing, _with_dealer(standing, deal)
    found = (problem("match", "over"),) if outcome else problems(game, standing, deal.entry)
    if found:
        lines.append(_refused(standing, deal, found))
        return before, outcome
    entry = without_nulls(deal.entry)
    awards, carry = game.score(standing, entry)
    points, totals = _sum(standing, awards)
    lines.append(Line(deal, standing.number, standing.dealer, awards, points, totals, ()))
    after = _after(game, standing, entry, lines[-1], carry)
    return after, game.outcome(after, lines)


def _after(game: Game, standing: Standing, entry: Entry, line: Line, carry: Values) -> Standing:
    """The standing after a deal that counted."""
    number = standing.number + 1 if game.counted(standing, entry) else standing.number
    dealer = game.next_dealer(standing, entry, line.points, carry)
    return Standing(standing.table, standing.rules, number, dealer, line.totals, carry, standing.closed)


def _with_dealer(standing: Standing, deal: Deal) -> Standing:
    """The standing with the dealer that this deal names, if it names one."""
    if deal.dealer is None or deal.dealer == standing.dealer:
        return standing
    return _with(standing, dealer=deal.dealer)


def _crossed_out(game: Game, standing: Standing, deal: Deal) -> Line:
    """The line of a struck deal: the points it would score, with totals unchanged."""
    standing = _with_dealer(standing, deal)
    found = problems(game, standing, deal.entry)
    if found:
        return _refused(standing, deal, found)
    awards, _ = game.score(standing, without_nulls(deal.entry))
    points, _ = _sum(standing, awards)
    return Line(deal, standing.number, standing.dealer, awards, points, standing.totals, ())


def _refused(standing: Standing, deal: Deal, found: tuple[Problem, ...]) -> Line:
    return Line(deal, standing.number, standing.dealer, (), (0,) * len(standing.totals), standing.totals, found)


def _sum(standing: Standing, awards: tuple[Award, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Points by side, and the totals with them."""
    points = [0] * len(standing.totals)
    for award in awards:
        points[award.side] += award.points
    totals = [total + points[side] for side, total in enumerate(standing.totals)]
    return tuple(points), tuple(totals)


def _ruling(game: Game, standing: Standing, deal: Deal, lines: list[Line]) -> Standing:
    """Apply a record that is not a deal: adjust, rules, seat (another dealer or player), close or reopen."""
    kind, body = deal.kind, deal.entry
    if kind == "close" or kind == "reopen":
        return _with(standing, closed=kind == "close")
    if kind == "adjust":
        return _adjust(standing, deal, lines)
    if kind == "seat" and "dealer" in body:
        return _with(standing, dealer=body["dealer"])
    if kind == "seat":
        return _with(standing, table=with_player(standing.table, body))
    rules = dict(standing.rules)
    rules.update(body["rules"])
    found = rules_problems(game, rules, len(standing.table.players))
    if found:
        lines.append(_refused(standing, deal, found))
        return standing
    lines.append(_refused(standing, deal, ()))
    return _with(standing, rules=rules)


def _result(game: Game, standing: Standing, deal: Deal, lines: list[Line]) -> Standing:
    """Apply a result recorded without its deals: the winner, and the totals where they are points."""
    before = standing.totals
    ended = [total - before[side] for side, total in enumerate(deal.entry.get("totals", before))]
    awards = tuple(Award(side, points, "written_down", {}) for side, points in enumerate(ended) if points)
    points, totals = _sum(standing, awards)
    lines.append(Line(deal, standing.number, standing.dealer, awards, points, totals, ()))
    carry = game.decided(standing, deal.entry["winner"])
    return _with(standing, totals=totals, carry=carry)


def recorded_result(lines: list[Line]) -> Outcome | None:
    """The outcome of a result recorded without its deals; None when there is none."""
    winners = [line.deal.entry["winner"] for line in lines if line.deal.kind == RESULT]
    return Outcome((winners[-1],), "written_down", {}, None) if winners else None


def _adjust(standing: Standing, deal: Deal, lines: list[Line]) -> Standing:
    """A ruling at the table: points by side, with a note."""
    by_side = deal.entry["points"]
    note = deal.entry.get("note", "")
    awards = tuple(
        Award(side, by_side[side], "adjusted", {"note": note}) for side in range(len(by_side)) if by_side[side]
    )
    points, totals = _sum(standing, awards)
    lines.append(Line(deal, standing.number, standing.dealer, awards, points, totals, ()))
    return _with(standing, totals=totals)


def _with(standing: Standing, **changes: Any) -> Standing:
    """The standing with some of its parts changed (namedtuple._replace is missing in one interpreter)."""
    return Standing(
        changes.get("table", standing.table),
        changes.get("rules", standing.rules),
        standing.number,
        changes.get("dealer", standing.dealer),
        changes.get("totals", standing.totals),
        changes.get("carry", standing.carry),
        changes.get("closed", standing.closed),
    )


def counted_lines(game: Game, sheet: Sheet) -> list[Line]:
    """The lines of the deals that counted; a redeal and what was refused or struck are none."""
    deals = [line for line in sheet.lines if line.deal.kind == "deal" and not line.problems]
    return [line for line in deals if game.counted(sheet.standing, line.deal.entry)]


def if_closed(sheet: Sheet) -> Sheet:
    """The sheet as if the table closed the match now; no line is added."""
    return Sheet(sheet.game, sheet.lines, _with(sheet.standing, closed=True), sheet.outcome, sheet.pending)
