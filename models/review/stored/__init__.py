"""Rows of review that follow from the logs: written, caught up, checked; win chances; counts kept in memory."""
