"""HTML of the nodes that drawing/ makes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from web.fragment_cache import HIDDEN_FIELDS

if TYPE_CHECKING:
    from drawing.node import Content

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
