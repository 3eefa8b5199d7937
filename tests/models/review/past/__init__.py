"""Tests of models/review/past."""
