"""The pages: one file a subject, each a blueprint, found by reading this folder."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context

from models.base import new_uid
from models.column_types import is_damaged
from web.access import guard
from web.addresses import address
from web.days import clock
from web.drawings import offer_drawings
from web.fragments import SEAL, seal
from web.language import NAMES, counted, in_digits, marked, money, num, signed, speaking, typed
from web.wording import SUITS, card_word

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from jinja2.runtime import Context


def register(app: Flask) -> None:
    """Put every subject's pages on the app, and the words that templates use."""
    for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
        blueprint = getattr(importlib.import_module(f"web.{module}"), "bp", None)
        if blueprint is not None:
            app.register_blueprint(blueprint)
    filters: dict[str, Callable[[Any], str]] = {
        "num": num,
        "clock": clock,
        "money": money,
        "signed": signed,
        "digits": in_digits,
        "card": card_word,
        "typed": typed,
    }
    app.jinja_env.filters.update({name: for_reader(word) for name, word in filters.items()})
    app.jinja_env.globals.update(new_uid=new_uid, SUITS=SUITS, SEAL=SEAL, sealed=seal, url_for=address)
    app.jinja_env.globals.update(_=marked, ngettext=counted, speaking=speaking, LANGUAGES=NAMES)
    app.jinja_env.tests["damaged"] = is_damaged
    offer_drawings(app)
    guard(app)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def for_reader(word: Callable[[Any], str]) -> Callable[..., str]:
    """A filter that is asked anew for every reader: what stands fixed in a template is not compiled in one language."""

    @pass_context
    def filtered(_: Context, value: Any) -> str:
        return word(value)

    return filtered
