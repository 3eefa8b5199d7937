"""The scripts that are served each by itself, and a mark for tests of what the minifier makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from web.bundles import MISSING, served_names

STATIC = Path(__file__).parents[2] / "static"
MODULES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
ENTRIES = served_names(STATIC, MODULES)

minified = pytest.mark.skipif(MISSING, reason="the minifier is not made for this machine")
