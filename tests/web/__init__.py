"""Pages, a folder a subject."""
