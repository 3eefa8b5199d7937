"""Tests of models/review/records."""
