"""Tests of models/review/evening."""
