"""What every template knows: filters, functions, tests, and the drawings (each drawn once for the same arguments)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateNotFound, pass_context

from drawing import icons, tally_marks
from models.base import new_uid
from models.column_types import is_damaged
from web.fragment_cache import SEAL, csrf_field, kept, seal
from web.i18n.dates import clock
from web.i18n.locale import (
    NAMES,
    counted,
    in_digits,
    language,
    marked,
    money,
    num,
    signed,
    speaking,
    typed,
)
from web.i18n.messages import SUITS, card_word, safe
from web.table.sheet_rows import moved
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from jinja2 import Environment
    from jinja2.runtime import Context
    from markupsafe import Markup

KEPT = 512
WORDLESS: dict[str, Any] = {"icon": icons.icon, "mark": icons.mark, "ring": icons.ring}
WORDED: dict[str, Any] = {"all": tally_marks.all_tally, "gates": tally_marks.gates, "road": tally_marks.road}


FILTERS: dict[str, Any] = {
    "num": num,
    "clock": clock,
    "money": money,
    "signed": signed,
    "digits": in_digits,
    "card": card_word,
    "typed": typed,
}


def set_up_templates(app: Flask) -> None:
    """Give templates their filters, functions, tests and drawings."""
    env = app.jinja_env
    env.trim_blocks = env.lstrip_blocks = True
    env.filters.update({name: for_reader(word) for name, word in FILTERS.items()})
    env.globals.update(new_uid=new_uid, SUITS=SUITS, SEAL=SEAL, sealed=seal, csrf_field=csrf_field)
    env.globals.update(_=marked, ngettext=counted, speaking=speaking, LANGUAGES=NAMES)
    env.tests["damaged"] = is_damaged
    env.globals.update({name: wordless(draw) for name, draw in WORDLESS.items()})
    env.globals["emblem"] = emblems(env)
    env.globals.update({name: worded(name, draw) for name, draw in WORDED.items()})
    env.globals["moved"] = moved


def emblems(env: Environment) -> Callable[[str], Markup]:
    """The emblem of a game by its key (templates/emblems/), of the app, or of how somebody stands in a match.

    A game without a drawing of its own has the three cards.
    """

    @lru_cache(KEPT)
    def emblem(name: str) -> Markup:
        if name in icons.EMBLEMS or not name:
            return html(icons.emblem(name))
        try:
            return safe(env.get_template(f"emblems/{name}.svg").render().replace("\n", ""))
        except TemplateNotFound:
            return html(icons.emblem("in"))

    return emblem


def for_reader(word: Callable[[Any], str]) -> Callable[..., str]:
    """A filter that is asked anew for every reader: what stands fixed in a template is not compiled in one language."""

    @pass_context
    def filtered(_: Context, value: Any) -> str:
        return word(value)

    return filtered


def wordless(draw: Callable[..., Any]) -> Callable[..., Markup]:
    """A drawing as markup, drawn once for its arguments."""

    @lru_cache(KEPT)
    def drawn(*args: Any) -> Markup:
        return html(draw(*args))

    return drawn


def worded(name: str, draw: Callable[..., Any]) -> Callable[..., Markup]:
    """The same for a drawing that has words, once in each language."""

    def drawn(*args: Any, **more: Any) -> Markup:
        return kept(repr((name, language(), args, more)), lambda: html(draw(speaking(), *args, **more)))

    return drawn
