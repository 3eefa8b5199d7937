"""Random cases have numbers: a test that fails over one says which, and TALLYSTICK_CASE=17 runs only that one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

ALONE = os.environ.get("TALLYSTICK_CASE", "")
LAST: list[int] = []  # the number of the case that is tried now; empty outside of random tests


def tried(number: int) -> bool:
    """Whether this case is to be tried; it is the one that a failure tells of from here on."""
    LAST[:] = [number]
    return ALONE in ("", str(number))


def tries(name: str, many: int) -> Iterator[Random]:
    """So many randoms, each of its own seed."""
    return (Random(f"{name} {number}") for number in range(many) if tried(number))


class Cases(tuple[Any, ...]):
    """Cases that are tried one after another."""

    def __iter__(self) -> Iterator[Any]:
        return (case for number, case in enumerate(super().__iter__()) if tried(number))

    def __add__(self, more: tuple[Any, ...]) -> Cases:
        return Cases((*tuple.__iter__(self), *tuple.__iter__(more)))
