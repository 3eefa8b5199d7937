"""Chances to win a match, before its first deal and after each. For the server: nothing that a phone runs imports it.

One file a model; which of them a game follows, and with what numbers, stands in the game's folder (`win_chance.py`).
Numbers here are chances: floats from 0 to 1.
"""

EDITION = 1  # raised when the same match would get other chances: stored stories name the edition that told them
