"""Tests of Tallystick."""

import os
import sys

os.environ.setdefault("TALLYSTICK_CIRCLES", "anybody")  # no host has to choose first
sys.dont_write_bytecode = False  # hundreds of processes are started, and read the same modules
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
