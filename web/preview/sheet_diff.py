"""What a record changed on the sheet, as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.preview import sheet_diff
from scoring.seating import tables_by_uid
from web.i18n.locale import current_language
from web.i18n.messages import formatter_at
from web.tree_html import html

if TYPE_CHECKING:
    from markupsafe import Markup

    from drawing.preview.sheet_diff import FormatterOfLine
    from models.log.match_state import MatchState
    from scoring.words import Sheet
    from web.i18n.messages import MarkupFormatter


def changed_rows(old: Sheet, state: MatchState) -> Markup:
    """Every line that differs between an earlier sheet of a match and the present one."""
    language = current_language()
    changes = sheet_diff.changed_lines(language, old, state.sheet, formatter_by_line(state))
    return html([sheet_diff.change_row(language, change, state.game.has_totals) for change in changes])


def formatter_by_line(state: MatchState) -> FormatterOfLine:
    """The formatter for the players at the time of a line."""
    tables, table, key = tables_by_uid(state.table, state.live.deals), state.sheet.standing.table, state.game.key
    return lambda line: formatter_at(key, tables.get(line.deal.uid, table)).nodes


def end_change_words(old: Sheet, new: Sheet, formatter: MarkupFormatter) -> Markup:
    """What changed about the end of the match; empty when nothing did."""
    return html(sheet_diff.end_change_words(old, new, formatter.nodes))
