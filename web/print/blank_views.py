"""Blank score sheets of each game, to print and fill in by hand; public, like the rules."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from scoring.game import Game, defaults
from scoring.games import games
from scoring.sheet import start
from scoring.words import Field
from web.http.requests import whole_number
from web.i18n.locale import gettext

USUAL_PLAYERS = 4
PAGE, BLOCK, ROW = 250, 28, 8  # mm: what a leaf has below its heading, a match without its rows, a row

bp = Blueprint("blank", __name__)


@bp.get("/paper/<slug:game>")
def show_blank(game: str) -> str:
    """A blank sheet of a game."""
    found = games().get(game) or abort(404)
    page = BlankPage(found, whole_number(request.args.get("players")), request.args.get("way", ""))
    return render_template("print/blank.html", page=page, game=found)


class BlankPage:
    """A blank sheet: for how many players, in which notation; the usual ones where the game has no others."""

    def __init__(self, game: Game, players: int | None = None, way: str = "") -> None:
        self.game, (fewest, most) = game, game.seats
        self.choices = range(fewest, most + 1) if most > fewest else range(0)
        usual = min(max(USUAL_PLAYERS, fewest), most)
        self.players = players if players is not None and players in self.choices else usual
        self.ways = [(key, gettext(label)) for key, label in game.paper_forms]
        self.way = way if way in dict(self.ways) else next(iter(dict(self.ways)), "")
        self.table = game.table(("",) * self.players, 0)
        self.sides = self.table.sides

    @property
    def templates(self) -> list[str]:
        """The game's own template for this notation, or else the one for any game."""
        keys = [f"{self.game.key}-{self.way}"] if self.way else []
        return [f"print/blank/{key}.html" for key in (*keys, self.game.key, "any")]

    @property
    def blocks(self) -> int:
        """How many matches fit on a page where each player has a row."""
        return max(PAGE // (BLOCK + ROW * self.players), 1)

    @property
    def fields(self) -> list[Field]:
        """The fields of a deal that get a column each; optional ones have none."""
        fields = self.game.fields(start(self.game, self.table, defaults(self.game)))
        return [field for field in fields if field.kind not in ("calls", "sequences", "seats") and not field.optional]
