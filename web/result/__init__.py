"""The end of a match: ranking, outcome, chart."""
