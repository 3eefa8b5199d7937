"""Scoring: what a log of a card table means. Pure rules in the Python that CPython and MicroPython share."""

from __future__ import annotations

from scoring.match import score_match, score_text

__all__ = ["score_match", "score_text"]
