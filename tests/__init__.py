"""Tests of Tallystick."""

import os

os.environ.setdefault("TALLYSTICK_CIRCLES", "anybody")  # no host has to choose first
