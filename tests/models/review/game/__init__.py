"""Tests of models/review/game."""
