"""Tests of web/review/circle."""
