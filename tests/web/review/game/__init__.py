"""Tests of web/review/game."""
