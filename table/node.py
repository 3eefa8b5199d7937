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
    for value in attributes.values():
        if value is None or value is False:
            known = attributes
            attributes = {name: known[name] for name in known if known[name] is not None and known[name] is not False}
            break
    return (tag, attributes, flat(children))


def from_json(part: Any) -> Content:
    """A text, or a node of which JSON has made lists."""
    return part if type(part) is str else (part[0], part[1], [from_json(child) for child in part[2]])


def flat(contents: Any) -> list[Content]:
    """A flat list of contents, without None and empty texts."""
    found = []
    for content in contents:
        if type(content) is list:
            found.extend(flat(content))
        elif content:
            found.append(content)
    return found


def classes(*names: str) -> str | None:
    """The class attribute of those names that are not empty; None when there is none."""
    return " ".join([name for name in names if name]) or None


def text_of(content: Content, apart: bool = False) -> str:
    """The text of a content. apart: keep dir="ltr" parts isolated, for right-to-left languages."""
    if type(content) is str:
        return content
    children = content[2] if type(content) is tuple else content or []
    words = "".join([text_of(child, apart) for child in children])
    from_left = apart and type(content) is tuple and content[1].get("dir") == "ltr"
    return LTR + words + POP if from_left else words


def between(contents: list[Content], word: Content) -> list[Content]:
    """Contents with a separator between each two."""
    found: list[Content] = []
    for content in contents:
        if found:
            found.append(word)
        found.append(content)
    return found
