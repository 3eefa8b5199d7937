"""What the host of a server sees: its circles and its health."""
