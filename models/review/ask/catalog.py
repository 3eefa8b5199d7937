"""What can be asked: twelve metrics, and by what each can be cut."""

from __future__ import annotations

from typing import NamedTuple

from scoring.games import games

SEAT, MATCH, DEAL, PART = "seat", "match", "deal", "part"
OF_MATCH = ("month", "order", "place", "stake")
OF_SEAT = ("person", "partner", "opponent", "game", *OF_MATCH, "writer")
OF_DEAL = ("bid", "seat", "person", "partner", "trump", "game", *OF_MATCH)
OF_PART = ("seat", "person", *OF_MATCH)
CUTS = ("bid", "seat", "person", "partner", "opponent", "game", *OF_MATCH, "trump", "writer")
OWN_SCALES = ("bid", "trump")  # each game has its own
SUM_IS_NOUGHT = ("win", "points", "rating", "money")  # metrics of which, over everybody, one's gain is another's loss
NEEDS_SOMEBODY = ("opponent", "game", *OF_MATCH)  # by which those metrics can be cut for one person only


class Metric(NamedTuple):
    """A metric. grain: what its cases are: somebody's match, a match, a deal or somebody's part of one.

    rate: whether it is a share; games: keys of those that have it; one_game: its unit differs from game to game.
    """

    key: str
    grain: str
    rate: bool
    cuts: tuple[str, ...]
    games: tuple[str, ...] = ()
    one_game: bool = False


def without(cuts: tuple[str, ...], *left: str) -> tuple[str, ...]:
    """The cuts but these."""
    return tuple(cut for cut in cuts if cut not in left)


BIDDING = ("boomke_wies", "texas_42", "clobyosh")
SETS_BY = ("opponent", *without(OF_DEAL, "person", "partner"))
METRICS = {
    metric.key: metric
    for metric in (
        Metric("win", SEAT, True, OF_SEAT),
        Metric("points", SEAT, False, without(OF_SEAT, "game"), one_game=True),
        Metric("made", DEAL, True, OF_DEAL, BIDDING),
        Metric("own", DEAL, False, without(OF_DEAL, "game"), BIDDING, one_game=True),
        Metric("tricks", DEAL, False, without(OF_DEAL, "game"), BIDDING, one_game=True),
        Metric("survived", PART, True, OF_PART, ("knockout_whist",), one_game=True),
        Metric("none", PART, True, OF_PART, ("zwanzig_ab",), one_game=True),
        Metric("sets", DEAL, True, SETS_BY, BIDDING),
        Metric("length", MATCH, False, ("game", *OF_MATCH)),
        Metric("swing", MATCH, False, ("game", *OF_MATCH)),
        Metric("rating", SEAT, False, without(OF_SEAT, "game")),
        Metric("money", SEAT, False, without(OF_SEAT, "game")),
    )
}


def games_of(metric: Metric) -> tuple[str, ...]:
    """The keys of the games in which a metric can be asked."""
    return metric.games or tuple(games())


def refusal(metric: Metric, cut: str, game: str | None, somebody: bool) -> str | None:
    """Why a question makes no sense, as a code: cut, game, one_game, somebody; None when it does."""
    if cut not in metric.cuts:
        return "cut"
    if game is not None and game not in games_of(metric):
        return "game"
    if game is None and (metric.one_game or cut in OWN_SCALES):
        return "one_game"
    if cut == "partner" and game is not None and not games()[game].partners:
        return "game"
    if somebody:
        return "of_match" if metric.grain == MATCH else None
    return "somebody" if metric.key in SUM_IS_NOUGHT and cut in NEEDS_SOMEBODY else None
