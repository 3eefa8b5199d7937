"""Tests of web/review/export."""
