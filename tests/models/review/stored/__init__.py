"""Tests of models/review/stored."""
