"""Pieces of a page that come out the same from the same facts: drawn once and kept.

What must differ every time (the token, the saying's own id, the version) is a seal: a mark that is filled in last.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from models.base import new_uid

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = 2048
SEAL = Markup("<!--seal-->")

_kept: OrderedDict[Any, Markup] = OrderedDict()


def kept(facts: Any, draw: Callable[[], str]) -> Markup:
    """The piece of these facts, drawn now if it was not before; facts must hold all that it depends on."""
    found = _kept.get(facts)
    if found is None:
        found = _kept[facts] = Markup(draw())  # noqa: S704  drawn by our own templates
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found


def sealed(page: str, version: int) -> str:
    """The page with every form's token, uid and the version it was made on."""
    seal = (
        f'<input type="hidden" name="csrf_token" value="{generate_csrf()}">'
        f'<input type="hidden" name="uid" value="{new_uid()}"><input type="hidden" name="after" value="{version}">'
    )
    return page.replace(SEAL, seal)
