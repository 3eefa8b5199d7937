"""A mark for tests of what the minifier of scripts makes: it is not there for every machine."""

from __future__ import annotations

import pytest

from web.assets.minifier import MISSING

minified = pytest.mark.skipif(MISSING, reason="scripts stay as they are written on this machine")
