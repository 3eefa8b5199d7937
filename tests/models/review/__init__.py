"""Tests of the review of past evenings."""
