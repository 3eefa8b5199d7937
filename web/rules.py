"""The rules of a game as pages and as sentences, what a record would change, and the result of a match, as markup."""

from __future__ import annotations

import re
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Blueprint, abort, render_template, request, url_for
from markupsafe import Markup

from drawing import rule_periods
from drawing.preview import preview
from models.log.match_state import MatchState
from models.log.read import read
from scoring.deals import REVISING_KINDS, tables_by_uid
from scoring.game import Game, complete, defaults
from scoring.games import games
from scoring.sheet import start
from scoring.words import Field, Option, same
from web.auth.guard import granted_match
from web.circle.forms import SaveRulesForm
from web.fragment_cache import render_fragment
from web.history import Words, ruling_words
from web.http.requests import whole_number
from web.i18n.locale import current_language, gettext
from web.i18n.messages import formatter_at
from web.table.sheet_rows import rule_value_text
from web.tree_html import html

if TYPE_CHECKING:
    from drawing.node import Content
    from drawing.preview.sheet_diff import FormatterOfLine
    from scoring.words import Rules


BLOCK_TAGS = ("p", "li", "tr")
CELL_TAGS = ("td", "th")
SENTENCE_END = re.compile(r"(?<=[.!?؟])\s+")


class TextExtractor(HTMLParser):
    """The texts of paragraphs, list items and table rows of some HTML; cells are separated by a dot."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Begin a text, or separate a cell."""
        if tag in BLOCK_TAGS:
            self.inside = True
            self.texts.append("")
        elif tag in CELL_TAGS and self.texts[-1]:
            self.texts[-1] += " · "

    def handle_endtag(self, tag: str) -> None:
        """End a text."""
        self.inside = self.inside and tag not in BLOCK_TAGS

    def handle_data(self, text: str) -> None:
        """Add to the open text."""
        if self.inside:
            self.texts[-1] += text


def sentences(game: Game, rules: Rules) -> list[str]:
    """The rules of the game with these house rules, in the reader's language."""
    parts = TextExtractor()
    parts.feed(render_fragment(f"rules/{game.key}.html", rules=rules, game=game))
    parts.close()
    return [sentence for text in parts.texts for sentence in SENTENCE_END.split(" ".join(text.split())) if sentence]


def sentence_diff(game: Game, old: Rules, new: Rules) -> tuple[list[str], list[str]]:
    """The sentences only in the old rules, and those only in the new ones."""
    before, after = sentences(game, old), sentences(game, new)
    return [text for text in before if text not in after], [text for text in after if text not in before]


def rules_of_deal(state: MatchState, number: int | None) -> Rules:
    """The house rules of the deal with this number; those in force now without one."""
    return rule_periods.rules_in_deal(state.game, state.rules, state.sheet, number)


def periods_section(state: MatchState, here: str) -> Markup:
    """Which house rules held from which deal to which; empty where they never changed. here: address of the table."""
    language = current_language()
    changed = rule_periods.periods_with_changes(language, state.game, state.rules, state.sheet)
    return html(rule_periods.periods_section(language, here, changed))


def formatter_by_line(state: MatchState) -> FormatterOfLine:
    """The formatter for the players at the time of a line."""
    tables, table, key = tables_by_uid(state.table, state.live.deals), state.sheet.standing.table, state.game.key
    return lambda line: formatter_at(key, tables.get(line.deal.uid, table)).nodes


class Preview:
    """Two states of a match, without a record and with it, compared; names are those of the table after it."""

    def __init__(self, before: MatchState, after: MatchState) -> None:
        self.after, self.old, self.game, self.record = after, before.sheet, before.game, after.records[-1]
        formatter = formatter_at(self.game.key, after.sheet.standing.table).nodes
        sheets = (before.sheet, after.sheet)
        rules = [sheet.standing.rules for sheet in sheets]
        prose: tuple[list[Content], list[Content]] = ([], [])
        if rules[0] != rules[1]:
            gone, new = sentence_diff(self.game, *rules)
            prose = ([*gone], [*new])
        self.drawn = preview.Preview(formatter, formatter_by_line(after), *sheets, self.record.uid, prose)

    @property
    def record_words(self) -> Words:
        """The record as text; empty when it is about another record."""
        if self.record.kind in REVISING_KINDS:
            return ""
        if self.record.kind == "rules":
            return gettext("House rules from here on")
        standing = self.old.standing
        return ruling_words(self.record, formatter_at(self.game.key, standing.table), standing.rules)

    @cached_property
    def parts(self) -> Markup:
        """All that would change."""
        return html(self.drawn.parts())


def match_page(uid: str, form: SaveRulesForm | None = None, saved: bool = False) -> str:
    """The rules of a match, now or in the deal whose number is in the address, with the form that saves them."""
    state = read(granted_match(uid))
    number = whole_number(request.args.get("deal"))
    chosen, players = rules_of_deal(state, number), len(state.table.players)
    form = form or SaveRulesForm(formdata=None)
    here = url_for("table.show_table", uid=uid)
    more = {"uid": uid, "periods": periods_section(state, here), "number": number, "form": form, "saved": saved}
    return game_page(state.game, chosen, players, here, gettext("The table"), **more)


def game_page(game: Game, chosen: Rules, players: int, back: str, whither: str, **more: Any) -> str:
    """The page of a game under these rules; back and whither: address and name of where it leads back to."""
    page = RulesPage(game, chosen, players)
    return render_template(
        "rules/rules.html", page=page, game=game, rules=page.rules, back=back, whither=whither, **more
    )


class Rule(NamedTuple):
    """A house rule as it is set here: what it is about, its value with what that means, whether tables differ."""

    label: str
    value: str
    meaning: str
    help: str
    usual: bool
    disputed: bool


class RulesPage:
    """What the page of a game says beside its prose."""

    def __init__(self, game: Game, chosen: Rules, players: int) -> None:
        self.game, self.rules, self.players = game, complete(game, chosen), players

    @property
    def telling(self) -> list[Rule]:
        """The options that tables dispute about, or that are not as usual here."""
        return [rule for rule in map(self.rule, self.game.options) if rule.disputed or not rule.usual]

    @property
    def others(self) -> list[Rule]:
        """The other options."""
        return [rule for rule in map(self.rule, self.game.options) if not rule.disputed and rule.usual]

    def rule(self, option: Option) -> Rule:
        """One option as it is set."""
        value = self.rules[option.key]
        chosen = next((choice for choice in option.choices if same(choice.value, value)), None)
        meaning = gettext(chosen.help) if chosen and chosen.help else ""
        usual = same(value, option.default)
        return Rule(
            gettext(option.label), rule_value_text(option, value), meaning, gettext(option.help), usual, option.disputed
        )

    @property
    def fields(self) -> list[Field]:
        """What is written down for a deal, as far as it needs a word."""
        table = self.game.table(("",) * self.players, 0)
        return [field for field in self.game.fields(start(self.game, table, self.rules)) if field.help]


bp = Blueprint("rules", __name__)


@bp.get("/rules/<slug:game>")
def show_rules(game: str) -> str:
    """How a game is played by its usual rules; open to everybody."""
    found = games().get(game) or abort(404)
    return game_page(found, defaults(found), found.seats[0], url_for("home.show_home"), gettext("Home"))


@bp.get("/m/<slug:uid>/rules")
def show_match_rules(uid: str) -> str:
    """How the game is played at this table now, or how it was in the deal whose number is in the address."""
    return match_page(uid, saved="saved" in request.args)
