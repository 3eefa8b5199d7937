"""What a panel of a game's page is counted over, and how the template shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from models.review.deals.scope import DealScope
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from scoring.review import GameReview, Where
from web.review.deals.address import deals_address
from web.review.game.rows import RowView
from web.review.matches.address import matches_address

if TYPE_CHECKING:
    from scoring.words import Rules


class GameCounts(NamedTuple):
    """What panels are counted over, and how an address says the same; rules: those that break-even is told by."""

    review: GameReview
    game: str
    scope: DealScope
    past: Past
    matches: Sequence[PastMatch]
    asked: dict[str, str]
    rules: Rules

    def deals(self, where: Where) -> str:
        """Where the deals that are so are listed."""
        return deals_address(self.game, where, **self.asked)

    def played(self, where: Where = Where(), **more: Any) -> str:  # noqa: B008  a plain tuple
        """Where the matches that are so are listed."""
        return matches_address(self.game, where, **self.asked, **more)


class LeadView(NamedTuple):
    """A row in words with a figure; address empty where it leads nowhere."""

    address: str
    words: str
    small: str | Markup
    figure: str | Markup


class TableView(NamedTuple):
    """A table that opens."""

    title: str
    heads: list[str]
    rows: list[list[Any]]


class Field(NamedTuple):
    """A field: where its deals are (empty without one), how many, and their share of the row; empty for too few."""

    address: str
    deals: int
    share: str


class FieldRow(NamedTuple):
    """A row of fields, and what it is called."""

    words: str
    fields: list[Field]


class FieldsView(NamedTuple):
    """Fields below heads, the first of which is empty."""

    heads: list[str]
    rows: list[FieldRow]


class Section(NamedTuple):
    """A panel as the template shows it; told: the rows have their words above them."""

    title: str
    note: str = ""
    rows: Sequence[RowView] = ()
    scale: Markup | None = None
    told: bool = True
    leads: Sequence[LeadView] = ()
    table: TableView | None = None
    remark: str = ""
    drawing: Markup | None = None
    fields: FieldsView | None = None

    @property
    def shown(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.rows or self.leads or self.drawing or self.fields)
