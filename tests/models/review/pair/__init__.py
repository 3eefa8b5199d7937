"""Tests of models/review/pair."""
