"""Whether everything is tested at full size: ./run test --long."""

from __future__ import annotations

import os

FULL = bool(int(os.environ.get("TALLYSTICK_FULL", "0")))
