"""A new match: players, seats, house rules."""
