"""Pieces of a page that come out the same from the same facts: drawn once and kept.

What must differ every time (the token, the saying's own id, the version) is a seal: a mark that is filled in last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, session
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from models.base import new_uid
from web.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

SEAL = Markup("<!--seal-->")

_pieces: Shelf[Markup] = Shelf(1024)
_pages: Shelf[Markup] = Shelf(64)
_signed: Shelf[str] = Shelf(1024)


def kept(facts: Hashable, draw: Callable[[], str], shelf: Shelf[Markup] = _pieces) -> Markup:
    """The piece of these facts, drawn now if it was not before; facts must hold all that it depends on."""
    return shelf.get(facts) or shelf.put(facts, Markup(draw()))  # noqa: S704  drawn by our own templates


def kept_page(facts: Hashable, draw: Callable[[], str]) -> Markup:
    """The same for a whole page, which nobody asks for any more once something else was said."""
    return kept(facts, draw, _pages)


def rendered(template: str, **values: Any) -> str:
    """A template with these values and what all templates know."""
    env = current_app.jinja_env
    found = env.get_template(template)
    context = found.new_context({**env.globals, **values}, shared=True)
    try:
        return env.concat(found.root_render_func(context))
    except Exception:
        env.handle_exception()


def sealed(page: str, version: int) -> str:
    """The page with every form's token, uid and the version it was made on."""
    return str.replace(page, SEAL, seal(version))


def csrf_field() -> Markup:
    """The hidden input with the token, for a form that is only a button."""
    return Markup(f'<input type="hidden" name="csrf_token" value="{token()}">')  # noqa: S704  signed by this server


def seal(version: int) -> Markup:
    """What every form that writes carries: the token, the saying's own id, and the version it was made on."""
    return csrf_field() + Markup(  # noqa: S704  nothing in it was typed by anybody
        f'<input type="hidden" name="uid" value="{new_uid()}"><input type="hidden" name="after" value="{version}">'
    )


def token() -> str:
    """The token of this browser's forms, signed once for the secret in its cookie."""
    secret = session.get("csrf_token")
    known = _signed.get((current_app.secret_key, secret)) if secret else None
    return known or _signed.put((current_app.secret_key, session.get("csrf_token")), str(generate_csrf()))
