"""The rows of review that follow from a finished match: one of the match, one a counted deal, one a seat of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any, NamedTuple

from models.log.results import result_rows
from models.log.state import MatchState
from scoring.deals import player_in, replaces_player
from scoring.review import review_of
from scoring.win_chance import past_of
from scoring.words import Line, Standing, side_of

EDITION = 3  # raised when the same log makes other rows
LONGEST = 15 * 60 * 1000  # ms: a longer deal was a pause
CLOCKS_APART = 24 * 3600 * 1000  # ms by which a phone's clock may differ from the server's


class Rows(NamedTuple):
    """The rows of a match by table, without what they have in common: circle, evening, game and day."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    facts: list[dict[str, Any]]
    parts: list[dict[str, Any]]


def rows_of(state: MatchState, ids: Mapping[str, int]) -> Rows:
    """The rows of a finished match; ids: player ids by uid."""
    seated = Seats(state, ids)
    times = record_times(state)
    facts, parts = [], []
    review, partners, sign = review_of(state.game.key), state.game.partners, 1 if state.game.high_wins else -1
    unit = state.game.unit_of(state.rules)
    for n, (standing, line) in enumerate(state.standings()):
        here, seconds = seated.at(line.deal.uid), times[line.deal.uid]
        fact = review.fact(standing, line)
        common: dict[str, Any] = {"n": n, "number": line.number, "players": len(here)}
        declared: dict[str, int | None] = {"who_id": None, "mate_id": None, "from_dealer": None}
        if fact.seat is not None:
            mate = here[(fact.seat + 2) % 4] if partners else None
            declared = {"who_id": here[fact.seat], "mate_id": mate, "from_dealer": from_dealer(standing, fact.seat)}
        values = fact._asdict()
        del values["seat"]
        most = max(line.points, key=lambda points: sign * points)
        first, *mates = state.table.sides[line.points.index(most)]
        values |= {"unit": unit, "most": sign * most, "most_id": here[first]}
        values["most_mate_id"] = here[mates[0]] if mates else None
        facts.append(
            common | {"uid": line.deal.uid, "dealer_id": here[line.dealer], "seconds": seconds} | declared | values
            | {"dealer_gain": dealer_gain(state, standing, line)}
        )  # fmt: skip
        for part in review.parts(standing, line):
            seat = {"who_id": here[part.seat], "from_dealer": from_dealer(standing, part.seat)}
            parts.append(common | part._asdict() | seat)
    return Rows(match_row(state, facts), seat_rows(state, ids), facts, parts)


def seat_rows(state: MatchState, ids: Mapping[str, int]) -> list[dict[str, Any]]:
    """A row for each seat at the end of a match."""
    ended = [row for row in result_rows(state, ids) if row["place"] is not None]
    sign = 1 if state.game.high_wins else -1
    totals = {row["side"]: sign * row["total"] for row in ended}
    firsts = {row["side"] for row in ended if row["place"] == 1}
    rows = []
    for row in ended:
        mates = [mate["player_id"] for mate in ended if mate["side"] == row["side"] and mate is not row]
        others = [total for side, total in totals.items() if side != row["side"]]
        rows.append(
            {
                "seat": row["seat"],
                "player_id": row["player_id"],
                "mate_id": mates[0] if mates else None,
                "side": row["side"],
                "sides": len(totals),
                "place": row["place"],
                "won": row["place"] == 1 and len(firsts) < len(totals),
                "level": len(firsts) == len(totals),
                "total": row["total"],
                "margin": totals[row["side"]] - max(others, default=0),
                "unit": state.game.unit_of(state.rules),
            }
        )
    return rows


def from_dealer(standing: Standing, seat: int) -> int:
    """Which seat from the dealer's left this is, from 1; the dealer is the last."""
    return (seat - standing.dealer - 1) % len(standing.table.players) + 1


def dealer_gain(state: MatchState, standing: Standing, line: Line) -> float:
    """What the dealer's side gained in a deal over the mean of the others."""
    side = side_of(standing.table, line.dealer)
    sign = 1 if state.game.high_wins else -1
    points = [sign * point for point in line.points]
    return points[side] - fmean(point for other, point in enumerate(points) if other != side)


class Seats:
    """Who sat where at the time of each record, as player ids; None for a guest."""

    def __init__(self, state: MatchState, ids: Mapping[str, int]) -> None:
        here = [ids.get(uid) for uid, _ in state.seats]
        self.by_uid = {}
        for deal in state.live.deals:
            self.by_uid[deal.uid] = here
            if replaces_player(deal):
                here = here.copy()
                here[deal.entry["seat"]] = ids.get(player_in(deal.entry)[0])

    def at(self, uid: str) -> list[int | None]:
        """The player ids by seat when this was recorded."""
        return self.by_uid[uid]


def record_times(state: MatchState) -> dict[str, int | None]:
    """How many seconds each deal took by the uid of its record; None for the first, and where it is not known."""
    found: dict[str, int | None] = {}
    before: int | None = None
    for record, at in zip(state.records, moments(state), strict=True):
        if record.kind != "deal":
            continue
        took = None if before is None else at - before
        found[record.uid] = took // 1000 if took is not None and 0 <= took <= LONGEST else None
        before = at
    return found


def moments(state: MatchState) -> Iterator[int]:
    """When each record was made, in ms: by the phone's clock where that can be, else by the server's."""
    for trace in state.traces:
        made_at = trace.at if trace.made_at is None else trace.made_at
        yield made_at if 0 <= trace.at - made_at <= CLOCKS_APART else trace.at


def match_row(state: MatchState, facts: list[dict[str, Any]]) -> dict[str, Any]:
    """The row of the match; what depends on other matches (the win chances) is null."""
    return {
        "seq": state.version,
        "deals": len(facts),
        "seconds": sum(fact["seconds"] or 0 for fact in facts),
        "last_at": max((at for at in moments(state)), default=0),
        "corrections": sum(record.kind in ("amend", "strike") for record in state.records),
        "money": list(state.game.settle(state.sheet)),
        "past": past_of(state.sheet),
    }
