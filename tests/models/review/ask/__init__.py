"""Tests of models/review/ask."""
