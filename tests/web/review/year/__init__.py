"""Tests of web/review/year."""
