"""The end of a match: who won and why, what is paid, how it went."""
