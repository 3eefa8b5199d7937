"""A chart as a reader of some language gets it, and what is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from flask import Flask

from web.markup import html

if TYPE_CHECKING:
    from drawing.node import Content, Node


@contextmanager
def reading(app: Flask, code: str) -> Iterator[None]:
    """Charts are drawn for this language while the block runs."""
    with app.test_request_context("/", headers={"Accept-Language": code}):
        yield


def found(content: Content, tag: str, style: str = "") -> list[Node]:
    """The nodes of a tag, and if asked with a class, in the order of the drawing."""
    if type(content) is list:
        return [node for part in content for node in found(part, tag, style)]
    if type(content) is not tuple:
        return []
    name, attributes, children = content
    fits = name == tag and (not style or style in (attributes.get("class") or "").split())
    return ([content] if fits else []) + found(children, tag, style)


def points(d: str) -> list[tuple[float, float]]:
    """The corners of a path of absolute lines."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", d)]


def tips(d: str, edge: float) -> list[float]:
    """The x of the cuts in the half of a stick: corners between two on its edge."""
    corners = points(d)
    return [b[0] for a, b, c in zip(corners, corners[1:], corners[2:], strict=False) if a[1] == c[1] == edge != b[1]]


def cells(content: Content) -> list[list[str]]:
    """The rows of a chart's table, without its heads."""
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", str(html(row))) for row in found(content, "tr")]
    return rows[1:]
