"""The phone engine's bundle, and what the server answers to it."""
