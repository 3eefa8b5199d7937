"""Whether everything is tested at full size: ./run test --long."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

FULL = bool(int(os.environ.get("TALLYSTICK_FULL", "0")))


def one_in(many: int, cases: Mapping[str, Any]) -> list[Any]:
    """Cases by name as parameters of a test: one in so many always, the others only at full size."""
    return [
        pytest.param(case, id=name, marks=[pytest.mark.full] * (number % many > 0))
        for number, (name, case) in enumerate(cases.items())
    ]
