"""Ratings of people and pairs, and standings by them."""
