"""A made-up circle with two years of evenings, for an installation that has none yet."""
