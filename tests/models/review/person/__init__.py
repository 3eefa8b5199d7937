"""Tests of models/review/person."""
