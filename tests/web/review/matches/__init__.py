"""Tests of web/review/matches."""
