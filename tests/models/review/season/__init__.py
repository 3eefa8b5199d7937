"""Tests of models/review/season."""
