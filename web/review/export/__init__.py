"""What was played, for other programs."""
