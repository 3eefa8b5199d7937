"""Jinja environment: filters, globals, tests, and the drawings (each drawn once for the same arguments)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from models.base import new_uid
from table import board, icons, menu
from web.emblems import game_emblems
from web.http.requests import address_with
from web.i18n.catalog import NAMES
from web.i18n.dates import clock, day
from web.i18n.locale import (
    counted,
    current_language,
    in_digits,
    language_code,
    localize_typed,
    marked,
    money,
    num,
    signed,
)
from web.i18n.messages import SUITS, card_word
from web.markup import HIDDEN_FIELDS, cached_fragment, hidden_fields, html
from web.sheet import totals_change

CACHE_SIZE = 512
DRAWINGS: dict[str, Any] = {"emblem": icons.emblem, "icon": icons.icon, "mark": icons.mark, "ring": icons.ring}
DRAWINGS_WITH_TEXT: dict[str, Any] = {
    "all": board.all_tally,
    "points_tally": board.points_tally,
    "road": board.road,
    "unsent_strip": menu.unsent_strip,
}


FILTERS: dict[str, Any] = {
    "num": num,
    "clock": clock,
    "day": day,
    "money": money,
    "signed": signed,
    "digits": in_digits,
    "card": card_word,
    "typed": localize_typed,
}


def set_up_templates(app: Flask) -> None:
    """Give templates their filters, functions, tests and drawings."""
    env = app.jinja_env
    icons.add_emblems(game_emblems())
    env.trim_blocks = env.lstrip_blocks = True
    env.filters.update({name: for_reader(word) for name, word in FILTERS.items()})
    env.globals.update(new_uid=new_uid, SUITS=SUITS, HIDDEN_FIELDS=HIDDEN_FIELDS, hidden_fields=hidden_fields)
    env.globals.update(_=marked, ngettext=counted, current_language=current_language, LANGUAGES=NAMES)
    env.globals.update({name: cached_drawing(draw) for name, draw in DRAWINGS.items()})
    env.globals.update({name: cached_drawing_with_text(name, draw) for name, draw in DRAWINGS_WITH_TEXT.items()})
    env.globals.update(html=html, totals_change=totals_change, address_with=address_with, LETTERS=icons.LETTERS)


def for_reader(word: Callable[..., str]) -> Callable[..., str]:
    """A filter evaluated anew for every reader: Jinja must not fold constants in one language."""

    @pass_context
    def filtered(_: Context, value: Any, *more: Any) -> str:
        return word(value, *more)

    return filtered


def cached_drawing(draw: Callable[..., Any]) -> Callable[..., Markup]:
    """A drawing as markup, cached by its arguments."""

    @lru_cache(CACHE_SIZE)
    def drawn(*args: Any) -> Markup:
        return html(draw(*args))

    return drawn


def cached_drawing_with_text(name: str, draw: Callable[..., Any]) -> Callable[..., Markup]:
    """The same for a drawing with text, cached by language as well."""

    def drawn(*args: Any, **more: Any) -> Markup:
        return cached_fragment(
            repr((name, language_code(), args, more)), lambda: html(draw(current_language(), *args, **more))
        )

    return drawn
