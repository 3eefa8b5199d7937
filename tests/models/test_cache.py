"""The cache: bounded in bytes, and what was used longest ago goes first."""

from __future__ import annotations

import pytest

from models.cache import ENTRY, Cache, text_size


@pytest.mark.parametrize(
    ("put", "left"),
    [
        ({"a": 3, "b": 3, "c": 3}, "abc"),
        ({"a": 4, "b": 4, "c": 4}, "ac"),
        ({"a": 4, "b": 9}, "b"),
        ({"a": 4, "b": 11}, "a"),  # larger than all of it
    ],
)
def test_so_many_bytes_are_cached(put, left):
    cache: Cache[str] = Cache(10, len)
    for key, size in put.items():
        cache.get("a")  # what is used stays
        assert cache.put(key, "x" * size) == "x" * size
    assert "".join(key for key in put if key in cache) == left
    assert (len(cache), cache.currsize) == (len(left), sum(put[key] for key in left))


def test_the_same_key_counts_once_and_what_is_too_large_replaces_nothing_by_itself():
    cache: Cache[str] = Cache(10, len)
    for size in (8, 3, 9):
        cache.put("a", "x" * size)
    assert (cache.get("a"), cache.currsize) == ("x" * 9, 9)
    cache.put("a", "x" * 11)
    assert (cache.get("a"), cache.currsize) == (None, 0)
    cache.put("a", "x")
    cache.pop("a")
    cache.pop("a")
    assert (cache.get("a"), len(cache)) == (None, 0)


def test_a_text_counts_with_its_key_and_in_bytes():
    assert text_size("") > ENTRY
    assert text_size("ب" * 1000) - text_size("") > 1900
