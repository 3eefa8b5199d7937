"""The players at the time of a line, for what a record changes on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.log.match_state import MatchState
from scoring.deals import tables_by_uid
from web.i18n.messages import formatter_at

if TYPE_CHECKING:
    from drawing.preview.sheet_diff import FormatterOfLine


def formatter_by_line(state: MatchState) -> FormatterOfLine:
    """The formatter for the players at the time of a line."""
    tables, table, key = tables_by_uid(state.table, state.live.deals), state.sheet.standing.table, state.game.key
    return lambda line: formatter_at(key, tables.get(line.deal.uid, table)).nodes
