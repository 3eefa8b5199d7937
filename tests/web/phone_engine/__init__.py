"""The phone engine's bundle, and the same drawing on phone and server."""
