"""Fragment cache: parts of a page that come out the same from the same facts are drawn once.

What must differ every time (the token, the record's own uid, the version) is a placeholder that is filled in last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from models.base import new_uid
from models.cache import Cache, text_size

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

SEAL = Markup("<!--seal-->")

fragments: Cache[Markup] = Cache(8 << 20, text_size)
pages: Cache[Markup] = Cache(4 << 20, text_size)


def kept(facts: Hashable, draw: Callable[[], str], cache: Cache[Markup] = fragments) -> Markup:
    """The fragment of these facts, drawn now if it is not cached; facts must hold all that it depends on."""
    return cache.get(facts) or cache.put(facts, Markup(draw()))  # noqa: S704  drawn by our own templates


def kept_page(facts: Hashable, draw: Callable[[], str]) -> Markup:
    """The same for a whole page, which nobody asks for any more once something else was recorded."""
    return kept(facts, draw, pages)


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
    return Markup(f'<input type="hidden" name="csrf_token" value="{generate_csrf()}">')  # noqa: S704  signed here


def seal(version: int) -> Markup:
    """What every form that writes carries: the token, the saying's own id, and the version it was made on."""
    return csrf_field() + Markup(  # noqa: S704  nothing in it was typed by anybody
        f'<input type="hidden" name="uid" value="{new_uid()}"><input type="hidden" name="after" value="{version}">'
    )
