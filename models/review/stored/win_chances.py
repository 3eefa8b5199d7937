"""Where win_chances was."""

from models.review.win_chances import past_before, work_out_chances, work_out_ended

__all__ = ["past_before", "work_out_chances", "work_out_ended"]
