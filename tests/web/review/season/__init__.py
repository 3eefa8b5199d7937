"""Tests of web/review/season."""
