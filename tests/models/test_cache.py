"""The cache: bounded in bytes, and what was used longest ago goes first."""

from __future__ import annotations

from models.cache import ENTRY, Cache, text_size


def test_so_many_bytes_are_cached_and_what_was_used_longest_ago_goes():
    for put, left in (
        ({"a": 3, "b": 3, "c": 3}, "abc"),
        ({"a": 4, "b": 4, "c": 4}, "ac"),
        ({"a": 4, "b": 9}, "b"),
        ({"a": 4, "b": 11}, "a"),  # larger than all of it
    ):
        cache: Cache[str] = Cache(10, len)
        for key, size in put.items():
            cache.get("a")  # what is used stays
            assert cache.put(key, "x" * size) == "x" * size
        assert "".join(key for key in put if cache.get(key)) == left
        assert cache.currsize == sum(put[key] for key in left)


def test_the_same_key_counts_once_and_what_is_too_large_replaces_nothing():
    cache: Cache[str] = Cache(10, len)
    for size in (8, 3, 9):
        cache.put("a", "x" * size)
    assert (cache.get("a"), cache.currsize) == ("x" * 9, 9)
    cache.put("a", "x" * 11)
    assert (cache.get("a"), cache.currsize) == (None, 0)
    cache.put("a", "x")
    cache.pop("a")
    cache.pop("a")
    assert (cache.get("a"), cache.currsize) == (None, 0)
    assert text_size("ب" * 1000) - text_size("") > 1900 > ENTRY
