"""Where upkeep was."""

from models.review.upkeep import Progress, all_matches, catch_up, rebuild

__all__ = ["Progress", "all_matches", "catch_up", "rebuild"]
