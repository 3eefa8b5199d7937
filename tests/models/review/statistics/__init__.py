"""Tests of models/review/statistics."""
