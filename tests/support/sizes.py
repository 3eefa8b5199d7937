"""How much is tested.

./run test leaves out what is marked thorough: what happens seldom, and most of what is like another case. ./run test
--all has it too, as CI does, and ./run test --long everything at full size.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

FULL = bool(int(os.environ.get("TALLYSTICK_FULL", "0")))
ALL = FULL or bool(int(os.environ.get("TALLYSTICK_ALL", "0")))


def one_in(many: int, cases: Mapping[str, Any] | Iterable[Any]) -> list[Any]:
    """Parameters of a test, perhaps by name: one case in so many always, the others only where all is tested.

    A case that is a tuple fills several parameters.
    """
    named = cases.items() if isinstance(cases, dict) else ((None, case) for case in cases)
    return [
        pytest.param(
            *(case if type(case) is tuple else (case,)), id=name, marks=[pytest.mark.thorough] * (n % many > 0)
        )
        for n, (name, case) in enumerate(named)
    ]
