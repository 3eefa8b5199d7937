"""The story of an evening: what is chosen, and how it is kept."""
