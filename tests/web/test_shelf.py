"""The shelf: bounded in number and in bytes, the oldest falls off."""

from __future__ import annotations

import pytest

from web.shelf import Shelf


@pytest.mark.parametrize(
    ("put", "left"),
    [
        ({"a": 1, "b": 1, "c": 1}, "abc"),
        ({"a": 1, "b": 1, "c": 1, "d": 1}, "bcd"),  # too many
        ({"a": 4, "b": 4, "c": 4}, "bc"),  # too heavy
        ({"a": 4, "b": 9}, "b"),
        ({"a": 4, "b": 11}, "a"),  # heavier than all of it
    ],
)
def test_what_is_too_much_falls_off(put, left):
    shelf: Shelf[str] = Shelf(3, largest=10)
    for key, size in put.items():
        assert shelf.put(key, "x" * size) == "x" * size
    assert "".join(shelf.things) == left
    assert shelf.size == sum(put[key] for key in left)


def test_the_same_key_counts_once():
    shelf: Shelf[str] = Shelf(3, largest=10)
    for size in (8, 3, 9):
        shelf.put("a", "x" * size)
    assert (shelf.get("a"), shelf.size) == ("x" * 9, 9)
    shelf.put("a", "x" * 11)
    assert (shelf.get("a"), shelf.size) == (None, 0)
