"""The source tree itself: imports, style, README."""
