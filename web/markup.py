"""Nodes as markup, the emblems of games as nodes, and parts of pages that are rendered once for the same facts.

What differs every time (the token, the record's own uid, the version) is a placeholder that is filled in last.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from flask import current_app
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup, escape

from models.base import new_uid
from models.cache import Cache, text_size

if TYPE_CHECKING:
    from table.node import Content


HIDDEN_FIELDS = Markup("<!--hidden-fields-->")

fragments: Cache[Markup] = Cache(8 << 20, text_size)
pages: Cache[Markup] = Cache(4 << 20, text_size)


def cached_fragment(facts: Hashable, draw: Callable[[], str], cache: Cache[Markup] = fragments) -> Markup:
    """The fragment of these facts, rendered if it is not cached; facts must hold all that it depends on."""
    return cache.get(facts) or cache.put(facts, Markup(draw()))  # noqa: S704  drawn by our own templates


def cached_page(facts: Hashable, draw: Callable[[], str]) -> Markup:
    """The same for a whole page, in a cache of its own: it is stale with the next record."""
    return cached_fragment(facts, draw, pages)


def render_fragment(template: str, **values: Any) -> str:
    """A template with these values and Jinja's globals, without Flask's context processors."""
    env = current_app.jinja_env
    page = env.get_template(template)
    context = page.new_context({**env.globals, **values}, shared=True)
    try:
        return env.concat(page.root_render_func(context))
    except Exception:
        env.handle_exception()


def fill_placeholders(page: str, version: int) -> str:
    """The page with the hidden fields in every form."""
    return str.replace(page, HIDDEN_FIELDS, hidden_fields(version))


def token_field() -> Markup:
    """The hidden input with the CSRF token."""
    return Markup(f'<input type="hidden" name="csrf_token" value="{generate_csrf()}">')  # noqa: S704  signed here


def hidden_fields(version: int) -> Markup:
    """Hidden inputs of every form that records: token, uid of the record, version that the form was made on."""
    return token_field() + Markup(  # noqa: S704  nothing in it was typed by anybody
        f'<input type="hidden" name="uid" value="{new_uid()}"><input type="hidden" name="after" value="{version}">'
    )


VOID = {"input", "br"}
LEAVES = {"path", "circle", "rect"}  # of drawings, which close themselves


def html(piece: Content) -> Markup:
    """Nodes as markup; texts are escaped."""
    written: list[str] = []
    write(piece, written)
    return Markup("".join(written))  # noqa: S704  every text in it was escaped


def write(piece: Content, written: list[str]) -> None:
    """Append the markup of nodes."""
    if type(piece) is tuple:
        write_node(piece[0], piece[1], piece[2], written)
    elif type(piece) is list:
        for part in piece:
            write(part, written)
    elif piece is not None:
        written.append(escape(piece))


def write_node(tag: str, attributes: dict[str, Any], children: list[Content], written: list[str]) -> None:
    """Append an element."""
    if tag == "hidden-fields":
        written.append(HIDDEN_FIELDS)
        return
    written.append(f"<{tag}{attributes_html(attributes)}")
    if tag in LEAVES and not children:
        written.append("/>")
        return
    written.append(">")
    if tag not in VOID:
        for child in children:
            write(child, written)
        written.append(f"</{tag}>")


def attributes_html(attributes: dict[str, Any]) -> str:
    """The attributes of an element."""
    return "".join(
        [f" {name}" if value is True else f' {name}="{escape(value)}"' for name, value in attributes.items()]
    )
