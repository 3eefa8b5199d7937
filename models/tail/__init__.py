"""Tails: records of a phone that was without a network, joined with the log by what stands in both."""
