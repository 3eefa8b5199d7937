"""Tests of models/review/year."""
