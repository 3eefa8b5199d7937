"""Trees: what is drawn, as plain values that survive JSON.

A node is a tuple (tag, attributes, children); a piece is a text or a node; a list of pieces is a group, which
dissolves in the node that it is put into.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    Attributes = dict[str, Any]
    Node = tuple[str, Attributes, list[Any]]
    Content = Any  # a text, a node, or a list of them; None draws nothing

LTR, POP = "\u2066", "\u2069"  # unseen; what stands between them reads from the left whatever is around
HIDDEN_FIELDS: Node = (
    "hidden-fields",
    {},
    [],
)  # where a form carries its token, the saying's own id and the version it was made on


def node(tag: str, attributes: Attributes, *children: Content) -> Node:
    """An element; an attribute that is None or False is left out, True stands for itself alone."""
    present = {
        name: attributes[name] for name in attributes if attributes[name] is not None and attributes[name] is not False
    }
    return (tag, present, flat(children))


def flat(pieces: Any) -> list[Content]:
    """Pieces without groups within, and without what draws nothing."""
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
    """The words of a piece without its elements; apart: what reads from the left stays so where words do not."""
    if type(piece) is str:
        return piece
    children = piece[2] if type(piece) is tuple else piece or []
    words = "".join([text_of(child, apart) for child in children])
    from_left = apart and type(piece) is tuple and piece[1].get("dir") == "ltr"
    return LTR + words + POP if from_left else words


def between(pieces: list[Content], word: Content) -> list[Content]:
    """Pieces with a word between each two."""
    found: list[Content] = []
    for piece in pieces:
        if found:
            found.append(word)
        found.append(piece)
    return found
