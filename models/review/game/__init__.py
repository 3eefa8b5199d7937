"""What the panels of a game count, and the game under another house rule."""
