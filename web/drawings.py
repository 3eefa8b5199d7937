"""The drawings that templates ask for by name: icons, marks and tallies, each drawn once for the same arguments."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from web.fragments import kept
from web.language import language

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from markupsafe import Markup

WORDLESS = ("icon", "emblem", "chalk", "mark", "ring")
WORDED = ("all", "gates", "road", "stick")
KEPT = 512


def offer_drawings(app: Flask) -> None:
    """Let every template use the drawings without importing them."""
    env = app.jinja_env

    def drawing(file: str, name: str) -> Callable[..., Markup]:
        """The macro of a file, looked up when it is first used."""
        return lambda *args, **more: getattr(env.get_template(file).module, name)(*args, **more)

    env.globals.update({name: lru_cache(KEPT)(drawing("_icons.html", name)) for name in WORDLESS})
    env.globals.update({name: worded(name, drawing("_marks.html", name)) for name in WORDED})


def worded(name: str, draw: Callable[..., Markup]) -> Callable[..., Markup]:
    """The same drawing, drawn once for its arguments in each language."""

    def drawn(*args: Any, **more: Any) -> Markup:
        return kept(repr((name, language(), args, more)), lambda: draw(*args, **more))

    return drawn
