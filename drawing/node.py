"""Nodes: what is drawn, as plain values that survive JSON.

A node is a tuple (tag, attributes, children). Content is a text, a node, a list of contents, or None; lists are
flattened in the node they are put into, and None is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    Attributes = dict[str, Any]
    Node = tuple[str, Attributes, list[Any]]
    Content = Any  # a text, a node, or a list of them; None draws nothing

LTR, POP = "\u2066", "\u2069"  # isolate text that reads left to right (U+2066, U+2069)
HIDDEN_FIELDS: Node = (
    "hidden-fields",
    {},
    [],
)  # placeholder of a form's CSRF token, the record's uid and the version


def node(tag: str, attributes: Attributes, *children: Content) -> Node:
    """An element; an attribute that is None or False is left out, True stands for itself alone."""
    present = {
        name: attributes[name] for name in attributes if attributes[name] is not None and attributes[name] is not False
    }
    return (tag, present, flat(children))


def flat(pieces: Any) -> list[Content]:
    """A flat list of contents, without None and empty texts."""
    found = []
    for piece in pieces:
        if type(piece) is list:
            found.extend(flat(piece))
        elif piece is not None and piece != "":
            found.append(piece)
    return found


def classes(*names: str) -> str | None:
    """The class attribute of those names that are not empty; None when there is none."""
    return " ".join([name for name in names if name]) or None


def text_of(piece: Content, apart: bool = False) -> str:
    """The text of a content. apart: keep dir="ltr" parts isolated, for right-to-left languages."""
    if type(piece) is str:
        return piece
    children = piece[2] if type(piece) is tuple else piece or []
    words = "".join([text_of(child, apart) for child in children])
    from_left = apart and type(piece) is tuple and piece[1].get("dir") == "ltr"
    return LTR + words + POP if from_left else words


def between(pieces: list[Content], word: Content) -> list[Content]:
    """Contents with a separator between each two."""
    found: list[Content] = []
    for piece in pieces:
        if found:
            found.append(word)
        found.append(piece)
    return found
