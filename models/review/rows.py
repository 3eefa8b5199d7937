"""The rows of review that follow from a finished match: one of the match, one a counted deal, one a seat of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from typing import Any, NamedTuple

from models.log.results import result_rows
from models.log.state import MatchState
from scoring.deals import player_in, replaces_player
from scoring.review import review_of
from scoring.win_chance import past_of
from scoring.words import Standing, side_of

EDITION = 4  # raised when the same log makes other rows
LONGEST = 15 * 60 * 1000  # ms: a longer deal was a pause
CLOCKS_APART = 24 * 3600 * 1000  # ms by which a phone's clock may differ from the server's


class Rows(NamedTuple):
    """The rows of a match by table, without what they have in common: circle, evening, game and day."""

    match: dict[str, Any]
    seats: list[dict[str, Any]]
    facts: list[dict[str, Any]]
    parts: list[dict[str, Any]]


def rows_of(state: MatchState, ids: Mapping[str, int], began: int) -> Rows:
    """The rows of a finished match; ids: player ids by uid; began: when, in ms since 1970."""
    seated, times = seats_at(state, ids), deal_times(state, began)
    review, partners, unit = review_of(state.game.key), state.game.partners, state.game.unit_of(state.rules)
    facts, parts = [], []
    for n, (standing, line) in enumerate(state.standings()):
        here, gained = seated[line.deal.uid], gains(state, line.points)
        fact = review.fact(standing, line)._asdict()
        seat, most, own = fact.pop("seat"), max(gained), side_of(standing.table, line.dealer)
        first, *mates = [here[one] for one in state.table.sides[gained.index(most)]]
        facts.append(
            fact
            | {
                "n": n,
                "number": line.number,
                "uid": line.deal.uid,
                "seconds": times[line.deal.uid],
                "dealer_id": here[line.dealer],
                "dealer_gain": gained[own] - fmean(gain for side, gain in enumerate(gained) if side != own),
                "who_id": None if seat is None else here[seat],
                "mate_id": here[(seat + 2) % 4] if partners and seat is not None else None,
                "from_dealer": None if seat is None else from_dealer(standing, seat),
                "unit": unit,
                "most": most,
                "most_id": first,
                "most_mate_id": mates[0] if mates else None,
            }
        )
        for part in review.parts(standing, line):
            whose = {"who_id": here[part.seat], "from_dealer": from_dealer(standing, part.seat)}
            parts.append(part._asdict() | {"n": n} | whose)
    return Rows(match_row(state, facts), seat_rows(state, ids), facts, parts)


def gains(state: MatchState, points: Iterable[int]) -> list[int]:
    """Points by side, more for who is further ahead."""
    return [point if state.game.high_wins else -point for point in points]


def seat_rows(state: MatchState, ids: Mapping[str, int]) -> list[dict[str, Any]]:
    """A row for each seat at the end of a match."""
    ended = [row for row in result_rows(state, ids) if row["place"] is not None]
    sides = {row["side"]: row for row in ended}
    ahead = dict(zip(sides, gains(state, (row["total"] for row in sides.values())), strict=True))
    firsts = sum(row["place"] == 1 for row in sides.values())
    rows = []
    for row in ended:
        mates = [mate["player_id"] for mate in ended if mate["side"] == row["side"] and mate is not row]
        others = [total for side, total in ahead.items() if side != row["side"]]
        rows.append(
            {key: row[key] for key in ("seat", "player_id", "side", "place", "total")}
            | {
                "mate_id": mates[0] if mates else None,
                "sides": len(sides),
                "won": row["place"] == 1 and firsts < len(sides),
                "level": firsts == len(sides),
                "margin": ahead[row["side"]] - max(others, default=0),
                "unit": state.game.unit_of(state.rules),
            }
        )
    return rows


def from_dealer(standing: Standing, seat: int) -> int:
    """Which seat from the dealer's left this is, from 1; the dealer is the last."""
    return (seat - standing.dealer - 1) % len(standing.table.players) + 1


def seats_at(state: MatchState, ids: Mapping[str, int]) -> dict[str, list[int | None]]:
    """Who sat where when each record was made, by its uid, as player ids; None for a guest."""
    here, found = [ids.get(uid) for uid, _ in state.seats], {}
    for deal in state.live.deals:
        found[deal.uid] = here
        if replaces_player(deal):
            here = here.copy()
            here[deal.entry["seat"]] = ids.get(player_in(deal.entry)[0])
    return found


def deal_times(state: MatchState, began: int) -> dict[str, int | None]:
    """How many seconds each deal took by the uid of its record; None where it is not known."""
    found: dict[str, int | None] = {}
    for record, at in zip(state.records, moments(state), strict=True):
        if record.kind == "deal":
            found[record.uid] = (at - began) // 1000 if 0 <= at - began <= LONGEST else None
            began = at
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
        "last_at": max(moments(state), default=0),
        "corrections": sum(record.kind in ("amend", "strike") for record in state.records),
        "money": list(state.game.settle(state.sheet)),
        "past": past_of(state.sheet),
    }
