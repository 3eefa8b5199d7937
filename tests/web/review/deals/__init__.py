"""Tests of web/review/deals."""
