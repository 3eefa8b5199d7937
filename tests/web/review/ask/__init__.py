"""Tests of web/review/ask."""
