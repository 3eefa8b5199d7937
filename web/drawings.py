"""The drawings that templates ask for by name: icons, marks and tallies, each drawn once for the same arguments."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from drawing import shapes, strokes
from web.fragments import kept
from web.language import language, speaking
from web.markup import html
from web.rows import moved

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from markupsafe import Markup

KEPT = 512
WORDLESS: dict[str, Any] = {"icon": shapes.icon, "emblem": shapes.emblem, "mark": shapes.mark, "ring": shapes.ring}
WORDED: dict[str, Any] = {"all": strokes.all_tally, "gates": strokes.gates, "road": strokes.road}


def offer_drawings(app: Flask) -> None:
    """Let every template use the drawings."""
    env = app.jinja_env
    env.globals.update({name: wordless(draw) for name, draw in WORDLESS.items()})
    env.globals.update({name: worded(name, draw) for name, draw in WORDED.items()})
    env.globals["moved"] = moved


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
