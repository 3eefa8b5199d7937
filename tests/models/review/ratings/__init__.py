"""Tests of models/review/ratings."""
