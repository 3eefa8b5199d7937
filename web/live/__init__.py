"""Live: the follow screen and updates for open pages."""
