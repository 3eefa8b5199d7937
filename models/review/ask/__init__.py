"""Free questions about the past: a metric, cut by something, for somebody, in a game, a year and under a rule."""
